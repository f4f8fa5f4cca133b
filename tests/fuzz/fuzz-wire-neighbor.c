// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * A run of frames into the store.  Each: link and seconds in one byte, length in
 * two, bytes.  Whatever comes, the lists stay in their bounds, nobody is alive
 * who has left, and what is kept decodes to the key it is kept under.
 */
#include "standalone.h"

#include <string.h>

#include "probe/neighbor.h"

static struct neighbors store;
static struct sets sets;

static void check_store(int64_t now_ns)
{
	const struct neighbor *partner = neighbors_partner(&store, now_ns);
	unsigned int alive = neighbors_alive(&store, now_ns);

	FUZZ_CHECK(store.count <= NEIGHBORS_MAX && alive <= store.count);
	FUZZ_CHECK(store.faults.count <= NEIGHBOR_FAULTS_MAX);
	FUZZ_CHECK(!partner || neighbor_alive(&store, partner, now_ns));
	FUZZ_CHECK(!alive == !partner || alive > 1);
	for (unsigned int i = 0; i < store.count; i++) {
		const struct neighbor *one = &store.list[i];

		FUZZ_CHECK(one->of[NEIGHBOR_LLDP].times || one->of[NEIGHBOR_CDP].times);
		FUZZ_CHECK(!one->gone || !neighbor_alive(&store, one, now_ns));
		FUZZ_CHECK(neighbor_kind_name(neighbor_kind(one)));
		for (int k = 0; k < NEIGHBOR_PROTOCOLS; k++)
			FUZZ_CHECK(one->of[k].len_bytes <= NEIGHBOR_FRAME_MAX);
	}
}

/* Texts are ended and hold nothing that a terminal would obey. */
static void check_facts(const struct facts *f)
{
	for (int id = 0; id < FACT_COUNT; id++) {
		enum fact_kind kind = fact_row((enum fact_id)id)->kind;
		const struct fact *fact = &f->item[id];

		if (fact->state != FACT_KNOWN || (kind != KIND_TEXT && kind != KIND_LIST))
			continue;
		FUZZ_CHECK(memchr(fact->text, '\0', sizeof(fact->text)));
		for (const char *at = fact->text; *at; at++)
			FUZZ_CHECK((unsigned char)*at >= ' ' || (kind == KIND_LIST && *at == '\n'));
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const uint8_t own[ETH_MAC_BYTES] = { 2, 0, 0, 0, 0, 9 };
	int64_t now_ns = 0;

	neighbors_init(&store);
	neighbors_own(&store, own);
	memset(&sets, 0, sizeof(sets));
	while (size >= 3) {
		size_t len_bytes = ((size_t)data[1] << 8 | data[2]) % (2 * NEIGHBOR_FRAME_MAX);
		enum eth_link link = (enum eth_link)(data[0] % 3);

		now_ns += (int64_t)(data[0] / 3) * 1000000000;
		data += 3;
		size -= 3;
		if (len_bytes > size)
			len_bytes = size;
		neighbors_feed(&store, link, data, len_bytes, len_bytes + (link == ETH_LINK_SLL), now_ns);
		data += len_bytes;
		size -= len_bytes;
		check_store(now_ns);
	}
	probe_neighbor(&store, now_ns, 1, &sets);
	check_facts(&sets.set[SET_NEAR]);
	check_facts(&sets.set[SET_PARTNER]);
	return 0;
}
