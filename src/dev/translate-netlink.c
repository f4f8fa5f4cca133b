// SPDX-License-Identifier: GPL-3.0-or-later
/* The attributes of ethtool netlink that say what the link is. */
#include <linux/ethtool_netlink.h>
#include <stdio.h>

#include "dev/attr.h"
#include "dev/bitset.h"
#include "dev/ext-state.h"
#include "dev/translate-private.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* ETHTOOL_A_LINKSTATE_EXT_DOWN_CNT: Linux 6.2, Documentation/netlink/specs/ethtool.yaml */
#define LINKSTATE_EXT_DOWN_CNT 7

static struct facts *near_of(struct sets *sets)
{
	return &sets->set[SET_NEAR];
}

static void sort(const struct answer *answer, struct attr *tb, size_t count)
{
	struct cur c;

	cur_init(&c, answer->bytes, answer->len_bytes);
	attrs_sort(c, tb, count);
}

void netlink_linkinfo(const struct answer *answer, struct sets *sets)
{
	struct attr tb[ETHTOOL_A_LINKINFO_TP_MDIX + 1];
	int64_t num;

	sort(answer, tb, COUNT(tb));
	if (attr_num(&tb[ETHTOOL_A_LINKINFO_PORT], &num))
		offer_port(near_of(sets), FROM_NETLINK, num);
	if (attr_num(&tb[ETHTOOL_A_LINKINFO_TP_MDIX], &num))
		offer_mdix(near_of(sets), FROM_NETLINK, num);
}

static void offer_name(struct facts *near, enum fact_id id, const struct attr *a,
		       const struct value_name *names, size_t count)
{
	const char *name;
	int64_t num;

	if (!attr_num(a, &num))
		return;
	name = value_name(names, count, num);
	if (name)
		facts_offer_text(near, id, FROM_NETLINK, name);
}

static void master_slave(struct facts *near, const struct attr *config, const struct attr *state)
{
	static const struct value_name configs[] = {
		{ MASTER_SLAVE_CFG_MASTER_PREFERRED, "preferred-master" },
		{ MASTER_SLAVE_CFG_SLAVE_PREFERRED, "preferred-slave" },
		{ MASTER_SLAVE_CFG_MASTER_FORCE, "forced-master" },
		{ MASTER_SLAVE_CFG_SLAVE_FORCE, "forced-slave" },
	};
	static const struct value_name roles[] = {
		{ MASTER_SLAVE_STATE_MASTER, "master" },
		{ MASTER_SLAVE_STATE_SLAVE, "slave" },
	};
	int64_t num;

	offer_name(near, FACT_MS_CONFIG, config, configs, COUNT(configs));
	offer_name(near, FACT_MS_ROLE, state, roles, COUNT(roles));
	if (!attr_num(state, &num))
		return;
	if (num == MASTER_SLAVE_STATE_ERR)
		facts_offer_bool(near, FACT_MS_FAULT, FROM_NETLINK, true);
	else if (value_name(roles, COUNT(roles), num))
		facts_offer_bool(near, FACT_MS_FAULT, FROM_NETLINK, false);
}

void netlink_linkmodes(const struct answer *answer, struct sets *sets)
{
	/* RATE_MATCH_NONE is what every driver says that never heard of it. */
	static const struct value_name matching[] = {
		{ RATE_MATCH_PAUSE, "pause" },
		{ RATE_MATCH_CRS, "crs" },
		{ RATE_MATCH_OPEN_LOOP, "open-loop" },
	};
	struct attr tb[ETHTOOL_A_LINKMODES_RATE_MATCHING + 1];
	struct facts *near = near_of(sets);
	struct bitset ours, peer;
	int64_t num;

	sort(answer, tb, COUNT(tb));
	ours = bitset_read(&tb[ETHTOOL_A_LINKMODES_OURS]);
	peer = bitset_read(&tb[ETHTOOL_A_LINKMODES_PEER]);
	offer_link_modes(sets, FROM_NETLINK,
			 &(struct mode_sets){ .supported = ours.mask, .advertised = ours.value,
					      .peer = peer.value });
	if (attr_num(&tb[ETHTOOL_A_LINKMODES_AUTONEG], &num))
		offer_flag(near, FACT_LINK_AUTONEG, FROM_NETLINK, num);
	if (attr_num(&tb[ETHTOOL_A_LINKMODES_SPEED], &num))
		offer_speed(near, FROM_NETLINK, num);
	if (attr_num(&tb[ETHTOOL_A_LINKMODES_DUPLEX], &num))
		offer_duplex(near, FROM_NETLINK, num);
	if (attr_num(&tb[ETHTOOL_A_LINKMODES_LANES], &num) && num > 0)
		facts_offer_num(near, FACT_LINK_LANES, FROM_NETLINK, num);
	offer_name(near, FACT_LINK_RATE_MATCHING, &tb[ETHTOOL_A_LINKMODES_RATE_MATCHING], matching,
		   COUNT(matching));
	master_slave(near, &tb[ETHTOOL_A_LINKMODES_MASTER_SLAVE_CFG],
		     &tb[ETHTOOL_A_LINKMODES_MASTER_SLAVE_STATE]);
}

static void offer_num(struct facts *near, enum fact_id id, const struct attr *a)
{
	int64_t num;

	if (attr_num(a, &num))
		offer_count(near, id, FROM_NETLINK, num);
}

static void ext_state(struct facts *near, const struct attr *state, const struct attr *substate)
{
	char name[EXT_STATE_NAME_MAX];
	int64_t num, sub;

	if (!attr_num(state, &num))
		return;
	ext_state_name(num, name);
	facts_offer_text(near, FACT_LINK_EXT_STATE, FROM_NETLINK, name);
	if (!attr_num(substate, &sub))
		return;
	ext_substate_name(num, sub, name);
	facts_offer_text(near, FACT_LINK_EXT_SUBSTATE, FROM_NETLINK, name);
}

/* The driver's own word on the link, where it has one: it beats the carrier flag. */
void netlink_linkstate(const struct answer *answer, struct sets *sets)
{
	struct attr tb[LINKSTATE_EXT_DOWN_CNT + 1];
	struct facts *near = near_of(sets);
	int64_t num;

	sort(answer, tb, COUNT(tb));
	if (attr_num(&tb[ETHTOOL_A_LINKSTATE_LINK], &num)) {
		prefer_bool(near, FACT_LINK_UP, FROM_NETLINK, num);
		if (num)
			prefer_bool(near, FACT_LINK_EVER_UP, FROM_NETLINK, true);
	}
	offer_num(near, FACT_LINK_SQI, &tb[ETHTOOL_A_LINKSTATE_SQI]);
	offer_num(near, FACT_LINK_SQI_MAX, &tb[ETHTOOL_A_LINKSTATE_SQI_MAX]);
	ext_state(near, &tb[ETHTOOL_A_LINKSTATE_EXT_STATE],
		  &tb[ETHTOOL_A_LINKSTATE_EXT_SUBSTATE]);
	offer_num(near, FACT_LINK_EXT_DOWN_COUNT, &tb[LINKSTATE_EXT_DOWN_CNT]);
}
