// SPDX-License-Identifier: GPL-3.0-or-later
#include "fact/json.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "facts-help.h"

/* Through text, as a bundle does. */
static struct sets *through_text(const struct sets *sets, unsigned int *unknown)
{
	json_t *object = sets_to_json(sets);
	char *text = json_dumps(object, JSON_ENSURE_ASCII);
	struct sets *back = sets_new();

	assert_non_null(text);
	json_decref(object);
	object = json_loads(text, 0, NULL);
	free(text);
	assert_non_null(object);
	*unknown = sets_from_json(back, object);
	json_decref(object);
	return back;
}

/* Reads near from JSON text.  To be freed. */
static struct sets *near_from(const char *facts, unsigned int *unknown)
{
	struct sets *sets = sets_new();
	json_t *object;
	char text[2048];

	snprintf(text, sizeof(text), "{ \"near\": %s }", facts);
	object = json_loads(text, 0, NULL);
	if (!object)
		fail_msg("bad JSON in the test: %s", facts);
	*unknown = sets_from_json(sets, object);
	json_decref(object);
	return sets;
}

static void same_sets(const struct sets *a, const struct sets *b)
{
	for (int i = 0; i < SET_COUNT; i++)
		for (int id = 0; id < FACT_COUNT; id++) {
			const struct fact *x = facts_get(&a->set[i], (enum fact_id)id);
			const struct fact *y = facts_get(&b->set[i], (enum fact_id)id);

			if (!fact_equal(fact_row((enum fact_id)id)->kind, x, y) ||
			    x->source != y->source)
				fail_msg("%s differs", fact_row((enum fact_id)id)->name);
		}
}

static void every_kind(struct facts *f)
{
	struct modes modes = { 0 };
	struct fact words = { .state = FACT_KNOWN, .source = FROM_IOCTL,
			      .words = { { 0, 0xffff, WORD_UNREADABLE, 0x01e1 }, 4 } };

	modes_add(&modes, MODE_10_HALF);
	modes_add(&modes, MODE_AUTONEG);
	modes_add(&modes, 200);		/* no name yet */
	facts_put_bool(f, FACT_LINK_UP, FROM_NETLINK, true);
	facts_put_bool(f, FACT_LINK_AUTONEG, FROM_IOCTL, false);
	facts_put_num(f, FACT_LINK_SPEED, FROM_MII, 100);
	facts_put_num(f, FACT_TOTAL_RX_BYTES, FROM_SYSFS, INT64_MAX);
	facts_put_num(f, FACT_TOTAL_TX_BYTES, FROM_SYSFS, INT64_MIN);
	facts_offer_real(f, FACT_RUN_WINDOW, FROM_MEASURED, 5.0625);
	facts_put_text(f, FACT_PORT_DRIVER, FROM_LOG, "tulip \"21143\" \\ \xc3\xa9");
	facts_put_text(f, FACT_PORT_FIRMWARE, FROM_LAB, "");
	facts_list_add(f, FACT_PORT_ALTNAMES, FROM_PASTE, "enp3s0");
	facts_list_add(f, FACT_PORT_ALTNAMES, FROM_PASTE, "uplink of rack 7");
	facts_offer_modes(f, FACT_LINK_MODES_ADVERTISED, FROM_LLDP, &modes);
	facts_offer_modes(f, FACT_AN_COMMON, FROM_CDP, &(struct modes){ 0 });
	facts_put(f, FACT_MII_WORDS, &words);
	facts_gap(f, FACT_LINK_SQI, FACT_ABSENT, 0);
	facts_gap(f, FACT_LINK_MDIX, FACT_DENIED, 0);
	facts_gap(f, FACT_LINK_LANES, FACT_FAILED, EIO);
}

static void every_kind_comes_back(void **state)
{
	struct sets *sets = sets_new(), *back;
	unsigned int unknown;

	(void)state;
	for (int i = 0; i < SET_COUNT; i++)
		every_kind(&sets->set[i]);
	facts_put_num(&sets->set[SET_FAR], FACT_LINK_SPEED, FROM_PEER, 10);
	back = through_text(sets, &unknown);
	assert_int_equal(unknown, 0);
	same_sets(sets, back);
	assert_int_equal(facts_get(&back->set[SET_NEAR], FACT_LINK_EVER_UP)->state, FACT_UNREAD);
	sets_free(sets);
	sets_free(back);
}

static void every_fact_comes_back(void **state)
{
	struct sets *sets = sets_new(), *back;
	struct facts *f = &sets->set[SET_PATH];
	struct words words = { { 0x1000, 0x782d }, 2 };
	struct reals reals = { { -1.5, NAN, 0, 1e-9 }, 4 };
	struct modes modes = { { 5, 0, 1, UINT64_C(1) << 63 } };
	unsigned int unknown;

	(void)state;
	for (int id = 0; id < FACT_COUNT; id++) {
		struct fact fact = { .state = FACT_KNOWN,
				     .source = (enum fact_source)(id % FROM_COUNT) };

		switch (fact_row((enum fact_id)id)->kind) {
		case KIND_BOOL:
			fact.yes = true;
			break;
		case KIND_NUM:
			fact.num = id;
			break;
		case KIND_REAL:
			fact.real = id + 0.1;
			break;
		case KIND_TEXT:
		case KIND_LIST:
			snprintf(fact.text, sizeof(fact.text), "text %d", id);
			break;
		case KIND_MODES:
			fact.modes = modes;
			break;
		case KIND_WORDS:
			fact.words = words;
			break;
		case KIND_REALS:
			fact.reals = reals;
			break;
		}
		facts_put(f, (enum fact_id)id, &fact);
	}
	back = through_text(sets, &unknown);
	assert_int_equal(unknown, 0);
	same_sets(sets, back);
	sets_free(sets);
	sets_free(back);
}

/* The keys outside checks use. */
static void the_form_of_a_fact(void **state)
{
	static const char want[] =
		"{\"link.duplex\": {\"value\": \"half\", \"from\": \"netlink\"}, "
		"\"link.lanes\": {\"state\": \"failed\", \"error\": \"Input/output error\"}, "
		"\"link.mdix\": {\"state\": \"denied\"}, "
		"\"link.speed\": {\"value\": 100, \"unit\": \"Mb/s\", \"from\": \"mii\", "
		"\"also\": [{\"value\": 10, \"unit\": \"Mb/s\", \"from\": \"netlink\"}]}, "
		"\"mii.words\": {\"value\": [4096, null], \"from\": \"ioctl\"}}";
	struct sets *sets = sets_new();
	struct facts *f = &sets->set[SET_NEAR];
	struct fact words = { .state = FACT_KNOWN, .source = FROM_IOCTL,
			      .words = { { 0x1000, WORD_UNREADABLE }, 2 } };
	json_t *object, *hope = json_loads(want, 0, NULL);

	(void)state;
	facts_put_num(f, FACT_LINK_SPEED, FROM_MII, 100);
	facts_offer_num(f, FACT_LINK_SPEED, FROM_NETLINK, 10);
	facts_put_text(f, FACT_LINK_DUPLEX, FROM_NETLINK, "half");
	facts_gap(f, FACT_LINK_LANES, FACT_FAILED, EIO);
	facts_gap(f, FACT_LINK_MDIX, FACT_DENIED, 0);
	facts_put(f, FACT_MII_WORDS, &words);
	object = facts_to_json(f);
	assert_non_null(hope);
	if (!json_equal(object, hope)) {
		char *have = json_dumps(object, JSON_SORT_KEYS);

		print_error("%s\n", have);
		free(have);
		fail();
	}
	json_decref(object);
	json_decref(hope);
	sets_free(sets);
}

/* Modes proper stand apart from what else a set of bits tells. */
static void modes_and_flags(void **state)
{
	struct sets *sets = sets_new();
	struct modes modes = { 0 };
	json_t *object, *value;

	(void)state;
	modes_add(&modes, MODE_10_HALF);
	modes_add(&modes, MODE_AUTONEG);
	modes_add(&modes, MODE_PAUSE);
	facts_offer_modes(&sets->set[SET_NEAR], FACT_AN_COMMON, FROM_MII, &modes);
	object = facts_to_json(&sets->set[SET_NEAR]);
	value = json_object_get(json_object_get(object, "an.common"), "value");
	assert_int_equal(json_array_size(value), 1);
	assert_string_equal(json_string_value(json_array_get(value, 0)), "10baseT/Half");
	value = json_object_get(json_object_get(object, "an.common"), "flags");
	assert_int_equal(json_array_size(value), 2);
	assert_string_equal(json_string_value(json_array_get(value, 0)), "Autoneg");
	json_decref(object);
	sets_free(sets);
}

static void sets_have_their_names(void **state)
{
	static const char *const names[] = { "near", "partner", "far", "far_partner", "path" };
	struct sets *sets = sets_new();
	json_t *object = sets_to_json(sets);

	(void)state;
	assert_int_equal(json_object_size(object), ROWS(names));
	for (size_t i = 0; i < ROWS(names); i++)
		assert_int_equal(json_object_size(json_object_get(object, names[i])), 0);
	json_decref(object);
	sets_free(sets);
}

static void second_answers_come_back(void **state)
{
	struct sets *sets = sets_new(), *back;
	struct facts *f = &sets->set[SET_NEAR];
	char first[1024], again[1024];
	unsigned int unknown;

	(void)state;
	facts_put_num(f, FACT_LINK_SPEED, FROM_NETLINK, 1000);
	facts_offer_num(f, FACT_LINK_SPEED, FROM_MII, 100);
	facts_offer_num(f, FACT_LINK_SPEED, FROM_SYSFS, 10);
	facts_put_text(f, FACT_LINK_DUPLEX, FROM_NETLINK, "full");
	facts_offer_text(f, FACT_LINK_DUPLEX, FROM_MII, "half");
	back = through_text(sets, &unknown);
	assert_int_equal(back->set[SET_NEAR].others, 3);
	help_dump_others(f, first, sizeof(first));
	help_dump_others(&back->set[SET_NEAR], again, sizeof(again));
	/* All of one fact, then all of the next: as they were offered here. */
	assert_string_equal(first, again);
	assert_int_equal(facts_other(&back->set[SET_NEAR], FACT_LINK_SPEED)->source, FROM_MII);
	assert_int_equal(facts_num(&back->set[SET_NEAR], FACT_LINK_SPEED, 0), 1000);
	assert_int_equal(back->set[SET_FAR].others, 0);
	sets_free(sets);
	sets_free(back);
}

/* More second answers than there is room for: the first ones stand. */
static void too_many_second_answers(void **state)
{
	char text[2048] = "{ \"link.speed\": { \"value\": 1, \"also\": [";
	struct sets *sets;
	unsigned int unknown;

	(void)state;
	for (int i = 2; i < 40; i++)
		sprintf(text + strlen(text), "%s{ \"value\": %d }", i > 2 ? "," : "", i);
	strcat(text, "] } }");
	sets = near_from(text, &unknown);
	assert_int_equal(sets->set[SET_NEAR].others, FACTS_OTHERS_MAX);
	assert_int_equal(facts_num(&sets->set[SET_NEAR], FACT_LINK_SPEED, 0), 1);
	sets_free(sets);
}

/* A driver may answer anything. */
static const struct {
	const char *name, *bytes, *back;
} texts[] = {
	{ "ASCII", "1.2.3", "1.2.3" },
	{ "UTF-8", "Ger\xc3\xa4t", "Ger\xc3\xa4t" },
	{ "Latin-1", "Ger\xe4t", "Ger?t" },
	{ "a lone lead byte", "x\xc3", "x?" },
	{ "bytes of no encoding", "\xff\xfe\x80", "???" },
	{ "an escape for the terminal", "a\x1b[31mb", "a?[31mb" },
	{ "line feed, tab, delete", "a\nb\tc\x7f", "a?b?c?" },
	{ "empty", "", "" },
};

static void odd_bytes_stay_valid_json(void **state)
{
	(void)state;
	for (size_t i = 0; i < ROWS(texts); i++) {
		struct sets *sets = sets_new(), *back;
		unsigned int unknown;

		facts_put_text(&sets->set[SET_NEAR], FACT_PORT_FIRMWARE, FROM_IOCTL,
			       texts[i].bytes);
		facts_list_add(&sets->set[SET_NEAR], FACT_PORT_ALTNAMES, FROM_NETLINK, "first");
		facts_list_add(&sets->set[SET_NEAR], FACT_PORT_ALTNAMES, FROM_NETLINK,
			       texts[i].bytes);
		back = through_text(sets, &unknown);
		help_fact_is(texts[i].name, &back->set[SET_NEAR], FACT_PORT_FIRMWARE,
			     texts[i].back);
		if (texts[i].bytes[0])
			assert_string_equal(strchr(facts_text(&back->set[SET_NEAR],
							      FACT_PORT_ALTNAMES), '\n') + 1,
					    texts[i].back);
		sets_free(sets);
		sets_free(back);
	}
}

/* The longest text there is, cut in the middle of a character. */
static void a_full_text_is_not_lost(void **state)
{
	struct sets *sets = sets_new(), *back;
	char text[2 * FACT_TEXT_MAX];
	unsigned int unknown;

	(void)state;
	memset(text, 'x', sizeof(text));
	text[FACT_TEXT_MAX - 2] = '\xc3';
	text[sizeof(text) - 1] = '\0';
	facts_put_text(&sets->set[SET_NEAR], FACT_PORT_FIRMWARE, FROM_IOCTL, text);
	back = through_text(sets, &unknown);
	assert_int_equal(strlen(facts_text(&back->set[SET_NEAR], FACT_PORT_FIRMWARE)),
			 FACT_TEXT_MAX - 1);
	sets_free(sets);
	sets_free(back);
}

static void control_bytes_in_a_file_are_cleaned(void **state)
{
	unsigned int unknown;
	struct sets *sets = near_from("{ \"port.driver\": { \"value\": \"a\\u001b]0;b\\u0007\" }, "
				      "\"port.altnames\": { \"value\": [\"a\\nb\", \"c\"] } }",
				      &unknown);

	(void)state;
	assert_string_equal(facts_text(&sets->set[SET_NEAR], FACT_PORT_DRIVER), "a?]0;b?");
	assert_string_equal(facts_text(&sets->set[SET_NEAR], FACT_PORT_ALTNAMES), "a?b\nc");
	sets_free(sets);
}

static void what_is_no_number_is_left_out(void **state)
{
	struct sets *sets = sets_new(), *back;
	unsigned int unknown;

	(void)state;
	facts_offer_real(&sets->set[SET_NEAR], FACT_RUN_WINDOW, FROM_MEASURED, (double)NAN);
	facts_offer_real(&sets->set[SET_FAR], FACT_RUN_WINDOW, FROM_MEASURED, (double)INFINITY);
	back = through_text(sets, &unknown);
	assert_false(facts_known(&back->set[SET_NEAR], FACT_RUN_WINDOW));
	assert_false(facts_known(&back->set[SET_FAR], FACT_RUN_WINDOW));
	sets_free(sets);
	sets_free(back);
}

/* A fact of another type, or of no known form, is as if nobody had asked. */
static const char *const wrong[] = {
	"{ \"link.up\": { \"value\": 1 } }",
	"{ \"link.up\": { \"value\": \"true\" } }",
	"{ \"link.up\": { \"value\": null } }",
	"{ \"link.up\": true }",
	"{ \"link.up\": null }",
	"{ \"link.up\": [] }",
	"{ \"link.up\": {} }",
	"{ \"link.up\": { \"state\": \"known\" } }",
	"{ \"link.up\": { \"state\": \"unread\" } }",
	"{ \"link.up\": { \"state\": \"broken\" } }",
	"{ \"link.up\": { \"state\": 1 } }",
	"{ \"link.speed\": { \"value\": 100.5 } }",
	"{ \"link.speed\": { \"value\": \"100\" } }",
	"{ \"link.speed\": { \"value\": true } }",
	"{ \"run.window\": { \"value\": \"5\" } }",
	"{ \"link.duplex\": { \"value\": 1 } }",
	"{ \"link.duplex\": { \"value\": [\"half\"] } }",
	"{ \"port.altnames\": { \"value\": \"a\" } }",
	"{ \"port.altnames\": { \"value\": [1] } }",
	"{ \"port.altnames\": { \"value\": [\"a\", null] } }",
	"{ \"port.altnames\": { \"value\": {} } }",
	"{ \"an.common\": { \"value\": \"100baseT/Full\" } }",
	"{ \"an.common\": { \"value\": [3] } }",
	"{ \"mii.words\": { \"value\": \"1000\" } }",
	"{ \"mii.words\": { \"value\": [\"1000\"] } }",
	"{ \"mii.words\": { \"value\": [4096, true] } }",
	"{ \"mii.words\": { \"value\": [1.5] } }",
	"[]", "null", "\"near\"", "{}",
};

static void wrong_types_are_left_unread(void **state)
{
	(void)state;
	for (size_t i = 0; i < ROWS(wrong); i++) {
		unsigned int unknown;
		struct sets *sets = near_from(wrong[i], &unknown);

		for (int id = 0; id < FACT_COUNT; id++)
			if (facts_get(&sets->set[SET_NEAR], (enum fact_id)id)->state != FACT_UNREAD)
				fail_msg("%s is read", wrong[i]);
		assert_int_equal(unknown, 0);
		sets_free(sets);
	}
}

/* The rest stands. */
static void one_wrong_fact_spoils_no_other(void **state)
{
	unsigned int unknown;
	struct sets *sets = near_from("{ \"link.up\": 7, \"link.speed\": { \"value\": 10, "
				      "\"from\": \"a source to come\", \"also\": [1, "
				      "{ \"value\": \"x\" }, { \"value\": 100, "
				      "\"from\": \"mii\" }] } }",
				      &unknown);
	struct facts *near = &sets->set[SET_NEAR];

	(void)state;
	assert_int_equal(facts_num(near, FACT_LINK_SPEED, 0), 10);
	assert_int_equal(facts_get(near, FACT_LINK_SPEED)->source, FROM_NOWHERE);
	assert_int_equal(near->others, 1);
	assert_int_equal(facts_other(near, FACT_LINK_SPEED)->num, 100);
	sets_free(sets);
}

static void unknown_names_are_counted(void **state)
{
	unsigned int unknown;
	struct sets *sets = near_from("{ \"link.colour\": { \"value\": 1 }, \"link.up\": "
				      "{ \"value\": true }, \"LINK.UP\": 3, \"\": null }",
				      &unknown);
	struct sets *none = sets_new();
	json_t *object = json_loads("{ \"beyond\": { \"x\": 1 }, \"far\": { \"x\": 1 }, "
				    "\"path\": { \"y\": 1, \"z\": 2 } }", 0, NULL);

	(void)state;
	assert_int_equal(unknown, 3);
	assert_true(facts_yes(&sets->set[SET_NEAR], FACT_LINK_UP));
	assert_int_equal(sets_from_json(none, object), 3);
	assert_int_equal(sets_from_json(none, NULL), 0);
	json_decref(object);
	sets_free(sets);
	sets_free(none);
}

static void words_and_modes_to_come(void **state)
{
	unsigned int unknown;
	char text[1024] = "{ \"an.common\": { \"value\": [\"a mode to come\", \"10baseT/Half\", "
			  "\"bit300\", \"bit-1\", \"bit200\"] }, "
			  "\"mii.words\": { \"value\": [-1, 65536";
	struct sets *sets;
	struct modes modes;

	(void)state;
	for (int i = 2; i < FACT_WORDS_MAX + 8; i++)
		sprintf(text + strlen(text), ", %d", i);
	strcat(text, "] } }");
	sets = near_from(text, &unknown);
	modes = facts_modes(&sets->set[SET_NEAR], FACT_AN_COMMON);
	assert_int_equal(modes_count(&modes), 2);
	assert_true(modes_has(&modes, MODE_10_HALF) && modes_has(&modes, 200));
	assert_int_equal(facts_get(&sets->set[SET_NEAR], FACT_MII_WORDS)->words.count,
			 FACT_WORDS_MAX);
	assert_int_equal(facts_get(&sets->set[SET_NEAR], FACT_MII_WORDS)->words.reg[0], 0xffff);
	assert_int_equal(facts_get(&sets->set[SET_NEAR], FACT_MII_WORDS)->words.reg[1], 0);
	sets_free(sets);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_kind_comes_back),
		cmocka_unit_test(every_fact_comes_back),
		cmocka_unit_test(the_form_of_a_fact),
		cmocka_unit_test(modes_and_flags),
		cmocka_unit_test(sets_have_their_names),
		cmocka_unit_test(second_answers_come_back),
		cmocka_unit_test(too_many_second_answers),
		cmocka_unit_test(odd_bytes_stay_valid_json),
		cmocka_unit_test(a_full_text_is_not_lost),
		cmocka_unit_test(control_bytes_in_a_file_are_cleaned),
		cmocka_unit_test(what_is_no_number_is_left_out),
		cmocka_unit_test(wrong_types_are_left_unread),
		cmocka_unit_test(one_wrong_fact_spoils_no_other),
		cmocka_unit_test(unknown_names_are_counted),
		cmocka_unit_test(words_and_modes_to_come),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("fact-json", tests, NULL, NULL);
}
