// SPDX-License-Identifier: GPL-3.0-or-later
#include "dev/translate-private.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/ethtool.h>
#include <stdio.h>

#include "test-dev-help.h"

static void add(struct answers *a, const char *name, enum fact_group group, unsigned int round,
		int error, const void *bytes, size_t len)
{
	struct answer answer = { .group = group, .round = round, .error = error,
				 .bytes = (uint8_t *)(uintptr_t)bytes, .len_bytes = len };

	strcpy(answer.name, name);
	assert_int_equal(answers_add(a, &answer), 0);
}

static void add_text(struct answers *a, const char *name, enum fact_group group,
		     unsigned int round, const char *text)
{
	add(a, name, group, round, 0, text, strlen(text));
}

static enum fact_state state_of(const struct sets *sets, enum fact_id id)
{
	return facts_get(near_of(sets), id)->state;
}

/* Every row gives facts of its own group, and every pair of name and group is one row. */
static void the_table(void **state)
{
	(void)state;
	for (size_t i = 0; i < translators_count; i++) {
		const struct translator *row = &translators[i];

		assert_true(row->gives_count > 0);
		for (size_t n = 0; n < row->gives_count; n++)
			assert_int_equal(fact_row(row->gives[n])->group, row->group);
		for (size_t n = 0; n < i; n++)
			assert_false(row->group == translators[n].group &&
				     strcmp(row->name, translators[n].name) == 0);
	}
}

/* An error says why of the facts it would have given, and of no others. */
static void errors_are_gaps_where_they_belong(void **state)
{
	struct answers a = { 0 };

	add(&a, "netlink linkmodes", GROUP_LINK, 0, -EIO, NULL, 0);
	add(&a, "netlink linkinfo", GROUP_LINK, 0, -EOPNOTSUPP, NULL, 0);
	add(&a, "netlink linkstate", GROUP_LINK, 0, -EPERM, NULL, 0);
	assert_int_equal(translate(&a, GROUP_LINK, 0, *state), 3);
	assert_int_equal(state_of(*state, FACT_LINK_SPEED), FACT_FAILED);
	assert_int_equal(facts_get(near_of(*state), FACT_LINK_SPEED)->error, EIO);
	assert_int_equal(state_of(*state, FACT_LINK_PORT), FACT_ABSENT);
	assert_int_equal(state_of(*state, FACT_LINK_SQI), FACT_DENIED);
	assert_int_equal(state_of(*state, FACT_LINK_OPERSTATE), FACT_ABSENT);
	assert_int_equal(state_of(*state, FACT_PAUSE_RX), FACT_UNREAD);
	answers_fini(&a);
}

static void a_fall_back_fills_the_gap(void **state)
{
	struct ethtool_pauseparam pause = { .rx_pause = 1 };
	struct answers a = { 0 };

	add(&a, "netlink pause", GROUP_PAUSE, 0, -EOPNOTSUPP, NULL, 0);
	add(&a, "ioctl pause", GROUP_PAUSE, 0, 0, &pause, sizeof(pause));
	translate(&a, GROUP_PAUSE, 0, *state);
	assert_true(facts_yes(near_of(*state), FACT_PAUSE_RX));
	assert_int_equal(facts_get(near_of(*state), FACT_PAUSE_RX)->source, FROM_IOCTL);
	answers_fini(&a);
}

static void only_the_round_that_was_asked_for(void **state)
{
	struct answers a = { 0 };

	add_text(&a, "sysfs speed", GROUP_LINK, 0, "10");
	add_text(&a, "sysfs speed", GROUP_LINK, 1, "100");
	add_text(&a, "sysfs speed", GROUP_HOST, 1, "1000");
	add_text(&a, "a name of a later version", GROUP_LINK, 1, "?");
	assert_int_equal(translate(&a, GROUP_LINK, 1, *state), 2);
	assert_fact_num(near_of(*state), FACT_LINK_SPEED, 100);
	assert_int_equal(translate(&a, GROUP_LINK, 2, *state), 0);
	assert_int_equal(state_of(*state, FACT_LINK_SPEED), FACT_ABSENT);
	answers_fini(&a);
}

/* A value that changed between two reads is not two sources that disagree. */
static void a_second_read_does_not_argue_with_the_first(void **state)
{
	struct sets *sets = *state;
	struct answers a = { 0 };

	add_text(&a, "sysfs speed", GROUP_LINK, 0, "10");
	add_text(&a, "sysfs duplex", GROUP_LINK, 0, "half");
	add_text(&a, "sysfs speed", GROUP_LINK, 1, "100");
	translate(&a, GROUP_LINK, 0, sets);
	translate(&a, GROUP_LINK, 1, sets);
	assert_fact_num(near_of(sets), FACT_LINK_SPEED, 100);
	assert_int_equal(state_of(sets, FACT_LINK_DUPLEX), FACT_ABSENT);
	assert_int_equal(sets->set[SET_NEAR].others, 0);
	answers_fini(&a);
}

static void disagreeing_sources_are_kept_both(void **state)
{
	struct ethtool_drvinfo info = { .driver = "tulip" };
	struct answers a = { 0 };

	add(&a, "ioctl drvinfo", GROUP_PORT, 0, 0, &info, sizeof(info));
	add_text(&a, "sysfs driver", GROUP_PORT, 0, "de4x5");
	translate(&a, GROUP_PORT, 0, *state);
	assert_fact_text(near_of(*state), FACT_PORT_DRIVER, "tulip");
	assert_non_null(facts_other(near_of(*state), FACT_PORT_DRIVER));
	assert_int_equal(facts_other(near_of(*state), FACT_PORT_DRIVER)->source, FROM_SYSFS);
	answers_fini(&a);
}

/* What MII words and pastes told stays when the group LINK is read once more. */
static void facts_from_elsewhere_stay(void **state)
{
	struct sets *sets = *state;
	struct modes modes = { 0 };
	struct answers a = { 0 };

	modes_add(&modes, MODE_100_HALF);
	facts_offer_modes(&sets->set[SET_PARTNER], FACT_LINK_MODES_ADVERTISED, FROM_MII, &modes);
	facts_put_num(&sets->set[SET_NEAR], FACT_LINK_SPEED, FROM_PASTE, 10);
	add_text(&a, "sysfs speed", GROUP_LINK, 0, "100");
	translate(&a, GROUP_LINK, 0, sets);
	translate(&a, GROUP_LINK, 0, sets);
	assert_fact_num(near_of(sets), FACT_LINK_SPEED, 10);
	assert_int_equal(sets->set[SET_NEAR].others, 1);
	assert_true(facts_known(&sets->set[SET_PARTNER], FACT_LINK_MODES_ADVERTISED));
	answers_fini(&a);
}

struct virtual_case {
	const char *driver, *device;	/* NULL: not answered */
	enum fact_state state;
	bool yes;
};

static void emulated_ports(void **state)
{
	static const struct virtual_case row[] = {
		{ "virtio_net", "devices/pci0000:00/0000:00:03.0/virtio0", FACT_KNOWN, true },
		{ "vmxnet3", "devices/pci0000:00/0000:03:00.0", FACT_KNOWN, true },
		{ "veth", NULL, FACT_KNOWN, true },
		{ "802.1Q VLAN Support", "", FACT_KNOWN, true },
		{ NULL, "", FACT_KNOWN, true },
		{ "e1000e", "devices/pci0000:00/0000:00:19.0", FACT_KNOWN, false },
		{ "e1000e", NULL, FACT_ABSENT, false },
		{ NULL, "devices/pci0000:00/0000:00:19.0", FACT_ABSENT, false },
	};

	for (size_t i = 0; i < COUNT(row); i++) {
		struct answers a = { 0 };
		const struct fact *fact = facts_get(near_of(*state), FACT_PORT_VIRTUAL);

		if (row[i].driver)
			add_text(&a, "sysfs driver", GROUP_PORT, 0, row[i].driver);
		if (row[i].device)
			add_text(&a, "sysfs device", GROUP_PORT, 0, row[i].device);
		translate(&a, GROUP_PORT, 0, *state);
		if (fact->state != row[i].state || fact->yes != row[i].yes)
			fail_msg("row %zu: state %d, %d", i, fact->state, fact->yes);
		answers_fini(&a);
	}
}

/* "mii c45" of the registers becomes "mii-c45-mii", as its seed is called. */
static void seed_name(const struct translator *row, char *out, size_t size)
{
	static const char *const group[GROUP_COUNT] = {
		[GROUP_PORT] = "port", [GROUP_HOST] = "host", [GROUP_LINK] = "link",
		[GROUP_PAUSE] = "pause", [GROUP_EEE] = "eee", [GROUP_FEC] = "fec",
		[GROUP_MODULE] = "module", [GROUP_MII] = "mii", [GROUP_BOND] = "bond",
		[GROUP_LOG] = "log", [GROUP_COUNTERS] = "counters", [GROUP_USE] = "use",
	};

	snprintf(out, size, "%s-%s", row->name, group[row->group] ? group[row->group] : "?");
	for (char *c = out; *c; c++)
		if (*c == ' ')
			*c = '-';
}

/* The fuzzer picks a translator by number: a row that comes between the others shifts the rest, and
 * seeds then feed a translator that is not theirs. */
static void seeds_pick_their_translator(void **state)
{
	DIR *dir = opendir(TESTS_DIR "/fuzz/seeds/dev-translate");
	struct dirent *entry;
	unsigned int seen = 0;

	(void)state;
	assert_non_null(dir);
	while ((entry = readdir(dir))) {
		char name[100];
		int first;
		FILE *f;

		if (entry->d_name[0] == '.')
			continue;
		f = fdopen(openat(dirfd(dir), entry->d_name, O_RDONLY), "r");
		assert_non_null(f);
		first = fgetc(f);
		fclose(f);
		assert_in_range(first, 0, translators_count - 1);
		seed_name(&translators[first], name, sizeof(name));
		if (strncmp(entry->d_name, name, strlen(name)) != 0)
			fail_msg("%s: its first byte picks %s", entry->d_name, name);
		seen++;
	}
	closedir(dir);
	assert_true(seen > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_table),
		WITH_SETS(errors_are_gaps_where_they_belong),
		WITH_SETS(a_fall_back_fills_the_gap),
		WITH_SETS(only_the_round_that_was_asked_for),
		WITH_SETS(a_second_read_does_not_argue_with_the_first),
		WITH_SETS(disagreeing_sources_are_kept_both),
		WITH_SETS(facts_from_elsewhere_stay),
		WITH_SETS(emulated_ports),
		cmocka_unit_test(seeds_pick_their_translator),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("dev-translate", tests, NULL, NULL);
}
