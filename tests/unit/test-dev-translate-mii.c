// SPDX-License-Identifier: GPL-3.0-or-later
#include <errno.h>
#include <linux/mii.h>

#include "dev/mii-words.h"
#include "test-dev-help.h"

struct reading {
	unsigned int reg;
	int rc_or_word;
};

static void give(struct sets *sets, const struct reading *reading, size_t count)
{
	uint8_t bytes[64 * MII_READING_BYTES];

	for (size_t i = 0; i < count; i++)
		mii_reading_put(bytes + i * MII_READING_BYTES, reading[i].reg,
				reading[i].rc_or_word);
	help_answer(sets, "mii words", GROUP_MII, bytes, count * MII_READING_BYTES);
}

static const struct words *words_of(const struct sets *sets)
{
	const struct fact *fact = facts_get(near_of(sets), FACT_MII_WORDS);

	assert_int_equal(fact->state, FACT_KNOWN);
	assert_int_equal(fact->source, FROM_MII);
	return &fact->words;
}

static void phy_address(void **state)
{
	struct mii_ioctl_data mii = { .phy_id = 32 };

	help_answer(*state, "mii phy", GROUP_MII, &mii, sizeof(mii) - 1);
	assert_unread(near_of(*state), FACT_MII_PHY_ADDR);
	help_answer(*state, "mii phy", GROUP_MII, &mii, sizeof(mii));
	assert_fact_num(near_of(*state), FACT_MII_PHY_ADDR, 32);
}

/* The 21143 of QEMU, and a link that dropped since BMSR was last read. */
static void words_in_order(void **state)
{
	static const struct reading reading[] = {
		{ 1, 0x7028 }, { 0, 0x3100 }, { 2, 0x7810 }, { 3, 0x0000 }, { 4, 0x0501 },
		{ 5, 0x4181 }, { 6, 0x0000 }, { 15, 0xffff }, { 1, 0x702c },
	};
	const struct words *words;

	give(*state, reading, COUNT(reading));
	words = words_of(*state);
	assert_int_equal(words->count, 16);
	assert_int_equal(words->reg[0], 0x3100);
	assert_int_equal(words->reg[1], 0x702c);
	assert_int_equal(words->reg[5], 0x4181);
	assert_int_equal(words->reg[9], WORD_UNREADABLE);
	assert_int_equal(words->reg[13], WORD_UNREADABLE);
	assert_int_equal(words->reg[15], 0xffff);
	assert_fact_num(near_of(*state), FACT_MII_BMSR_FIRST, 0x7028);
	assert_unread(near_of(*state), FACT_MII_ANER_FIRST);
	assert_unread(near_of(*state), FACT_MII_GSTAT_FIRST);
}

static void latched_faults(void **state)
{
	static const struct reading reading[] = {
		{ 1, 0x796d }, { 6, 0x0013 }, { 10, 0x8000 }, { 6, 0x0003 }, { 10, 0x7c00 },
		{ 1, 0x796d },
	};

	give(*state, reading, COUNT(reading));
	assert_int_equal(words_of(*state)->reg[6], 0x0003);
	assert_int_equal(words_of(*state)->reg[10], 0x7c00);
	assert_fact_num(near_of(*state), FACT_MII_ANER_FIRST, 0x0013);
	assert_fact_num(near_of(*state), FACT_MII_GSTAT_FIRST, 0x8000);
}

/* e1000 of QEMU: registers that fail do not stop the dump. */
static void some_fail(void **state)
{
	static const struct reading reading[] = {
		{ 1, -EIO }, { 0, 0x1140 }, { 9, 0x0e00 }, { 11, -EIO }, { 1, 0x796d },
	};

	give(*state, reading, COUNT(reading));
	assert_int_equal(words_of(*state)->count, 12);
	assert_int_equal(words_of(*state)->reg[1], 0x796d);
	assert_int_equal(words_of(*state)->reg[9], 0x0e00);
	assert_int_equal(words_of(*state)->reg[11], WORD_UNREADABLE);
	assert_fact_num(near_of(*state), FACT_MII_BMSR_FIRST, 0x796d);
}

/* The second reading failed: what the first said still stands. */
static void the_second_fails(void **state)
{
	static const struct reading reading[] = { { 1, 0x796d }, { 0, 0x1140 }, { 1, -EIO } };

	give(*state, reading, COUNT(reading));
	assert_int_equal(words_of(*state)->reg[1], 0x796d);
}

static void all_fail(void **state)
{
	static const struct reading reading[] = { { 1, -EIO }, { 0, -EIO } };

	give(*state, reading, COUNT(reading));
	assert_int_equal(facts_get(near_of(*state), FACT_MII_WORDS)->state, FACT_FAILED);
	assert_int_equal(facts_get(near_of(*state), FACT_MII_WORDS)->error, EIO);
	assert_unread(near_of(*state), FACT_MII_BMSR_FIRST);
}

static void all_registers(void **state)
{
	struct reading reading[32];

	for (unsigned int i = 0; i < 32; i++)
		reading[i] = (struct reading){ i, (int)(0xff00 | i) };
	give(*state, reading, COUNT(reading));
	assert_int_equal(words_of(*state)->count, 32);
	assert_int_equal(words_of(*state)->reg[31], 0xff1f);
}

static void nonsense(void **state)
{
	static const uint8_t bytes[] = { 200, 0, 1, 2, 3, 7, 0, 5, 1, 0, 0x12 };

	help_answer(*state, "mii words", GROUP_MII, bytes, sizeof(bytes));
	assert_int_equal(facts_get(near_of(*state), FACT_MII_WORDS)->state, FACT_FAILED);
	memset(*state, 0, sizeof(struct sets));
	help_answer(*state, "mii words", GROUP_MII, bytes, 0);
	assert_int_equal(facts_get(near_of(*state), FACT_MII_WORDS)->state, FACT_ABSENT);
}

struct c45 {
	unsigned int mmd, reg;
	int rc_or_word;
};

static void give_c45(struct sets *sets, const struct c45 *row, size_t count)
{
	uint8_t bytes[64 * C45_READING_BYTES];

	for (size_t i = 0; i < count; i++)
		c45_reading_put(bytes + i * C45_READING_BYTES, row[i].mmd, row[i].reg,
				row[i].rc_or_word);
	help_answer(sets, "mii c45", GROUP_MII, bytes, count * C45_READING_BYTES);
	/* And every shorter form, which may tell less. */
	for (size_t len = 0; len < count * C45_READING_BYTES; len++) {
		struct sets *cut = sets_new();

		assert_non_null(cut);
		help_answer(cut, "mii c45", GROUP_MII, bytes, len);
		sets_free(cut);
	}
}

static void clause_45(void **state)
{
	static const struct c45 row[] = {
		{ 1, 5, 0x008a }, { 1, 6, 0xc000 }, { 1, 1, 0x0006 }, { 1, 10, -EIO },
		{ 1, 130, 0x0301 }, { 3, 32, 0x1001 }, { 7, 61, 0x000e }, { 7, 9999, 0x1234 },
	};

	give_c45(*state, row, COUNT(row));
	assert_fact_num(near_of(*state), FACT_MII_C45_PACKAGE, 0xc000008a);
	assert_fact_text(near_of(*state), FACT_MII_C45_PMA, "1 0006\n130 0301");
	assert_fact_text(near_of(*state), FACT_MII_C45_PCS, "32 1001");
	assert_fact_text(near_of(*state), FACT_MII_C45_AN, "61 000e");
}

/* A driver that ignores clause 45 answers with clause 22 register 5. */
static void clause_22_in_disguise(void **state)
{
	static const struct c45 row[][1] = {
		{ { 1, 5, 0x45e1 } }, { { 1, 5, 0x0081 } }, { { 1, 5, 0xffff } }, { { 1, 5, 0 } },
		{ { 1, 5, -EIO } }, { { 7, 5, 0x008a } },
	};

	for (size_t i = 0; i < COUNT(row); i++) {
		give_c45(*state, row[i], 1);
		assert_unread(near_of(*state), FACT_MII_C45_PACKAGE);
	}
	help_error(*state, "mii c45", GROUP_MII, -EOPNOTSUPP);
	assert_int_equal(facts_get(near_of(*state), FACT_MII_C45_PACKAGE)->state, FACT_ABSENT);
	assert_int_equal(facts_get(near_of(*state), FACT_MII_C45_AN)->state, FACT_ABSENT);
}

static void no_privilege_and_no_phy(void **state)
{
	help_error(*state, "mii phy", GROUP_MII, -ENODEV);
	assert_int_equal(facts_get(near_of(*state), FACT_MII_WORDS)->state, FACT_ABSENT);
	help_error(*state, "mii phy", GROUP_MII, -EPERM);
	assert_int_equal(facts_get(near_of(*state), FACT_MII_WORDS)->state, FACT_DENIED);
	assert_int_equal(facts_get(near_of(*state), FACT_MII_PHY_ADDR)->state, FACT_DENIED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_SETS(phy_address),	    WITH_SETS(words_in_order),
		WITH_SETS(latched_faults),  WITH_SETS(some_fail),
		WITH_SETS(the_second_fails), WITH_SETS(all_fail),
		WITH_SETS(all_registers),   WITH_SETS(nonsense),
		WITH_SETS(no_privilege_and_no_phy),
		WITH_SETS(clause_45),	    WITH_SETS(clause_22_in_disguise),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("dev-translate-mii", tests, NULL, NULL);
}
