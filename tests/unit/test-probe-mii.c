// SPDX-License-Identifier: GPL-3.0-or-later
#include "probe/probe.h"

#include <errno.h>

#include "facts-help.h"

/* A DP83867 on a gigabit link; the partner offers all. */
#define GIGABIT "1140 796d 2000 a231 01e1 c1e1 000f 2001 0000 0300 3c00 0000 0000 0000 0000 3000"

/* Intel 82577 with the cable out, as e1000e answers then: defaults of power-on. */
#define DEFAULTS "1140 7949 0154 0050 01e1 0000 0004 2001 0000 0200 0000 0000 0000 0000 0000 3000"

static struct sets *with_words(const char *text)
{
	struct sets *sets = sets_new();
	struct fact fact = { .state = FACT_KNOWN, .source = FROM_IOCTL };
	struct err err = { 0 };

	assert_non_null(sets);
	if (mii_words_parse(&fact.words, text, &err) < 0)
		fail_msg("%s", err.text);
	facts_put(&sets->set[SET_NEAR], FACT_MII_WORDS, &fact);
	facts_put_num(&sets->set[SET_NEAR], FACT_MII_PHY_ADDR, FROM_IOCTL, 1);
	return sets;
}

static void words_get_a_meaning(void **state)
{
	struct sets *sets = with_words(GIGABIT);
	struct facts *near = &sets->set[SET_NEAR];

	(void)state;
	probe_mii(sets, false);
	help_fact_is("words", near, FACT_LINK_UP, "yes");
	help_fact_is("words", near, FACT_LINK_SPEED, "1000 Mb/s");
	help_fact_is("words", near, FACT_AN_HCD, "1000baseT/Full");
	help_fact_is("words", near, FACT_AN_PARTNER_ABLE, "yes");
	help_fact_is("words", near, FACT_MII_SYNTHETIC, "no");
	help_fact_is("words", near, FACT_MII_LINK_DROPPED, NULL);
	assert_true(facts_known(&sets->set[SET_PARTNER], FACT_LINK_MODES_ADVERTISED));
	sets_free(sets);
}

static void the_first_reading_tells_of_a_loss(void **state)
{
	struct sets *sets = with_words(GIGABIT);

	(void)state;
	facts_put_num(&sets->set[SET_NEAR], FACT_MII_BMSR_FIRST, FROM_IOCTL, 0x7969);
	probe_mii(sets, false);
	help_fact_is("dropped", &sets->set[SET_NEAR], FACT_MII_LINK_DROPPED, "yes");
	sets_free(sets);
}

/* Registers 4 and 5 of clause 37: 0020 is 1000BASE-X full duplex there. */
static void base_x_is_handed_on(void **state)
{
	struct sets *sets = with_words("1140 796d 2000 a231 0020 4020 0001 0000 0000 0000 0000 "
				       "0000 0000 0000 0000 8000");

	(void)state;
	probe_mii(sets, true);
	help_fact_is("base-x", &sets->set[SET_NEAR], FACT_AN_HCD, "1000baseX/Full");
	help_fact_is("base-x", &sets->set[SET_NEAR], FACT_LINK_MEDIUM, "base-x");
	sets_free(sets);
}

static void an_impossible_address(void **state)
{
	struct sets *sets = with_words(GIGABIT);
	struct facts *near = &sets->set[SET_NEAR];

	(void)state;
	facts_put_num(near, FACT_MII_PHY_ADDR, FROM_IOCTL, 32);
	probe_mii(sets, false);
	help_fact_is("address", near, FACT_MII_SYNTHETIC, "yes");
	help_fact_is("address", near, FACT_LINK_SPEED, NULL);
	sets_free(sets);
}

/* Linux e1000_phy_read_status() gives power-on defaults while the link is down. */
static const struct {
	const char *name, *driver;
	int link;		/* -1: not known */
	const char *words;
	bool synthetic;
} quirk_rows[] = {
	{ "e1000e, link down", "e1000e", 0, DEFAULTS, true },
	{ "e1000e, link down, real words", "e1000e", 0, GIGABIT, true },
	{ "e1000e, link up", "e1000e", 1, GIGABIT, false },
	{ "e1000e, the loss not noticed yet", "e1000e", 1, DEFAULTS, true },
	{ "e1000e, link not known", "e1000e", -1, GIGABIT, false },
	{ "e1000e, link not known, words without one", "e1000e", -1, DEFAULTS, true },
	{ "e1000e, status not readable", "e1000e", 1, "1140 -- 0154 0050", false },
	{ "another driver, link down", "igb", 0, DEFAULTS, false },
	{ "e1000 is another driver", "e1000", 0, DEFAULTS, false },
	{ "driver not known", NULL, 0, DEFAULTS, false },
};

static void a_driver_that_makes_words_up(void **state)
{
	(void)state;
	for (size_t i = 0; i < ROWS(quirk_rows); i++) {
		struct sets *sets = with_words(quirk_rows[i].words);
		struct facts *near = &sets->set[SET_NEAR];

		if (quirk_rows[i].driver)
			facts_put_text(near, FACT_PORT_DRIVER, FROM_IOCTL, quirk_rows[i].driver);
		if (quirk_rows[i].link >= 0)
			facts_put_bool(near, FACT_LINK_UP, FROM_NETLINK, quirk_rows[i].link);
		probe_mii(sets, false);
		help_fact_is(quirk_rows[i].name, near, FACT_MII_SYNTHETIC,
			     quirk_rows[i].synthetic ? "yes" : "no");
		if (quirk_rows[i].synthetic) {
			assert_non_null(strstr(facts_text(near, FACT_MII_SYNTHETIC_WHY), "e1000e"));
			help_fact_is(quirk_rows[i].name, near, FACT_LINK_MODES_SUPPORTED, NULL);
		}
		sets_free(sets);
	}
}

static void denied_words_deny_what_they_tell(void **state)
{
	struct sets *sets = sets_new();
	struct facts *near = &sets->set[SET_NEAR];

	(void)state;
	facts_gap(near, FACT_MII_WORDS, FACT_DENIED, 0);
	facts_put_num(near, FACT_LINK_SPEED, FROM_NETLINK, 1000);
	facts_gap(near, FACT_LINK_DUPLEX, FACT_ABSENT, 0);
	probe_mii(sets, false);
	help_fact_is("of the driver", near, FACT_LINK_SPEED, "1000 Mb/s");
	help_fact_is("registers may know", near, FACT_LINK_DUPLEX, "denied");
	for (const enum fact_id *id = mii_fact_ids; *id != FACT_COUNT; id++)
		if (*id != FACT_LINK_SPEED)
			help_fact_is(fact_row(*id)->name, near, *id, "denied");
	/* What no register tells is not touched. */
	assert_int_equal(facts_get(near, FACT_LINK_ADMIN_UP)->state, FACT_UNREAD);
	assert_int_equal(facts_get(near, FACT_EEE_ACTIVE)->state, FACT_UNREAD);
	sets_free(sets);
}

static void failed_words_keep_their_error(void **state)
{
	struct sets *sets = sets_new();

	(void)state;
	facts_gap(&sets->set[SET_NEAR], FACT_MII_WORDS, FACT_FAILED, EIO);
	probe_mii(sets, false);
	help_fact_is("failed", &sets->set[SET_NEAR], FACT_AN_COMPLETE,
		     "failed: Input/output error");
	sets_free(sets);
}

static void absent_words_are_absent(void **state)
{
	struct sets *sets = sets_new();

	(void)state;
	facts_gap(&sets->set[SET_NEAR], FACT_MII_WORDS, FACT_ABSENT, 0);
	probe_mii(sets, false);
	help_fact_is("absent", &sets->set[SET_NEAR], FACT_AN_COMPLETE, "absent");
	help_fact_is("absent", &sets->set[SET_NEAR], FACT_MII_SYNTHETIC, "absent");
	sets_free(sets);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_get_a_meaning),
		cmocka_unit_test(the_first_reading_tells_of_a_loss),
		cmocka_unit_test(base_x_is_handed_on),
		cmocka_unit_test(an_impossible_address),
		cmocka_unit_test(a_driver_that_makes_words_up),
		cmocka_unit_test(denied_words_deny_what_they_tell),
		cmocka_unit_test(failed_words_keep_their_error),
		cmocka_unit_test(absent_words_are_absent),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("probe-mii", tests, NULL, NULL);
}
