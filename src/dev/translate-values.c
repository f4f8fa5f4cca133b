// SPDX-License-Identifier: GPL-3.0-or-later
/* Numbers of linux/ethtool.h that netlink and ioctls share, and what they hide. */
#include <linux/ethtool.h>
#include <string.h>

#include "dev/translate-private.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

const char *value_name(const struct value_name *names, size_t count, int64_t num)
{
	for (size_t i = 0; i < count; i++)
		if (names[i].num == num)
			return names[i].name;
	return NULL;
}

void offer_speed(struct facts *near, enum fact_source from, int64_t mbps)
{
	if (mbps <= 0 || mbps == UINT16_MAX || mbps >= UINT32_MAX)
		return;
	if (!facts_no(near, FACT_LINK_UP))
		facts_offer_num(near, FACT_LINK_SPEED, from, mbps);
}

void offer_duplex(struct facts *near, enum fact_source from, int64_t duplex)
{
	if (facts_no(near, FACT_LINK_UP))
		return;
	if (duplex == DUPLEX_HALF)
		facts_offer_text(near, FACT_LINK_DUPLEX, from, "half");
	else if (duplex == DUPLEX_FULL)
		facts_offer_text(near, FACT_LINK_DUPLEX, from, "full");
}

void offer_flag(struct facts *near, enum fact_id id, enum fact_source from, int64_t flag)
{
	if (flag == 0 || flag == 1)
		facts_offer_bool(near, id, from, flag);
}

void offer_port(struct facts *near, enum fact_source from, int64_t port)
{
	static const struct value_name names[] = {
		{ PORT_TP, "tp" },	 { PORT_AUI, "aui" },	  { PORT_MII, "mii" },
		{ PORT_FIBRE, "fibre" }, { PORT_BNC, "bnc" },	  { PORT_DA, "da" },
		{ PORT_NONE, "none" },	 { PORT_OTHER, "other" },
	};
	const char *name = value_name(names, COUNT(names), port);

	if (name)
		facts_offer_text(near, FACT_LINK_PORT, from, name);
}

/* ETH_TP_MDI_AUTO is a setting, never a state. */
void offer_mdix(struct facts *near, enum fact_source from, int64_t mdix)
{
	if (mdix == ETH_TP_MDI)
		facts_offer_text(near, FACT_LINK_MDIX, from, "mdi");
	else if (mdix == ETH_TP_MDI_X)
		facts_offer_text(near, FACT_LINK_MDIX, from, "mdi-x");
}

void offer_count(struct facts *near, enum fact_id id, enum fact_source from, int64_t count)
{
	if (count >= 0)
		facts_offer_num(near, id, from, count);
}

static void offer_modes(struct sets *sets, enum fact_source from, const struct mode_sets *modes,
			enum fact_id supported, enum fact_id advertised)
{
	struct facts *near = &sets->set[SET_NEAR];

	if (!modes_empty(&modes->supported)) {
		facts_offer_modes(near, supported, from, &modes->supported);
		facts_offer_modes(near, advertised, from, &modes->advertised);
	}
	if (!modes_empty(&modes->peer))
		facts_offer_modes(&sets->set[SET_PARTNER], advertised, from, &modes->peer);
}

void offer_link_modes(struct sets *sets, enum fact_source from, const struct mode_sets *modes)
{
	offer_modes(sets, from, modes, FACT_LINK_MODES_SUPPORTED, FACT_LINK_MODES_ADVERTISED);
}

void offer_eee_modes(struct sets *sets, enum fact_source from, const struct mode_sets *modes)
{
	offer_modes(sets, from, modes, FACT_EEE_MODES_SUPPORTED, FACT_EEE_MODES_ADVERTISED);
}

void prefer_bool(struct facts *near, enum fact_id id, enum fact_source from, bool yes)
{
	struct fact former = *facts_get(near, id);

	facts_put_bool(near, id, from, yes);
	if (former.state == FACT_KNOWN)
		facts_offer(near, id, &former);
}

bool answer_text(const struct answer *answer, char *out, size_t size)
{
	const char *bytes = (const char *)answer->bytes;
	size_t len = bytes ? strnlen(bytes, answer->len_bytes) : 0;

	while (len && bytes[len - 1] == '\n')
		len--;
	if (len == 0 || len >= size)
		return false;
	memcpy(out, bytes, len);
	out[len] = '\0';
	return true;
}
