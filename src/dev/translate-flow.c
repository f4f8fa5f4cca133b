// SPDX-License-Identifier: GPL-3.0-or-later
/* Pause, Energy Efficient Ethernet and FEC by ethtool netlink. */
#include <linux/ethtool.h>
#include <linux/ethtool_netlink.h>
#include <math.h>
#include <string.h>

#include "dev/attr.h"
#include "dev/bitset.h"
#include "dev/translate-private.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void sort(const struct answer *answer, struct attr *tb, size_t count)
{
	struct cur c;

	cur_init(&c, answer->bytes, answer->len_bytes);
	attrs_sort(c, tb, count);
}

/* A boolean of this family: any number but 0 is true. */
static void offer_bool(struct sets *sets, enum fact_id id, const struct attr *a)
{
	int64_t num;

	if (attr_num(a, &num))
		facts_offer_bool(&sets->set[SET_NEAR], id, FROM_NETLINK, num);
}

static void put_total(struct sets *sets, enum fact_id id, const struct attr *a)
{
	int64_t num;

	if (attr_num(a, &num))
		facts_put_num(&sets->set[SET_NEAR], id, FROM_NETLINK, num);
}

void netlink_pause(const struct answer *answer, struct sets *sets)
{
	struct attr tb[ETHTOOL_A_PAUSE_TX + 1];

	sort(answer, tb, COUNT(tb));
	offer_bool(sets, FACT_PAUSE_AUTONEG, &tb[ETHTOOL_A_PAUSE_AUTONEG]);
	offer_bool(sets, FACT_PAUSE_RX, &tb[ETHTOOL_A_PAUSE_RX]);
	offer_bool(sets, FACT_PAUSE_TX, &tb[ETHTOOL_A_PAUSE_TX]);
}

void netlink_pause_totals(const struct answer *answer, struct sets *sets)
{
	struct attr tb[ETHTOOL_A_PAUSE_STATS + 1], stat[ETHTOOL_A_PAUSE_STAT_RX_FRAMES + 1];

	sort(answer, tb, COUNT(tb));
	attrs_sort(attr_inside(&tb[ETHTOOL_A_PAUSE_STATS]), stat, COUNT(stat));
	put_total(sets, FACT_TOTAL_PAUSE_TX, &stat[ETHTOOL_A_PAUSE_STAT_TX_FRAMES]);
	put_total(sets, FACT_TOTAL_PAUSE_RX, &stat[ETHTOOL_A_PAUSE_STAT_RX_FRAMES]);
}

void netlink_eee(const struct answer *answer, struct sets *sets)
{
	struct attr tb[ETHTOOL_A_EEE_TX_LPI_ENABLED + 1];
	struct bitset ours, peer;

	sort(answer, tb, COUNT(tb));
	ours = bitset_read(&tb[ETHTOOL_A_EEE_MODES_OURS]);
	peer = bitset_read(&tb[ETHTOOL_A_EEE_MODES_PEER]);
	offer_eee_modes(sets, FROM_NETLINK,
			&(struct mode_sets){ .supported = ours.mask, .advertised = ours.value,
					     .peer = peer.value });
	offer_bool(sets, FACT_EEE_ACTIVE, &tb[ETHTOOL_A_EEE_ACTIVE]);
	offer_bool(sets, FACT_EEE_ENABLED, &tb[ETHTOOL_A_EEE_ENABLED]);
	offer_bool(sets, FACT_EEE_TX_LPI, &tb[ETHTOOL_A_EEE_TX_LPI_ENABLED]);
}

static const struct value_name fec_names[] = {
	{ ETHTOOL_LINK_MODE_FEC_NONE_BIT, "Off" },
	{ ETHTOOL_LINK_MODE_FEC_RS_BIT, "RS" },
	{ ETHTOOL_LINK_MODE_FEC_BASER_BIT, "BaseR" },
	{ ETHTOOL_LINK_MODE_FEC_LLRS_BIT, "LLRS" },
};

void netlink_fec(const struct answer *answer, struct sets *sets)
{
	struct facts *near = &sets->set[SET_NEAR];
	struct attr tb[ETHTOOL_A_FEC_ACTIVE + 1];
	struct modes modes;
	const char *name;
	int64_t num;

	sort(answer, tb, COUNT(tb));
	modes = bitset_read(&tb[ETHTOOL_A_FEC_MODES]).value;
	for (size_t i = 0; i < COUNT(fec_names); i++)
		if (modes_has(&modes, (int)fec_names[i].num))
			facts_list_add(near, FACT_FEC_CONFIGURED, FROM_NETLINK, fec_names[i].name);
	offer_bool(sets, FACT_FEC_AUTO, &tb[ETHTOOL_A_FEC_AUTO]);
	if (!attr_num(&tb[ETHTOOL_A_FEC_ACTIVE], &num))
		return;
	name = value_name(fec_names, COUNT(fec_names), num);
	if (name)
		facts_offer_text(near, FACT_FEC_ACTIVE, FROM_NETLINK, name);
}

/* An array of u64: the total, then the lanes.  Past INT64_MAX: not told. */
static void put_array(struct sets *sets, enum fact_id total, enum fact_id lanes,
		      const struct attr *a)
{
	struct fact fact = { .state = FACT_KNOWN, .source = FROM_NETLINK };
	struct attr one = { .data = a->data, .len_bytes = sizeof(uint64_t) };
	int64_t num;

	if (!a->data || a->len_bytes < sizeof(uint64_t))
		return;
	put_total(sets, total, &one);
	for (size_t at = 8; at + 8 <= a->len_bytes && fact.reals.count < FACT_REALS_MAX; at += 8) {
		one.data = a->data + at;
		fact.reals.at[fact.reals.count++] = attr_num(&one, &num) ? (double)num : NAN;
	}
	if (fact.reals.count > 0)
		facts_put(&sets->set[SET_NEAR], lanes, &fact);
}

void netlink_fec_totals(const struct answer *answer, struct sets *sets)
{
	struct attr tb[ETHTOOL_A_FEC_STATS + 1], stat[ETHTOOL_A_FEC_STAT_CORR_BITS + 1];

	sort(answer, tb, COUNT(tb));
	attrs_sort(attr_inside(&tb[ETHTOOL_A_FEC_STATS]), stat, COUNT(stat));
	put_array(sets, FACT_TOTAL_FEC_CORRECTED, FACT_FEC_LANE_CORRECTED,
		  &stat[ETHTOOL_A_FEC_STAT_CORRECTED]);
	put_array(sets, FACT_TOTAL_FEC_UNCORRECTABLE, FACT_FEC_LANE_UNCORRECTABLE,
		  &stat[ETHTOOL_A_FEC_STAT_UNCORR]);
	put_array(sets, FACT_FEC_CORRECTED_BITS, FACT_FEC_LANE_CORRECTED_BITS,
		  &stat[ETHTOOL_A_FEC_STAT_CORR_BITS]);
}
