// SPDX-License-Identifier: GPL-3.0-or-later
#include "probe/probe.h"

#include "facts-help.h"
#include "rule-help.h"

#define ALL_TO_100 "10baseT/Half 10baseT/Full 100baseT/Half 100baseT/Full"
#define ALL_TO_1000 ALL_TO_100 " 1000baseT/Full"

static const struct {
	const char *name, *port, *able;
	bool is_virtual;
	const char *medium;	/* NULL: not told */
} medium_rows[] = {
	{ "twisted pair", "tp", ALL_TO_1000 " TP", false, "base-t" },
	{ "twisted pair, modes not known", "tp", NULL, false, "base-t" },
	{ "single pair", "tp", "100baseT1/Full", false, "t1" },
	{ "twisted pair of a port with a cage", "tp", ALL_TO_1000 " 1000baseX/Full", false,
	  "base-t" },
	{ "twin-axial cable", "da", "10000baseCR/Full 10000baseSR/Full", false, "backplane" },
	{ "twin-axial cable, modes not known", "da", NULL, false, "backplane" },
	{ "fibre at 10G", "fibre", "1000baseX/Full 10000baseSR/Full", false, "optics" },
	{ "fibre at 1G negotiates", "fibre", "1000baseX/Full", false, "base-x" },
	{ "fibre, modes not known", "fibre", NULL, false, "optics" },
	{ "fibre by a driver that names backplane modes", "fibre", "10000baseKR/Full", false,
	  "optics" },
	{ "connector not known, copper", NULL, ALL_TO_1000, false, "base-t" },
	{ "connector not known, backplane", NULL, "10000baseKR/Full", false, "backplane" },
	{ "connector not known, optics", NULL, "10000baseSR/Full", false, "optics" },
	{ "connector not known, 1000BASE-X", NULL, "1000baseX/Full", false, "base-x" },
	{ "connector not known, single pair", NULL, "1000baseT1/Full", false, "t1" },
	{ "another connector", "other", "10000baseKR/Full", false, "backplane" },
	{ "nothing known", NULL, NULL, false, NULL },
	{ "no mode among what it can", NULL, "Autoneg Pause", false, NULL },
	{ "emulated", "tp", ALL_TO_1000, true, NULL },
};

static void medium(void **state)
{
	(void)state;
	for (size_t i = 0; i < ROWS(medium_rows); i++) {
		struct sets *sets = sets_new();
		struct facts *near = &sets->set[SET_NEAR];
		struct modes able;

		if (medium_rows[i].port)
			facts_put_text(near, FACT_LINK_PORT, FROM_IOCTL, medium_rows[i].port);
		if (medium_rows[i].able) {
			able = help_modes(medium_rows[i].able);
			facts_offer_modes(near, FACT_LINK_MODES_SUPPORTED, FROM_NETLINK, &able);
		}
		facts_put_bool(near, FACT_PORT_VIRTUAL, FROM_SYSFS, medium_rows[i].is_virtual);
		probe_link_medium(near);
		help_fact_is(medium_rows[i].name, near, FACT_LINK_MEDIUM, medium_rows[i].medium);
		if (medium_rows[i].medium)
			assert_int_equal(facts_get(near, FACT_LINK_MEDIUM)->source,
					 medium_rows[i].port ? FROM_IOCTL : FROM_NETLINK);
		sets_free(sets);
	}
}

/* Negotiated gigabit as netlink tells it; no registers. */
static const struct given netlink[] = {
	HAS(LINK_UP, .yes = true), HAS(LINK_SPEED, .num = 1000), HAS(LINK_DUPLEX, .text = "full"),
	HAS(LINK_AUTONEG, .yes = true), HAS(LINK_MEDIUM, .text = "base-t"),
	HAS(LINK_MODES_ADVERTISED, .text = ALL_TO_1000 " Autoneg Pause"),
	PARTNER_HAS(LINK_MODES_ADVERTISED, .text = ALL_TO_1000 " Autoneg Pause Asym_Pause"),
	{ .side = SIDE_NONE },
};

/* A partner that does not negotiate, as phylib shows it: one mode, no Autoneg. */
static const struct given sensed[] = {
	HAS(LINK_UP, .yes = true), HAS(LINK_SPEED, .num = 100), HAS(LINK_DUPLEX, .text = "half"),
	HAS(LINK_AUTONEG, .yes = true), HAS(LINK_MEDIUM, .text = "base-t"),
	HAS(LINK_MODES_ADVERTISED, .text = ALL_TO_1000 " Autoneg"),
	PARTNER_HAS(LINK_MODES_ADVERTISED, .text = "100baseT/Half"),
	{ .side = SIDE_NONE },
};

/* What comes of it, NULL: not told. */
struct common_case {
	const char *name;
	const struct given *base;
	struct given given[4];
	const char *able, *detection, *common, *hcd;
};

static const struct common_case common_cases[] = {
	{ "both negotiate", netlink, { { .side = SIDE_NONE } }, "yes", NULL, ALL_TO_1000,
	  "1000baseT/Full" },
	{ "the partner can less", netlink,
	  { PARTNER_HAS(LINK_MODES_ADVERTISED, .text = ALL_TO_100 " Autoneg") },
	  "yes", NULL, ALL_TO_100, "100baseT/Full" },
	{ "nothing in common", netlink,
	  { PARTNER_HAS(LINK_MODES_ADVERTISED, .text = "10000baseT/Full Autoneg"),
	    HAS(LINK_UP, .yes = false) },
	  "yes", NULL, "none", NULL },
	{ "good words, and 10 half in common", netlink,
	  { HAS(MII_SYNTHETIC, .yes = false), HAS(MII_PARTNER_STALE, .yes = false),
	    PARTNER_HAS(LINK_MODES_ADVERTISED, .text = "10baseT/Half Autoneg") },
	  "yes", NULL, "10baseT/Half", "10baseT/Half" },
	{ "sensed", sensed, { { .side = SIDE_NONE } }, "no", "yes", NULL, NULL },
	{ "sensed at 10", sensed,
	  { PARTNER_HAS(LINK_MODES_ADVERTISED, .text = "10baseT/Half TP"),
	    HAS(LINK_SPEED, .num = 10) },
	  "no", "yes", NULL, NULL },
	{ "the registers know better than a look", sensed,
	  { HAS(AN_PARALLEL_DETECTION, .yes = false), HAS(AN_PARTNER_ABLE, .yes = true) },
	  "yes", "no", "100baseT/Half", "100baseT/Half" },
	{ "the partner says Autoneg, so it is not sensed", sensed,
	  { PARTNER_HAS(LINK_MODES_ADVERTISED, .text = "100baseT/Half Autoneg") },
	  "yes", NULL, "100baseT/Half", "100baseT/Half" },
	{ "two modes are an offer", sensed,
	  { PARTNER_HAS(LINK_MODES_ADVERTISED, .text = "10baseT/Half 100baseT/Half") },
	  NULL, NULL, "10baseT/Half 100baseT/Half", "100baseT/Half" },
	{ "full duplex cannot be sensed", sensed,
	  { PARTNER_HAS(LINK_MODES_ADVERTISED, .text = "100baseT/Full"),
	    HAS(LINK_DUPLEX, .text = "full") },
	  NULL, NULL, "100baseT/Full", "100baseT/Full" },
	{ "one full-duplex mode, the link half", sensed,
	  { PARTNER_HAS(LINK_MODES_ADVERTISED, .text = "100baseT/Full") },
	  NULL, NULL, "100baseT/Full", "100baseT/Full" },
	{ "not the speed in use", sensed, { HAS(LINK_SPEED, .num = 10) },
	  NULL, NULL, "100baseT/Half", "100baseT/Half" },
	{ "no link, nothing sensed", sensed, { HAS(LINK_UP, .yes = false) },
	  NULL, NULL, "100baseT/Half", "100baseT/Half" },
	{ "only twisted pair senses", sensed, { HAS(LINK_MEDIUM, .text = "optics") },
	  NULL, NULL, "100baseT/Half", "100baseT/Half" },
	{ "made-up words", netlink, { HAS(MII_SYNTHETIC, .yes = true) }, NULL, NULL, NULL, NULL },
	{ "made-up words, sensed", sensed, { HAS(MII_SYNTHETIC, .yes = true) },
	  NULL, NULL, NULL, NULL },
	{ "words of an earlier link", netlink, { HAS(MII_PARTNER_STALE, .yes = true) },
	  NULL, NULL, NULL, NULL },
	{ "forced", netlink, { HAS(LINK_AUTONEG, .yes = false) }, NULL, NULL, NULL, NULL },
	{ "negotiation not known", netlink, { LACKS(LINK_AUTONEG, ABSENT) },
	  NULL, NULL, NULL, NULL },
	{ "own offer not known", netlink, { LACKS(LINK_MODES_ADVERTISED, DENIED) },
	  NULL, NULL, NULL, NULL },
	{ "partner's offer not known", netlink, { PARTNER_LACKS(LINK_MODES_ADVERTISED, ABSENT) },
	  NULL, NULL, NULL, NULL },
	{ "partner's offer empty", netlink, { PARTNER_HAS(LINK_MODES_ADVERTISED, .text = "") },
	  NULL, NULL, NULL, NULL },
	{ "a partner known not to negotiate", netlink,
	  { HAS(AN_PARTNER_ABLE, .yes = false),
	    PARTNER_HAS(LINK_MODES_ADVERTISED, .text = "100baseT/Full") },
	  "no", NULL, NULL, NULL },
	{ "what the registers resolved stands", netlink,
	  { HAS(AN_COMMON, .text = "100baseT/Full"), HAS(AN_HCD, .text = "100baseT/Full") },
	  "yes", NULL, "100baseT/Full", "100baseT/Full" },
};

static void common(void **state)
{
	(void)state;
	for (size_t i = 0; i < ROWS(common_cases); i++) {
		const struct common_case *c = &common_cases[i];
		struct sets *sets = sets_new();
		struct facts *near = &sets->set[SET_NEAR], *partner = &sets->set[SET_PARTNER];

		help_give(c->base, near, partner);
		help_give(c->given, near, partner);
		probe_link_common(near, partner);
		help_fact_is(c->name, near, FACT_AN_PARTNER_ABLE, c->able);
		help_fact_is(c->name, near, FACT_AN_PARALLEL_DETECTION, c->detection);
		help_fact_is(c->name, near, FACT_AN_COMMON, c->common);
		help_fact_is(c->name, near, FACT_AN_HCD, c->hcd);
		assert_int_equal(near->others, 0);
		sets_free(sets);
	}
}

static void common_has_the_partners_source(void **state)
{
	struct sets *sets = sets_new();
	struct facts *near = &sets->set[SET_NEAR], *partner = &sets->set[SET_PARTNER];

	(void)state;
	help_give(netlink, near, partner);
	partner->item[FACT_LINK_MODES_ADVERTISED].source = FROM_LLDP;
	probe_link_common(near, partner);
	assert_int_equal(facts_get(near, FACT_AN_COMMON)->source, FROM_LLDP);
	assert_int_equal(facts_get(near, FACT_AN_HCD)->source, FROM_LLDP);
	sets_free(sets);
}

/*
 * A 10GBASE-T link whose PHY also shows clause 22 words: they cannot name
 * 10 Gb/s, so nothing in common may be concluded from them.
 */
static void words_do_not_tell_all_above_gigabit(void **state)
{
	static const struct given ten_gigabit[] = {
		HAS(LINK_UP, .yes = true), HAS(LINK_SPEED, .num = 10000),
		HAS(LINK_DUPLEX, .text = "full"), HAS(LINK_AUTONEG, .yes = true),
		HAS(LINK_MODES_SUPPORTED, .text = ALL_TO_1000 " 10000baseT/Full Autoneg"),
		HAS(LINK_MODES_ADVERTISED, .text = ALL_TO_1000 " 10000baseT/Full Autoneg"),
		HAS(MII_WORDS, .text = "1140 796d 2000 a231 01e1 c1e1 000f 2001 0000 0300 3c00 "
				       "0 0 0 0 3000"),
		{ .side = SIDE_NONE },
	};
	struct sets *sets = sets_new();
	struct facts *near = &sets->set[SET_NEAR];

	(void)state;
	help_give(ten_gigabit, near, &sets->set[SET_PARTNER]);
	probe_mii(sets, false);
	help_fact_is("by the words", near, FACT_AN_HCD, NULL);
	probe_link_common(near, &sets->set[SET_PARTNER]);
	help_fact_is("by the probe", near, FACT_AN_HCD, NULL);
	help_fact_is("by the probe", near, FACT_AN_COMMON, NULL);
	sets_free(sets);
}

/* The same port offering 10 Gb/s alone, the cable out a moment ago. */
static void no_common_mode_is_not_made_of_half_the_words(void **state)
{
	static const struct given ten_gigabit[] = {
		HAS(LINK_UP, .yes = false), HAS(LINK_AUTONEG, .yes = true),
		HAS(LINK_MODES_SUPPORTED, .text = ALL_TO_1000 " 10000baseT/Full Autoneg"),
		HAS(LINK_MODES_ADVERTISED, .text = "10000baseT/Full Autoneg"),
		HAS(MII_WORDS, .text = "1140 7949 2000 a231 0001 c1e1 000f 2001 0000 0000 3c00 "
				       "0 0 0 0 3000"),
		{ .side = SIDE_NONE },
	};
	struct sets *sets = sets_new();
	struct verdict v;

	(void)state;
	help_give(ten_gigabit, &sets->set[SET_NEAR], &sets->set[SET_PARTNER]);
	probe_mii(sets, false);
	probe_link_common(&sets->set[SET_NEAR], &sets->set[SET_PARTNER]);
	help_judge("NO-COMMON-MODE", sets, &v);
	assert_int_not_equal(v.outcome, OUTCOME_FOUND);
	sets_free(sets);
}

struct pause_case {
	const char *name;
	struct given given[10];		/* one more than the longest */
	const char *flow, *near, *partner;
};

#define NEGOTIATED(ours, theirs) \
	HAS(AN_COMMON, .text = "1000baseT/Full"), \
	HAS(LINK_MODES_ADVERTISED, .text = "1000baseT/Full Autoneg" ours), \
	PARTNER_HAS(LINK_MODES_ADVERTISED, .text = "1000baseT/Full Autoneg" theirs)
#define UP_FULL HAS(LINK_UP, .yes = true), HAS(LINK_DUPLEX, .text = "full")

/* IEEE 802.3 Table 28B-3, and what stands above it. */
static const struct pause_case pause_cases[] = {
	{ "none, none", { UP_FULL, NEGOTIATED("", "") }, "none", "none", "none" },
	{ "both ways", { UP_FULL, NEGOTIATED(" Pause", " Pause") }, "both", "symmetric",
	  "symmetric" },
	{ "we do, they do not", { UP_FULL, NEGOTIATED(" Pause", "") }, "none", "symmetric",
	  "none" },
	{ "we may send", { UP_FULL, NEGOTIATED(" Asym_Pause", " Pause Asym_Pause") }, "tx",
	  "asymmetric", "both" },
	{ "we obey", { UP_FULL, NEGOTIATED(" Pause Asym_Pause", " Asym_Pause") }, "rx", "both",
	  "asymmetric" },
	{ "half duplex has none",
	  { HAS(LINK_UP, .yes = true), HAS(LINK_DUPLEX, .text = "half"),
	    NEGOTIATED(" Pause", " Pause") },
	  "none", "symmetric", "symmetric" },
	{ "the duplex is not known", { HAS(LINK_UP, .yes = true), NEGOTIATED(" Pause", " Pause") },
	  NULL, "symmetric", "symmetric" },
	{ "forced both",
	  { UP_FULL, HAS(PAUSE_AUTONEG, .yes = false), HAS(PAUSE_RX, .yes = true),
	    HAS(PAUSE_TX, .yes = true) },
	  "both", NULL, NULL },
	{ "forced rx",
	  { UP_FULL, HAS(PAUSE_AUTONEG, .yes = false), HAS(PAUSE_RX, .yes = true),
	    HAS(PAUSE_TX, .yes = false) },
	  "rx", NULL, NULL },
	{ "forced tx",
	  { UP_FULL, HAS(PAUSE_AUTONEG, .yes = false), HAS(PAUSE_RX, .yes = false),
	    HAS(PAUSE_TX, .yes = true) },
	  "tx", NULL, NULL },
	{ "forced off, whatever is offered",
	  { UP_FULL, NEGOTIATED(" Pause", " Pause"), HAS(PAUSE_AUTONEG, .yes = false),
	    HAS(PAUSE_RX, .yes = false), HAS(PAUSE_TX, .yes = false) },
	  "none", NULL, NULL },
	{ "forced, the setting not known", { UP_FULL, HAS(PAUSE_AUTONEG, .yes = false) },
	  NULL, NULL, NULL },
	{ "negotiated, the setting is only a wish",
	  { UP_FULL, NEGOTIATED("", ""), HAS(PAUSE_AUTONEG, .yes = true),
	    HAS(PAUSE_RX, .yes = true), HAS(PAUSE_TX, .yes = true) },
	  "none", "none", "none" },
	{ "nothing negotiated, nothing known", { UP_FULL }, NULL, NULL, NULL },
	{ "no link", { HAS(LINK_UP, .yes = false), NEGOTIATED(" Pause", " Pause") },
	  NULL, NULL, NULL },
	{ "no link, forced",
	  { HAS(LINK_UP, .yes = false), HAS(PAUSE_AUTONEG, .yes = false),
	    HAS(PAUSE_RX, .yes = true) },
	  NULL, NULL, NULL },
	{ "what the registers resolved stands",
	  { UP_FULL, NEGOTIATED(" Pause", " Pause"), HAS(PAUSE_FLOW, .text = "rx") },
	  "rx", NULL, NULL },
};

static void pause_rows(void **state)
{
	(void)state;
	for (size_t i = 0; i < ROWS(pause_cases); i++) {
		const struct pause_case *c = &pause_cases[i];
		struct sets *sets = sets_new();
		struct facts *near = &sets->set[SET_NEAR], *partner = &sets->set[SET_PARTNER];

		help_give(c->given, near, partner);
		probe_pause(near, partner);
		help_fact_is(c->name, near, FACT_PAUSE_FLOW, c->flow);
		help_fact_is(c->name, near, FACT_PAUSE_ADVERTISED, c->near);
		help_fact_is(c->name, partner, FACT_PAUSE_ADVERTISED, c->partner);
		assert_int_equal(near->others + partner->others, 0);
		sets_free(sets);
	}
}

/* Forced pause outweighs what the registers resolved: it is what the MAC does. */
static void forced_pause_overrides_the_words(void **state)
{
	static const struct given facts[] = {
		UP_FULL, HAS(PAUSE_FLOW, .text = "both"), HAS(PAUSE_AUTONEG, .yes = false),
		HAS(PAUSE_RX, .yes = false), HAS(PAUSE_TX, .yes = false), { .side = SIDE_NONE },
	};
	struct sets *sets = sets_new();

	(void)state;
	help_give(facts, &sets->set[SET_NEAR], &sets->set[SET_PARTNER]);
	probe_pause(&sets->set[SET_NEAR], &sets->set[SET_PARTNER]);
	help_fact_is("forced", &sets->set[SET_NEAR], FACT_PAUSE_FLOW, "none");
	sets_free(sets);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(medium),
		cmocka_unit_test(common),
		cmocka_unit_test(common_has_the_partners_source),
		cmocka_unit_test(words_do_not_tell_all_above_gigabit),
		cmocka_unit_test(no_common_mode_is_not_made_of_half_the_words),
		cmocka_unit_test(pause_rows),
		cmocka_unit_test(forced_pause_overrides_the_words),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("probe-link", tests, NULL, NULL);
}
