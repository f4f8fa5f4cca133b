// SPDX-License-Identifier: GPL-3.0-or-later
#include <errno.h>

#include "test-dev-help.h"

static const char whole[] =
	"{\"counters\":{\"tx_frames\":10,\"tx_bytes\":640,\"rx_frames\":7,\"rx_bytes\":448,"
	"\"collisions\":6,\"single_collisions\":1,\"multiple_collisions\":0,\"late_collisions\":2,"
	"\"excessive_collisions\":1,\"tx_aborted\":3,\"deferred\":4,\"fcs_errors\":5,"
	"\"alignment_errors\":8,\"fragments\":9,\"tiny\":11,\"carrier_errors\":12,"
	"\"carrier_changes\":13,\"rx_missed\":14},"
	"\"mii\":[12288,30829,1,2,481,128,0,8193,0,0,0,0,0,0,0,0]}";

static void give(struct sets *sets, enum fact_group group, const char *text)
{
	help_answer(sets, "lab port", group, text, strlen(text));
}

static void counters(void **state)
{
	static const struct {
		enum fact_id id;
		int64_t num;
	} row[] = {
		{ FACT_TOTAL_TX_FRAMES, 10 },	    { FACT_TOTAL_TX_BYTES, 640 },
		{ FACT_TOTAL_RX_FRAMES, 7 },	    { FACT_TOTAL_RX_BYTES, 448 },
		{ FACT_TOTAL_COLLISIONS, 6 },	    { FACT_TOTAL_LATE_COLLISIONS, 2 },
		{ FACT_TOTAL_EXCESSIVE_COLLISIONS, 1 }, { FACT_TOTAL_CRC, 5 },
		{ FACT_TOTAL_ALIGNMENT, 8 },	    { FACT_TOTAL_RUNTS, 9 },
		{ FACT_TOTAL_CARRIER, 12 },	    { FACT_TOTAL_HOST_DROPS, 14 },
		{ FACT_TOTAL_RX_ERRORS, 5 + 8 + 9 }, { FACT_TOTAL_TX_ERRORS, 3 + 12 },
	};
	const struct facts *near = near_of(*state);

	/* The TAP counts, too, but no collisions: its word does not stand beside this. */
	facts_put_num(&((struct sets *)*state)->set[SET_NEAR], FACT_TOTAL_COLLISIONS, FROM_NETLINK, 0);
	give(*state, GROUP_COUNTERS, whole);
	for (size_t i = 0; i < COUNT(row); i++) {
		assert_fact_num(near, row[i].id, row[i].num);
		assert_int_equal(facts_get(near, row[i].id)->source, FROM_LAB);
	}
	assert_int_equal(near->others, 0);
}

static void words(void **state)
{
	const struct fact *fact = facts_get(near_of(*state), FACT_MII_WORDS);

	give(*state, GROUP_MII, whole);
	assert_int_equal(fact->state, FACT_KNOWN);
	assert_int_equal(fact->source, FROM_LAB);
	assert_int_equal(fact->words.count, 16);
	assert_int_equal(fact->words.reg[0], 0x3000);
	assert_int_equal(fact->words.reg[7], 0x2001);
	assert_int_equal(fact->words.reg[16], WORD_UNREADABLE);
}

static void a_wire_of_its_own(void **state)
{
	struct sets *sets = *state;
	struct answers answers = { 0 };
	struct answer answer = { .name = "lab port", .group = GROUP_PORT,
				 .bytes = (uint8_t *)(uintptr_t)whole,
				 .len_bytes = strlen(whole) };

	assert_int_equal(answers_add(&answers, &answer), 0);
	strcpy(answer.name, "sysfs device");
	answer.len_bytes = 0;
	assert_int_equal(answers_add(&answers, &answer), 0);
	translate(&answers, GROUP_PORT, 0, sets);
	assert_true(facts_no(near_of(sets), FACT_PORT_VIRTUAL));
	assert_true(facts_yes(near_of(sets), FACT_PORT_PHYSICAL));
	answers_fini(&answers);
}

/* A read that is made again forgets what the lab said before. */
static void read_again(void **state)
{
	struct sets *sets = *state;
	struct answers none = { 0 };

	give(sets, GROUP_MII, whole);
	give(sets, GROUP_COUNTERS, whole);
	translate(&none, GROUP_MII, 1, sets);
	translate(&none, GROUP_COUNTERS, 1, sets);
	assert_int_equal(facts_get(near_of(sets), FACT_MII_WORDS)->state, FACT_ABSENT);
	assert_int_equal(facts_get(near_of(sets), FACT_TOTAL_CRC)->state, FACT_ABSENT);
}

/* Another version, a liar, a half: what makes sense is taken, nothing else. */
static void other_texts(void **state)
{
	static const char *const text[] = {
		"", "[]", "7", "null", "{}", "{\"counters\":7,\"mii\":{}}", "{\"mii\":[]}",
		("{\"counters\":{\"fcs_errors\":9223372036854775807,\"alignment_errors\":1,"
		 "\"fragments\":9223372036854775807}}"),
		"{\"counters\":{\"late_collisions\":-1,\"fragments\":\"9\",\"collisions\":1.5}}",
	};
	struct sets *sets = *state;

	for (size_t i = 0; i < COUNT(text); i++)
		for (int group = 0; group < GROUP_COUNT; group++)
			give(sets, (enum fact_group)group, text[i]);
	assert_unread(near_of(sets), FACT_TOTAL_LATE_COLLISIONS);
	assert_unread(near_of(sets), FACT_TOTAL_RUNTS);
	assert_unread(near_of(sets), FACT_TOTAL_COLLISIONS);
	assert_unread(near_of(sets), FACT_TOTAL_RX_ERRORS);
	assert_unread(near_of(sets), FACT_MII_WORDS);
	give(sets, GROUP_MII, "{\"mii\":[65535,65536,-1,\"x\",4]}");
	assert_int_equal(facts_get(near_of(sets), FACT_MII_WORDS)->words.count, 5);
	assert_int_equal(facts_get(near_of(sets), FACT_MII_WORDS)->words.reg[0], 0xffff);
	for (int reg = 1; reg < 4; reg++)
		assert_int_equal(facts_get(near_of(sets), FACT_MII_WORDS)->words.reg[reg],
				 WORD_UNREADABLE);
}

static void every_shorter_form(void **state)
{
	for (size_t len = 0; len < strlen(whole); len++) {
		help_answer(*state, "lab port", GROUP_COUNTERS, whole, len);
		help_answer(*state, "lab port", GROUP_MII, whole, len);
		help_answer(*state, "lab port", GROUP_PORT, whole, len);
	}
	assert_unread(near_of(*state), FACT_TOTAL_TX_FRAMES);
	assert_unread(near_of(*state), FACT_MII_WORDS);
}

static void broken_off(void **state)
{
	help_error(*state, "lab port", GROUP_MII, -EAGAIN);
	help_error(*state, "lab port", GROUP_COUNTERS, -EAGAIN);
	assert_int_equal(facts_get(near_of(*state), FACT_MII_WORDS)->state, FACT_FAILED);
	assert_int_equal(facts_get(near_of(*state), FACT_TOTAL_RUNTS)->state, FACT_FAILED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_SETS(counters),
		WITH_SETS(words),
		WITH_SETS(a_wire_of_its_own),
		WITH_SETS(read_again),
		WITH_SETS(other_texts),
		WITH_SETS(every_shorter_form),
		WITH_SETS(broken_off),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("dev-translate-lab", tests, NULL, NULL);
}
