// SPDX-License-Identifier: GPL-3.0-or-later
#include "mii/csr.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#define ROWS(table) (sizeof(table) / sizeof((table)[0]))

/* Words of a 21143 beside its running driver: in QEMU, and on real links that were posted. */
static void words_as_read(void **state)
{
	static const struct {
		enum csr_chip chip;
		unsigned int reg;
		uint32_t word;
		const char *text;
	} row[] = {
		{ CSR_21143, 5, 0xf0660000,
		  "transmitter: suspended, nothing to send; receiver: waiting for a frame" },
		{ CSR_21143, 5, 0xf0000000, "transmitter: stopped; receiver: stopped" },
		{ CSR_21143, 5, 0x01002000,
		  "bus error: target abort; transmitter: stopped; receiver: stopped; fatal bus error" },
		{ CSR_21143, 6, 0x820e2002,
		  "heartbeat off; MII or SYM port; transmit threshold: 72 bytes (128 at 100 Mb/s); "
		  "transmitter on; loopback: off; receiver on" },
		{ CSR_21140, 6, 0x01a40200,
		  "scrambler; PCS; store and forward; MII or SYM port; transmit threshold: 72 bytes "
		  "(128 at 100 Mb/s); loopback: off; full duplex" },
		{ CSR_21143, 12, 0x00005000, "N-Way: negotiation complete" },
		{ CSR_21143, 12, 0x45e1d0c8,
		  "the partner negotiates; N-Way: negotiation complete; polarity is right or corrected; "
		  "partner: acknowledge; partner: pause; partner: 100BASE-TX full duplex; partner: "
		  "100BASE-TX half duplex; partner: 10BASE-T full duplex; partner: 10BASE-T half duplex" },
		{ CSR_21143, 12, 0x000010ce,
		  "N-Way: transmit disabled; polarity is right or corrected; no 10 Mb/s link; no 100 "
		  "Mb/s link" },
		/* A word left over from a partner that does not negotiate now. */
		{ CSR_21143, 12, 0x45e10000, "N-Way: negotiation disabled" },
		{ CSR_21143, 14, 0x00000080, "negotiation on" },
		{ CSR_21143, 15, 0, "" },
		/* General pins on a 21140, and what a 21040 does not have. */
		{ CSR_21140, 12, 0x45e1d0c8, "" },
		{ CSR_21140, 13, 0xffffffff, "" },
		{ CSR_21040, 12, 0x45e1d0c8, "" },
		{ CSR_21143, 0, 0xffffffff, "" },
		{ CSR_21143, 99, 0xffffffff, "" },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		char text[CSR_TEXT_MAX];

		csr_text(row[i].chip, row[i].reg, row[i].word, text);
		if (strcmp(text, row[i].text) != 0)
			fail_msg("CSR%u %08x: have `%s', want `%s'", row[i].reg, row[i].word, text,
				 row[i].text);
	}
}

static void any_word_has_room(void **state)
{
	(void)state;
	for (int chip = 0; chip < CSR_CHIPS; chip++)
		for (unsigned int reg = 0; reg < 20; reg++)
			for (unsigned int bit = 0; bit < 33; bit++) {
				char text[CSR_TEXT_MAX];

				csr_text((enum csr_chip)chip, reg, bit == 32 ? 0xffffffff : 1U << bit, text);
				assert_true(strlen(text) < CSR_TEXT_MAX - 1);
			}
}

static void nway_states(void **state)
{
	(void)state;
	assert_string_equal(csr_nway(CSR_21143, 0x00002000), "ability detect");
	assert_string_equal(csr_nway(CSR_21041, 0x00006000), "link check");
	assert_null(csr_nway(CSR_21140, 0x5000));
	assert_null(csr_nway(CSR_21040, 0x5000));
}

static void chips_by_pci_device(void **state)
{
	(void)state;
	assert_int_equal(csr_chip_of(0x0019), CSR_21143);
	assert_int_equal(csr_chip_of(0x0009), CSR_21140);
	assert_int_equal(csr_chip_of(0x0014), CSR_21041);
	assert_int_equal(csr_chip_of(0x0002), CSR_21040);
	assert_int_equal(csr_chip_of(0), -1);
	assert_string_equal(csr_chip_name(CSR_21143), "21143");
}

/* CSR8 clears when read, and 0 to 4 move the chip on. */
static void only_what_is_safe_is_read(void **state)
{
	(void)state;
	for (size_t i = 0; i < CSR_READ; i++)
		assert_true(csr_read[i] == 5 || csr_read[i] == 6 ||
			    (csr_read[i] >= 12 && csr_read[i] <= 15));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_as_read),
		cmocka_unit_test(any_word_has_room),
		cmocka_unit_test(nway_states),
		cmocka_unit_test(chips_by_pci_device),
		cmocka_unit_test(only_what_is_safe_is_read),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
