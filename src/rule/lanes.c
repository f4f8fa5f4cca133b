// SPDX-License-Identifier: GPL-3.0-or-later
#include "rule/lanes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "rule/threshold.h"

bool lanes_all(const struct lanes *lanes)
{
	return lanes->count > 0 && lanes->set == (1U << lanes->count) - 1;
}

static unsigned int count_of(const struct facts *f, const struct reals *readings)
{
	int64_t count = facts_num(f, FACT_MODULE_LANES, 0);

	if (readings->count > 0)
		return readings->count;
	return count > 0 && count <= FACT_REALS_MAX ? (unsigned int)count : 0;
}

struct lanes lanes_of(const struct facts *f, enum fact_id list)
{
	struct reals none = { .count = 0 };
	struct lanes lanes = { .count = facts_known(f, list) ? count_of(f, &none) : 0 };
	char number[12];

	for (unsigned int i = 0; i < lanes.count; i++) {
		snprintf(number, sizeof(number), "%u", i + 1);
		if (facts_list_has(f, list, number))
			lanes.set |= 1U << i;
	}
	return lanes;
}

static bool dark(double dbm)
{
	return dbm <= threshold(THRESHOLD_NO_LIGHT_DBM);
}

struct lanes lanes_rx_dark(const struct facts *f)
{
	struct reals power = facts_reals(f, FACT_MODULE_RX_POWER);
	struct lanes los = lanes_of(f, FACT_MODULE_RX_LOS), lanes = { .count = power.count };

	if (power.count == 0)
		return los;
	for (unsigned int i = 0; i < power.count; i++)
		if (isnan(power.at[i]) ? los.set & 1U << i : dark(power.at[i]))
			lanes.set |= 1U << i;
	return lanes;
}

struct lanes lanes_tx_dark(const struct facts *f)
{
	struct reals power = facts_reals(f, FACT_MODULE_TX_POWER);
	struct lanes lanes = { .count = power.count };

	for (unsigned int i = 0; i < power.count; i++)
		if (dark(power.at[i]))
			lanes.set |= 1U << i;
	return lanes;
}

bool lanes_shared(const struct facts *f, unsigned int count)
{
	return facts_num(f, FACT_LINK_LANES, count) < count;
}

void lanes_name(const struct lanes *lanes, char *out, size_t size)
{
	bool many = lanes->set & (lanes->set - 1);
	size_t used;

	out[0] = '\0';
	if (lanes->count <= 1)
		return;
	if (lanes_all(lanes)) {
		snprintf(out, size, "all %u lanes", lanes->count);
		return;
	}
	used = (size_t)snprintf(out, size, "lane%s ", many ? "s" : "");
	for (unsigned int i = 0; i < lanes->count && used < size; i++)
		if (lanes->set & 1U << i)
			used += (size_t)snprintf(out + used, size - used, "%u%s", i + 1,
						 lanes->set >> i > 1 ? "," : "");
}
