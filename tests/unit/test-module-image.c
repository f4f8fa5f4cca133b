// SPDX-License-Identifier: GPL-3.0-or-later
#include "test-module-help.h"

static void parts(void **state)
{
	static const uint8_t bytes[] = {
		0x50, 0, 0, 0, 4, 0x11, 2, 3, 4,
		0x50, 0, 3, 128, 0,
		0x51, 0, 0, 96, 2, 0xab, 0xcd,
	};
	struct module_image image;
	struct cur c;

	(void)state;
	module_image_read(&image, bytes, sizeof(bytes));
	assert_int_equal(image.parts, 3);
	assert_int_equal(module_byte(&image, MODULE_MAIN, 3), 4);
	assert_int_equal(module_byte(&image, MODULE_MAIN, 4), 0);
	assert_true(module_has(&image, MODULE_MAIN, 0, 4));
	assert_false(module_has(&image, MODULE_MAIN, 1, 4));
	assert_false(module_has(&image, MODULE_PLACE(0x50, 0, 3), 128, 1));
	c = module_cur(&image, MODULE_DIAG, 96, 2);
	assert_int_equal(cur_be16(&c), 0xabcd);
	assert_false(c.short_read);
	c = module_cur(&image, MODULE_DIAG, 97, 2);
	assert_int_equal(cur_be16(&c), 0);
	assert_true(c.short_read);
	assert_string_equal(module_map(&image), "SFF-8636");
}

static void cut_parts(void **state)
{
	static const uint8_t bytes[] = { 0x50, 0, 0, 0, 128, 0x03, 2, 0x51, 0, 0 };
	struct module_image image;

	(void)state;
	module_image_read(&image, bytes, 7);
	assert_int_equal(image.parts, 1);
	assert_int_equal(image.part[0].len_bytes, 2);
	assert_int_equal(module_byte(&image, MODULE_MAIN, 1), 2);
	module_image_read(&image, bytes, 4);
	assert_int_equal(image.parts, 0);
	assert_null(module_map(&image));
	module_image_read(&image, NULL, 0);
	assert_int_equal(image.parts, 0);
}

static void there_and_back(void **state)
{
	uint8_t bytes[MODULE_PART_HEAD + MODULE_PART_MAX], data[MODULE_PART_MAX];
	struct module_part part = { .i2c = 0x50, .bank = 1, .page = 0x11, .offset = 128,
				    .len_bytes = MODULE_PART_MAX, .bytes = data };
	struct module_image image;

	(void)state;
	for (size_t i = 0; i < sizeof(data); i++)
		data[i] = (uint8_t)i;
	assert_int_equal(module_part_put(bytes, &part), sizeof(bytes));
	module_image_read(&image, bytes, sizeof(bytes));
	assert_int_equal(module_byte(&image, MODULE_PLACE(0x50, 1, 0x11), 255), 127);
	assert_int_equal(module_byte(&image, MODULE_PLACE(0x50, 0, 0x11), 255), 0);
	part.len_bytes = 0;
	assert_int_equal(module_part_put(bytes, &part), MODULE_PART_HEAD);
}

static void in_one_row(void **state)
{
	static const struct {
		struct module_part part;
		unsigned int offset;
	} row[] = {
		{ { .i2c = 0x50 }, 0 }, { { .i2c = 0x51 }, 256 }, { { .i2c = 0x51, .offset = 96 }, 352 },
		{ { .i2c = 0x50, .offset = 128 }, 128 },
		{ { .i2c = 0x50, .page = 1, .offset = 128 }, 256 },
		{ { .i2c = 0x50, .page = 3, .offset = 128 }, 512 },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++)
		assert_int_equal(module_flat_offset(&row[i].part), row[i].offset);
}

/* More parts than there is room for: the rest is left alone. */
static void too_many(void **state)
{
	uint8_t bytes[(MODULE_PARTS_MAX + 3) * MODULE_PART_HEAD] = { 0 };
	struct module_image image;

	(void)state;
	module_image_read(&image, bytes, sizeof(bytes));
	assert_int_equal(image.parts, MODULE_PARTS_MAX);
}

/* The first part is always wanted; of what is not understood there is no second. */
static void what_is_read(void **state)
{
	static const uint8_t forms[] = { 0x00, 0x02, 0x7f, 0xff };
	struct rom rom;

	(void)state;
	for (size_t i = 0; i < sizeof(forms); i++) {
		rom.len = 0;
		rom_part(&rom, 0x50, 0, 0, 0)[0] = forms[i];
		rom_is_read_as(&rom, "50:0:00:0");
	}
	rom.len = 0;
	rom_is_read_as(&rom, "50:0:00:0");
	/* Pages that can not be read are asked for once. */
	rom_part(&rom, 0x50, 0, 0, 0)[0] = 0x18;
	rom_is_read_as(&rom, "50:0:00:0 50:0:00:128 50:0:01:128 50:0:02:128 50:0:10:128 50:0:11:128");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(parts),
		cmocka_unit_test(cut_parts),
		cmocka_unit_test(there_and_back),
		cmocka_unit_test(in_one_row),
		cmocka_unit_test(too_many),
		cmocka_unit_test(what_is_read),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("module-image", tests, NULL, NULL);
}
