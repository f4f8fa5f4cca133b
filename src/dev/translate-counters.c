// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Totals.  Sources come in the order of trust: rtnetlink, `ethtool -S` by the
 * table of the driver, the standard groups of ethtool netlink.  The later one
 * overwrites: read at another moment, it is no disagreement.
 */
#include <linux/ethtool.h>
#include <linux/ethtool_netlink.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "dev/attr.h"
#include "dev/translate-private.h"
#include "fact/counters.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static struct facts *near_of(struct sets *sets)
{
	return &sets->set[SET_NEAR];
}

static int64_t stat_at(const struct attr *stats, size_t offset)
{
	struct attr field = { .data = stats->data + offset, .len_bytes = sizeof(uint64_t) };
	int64_t num;

	if (offset + sizeof(uint64_t) > stats->len_bytes || !attr_num(&field, &num))
		return -1;
	return num;
}

/*
 * Frames the host was too slow for.  Drivers put them into one of three fields
 * or the same ones into several, hence the largest.  rx_dropped is no such
 * count: frames for protocols that nobody speaks are in it.
 */
static int64_t host_drops(const struct attr *stats)
{
	static const size_t field[] = {
		offsetof(struct rtnl_link_stats64, rx_missed_errors),
		offsetof(struct rtnl_link_stats64, rx_fifo_errors),
		offsetof(struct rtnl_link_stats64, rx_over_errors),
	};
	int64_t most = -1, num;

	for (size_t i = 0; i < COUNT(field); i++) {
		num = stat_at(stats, field[i]);
		most = num > most ? num : most;
	}
	return most;
}

/*
 * A field that drivers fill or not, as they like.  A zero that the table does
 * not vouch for is absent; its source tells that the field was there, so that a
 * rise from it counts (probe_counters()).
 */
static void put_field(struct facts *near, enum fact_id id, int64_t num)
{
	const struct fact zero = { .state = FACT_ABSENT, .source = FROM_NETLINK };
	enum counter_field field = counters_field(facts_text(near, FACT_PORT_DRIVER), id);

	if (num < 0 || field == FIELD_OTHER)
		return;
	if (field == FIELD_FILLED || num > 0)
		facts_put_num(near, id, FROM_NETLINK, num);
	else if (!facts_known(near, id))
		facts_put(near, id, &zero);
}

#define FIELD(id, field) { FACT_TOTAL_##id, offsetof(struct rtnl_link_stats64, field) }

struct field {
	enum fact_id id;
	size_t offset;
};

/* The network core or every driver counts these. */
static void always(struct facts *near, const struct attr *stats)
{
	static const struct field row[] = {
		FIELD(RX_FRAMES, rx_packets), FIELD(TX_FRAMES, tx_packets),
		FIELD(RX_BYTES, rx_bytes),    FIELD(TX_BYTES, tx_bytes),
		FIELD(RX_ERRORS, rx_errors),  FIELD(TX_ERRORS, tx_errors),
	};

	for (size_t i = 0; i < COUNT(row); i++)
		if (stat_at(stats, row[i].offset) >= 0)
			facts_put_num(near, row[i].id, FROM_NETLINK, stat_at(stats, row[i].offset));
}

void rtnl_totals(const struct answer *answer, struct sets *sets)
{
	static const struct field row[] = {
		FIELD(CRC, rx_crc_errors),
		FIELD(ALIGNMENT, rx_frame_errors),
		FIELD(LENGTH, rx_length_errors),
		FIELD(COLLISIONS, collisions),
		FIELD(LATE_COLLISIONS, tx_window_errors),	/* 30.3.1.1.10 by if_link.h */
		FIELD(EXCESSIVE_COLLISIONS, tx_aborted_errors),
		FIELD(CARRIER, tx_carrier_errors),
		FIELD(FIFO_OVERRUNS, rx_fifo_errors),
	};
	struct facts *near = near_of(sets);
	struct attr tb[IFLA_CARRIER_CHANGES + 1];
	struct cur c;
	int64_t num;

	cur_init(&c, answer->bytes, answer->len_bytes);
	if (!cur_bytes(&c, sizeof(struct ifinfomsg)))
		return;
	attrs_sort(c, tb, COUNT(tb));
	if (attr_num(&tb[IFLA_CARRIER_CHANGES], &num))
		facts_put_num(near, FACT_TOTAL_CARRIER_CHANGES, FROM_NETLINK, num);
	if (!tb[IFLA_STATS64].data)
		return;
	always(near, &tb[IFLA_STATS64]);
	for (size_t i = 0; i < COUNT(row); i++)
		put_field(near, row[i].id, stat_at(&tb[IFLA_STATS64], row[i].offset));
	put_field(near, FACT_TOTAL_HOST_DROPS, host_drops(&tb[IFLA_STATS64]));
}

#undef FIELD

/* Attributes of the standard groups; several of one total are added up. */
static const struct {
	int64_t group;
	uint16_t stat;
	enum fact_id total;
} standard[] = {
	{ ETHTOOL_STATS_ETH_PHY, ETHTOOL_A_STATS_ETH_PHY_5_SYM_ERR, FACT_TOTAL_SYMBOL },
	{ ETHTOOL_STATS_ETH_MAC, ETHTOOL_A_STATS_ETH_MAC_3_SINGLE_COL, FACT_TOTAL_COLLISIONS },
	{ ETHTOOL_STATS_ETH_MAC, ETHTOOL_A_STATS_ETH_MAC_4_MULTI_COL, FACT_TOTAL_COLLISIONS },
	{ ETHTOOL_STATS_ETH_MAC, ETHTOOL_A_STATS_ETH_MAC_6_FCS_ERR, FACT_TOTAL_CRC },
	{ ETHTOOL_STATS_ETH_MAC, ETHTOOL_A_STATS_ETH_MAC_7_ALIGN_ERR, FACT_TOTAL_ALIGNMENT },
	{ ETHTOOL_STATS_ETH_MAC, ETHTOOL_A_STATS_ETH_MAC_10_LATE_COL, FACT_TOTAL_LATE_COLLISIONS },
	{ ETHTOOL_STATS_ETH_MAC, ETHTOOL_A_STATS_ETH_MAC_11_XS_COL,
	  FACT_TOTAL_EXCESSIVE_COLLISIONS },
	{ ETHTOOL_STATS_ETH_MAC, ETHTOOL_A_STATS_ETH_MAC_13_CS_ERR, FACT_TOTAL_CARRIER },
	{ ETHTOOL_STATS_ETH_MAC, ETHTOOL_A_STATS_ETH_MAC_23_IR_LEN_ERR, FACT_TOTAL_LENGTH },
	{ ETHTOOL_STATS_ETH_MAC, ETHTOOL_A_STATS_ETH_MAC_24_OOR_LEN, FACT_TOTAL_LENGTH },
	{ ETHTOOL_STATS_ETH_MAC, ETHTOOL_A_STATS_ETH_MAC_25_TOO_LONG_ERR, FACT_TOTAL_LENGTH },
	{ ETHTOOL_STATS_RMON, ETHTOOL_A_STATS_RMON_UNDERSIZE, FACT_TOTAL_RUNTS },
	{ ETHTOOL_STATS_RMON, ETHTOOL_A_STATS_RMON_FRAG, FACT_TOTAL_RUNTS },
};

static void add_standard(int64_t group, const struct attr *stat, struct counter_sum *sums)
{
	struct cur c = attr_inside(stat);
	struct attr value;
	int64_t num;

	if (!attr_next(&c, &value) || !attr_num(&value, &num))
		return;
	for (size_t i = 0; i < COUNT(standard); i++) {
		struct counter_sum *sum = &sums[standard[i].total - FACT_TOTAL_FIRST];

		if (standard[i].group != group || standard[i].stat != value.type)
			continue;
		sum->known = true;
		if (sum->num <= INT64_MAX - num)
			sum->num += num;
	}
}

static void put_sums(struct facts *near, enum fact_source from, const struct counter_sum *sums)
{
	for (int i = 0; i < FACT_COUNTERS_COUNT; i++)
		if (sums[i].known)
			facts_put_num(near, (enum fact_id)(FACT_TOTAL_FIRST + i), from, sums[i].num);
}

/* ETHTOOL_MSG_STATS_GET_REPLY: a nest for each group, in it a nest for each statistic. */
void netlink_stats(const struct answer *answer, struct sets *sets)
{
	struct counter_sum sums[FACT_COUNTERS_COUNT] = { 0 };
	struct attr tb[ETHTOOL_A_STATS_GRP_ID + 1], group, stat;
	struct cur c, inside;
	int64_t id;

	cur_init(&c, answer->bytes, answer->len_bytes);
	while (attr_next(&c, &group)) {
		if (group.type != ETHTOOL_A_STATS_GRP)
			continue;
		inside = attr_inside(&group);
		attrs_sort(inside, tb, COUNT(tb));
		if (!attr_num(&tb[ETHTOOL_A_STATS_GRP_ID], &id))
			continue;
		while (attr_next(&inside, &stat))
			if (stat.type == ETHTOOL_A_STATS_GRP_STAT)
				add_standard(id, &stat, sums);
	}
	put_sums(near_of(sets), FROM_NETLINK, sums);
}

/* The next line without its break; false at the end.  The last may lack the break. */
static bool next_line(struct cur *c, const char **line, size_t *len)
{
	const uint8_t *end;

	if (!cur_left(c))
		return false;
	end = memchr(c->at, '\n', cur_left(c));
	*len = end ? (size_t)(end - c->at) : cur_left(c);
	*line = (const char *)cur_bytes(c, *len);
	if (end)
		cur_bytes(c, 1);
	return true;
}

/* Decimal digits to the end; false: none, others, or beyond INT64_MAX. */
static bool number(const char *text, size_t len, int64_t *num)
{
	*num = 0;
	for (size_t i = 0; i < len; i++) {
		if (text[i] < '0' || text[i] > '9' || *num > (INT64_MAX - 9) / 10)
			return false;
		*num = 10 * *num + (text[i] - '0');
	}
	return len > 0;
}

/* Lines "name: value"; a name may have spaces and colons. */
void ioctl_stats(const struct answer *answer, struct sets *sets)
{
	const char *driver = facts_text(near_of(sets), FACT_PORT_DRIVER), *line, *colon;
	struct counter_sum sums[FACT_COUNTERS_COUNT] = { 0 };
	struct cur c;
	int64_t num;
	size_t len;

	cur_init(&c, answer->bytes, answer->len_bytes);
	while (next_line(&c, &line, &len)) {
		colon = len ? memrchr(line, ':', len) : NULL;
		if (!colon || colon + 2 > line + len || colon[1] != ' ' ||
		    !number(colon + 2, (size_t)(line + len - colon) - 2, &num))
			continue;
		counters_add(driver, line, (size_t)(colon - line), num, sums);
	}
	put_sums(near_of(sets), FROM_IOCTL, sums);
}

static bool is_space(uint8_t byte)
{
	return byte == ' ' || byte == '\t' || byte == '\n';
}

/* The next word, hexadecimal if base is 16; false: none, or no such number. */
static bool next_number(struct cur *c, int base, int64_t *num)
{
	char text[24], *end;
	size_t len = 0;

	while (cur_left(c) && is_space(*c->at))
		cur_bytes(c, 1);
	while (cur_left(c) && !is_space(*c->at) && len < sizeof(text) - 1)
		text[len++] = (char)cur_u8(c);
	text[len] = '\0';
	*num = (int64_t)strtoull(text, &end, base);
	return len > 0 && *end == '\0' && *num >= 0;
}

/* One line a CPU, words in hexadecimal: processed, dropped, squeezed (net/core/net-procfs.c). */
void proc_softnet(const struct answer *answer, struct sets *sets)
{
	int64_t drops = 0, squeezed = 0, seen, dropped, squeeze;
	struct cur c, words;
	const char *line;
	bool any = false;
	size_t len;

	cur_init(&c, answer->bytes, answer->len_bytes);
	while (next_line(&c, &line, &len)) {
		cur_init(&words, line, len);
		if (!next_number(&words, 16, &seen) || !next_number(&words, 16, &dropped) ||
		    !next_number(&words, 16, &squeeze) || dropped > UINT32_MAX ||
		    squeeze > UINT32_MAX)
			continue;
		drops += dropped;
		squeezed += squeeze;
		any = true;
	}
	if (!any)
		return;
	facts_put_num(near_of(sets), FACT_TOTAL_SOFTNET_DROPS, FROM_PROC, drops);
	facts_put_num(near_of(sets), FACT_TOTAL_SOFTNET_SQUEEZED, FROM_PROC, squeezed);
}

static bool is_word(struct cur *c, const char *word)
{
	size_t len = strlen(word);

	while (cur_left(c) && *c->at == ' ')
		cur_bytes(c, 1);
	return cur_left(c) >= len && memcmp(c->at, word, len) == 0 &&
	       (cur_left(c) == len || c->at[len] == ' ');
}

static void skip_word(struct cur *c)
{
	while (cur_left(c) && *c->at != ' ')
		cur_bytes(c, 1);
}

/* The value below that name: a line of names, then a line of values. */
static bool below(const char *names, size_t names_len, const char *values, size_t values_len,
		  const char *name, int64_t *num)
{
	struct cur n, v;
	int64_t value;

	cur_init(&n, names, names_len);
	cur_init(&v, values, values_len);
	skip_word(&n);
	skip_word(&v);
	while (cur_left(&n) && next_number(&v, 10, &value)) {
		if (is_word(&n, name)) {
			*num = value;
			return true;
		}
		skip_word(&n);
	}
	return false;
}

static void add_socket_drops(struct sets *sets, int64_t num)
{
	int64_t before = facts_num(near_of(sets), FACT_TOTAL_SOCKET_DROPS, 0);

	if (num <= INT64_MAX - before)
		facts_put_num(near_of(sets), FACT_TOTAL_SOCKET_DROPS, FROM_PROC, before + num);
}

/* The two lines "Udp:" of /proc/net/snmp. */
void proc_snmp(const struct answer *answer, struct sets *sets)
{
	const char *names, *values;
	size_t names_len, values_len;
	struct cur c;
	int64_t num;

	cur_init(&c, answer->bytes, answer->len_bytes);
	if (next_line(&c, &names, &names_len) && next_line(&c, &values, &values_len) &&
	    below(names, names_len, values, values_len, "RcvbufErrors", &num))
		add_socket_drops(sets, num);
}

/* "Udp6RcvbufErrors <spaces> 0" of /proc/net/snmp6. */
void proc_snmp6(const struct answer *answer, struct sets *sets)
{
	struct cur c;
	int64_t num;

	cur_init(&c, answer->bytes, answer->len_bytes);
	while (cur_left(&c) && !is_space(*c.at))
		cur_bytes(&c, 1);
	if (next_number(&c, 10, &num))
		add_socket_drops(sets, num);
}
