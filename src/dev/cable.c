// SPDX-License-Identifier: GPL-3.0-or-later
#include "dev/cable.h"

#include <inttypes.h>
#include <linux/ethtool_netlink.h>
#include <stdio.h>
#include <string.h>

#include "dev/attr.h"

/* ETHTOOL_A_CABLE_RESULT_SRC, _FAULT_LENGTH_SRC: Linux 6.12 */
#define RESULT_SRC 3
#define FAULT_LENGTH_SRC 3

#define CM_PER_M 100.0

/* The same in both notifications. */
#define NTF_HEADER ETHTOOL_A_CABLE_TEST_NTF_HEADER
#define NTF_STATUS ETHTOOL_A_CABLE_TEST_NTF_STATUS
#define NTF_NEST ETHTOOL_A_CABLE_TEST_NTF_NEST

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

void cable_init(struct cable_test *test)
{
	*test = (struct cable_test){ .first_cm = -1, .last_cm = -1, .step_cm = -1 };
	for (int i = 0; i < CABLE_PAIRS; i++)
		test->pair[i].code = test->pair[i].fault_cm = -1;
}

/* The pair that a nest speaks of; NULL: none that exists. */
static struct cable_pair *pair_of(struct cable_test *test, const struct attr *pair)
{
	int64_t num;

	return attr_num(pair, &num) && num >= 0 && num < CABLE_PAIRS ? &test->pair[num] : NULL;
}

static void take_source(struct cable_pair *pair, const struct attr *source)
{
	int64_t num;

	if (attr_num(source, &num) && (num == CABLE_FROM_TDR || num == CABLE_FROM_ALCD))
		pair->source = (enum cable_source)num;
}

static void result(struct cable_test *test, const struct attr *nest)
{
	struct attr tb[RESULT_SRC + 1];
	struct cable_pair *pair;
	int64_t num;

	attrs_sort(attr_inside(nest), tb, COUNT(tb));
	pair = pair_of(test, &tb[ETHTOOL_A_CABLE_RESULT_PAIR]);
	if (!pair || !attr_num(&tb[ETHTOOL_A_CABLE_RESULT_CODE], &num) || num > INT16_MAX)
		return;
	pair->code = (int)num;
	take_source(pair, &tb[RESULT_SRC]);
}

static void fault_length(struct cable_test *test, const struct attr *nest)
{
	struct attr tb[FAULT_LENGTH_SRC + 1];
	struct cable_pair *pair;
	int64_t num;

	attrs_sort(attr_inside(nest), tb, COUNT(tb));
	pair = pair_of(test, &tb[ETHTOOL_A_CABLE_FAULT_LENGTH_PAIR]);
	if (!pair || !attr_num(&tb[ETHTOOL_A_CABLE_FAULT_LENGTH_CM], &num))
		return;
	pair->fault_cm = num;
	take_source(pair, &tb[FAULT_LENGTH_SRC]);
}

/* Signed, of two bytes. */
static bool millivolts(const struct attr *a, int32_t *out)
{
	int16_t value;

	if (!a->data || a->len_bytes != sizeof(value))
		return false;
	memcpy(&value, a->data, sizeof(value));
	*out = value;
	return true;
}

static void step(struct cable_test *test, const struct attr *nest)
{
	struct attr tb[ETHTOOL_A_CABLE_STEP_STEP_DISTANCE + 1];

	attrs_sort(attr_inside(nest), tb, COUNT(tb));
	attr_num(&tb[ETHTOOL_A_CABLE_STEP_FIRST_DISTANCE], &test->first_cm);
	attr_num(&tb[ETHTOOL_A_CABLE_STEP_LAST_DISTANCE], &test->last_cm);
	attr_num(&tb[ETHTOOL_A_CABLE_STEP_STEP_DISTANCE], &test->step_cm);
}

static void amplitude(struct cable_test *test, const struct attr *nest)
{
	struct attr tb[ETHTOOL_A_CABLE_AMPLITUDE_mV + 1];
	struct cable_pair *pair;
	int32_t mv;

	attrs_sort(attr_inside(nest), tb, COUNT(tb));
	if (!millivolts(&tb[ETHTOOL_A_CABLE_AMPLITUDE_mV], &mv))
		return;
	pair = pair_of(test, &tb[ETHTOOL_A_CABLE_AMPLITUDE_PAIR]);
	if (pair && pair->samples < CABLE_SAMPLES_MAX)
		pair->mv[pair->samples++] = mv;
	else
		test->lost_samples++;
}

static void pulse(struct cable_test *test, const struct attr *nest)
{
	struct attr tb[ETHTOOL_A_CABLE_PULSE_mV + 1];

	attrs_sort(attr_inside(nest), tb, COUNT(tb));
	millivolts(&tb[ETHTOOL_A_CABLE_PULSE_mV], &test->pulse_mv);
}

static bool of_interface(const struct attr *header, unsigned int ifindex)
{
	struct attr tb[ETHTOOL_A_HEADER_DEV_INDEX + 1];
	int64_t num;

	attrs_sort(attr_inside(header), tb, COUNT(tb));
	return !ifindex || (attr_num(&tb[ETHTOOL_A_HEADER_DEV_INDEX], &num) && num == ifindex);
}

static void take_results(struct cable_test *test, bool tdr, const struct attr *nest)
{
	struct cur c = attr_inside(nest);
	struct attr a;

	while (attr_next(&c, &a)) {
		if (!tdr && a.type == ETHTOOL_A_CABLE_NEST_RESULT)
			result(test, &a);
		else if (!tdr && a.type == ETHTOOL_A_CABLE_NEST_FAULT_LENGTH)
			fault_length(test, &a);
		else if (tdr && a.type == ETHTOOL_A_CABLE_TDR_NEST_STEP)
			step(test, &a);
		else if (tdr && a.type == ETHTOOL_A_CABLE_TDR_NEST_AMPLITUDE)
			amplitude(test, &a);
		else if (tdr && a.type == ETHTOOL_A_CABLE_TDR_NEST_PULSE)
			pulse(test, &a);
	}
}

bool cable_take(struct cable_test *test, unsigned int ifindex, bool tdr, const uint8_t *bytes,
		size_t len_bytes)
{
	struct attr tb[NTF_NEST + 1];
	struct cur c;
	int64_t status;

	cur_init(&c, bytes, len_bytes);
	attrs_sort(c, tb, COUNT(tb));
	if (!of_interface(&tb[NTF_HEADER], ifindex) || !attr_num(&tb[NTF_STATUS], &status))
		return false;
	test->tdr = tdr;
	take_results(test, tdr, &tb[NTF_NEST]);
	if (status == ETHTOOL_A_CABLE_TEST_NTF_STATUS_COMPLETED)
		test->completed = true;
	return true;
}

static const struct {
	const char *name;
	bool fault;
} codes[] = {
	[CABLE_UNSPEC] = { "not told", false },
	[CABLE_OK] = { "ok", false },
	[CABLE_OPEN] = { "open", true },
	[CABLE_SHORT] = { "short within the pair", true },
	[CABLE_CROSS_SHORT] = { "short to another pair", true },
	[CABLE_IMPEDANCE] = { "impedance mismatch", true },
	[CABLE_NOISE] = { "too noisy to measure", false },
	[CABLE_RESOLUTION] = { "out of measuring range", false },
};

static bool code_known(int code)
{
	return code >= 0 && (size_t)code < COUNT(codes);
}

void cable_code_name(int code, char out[static CABLE_NAME_MAX])
{
	if (code_known(code))
		snprintf(out, CABLE_NAME_MAX, "%s", codes[code].name);
	else
		snprintf(out, CABLE_NAME_MAX, "code %d", code);
}

bool cable_code_fault(int code)
{
	return code_known(code) && codes[code].fault;
}

static void pair_facts(const struct cable_pair *pair, int n, struct facts *near)
{
	char name[CABLE_NAME_MAX], line[100];

	cable_code_name(pair->code, name);
	if (pair->fault_cm >= 0)
		snprintf(line, sizeof(line), "%c: %s at %.2f m", 'A' + n, name,
			 (double)pair->fault_cm / CM_PER_M);
	else
		snprintf(line, sizeof(line), "%c: %s", 'A' + n, name);
	facts_list_add(near, FACT_CABLE_PAIRS, FROM_MEASURED, line);
	if (cable_code_fault(pair->code))
		facts_list_add(near, FACT_CABLE_FAULTS, FROM_MEASURED, line);
}

void cable_facts(const struct cable_test *test, struct facts *near)
{
	static const char *const source_name[] = {
		[CABLE_FROM_TDR] = "tdr", [CABLE_FROM_ALCD] = "alcd",
	};
	int64_t nearest_cm = -1, told = 0, ok = 0, faults = 0;

	for (int i = 0; i < CABLE_PAIRS; i++) {
		const struct cable_pair *pair = &test->pair[i];

		if (pair->code < 0)
			continue;
		told++;
		ok += pair->code == CABLE_OK;
		faults += cable_code_fault(pair->code);
		pair_facts(pair, i, near);
		if (source_name[pair->source])
			facts_put_text(near, FACT_CABLE_SOURCE, FROM_MEASURED,
				       source_name[pair->source]);
		if (cable_code_fault(pair->code) && pair->fault_cm >= 0 &&
		    (nearest_cm < 0 || pair->fault_cm < nearest_cm))
			nearest_cm = pair->fault_cm;
	}
	if (!told)
		return;
	facts_put_num(near, FACT_CABLE_PAIRS_OK, FROM_MEASURED, ok);
	facts_put_num(near, FACT_CABLE_PAIRS_FAULTY, FROM_MEASURED, faults);
	facts_put_num(near, FACT_CABLE_PAIRS_UNDECIDED, FROM_MEASURED, told - ok - faults);
	if (nearest_cm >= 0)
		facts_offer_real(near, FACT_CABLE_FAULT_DISTANCE, FROM_MEASURED,
				 (double)nearest_cm / CM_PER_M);
}
