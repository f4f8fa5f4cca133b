// SPDX-License-Identifier: GPL-3.0-or-later
#include "fact/fact.h"

#include <ctype.h>
#include <errno.h>

#include "facts-help.h"

static struct facts f;

static int clean(void **state)
{
	(void)state;
	memset(&f, 0, sizeof(f));
	return 0;
}

/* A name is lower case words joined by dots, and found again. */
static void every_row_is_whole(void **state)
{
	(void)state;
	for (int id = 0; id < FACT_COUNT; id++) {
		const struct fact_row *row = fact_row((enum fact_id)id);

		assert_non_null(row->name);
		assert_non_null(row->help);
		assert_true(row->group < GROUP_COUNT);
		assert_true(strchr(row->name, '.') != NULL);
		for (const char *c = row->name; *c; c++)
			assert_true(islower(*c) || isdigit(*c) || *c == '.' || *c == '_');
		if (fact_find(row->name) != id)
			fail_msg("%s: two facts have this name", row->name);
		if (row->unit && row->kind != KIND_NUM && row->kind != KIND_REAL)
			fail_msg("%s: has a unit and is no number", row->name);
	}
}

/* Names, kinds and units that checks from outside rely on. */
static void names_are_interface(void **state)
{
	static const struct {
		const char *name, *unit;
		enum fact_kind kind;
	} row[] = {
		{ .name = "link.up", .kind = KIND_BOOL },
		{ .name = "link.admin_up", .kind = KIND_BOOL },
		{ .name = "link.speed", .kind = KIND_NUM, .unit = "Mb/s" },
		{ .name = "link.duplex", .kind = KIND_TEXT },
		{ .name = "link.autoneg", .kind = KIND_BOOL },
		{ .name = "link.modes.supported", .kind = KIND_MODES },
		{ .name = "link.modes.advertised", .kind = KIND_MODES },
		{ .name = "an.complete", .kind = KIND_BOOL },
		{ .name = "an.partner_able", .kind = KIND_BOOL },
		{ .name = "an.parallel_detection", .kind = KIND_BOOL },
		{ .name = "an.parallel_fault", .kind = KIND_BOOL },
		{ .name = "an.hcd", .kind = KIND_TEXT },
		{ .name = "ms.role", .kind = KIND_TEXT },
		{ .name = "ms.fault", .kind = KIND_BOOL },
		{ .name = "ms.local_rx_ok", .kind = KIND_BOOL },
		{ .name = "ms.remote_rx_ok", .kind = KIND_BOOL },
		{ .name = "ms.idle_errors", .kind = KIND_NUM, .unit = "errors" },
		{ .name = "pause.flow", .kind = KIND_TEXT },
		{ .name = "mii.phy_addr", .kind = KIND_NUM },
		{ .name = "mii.phy_id", .kind = KIND_TEXT },
		{ .name = "mii.words", .kind = KIND_WORDS },
		{ .name = "mii.synthetic", .kind = KIND_BOOL },
		{ .name = "mii.partner_stale", .kind = KIND_BOOL },
		{ .name = "counter.crc", .kind = KIND_NUM, .unit = "frames" },
		{ .name = "counter.alignment", .kind = KIND_NUM, .unit = "frames" },
		{ .name = "counter.runts", .kind = KIND_NUM, .unit = "frames" },
		{ .name = "counter.collisions", .kind = KIND_NUM, .unit = "collisions" },
		{ .name = "counter.late_collisions", .kind = KIND_NUM, .unit = "collisions" },
		{ .name = "counter.excessive_collisions", .kind = KIND_NUM, .unit = "frames" },
		{ .name = "counter.carrier", .kind = KIND_NUM, .unit = "errors" },
		{ .name = "counter.host_drops", .kind = KIND_NUM, .unit = "frames" },
		{ .name = "counter.carrier_changes", .kind = KIND_NUM, .unit = "changes" },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		int id = fact_find(row[i].name);

		if (id < 0)
			fail_msg("%s: no such fact", row[i].name);
		assert_int_equal(fact_row((enum fact_id)id)->kind, row[i].kind);
		if (row[i].unit)
			assert_string_equal(fact_row((enum fact_id)id)->unit, row[i].unit);
		else
			assert_null(fact_row((enum fact_id)id)->unit);
	}
	assert_int_equal(fact_find("link.nonsense"), -1);
	assert_int_equal(fact_find(""), -1);
}

/* The change over the window and the total of a counter stand equally far from their firsts. */
static void counters_come_in_pairs(void **state)
{
	(void)state;
	assert_int_equal(FACT_TOTAL_FIRST + FACT_COUNTERS_COUNT, FACT_COUNT);
	for (int i = 0; i < FACT_COUNTERS_COUNT; i++) {
		const struct fact_row *change = fact_row((enum fact_id)(FACT_COUNTER_FIRST + i));
		const struct fact_row *total = fact_row((enum fact_id)(FACT_TOTAL_FIRST + i));

		assert_int_equal(strncmp(change->name, "counter.", 8), 0);
		assert_int_equal(strncmp(total->name, "total.", 6), 0);
		assert_string_equal(change->name + 8, total->name + 6);
		assert_string_equal(change->unit, total->unit);
		assert_int_equal(change->group, GROUP_DERIVED);
		assert_int_equal(total->group, GROUP_COUNTERS);
	}
}

static void sets_sources_and_states_have_names(void **state)
{
	static const char *const set[SET_COUNT] = {
		[SET_NEAR] = "near", [SET_PARTNER] = "partner", [SET_FAR] = "far",
		[SET_FAR_PARTNER] = "far_partner", [SET_PATH] = "path",
	};
	static const char *const source[FROM_COUNT] = {
		[FROM_NOWHERE] = "nowhere", [FROM_NETLINK] = "netlink", [FROM_IOCTL] = "ioctl",
		[FROM_MII] = "mii", [FROM_SYSFS] = "sysfs", [FROM_LLDP] = "lldp",
		[FROM_CDP] = "cdp", [FROM_LOG] = "log", [FROM_PEER] = "peer",
		[FROM_PASTE] = "paste", [FROM_MEASURED] = "measured", [FROM_LAB] = "lab",
		[FROM_HOST] = "host",
		[FROM_PROC] = "proc",
	};
	static const char *const names[] = {
		[FACT_UNREAD] = "unread", [FACT_ABSENT] = "absent", [FACT_FAILED] = "failed",
		[FACT_DENIED] = "denied", [FACT_KNOWN] = "known",
	};

	(void)state;
	for (size_t i = 0; i < ROWS(set); i++)
		assert_string_equal(fact_set_name[i], set[i]);
	for (size_t i = 0; i < ROWS(source); i++)
		assert_string_equal(fact_source_name[i], source[i]);
	for (size_t i = 0; i < ROWS(names); i++)
		assert_string_equal(fact_state_name[i], names[i]);
}

static void new_sets_are_unread(void **state)
{
	struct sets *sets = sets_new();

	(void)state;
	assert_non_null(sets);
	for (int set = 0; set < SET_COUNT; set++) {
		assert_int_equal(sets->set[set].others, 0);
		for (int id = 0; id < FACT_COUNT; id++)
			assert_int_equal(sets->set[set].item[id].state, FACT_UNREAD);
	}
	sets_free(sets);
	sets_free(NULL);
}

static void equal_by_kind(void **state)
{
	static const struct fact unread = { .state = FACT_UNREAD },
				 absent = { .state = FACT_ABSENT, .num = 1 },
				 absent2 = { .state = FACT_ABSENT, .num = 2 };
	static const struct fact failed = { .state = FACT_FAILED, .error = EIO },
				 failed2 = { .state = FACT_FAILED, .error = ENXIO };
	static const struct fact yes = { .state = FACT_KNOWN, .source = FROM_MII, .yes = true },
				 yes2 = { .state = FACT_KNOWN, .source = FROM_LLDP, .yes = true },
				 no = { .state = FACT_KNOWN };
	static const struct fact big = { .state = FACT_KNOWN, .num = INT64_C(1) << 40 },
				 big2 = { .state = FACT_KNOWN, .num = (INT64_C(1) << 40) + 1 };
	static const struct fact half = { .state = FACT_KNOWN, .real = 0.5 },
				 less = { .state = FACT_KNOWN, .real = 0.25 };
	static const struct fact text = { .state = FACT_KNOWN, .text = "half" },
				 text2 = { .state = FACT_KNOWN, .text = "half\0rest" },
				 text3 = { .state = FACT_KNOWN, .text = "halfway" };
	static const struct fact modes = { .state = FACT_KNOWN, .modes = { { 0, 0, 0, 1 } } },
				 modes2 = { .state = FACT_KNOWN, .modes = { { 0, 0, 1, 1 } } };
	static const struct fact words = { .state = FACT_KNOWN, .words = { { 1, 2, 3 }, 2 } },
				 words2 = { .state = FACT_KNOWN, .words = { { 1, 2, 4 }, 2 } },
				 words3 = { .state = FACT_KNOWN, .words = { { 1, 2, 3 }, 3 } },
				 words4 = { .state = FACT_KNOWN, .words = { { 1, 3, 3 }, 2 } };
	static const struct {
		enum fact_kind kind;
		const struct fact *a, *b;
		bool same;
	} row[] = {
		{ .kind = KIND_NUM, .a = &unread, .b = &unread, .same = true },
		{ .kind = KIND_NUM, .a = &unread, .b = &absent },
		{ .kind = KIND_NUM, .a = &absent, .b = &absent2, .same = true },
		{ .kind = KIND_NUM, .a = &failed, .b = &failed2, .same = true },
		{ .kind = KIND_NUM, .a = &absent, .b = &no },
		{ .kind = KIND_BOOL, .a = &yes, .b = &yes2, .same = true },
		{ .kind = KIND_BOOL, .a = &yes, .b = &no },
		{ .kind = KIND_NUM, .a = &big, .b = &big, .same = true },
		{ .kind = KIND_NUM, .a = &big, .b = &big2 },
		{ .kind = KIND_NUM, .a = &big, .b = &no },
		{ .kind = KIND_REAL, .a = &half, .b = &half, .same = true },
		{ .kind = KIND_REAL, .a = &half, .b = &less },
		{ .kind = KIND_TEXT, .a = &text, .b = &text2, .same = true },
		{ .kind = KIND_TEXT, .a = &text, .b = &text3 },
		{ .kind = KIND_LIST, .a = &text, .b = &text2, .same = true },
		{ .kind = KIND_LIST, .a = &text, .b = &text3 },
		{ .kind = KIND_MODES, .a = &modes, .b = &modes, .same = true },
		{ .kind = KIND_MODES, .a = &modes, .b = &modes2 },
		{ .kind = KIND_WORDS, .a = &words, .b = &words2, .same = true },
		{ .kind = KIND_WORDS, .a = &words, .b = &words3 },
		{ .kind = KIND_WORDS, .a = &words, .b = &words4 },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++)
		if (fact_equal(row[i].kind, row[i].a, row[i].b) != row[i].same ||
		    fact_equal(row[i].kind, row[i].b, row[i].a) != row[i].same)
			fail_msg("row %zu", i);
}

static void put_overwrites(void **state)
{
	struct fact absent = { .state = FACT_ABSENT };

	(void)state;
	facts_put_num(&f, FACT_LINK_SPEED, FROM_NETLINK, 1000);
	facts_put_num(&f, FACT_LINK_SPEED, FROM_IOCTL, 100);
	help_fact_is("number", &f, FACT_LINK_SPEED, "100 Mb/s");
	assert_int_equal(facts_get(&f, FACT_LINK_SPEED)->source, FROM_IOCTL);
	facts_put(&f, FACT_LINK_SPEED, &absent);
	assert_false(facts_known(&f, FACT_LINK_SPEED));
	facts_put_bool(&f, FACT_LINK_UP, FROM_SYSFS, true);
	help_fact_is("bool", &f, FACT_LINK_UP, "yes");
	facts_put_bool(&f, FACT_LINK_UP, FROM_SYSFS, false);
	help_fact_is("bool", &f, FACT_LINK_UP, "no");
	facts_put_text(&f, FACT_LINK_DUPLEX, FROM_LLDP, "half");
	help_fact_is("text", &f, FACT_LINK_DUPLEX, "half");
	assert_int_equal(facts_get(&f, FACT_LINK_DUPLEX)->source, FROM_LLDP);
	assert_int_equal(f.others, 0);
}

static void text_is_cut_to_its_field(void **state)
{
	char text[2 * FACT_TEXT_MAX];

	(void)state;
	memset(text, 'a', sizeof(text));
	text[sizeof(text) - 1] = '\0';
	facts_put_text(&f, FACT_PORT_DRIVER, FROM_NETLINK, text);
	assert_int_equal(strlen(facts_text(&f, FACT_PORT_DRIVER)), FACT_TEXT_MAX - 1);
	assert_true(facts_offer_text(&f, FACT_PORT_FIRMWARE, FROM_NETLINK, text));
	assert_int_equal(strlen(facts_text(&f, FACT_PORT_FIRMWARE)), FACT_TEXT_MAX - 1);
}

static void the_first_answer_stands(void **state)
{
	const struct fact *other;

	(void)state;
	for (int id = 0; id < FACT_COUNT; id++)
		assert_null(facts_other(&f, (enum fact_id)id));
	assert_true(facts_offer_num(&f, FACT_LINK_SPEED, FROM_NETLINK, 1000));
	assert_null(facts_other(&f, FACT_LINK_SPEED));
	assert_true(facts_offer_num(&f, FACT_LINK_SPEED, FROM_IOCTL, 1000));
	assert_null(facts_other(&f, FACT_LINK_SPEED));
	assert_false(facts_offer_num(&f, FACT_LINK_SPEED, FROM_MII, 100));
	assert_int_equal(facts_num(&f, FACT_LINK_SPEED, 0), 1000);
	assert_int_equal(facts_get(&f, FACT_LINK_SPEED)->source, FROM_NETLINK);
	other = facts_other(&f, FACT_LINK_SPEED);
	assert_non_null(other);
	assert_int_equal(other->num, 100);
	assert_int_equal(other->source, FROM_MII);
	assert_false(facts_offer_num(&f, FACT_LINK_SPEED, FROM_LLDP, 10));
	assert_int_equal(facts_other(&f, FACT_LINK_SPEED)->num, 100);
	assert_null(facts_other(&f, FACT_LINK_DUPLEX));
	assert_int_equal(f.others, 2);
}

static void offers_of_every_kind(void **state)
{
	struct modes modes = { { 0 } }, none = { { 0 } };

	(void)state;
	modes_add(&modes, MODE_100_FULL);
	assert_true(facts_offer_bool(&f, FACT_LINK_UP, FROM_NETLINK, true));
	assert_false(facts_offer_bool(&f, FACT_LINK_UP, FROM_MII, false));
	assert_true(facts_offer_text(&f, FACT_LINK_DUPLEX, FROM_NETLINK, "full"));
	assert_false(facts_offer_text(&f, FACT_LINK_DUPLEX, FROM_MII, "half"));
	assert_true(facts_offer_real(&f, FACT_RUN_WINDOW, FROM_MEASURED, 1.5));
	assert_false(facts_offer_real(&f, FACT_RUN_WINDOW, FROM_MEASURED, 2.5));
	assert_true(facts_offer_modes(&f, FACT_AN_COMMON, FROM_MII, &modes));
	assert_false(facts_offer_modes(&f, FACT_AN_COMMON, FROM_MII, &none));
	help_facts_are("offers", "first", &f, "link.up: yes\nlink.duplex: full\n"
		       "an.common: 100baseT/Full\nrun.window: 1.5 s\n");
	assert_false(facts_other(&f, FACT_LINK_UP)->yes);
	assert_string_equal(facts_other(&f, FACT_LINK_DUPLEX)->text, "half");
	assert_true(facts_other(&f, FACT_RUN_WINDOW)->real == 2.5);
	assert_true(modes_empty(&facts_other(&f, FACT_AN_COMMON)->modes));
}

static void an_offer_fills_a_gap(void **state)
{
	(void)state;
	facts_gap(&f, FACT_LINK_SPEED, FACT_DENIED, 0);
	assert_true(facts_offer_num(&f, FACT_LINK_SPEED, FROM_MII, 10));
	help_fact_is("after a gap", &f, FACT_LINK_SPEED, "10 Mb/s");
	assert_int_equal(f.others, 0);
}

/* The room for second answers is bounded; what stands is not touched when it is full. */
static void too_many_second_answers(void **state)
{
	(void)state;
	facts_put_num(&f, FACT_LINK_SPEED, FROM_NETLINK, 0);
	for (int i = 1; i <= 2 * FACTS_OTHERS_MAX; i++)
		assert_false(facts_offer_num(&f, FACT_LINK_SPEED, FROM_MII, i));
	assert_int_equal(f.others, FACTS_OTHERS_MAX);
	assert_int_equal(f.other[FACTS_OTHERS_MAX - 1].fact.num, FACTS_OTHERS_MAX);
	assert_int_equal(facts_num(&f, FACT_LINK_SPEED, -1), 0);
}

static void lists_grow_by_items(void **state)
{
	(void)state;
	facts_gap(&f, FACT_MII_CONTROL, FACT_FAILED, EIO);
	facts_list_add(&f, FACT_MII_CONTROL, FROM_MII, "loopback");
	facts_list_add(&f, FACT_MII_CONTROL, FROM_MII, "isolate\nforged");
	facts_list_add(&f, FACT_MII_CONTROL, FROM_MII, "reset");
	assert_string_equal(facts_text(&f, FACT_MII_CONTROL), "loopback\nisolate?forged\nreset");
	assert_int_equal(facts_get(&f, FACT_MII_CONTROL)->source, FROM_MII);
	assert_int_equal(facts_get(&f, FACT_MII_CONTROL)->error, 0);
}

/* Whole items only: 32 of 7 letters with 31 line breaks between fill all 255 bytes. */
static void what_does_not_fit_a_list_is_left_out(void **state)
{
	const char *text;
	size_t items = 0;

	(void)state;
	for (int i = 0; i < FACT_TEXT_MAX / 8 - 1; i++)
		facts_list_add(&f, FACT_PORT_ALTNAMES, FROM_NETLINK, "seven77");
	facts_list_add(&f, FACT_PORT_ALTNAMES, FROM_NETLINK, "eight888");
	for (int i = 0; i < 100; i++)
		facts_list_add(&f, FACT_PORT_ALTNAMES, FROM_NETLINK, "seven77");
	text = facts_text(&f, FACT_PORT_ALTNAMES);
	for (const char *at = text; *at; at += strcspn(at, "\n"), at += *at == '\n', items++)
		assert_int_equal(strncmp(at, "seven77", strcspn(at, "\n")), 0);
	assert_int_equal(items, FACT_TEXT_MAX / 8);
	assert_int_equal(strlen(text), FACT_TEXT_MAX - 1);
}

/* Text comes from firmware and from the wire: a terminal must not obey it. */
static void control_bytes_do_not_pass(void **state)
{
	static const struct {
		const char *in, *out;
	} row[] = {
		{ .in = "plain text ~!", .out = "plain text ~!" },
		{ .in = "\x1b[31mred", .out = "?[31mred" },
		{ .in = "a\tb\nc\rd\x01\x1f", .out = "a?b?c?d??" },
		{ .in = "del\x7f", .out = "del?" },
		{ .in = "\xc3\xa4\xff", .out = "\xc3\xa4\xff" },
		{ .in = "", .out = "" },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct fact fact = { .state = FACT_KNOWN };

		fact_set_text(&fact, row[i].in);
		assert_string_equal(fact.text, row[i].out);
		facts_put_text(&f, FACT_PORT_FIRMWARE, FROM_NETLINK, row[i].in);
		assert_string_equal(facts_text(&f, FACT_PORT_FIRMWARE), row[i].out);
		clean(NULL);
		facts_list_add(&f, FACT_PORT_ALTNAMES, FROM_NETLINK, row[i].in);
		assert_string_equal(facts_text(&f, FACT_PORT_ALTNAMES), row[i].out);
	}
}

/* Rows: the gap that stands, the one that comes, what must be there then. */
static void gaps_by_weight(void **state)
{
	static const enum fact_state u = FACT_UNREAD, a = FACT_ABSENT, x = FACT_FAILED,
				     d = FACT_DENIED, k = FACT_KNOWN;
	const struct {
		enum fact_state first, then, is;
	} row[] = {
		{ u, a, a }, { u, x, x }, { u, d, d }, { u, k, u }, { u, u, u },
		{ a, x, x }, { a, d, d }, { a, u, a }, { a, k, a },
		{ x, a, x }, { x, d, d }, { x, x, x }, { x, k, x },
		{ d, a, d }, { d, x, d }, { d, k, d },
		{ k, a, k }, { k, x, k }, { k, d, k }, { k, k, k },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++) {
		struct fact fact = { .state = row[i].first, .num = 7, .error = 1 };

		facts_put(&f, FACT_LINK_SPEED, &fact);
		facts_gap(&f, FACT_LINK_SPEED, row[i].then, 2);
		if (f.item[FACT_LINK_SPEED].state != row[i].is)
			fail_msg("row %zu", i);
		assert_int_equal(f.item[FACT_LINK_SPEED].error, row[i].is == row[i].first ? 1 : 2);
	}
}

static void states_of_errors(void **state)
{
	static const struct {
		int rc;
		enum fact_state state;
	} row[] = {
		{ 0, FACT_ABSENT },	   { -EOPNOTSUPP, FACT_ABSENT }, { -ENOSYS, FACT_ABSENT },
		{ -ENOENT, FACT_ABSENT },  { -ENOTTY, FACT_ABSENT },	 { -EPERM, FACT_DENIED },
		{ -EACCES, FACT_DENIED },  { -EIO, FACT_FAILED },	 { -ENODEV, FACT_FAILED },
		{ -EINVAL, FACT_FAILED },  { -ETIMEDOUT, FACT_FAILED },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row); i++)
		if (fact_state_of(row[i].rc) != row[i].state)
			fail_msg("%s", strerror(-row[i].rc));
}

static void a_group_is_settled(void **state)
{
	static const struct {
		int rc, error;
		enum fact_state state;
	} row[] = {
		{ .rc = 0, .state = FACT_ABSENT },
		{ .rc = -EOPNOTSUPP, .state = FACT_ABSENT },
		{ .rc = -EPERM, .state = FACT_DENIED },
		{ .rc = -EIO, .state = FACT_FAILED, .error = EIO },
	};

	(void)state;
	for (size_t i = 0; i < ROWS(row) * GROUP_COUNT; i++) {
		enum fact_group group = (enum fact_group)(i % GROUP_COUNT);
		size_t at = i / GROUP_COUNT;

		clean(NULL);
		facts_put_bool(&f, FACT_PAUSE_RX, FROM_NETLINK, true);
		facts_settle(&f, group, row[at].rc);
		help_fact_is("known", &f, FACT_PAUSE_RX, "yes");
		for (int id = 0; id < FACT_COUNT; id++) {
			bool in = fact_row((enum fact_id)id)->group == group;

			if (id == FACT_PAUSE_RX)
				continue;
			assert_int_equal(f.item[id].state, in ? row[at].state : FACT_UNREAD);
			assert_int_equal(f.item[id].error, in ? row[at].error : 0);
		}
	}
}

static void what_is_not_known_is_neither_yes_nor_no(void **state)
{
	static const enum fact_state gap[] = { FACT_UNREAD, FACT_ABSENT, FACT_FAILED, FACT_DENIED };

	(void)state;
	for (size_t i = 0; i < ROWS(gap); i++) {
		struct fact fact = { .state = gap[i], .text = "half" };
		struct modes modes;

		f.item[FACT_LINK_UP] = f.item[FACT_LINK_DUPLEX] = fact;
		f.item[FACT_LINK_SPEED] = f.item[FACT_AN_COMMON] = fact;
		assert_false(facts_known(&f, FACT_LINK_UP));
		assert_false(facts_yes(&f, FACT_LINK_UP));
		assert_false(facts_no(&f, FACT_LINK_UP));
		assert_int_equal(facts_num(&f, FACT_LINK_SPEED, -5), -5);
		assert_null(facts_text(&f, FACT_LINK_DUPLEX));
		assert_false(facts_text_is(&f, FACT_LINK_DUPLEX, "half"));
		assert_false(facts_list_has(&f, FACT_PORT_ALTNAMES, "a"));
		assert_true(facts_real(&f, FACT_RUN_WINDOW, -5) < -4);
		modes = facts_modes(&f, FACT_AN_COMMON);
		assert_true(modes_empty(&modes));
	}
}

static void what_is_known_is_read(void **state)
{
	struct modes modes = { { 0 } }, read;

	(void)state;
	modes_add(&modes, MODE_100_T4);
	facts_put_bool(&f, FACT_LINK_UP, FROM_MII, true);
	facts_put_bool(&f, FACT_LINK_AUTONEG, FROM_MII, false);
	facts_put_num(&f, FACT_LINK_SPEED, FROM_MII, 100);
	facts_put_text(&f, FACT_LINK_DUPLEX, FROM_MII, "half");
	facts_offer_modes(&f, FACT_AN_COMMON, FROM_MII, &modes);
	assert_true(facts_yes(&f, FACT_LINK_UP));
	assert_false(facts_no(&f, FACT_LINK_UP));
	assert_false(facts_yes(&f, FACT_LINK_AUTONEG));
	assert_true(facts_no(&f, FACT_LINK_AUTONEG));
	assert_int_equal(facts_num(&f, FACT_LINK_SPEED, -5), 100);
	assert_string_equal(facts_text(&f, FACT_LINK_DUPLEX), "half");
	assert_true(facts_text_is(&f, FACT_LINK_DUPLEX, "half"));
	facts_list_add(&f, FACT_PORT_ALTNAMES, FROM_NETLINK, "far-partner");
	facts_list_add(&f, FACT_PORT_ALTNAMES, FROM_NETLINK, "near");
	assert_true(facts_list_has(&f, FACT_PORT_ALTNAMES, "near"));
	assert_true(facts_list_has(&f, FACT_PORT_ALTNAMES, "far-partner"));
	assert_false(facts_list_has(&f, FACT_PORT_ALTNAMES, "far"));
	assert_false(facts_list_has(&f, FACT_PORT_ALTNAMES, "near-partner"));
	assert_false(facts_list_has(&f, FACT_PORT_ALTNAMES, ""));
	facts_offer_real(&f, FACT_RUN_WINDOW, FROM_MEASURED, 2.5);
	assert_true(facts_real(&f, FACT_RUN_WINDOW, 0) > 2.4);
	assert_false(facts_text_is(&f, FACT_LINK_DUPLEX, "full"));
	read = facts_modes(&f, FACT_AN_COMMON);
	assert_true(modes_equal(&read, &modes));
}

static void one_set_joins_another(void **state)
{
	struct sets *sets = sets_new();
	struct facts *to = &sets->set[SET_NEAR], *from = &sets->set[SET_FAR];

	(void)state;
	facts_put_num(to, FACT_LINK_SPEED, FROM_PASTE, 100);
	facts_put_num(from, FACT_LINK_SPEED, FROM_PASTE, 10);
	facts_offer_num(from, FACT_LINK_SPEED, FROM_PASTE, 1000);
	facts_put_text(from, FACT_LINK_DUPLEX, FROM_PASTE, "half");
	facts_offer_text(from, FACT_LINK_DUPLEX, FROM_PASTE, "full");
	facts_gap(from, FACT_LINK_PORT, FACT_FAILED, 5);
	facts_put_bool(to, FACT_LINK_UP, FROM_PASTE, true);
	facts_gap(from, FACT_LINK_UP, FACT_DENIED, 0);
	facts_join(to, from);
	assert_int_equal(facts_num(to, FACT_LINK_SPEED, 0), 100);
	assert_true(facts_text_is(to, FACT_LINK_DUPLEX, "half"));
	assert_int_equal(facts_get(to, FACT_LINK_PORT)->state, FACT_FAILED);
	assert_true(facts_yes(to, FACT_LINK_UP));
	assert_int_equal(to->others, 3);
	assert_int_equal(facts_other(to, FACT_LINK_SPEED)->num, 10);
	assert_string_equal(facts_other(to, FACT_LINK_DUPLEX)->text, "full");
	sets_free(sets);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_set_joins_another),
		cmocka_unit_test(every_row_is_whole),
		cmocka_unit_test(names_are_interface),
		cmocka_unit_test(counters_come_in_pairs),
		cmocka_unit_test(sets_sources_and_states_have_names),
		cmocka_unit_test(new_sets_are_unread),
		cmocka_unit_test(equal_by_kind),
		cmocka_unit_test_setup(put_overwrites, clean),
		cmocka_unit_test_setup(text_is_cut_to_its_field, clean),
		cmocka_unit_test_setup(the_first_answer_stands, clean),
		cmocka_unit_test_setup(offers_of_every_kind, clean),
		cmocka_unit_test_setup(an_offer_fills_a_gap, clean),
		cmocka_unit_test_setup(too_many_second_answers, clean),
		cmocka_unit_test_setup(lists_grow_by_items, clean),
		cmocka_unit_test_setup(what_does_not_fit_a_list_is_left_out, clean),
		cmocka_unit_test_setup(control_bytes_do_not_pass, clean),
		cmocka_unit_test_setup(gaps_by_weight, clean),
		cmocka_unit_test(states_of_errors),
		cmocka_unit_test(a_group_is_settled),
		cmocka_unit_test_setup(what_is_not_known_is_neither_yes_nor_no, clean),
		cmocka_unit_test_setup(what_is_known_is_read, clean),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("fact-fact", tests, NULL, NULL);
}
