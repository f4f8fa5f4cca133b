// SPDX-License-Identifier: GPL-3.0-or-later
/* What the PHY's driver tells: ETHTOOL_PHY_GTUNABLE and ETHTOOL_GPHYSTATS, linux/ethtool.h. */
#include <inttypes.h>
#include <linux/ethtool.h>
#include <stdio.h>
#include <string.h>

#include "base/cur.h"
#include "dev/translate-private.h"

/* The value of a tunable, of one or two bytes; -1: not all of it is there. */
static int32_t tunable(const struct answer *answer)
{
	struct ethtool_tunable head;
	uint16_t two;

	if (!answer->bytes || answer->len_bytes < sizeof(head))
		return -1;
	memcpy(&head, answer->bytes, sizeof(head));
	if (answer->len_bytes - sizeof(head) < head.len)
		return -1;
	if (head.len == 1)
		return answer->bytes[sizeof(head)];
	if (head.len != sizeof(two))
		return -1;
	memcpy(&two, answer->bytes + sizeof(head), sizeof(two));
	return two;
}

void phy_downshift(const struct answer *answer, struct sets *sets)
{
	int32_t value = tunable(answer);

	if (value >= 0)
		facts_offer_num(&sets->set[SET_NEAR], FACT_PHY_DOWNSHIFT, FROM_IOCTL, value);
}

static void offer_ms(struct facts *near, enum fact_id id, int32_t ms)
{
	char text[32];

	snprintf(text, sizeof(text), "%d ms", ms);
	facts_offer_text(near, id, FROM_IOCTL, text);
}

void phy_fast_link_down(const struct answer *answer, struct sets *sets)
{
	struct facts *near = &sets->set[SET_NEAR];
	int32_t value = tunable(answer);

	if (value == ETHTOOL_PHY_FAST_LINK_DOWN_OFF)
		facts_offer_text(near, FACT_PHY_FAST_LINK_DOWN, FROM_IOCTL, "off");
	else if (value == ETHTOOL_PHY_FAST_LINK_DOWN_ON)
		facts_offer_text(near, FACT_PHY_FAST_LINK_DOWN, FROM_IOCTL, "on");
	else if (value > 0)
		offer_ms(near, FACT_PHY_FAST_LINK_DOWN, value);
}

void phy_energy_detect(const struct answer *answer, struct sets *sets)
{
	struct facts *near = &sets->set[SET_NEAR];
	int32_t value = tunable(answer);

	if (value == ETHTOOL_PHY_EDPD_DISABLE)
		facts_offer_text(near, FACT_PHY_ENERGY_DETECT, FROM_IOCTL, "off");
	else if (value == ETHTOOL_PHY_EDPD_DFLT_TX_MSECS)
		facts_offer_text(near, FACT_PHY_ENERGY_DETECT, FROM_IOCTL, "on");
	else if (value == ETHTOOL_PHY_EDPD_NO_TX)
		facts_offer_text(near, FACT_PHY_ENERGY_DETECT, FROM_IOCTL, "silent");
	else if (value > 0)
		offer_ms(near, FACT_PHY_ENERGY_DETECT, value);
}

/* Count, names, values: live_ioctl_phy_stats(). */
void phy_statistics(const struct answer *answer, struct sets *sets)
{
	const uint8_t *names, *values, *head;
	char line[ETH_GSTRING_LEN + 32];
	uint32_t count;
	uint64_t value;
	struct cur c;

	cur_init(&c, answer->bytes ? answer->bytes : (const uint8_t *)"",
		 answer->bytes ? answer->len_bytes : 0);
	head = cur_bytes(&c, sizeof(count));
	if (!head)
		return;
	memcpy(&count, head, sizeof(count));
	if (count > cur_left(&c) / (ETH_GSTRING_LEN + sizeof(value)))
		return;
	names = cur_bytes(&c, count * ETH_GSTRING_LEN);
	values = cur_bytes(&c, count * sizeof(value));
	for (uint32_t i = 0; names && values && i < count; i++) {
		memcpy(&value, values + i * sizeof(value), sizeof(value));
		snprintf(line, sizeof(line), "%.*s %" PRIu64, ETH_GSTRING_LEN,
			 (const char *)names + i * ETH_GSTRING_LEN, value);
		facts_list_add(&sets->set[SET_NEAR], FACT_PHY_STATISTICS, FROM_MII, line);
	}
}
