// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * The lab socket's object (base/lab-socket.h).  It stands in for a NIC's MAC and
 * PHY, so its word replaces what the TAP below it says of itself.
 */
#include <jansson.h>

#include "base/lab-socket.h"
#include "dev/translate-private.h"

static json_t *object_of(const struct answer *answer)
{
	return answer->bytes ? json_loadb((const char *)answer->bytes, answer->len_bytes, 0, NULL) : NULL;
}

/* A wire of its own, emulated or not: it is judged like any other port. */
void lab_port(const struct answer *answer, struct sets *sets)
{
	json_t *object = object_of(answer);

	if (json_is_object(object)) {
		facts_put_bool(&sets->set[SET_NEAR], FACT_PORT_PHYSICAL, FROM_LAB, true);
		facts_put_bool(&sets->set[SET_NEAR], FACT_PORT_VIRTUAL, FROM_LAB, false);
	}
	json_decref(object);
}

/* The sum of one to three counters; false unless all are there and make sense. */
static bool sum(const json_t *counters, const char *const names[3], int64_t *out)
{
	*out = 0;
	for (int i = 0; i < 3 && names[i]; i++) {
		const json_t *number = json_object_get(counters, names[i]);

		if (!json_is_integer(number) || json_integer_value(number) < 0 ||
		    json_integer_value(number) > INT64_MAX / 3)
			return false;
		*out += json_integer_value(number);
	}
	return true;
}

void lab_totals(const struct answer *answer, struct sets *sets)
{
	static const struct {
		enum fact_id id;
		const char *const names[3];
	} row[] = {
		{ FACT_TOTAL_RX_FRAMES, { "rx_frames" } },
		{ FACT_TOTAL_TX_FRAMES, { "tx_frames" } },
		{ FACT_TOTAL_RX_BYTES, { "rx_bytes" } },
		{ FACT_TOTAL_TX_BYTES, { "tx_bytes" } },
		{ FACT_TOTAL_RX_ERRORS, { "fcs_errors", "alignment_errors", "fragments" } },
		{ FACT_TOTAL_TX_ERRORS, { "tx_aborted", "carrier_errors" } },
		{ FACT_TOTAL_CRC, { "fcs_errors" } },
		{ FACT_TOTAL_ALIGNMENT, { "alignment_errors" } },
		{ FACT_TOTAL_RUNTS, { "fragments" } },
		{ FACT_TOTAL_COLLISIONS, { "collisions" } },
		{ FACT_TOTAL_LATE_COLLISIONS, { "late_collisions" } },
		{ FACT_TOTAL_EXCESSIVE_COLLISIONS, { "excessive_collisions" } },
		{ FACT_TOTAL_CARRIER, { "carrier_errors" } },
		{ FACT_TOTAL_HOST_DROPS, { "rx_missed" } },
	};
	json_t *object = object_of(answer);
	const json_t *counters = json_object_get(object, "counters");
	int64_t num;

	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++)
		if (sum(counters, row[i].names, &num))
			facts_put_num(&sets->set[SET_NEAR], row[i].id, FROM_LAB, num);
	json_decref(object);
}

void lab_words(const struct answer *answer, struct sets *sets)
{
	struct fact fact = { .state = FACT_KNOWN, .source = FROM_LAB };
	json_t *object = object_of(answer);
	const json_t *words = json_object_get(object, "mii");

	for (size_t i = 0; i < json_array_size(words) && i < LAB_SOCKET_WORDS; i++) {
		const json_t *word = json_array_get(words, i);
		json_int_t num = json_integer_value(word);

		fact.words.reg[i] = json_is_integer(word) && num >= 0 && num <= 0xffff ?
					    (int32_t)num : WORD_UNREADABLE;
		fact.words.count++;
	}
	for (size_t i = fact.words.count; i < FACT_WORDS_MAX; i++)
		fact.words.reg[i] = WORD_UNREADABLE;
	if (fact.words.count > 0)
		facts_put(&sets->set[SET_NEAR], FACT_MII_WORDS, &fact);
	json_decref(object);
}
