// SPDX-License-Identifier: GPL-3.0-or-later
/* The first byte: 0 a test, 1 reflections, of any port; the rest is the kernel's notification. */
#include <string.h>

#include "dev/cable.h"
#include "standalone.h"

static void check(const struct cable_test *test)
{
	for (int i = 0; i < CABLE_PAIRS; i++) {
		const struct cable_pair *pair = &test->pair[i];
		char name[CABLE_NAME_MAX];

		FUZZ_CHECK(pair->code >= -1 && pair->fault_cm >= -1);
		FUZZ_CHECK(pair->samples <= CABLE_SAMPLES_MAX);
		FUZZ_CHECK(pair->source >= CABLE_FROM_UNKNOWN && pair->source <= CABLE_FROM_ALCD);
		FUZZ_CHECK(test->tdr || pair->samples == 0);
		cable_code_name(pair->code, name);
		FUZZ_CHECK(memchr(name, '\0', sizeof(name)));
	}
}

static void check_facts(const struct cable_test *test)
{
	struct sets *sets = sets_new();
	const struct facts *near;
	int64_t ok, faulty, undecided;

	if (!sets)
		abort();
	near = &sets->set[SET_NEAR];
	cable_facts(test, &sets->set[SET_NEAR]);
	ok = facts_num(near, FACT_CABLE_PAIRS_OK, 0);
	faulty = facts_num(near, FACT_CABLE_PAIRS_FAULTY, 0);
	undecided = facts_num(near, FACT_CABLE_PAIRS_UNDECIDED, 0);
	FUZZ_CHECK(ok >= 0 && faulty >= 0 && undecided >= 0 && ok + faulty + undecided <= CABLE_PAIRS);
	FUZZ_CHECK((faulty > 0) == facts_known(near, FACT_CABLE_FAULTS));
	sets_free(sets);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct cable_test test;
	uint8_t *bytes;

	if (size == 0)
		return 0;
	bytes = malloc(size);
	if (!bytes)
		abort();
	memcpy(bytes, data + 1, size - 1);
	bytes = realloc(bytes, size - 1 ? size - 1 : 1);
	cable_init(&test);
	cable_take(&test, 0, data[0] & 1, bytes, size - 1);
	check(&test);
	check_facts(&test);
	free(bytes);
	return 0;
}
