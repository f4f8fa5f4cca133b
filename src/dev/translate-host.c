// SPDX-License-Identifier: GPL-3.0-or-later
/* The host around the port: PCIe and USB, NUMA, rings, channels, moderation, offloads. */
#include <inttypes.h>
#include <linux/ethtool_netlink.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dev/attr.h"
#include "dev/translate-private.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static struct facts *near_of(struct sets *sets)
{
	return &sets->set[SET_NEAR];
}

/* What a port of a link carries, or could. */
struct width {
	char speed[16];			/* GT/s: "2.5", "16.0"; "" if not told */
	unsigned int lanes;
	int64_t lane_mbps;
};

struct hop {
	char name[32];			/* "0000:00:19.0" */
	struct width now, most;		/* as trained, as built */
};

/*
 * What a lane carries, in Mb/s: 8b/10b up to 5 GT/s and 128b/130b up to 32, as
 * PCIE_SPEED2MBS_ENC in Linux drivers/pci/pci.h.  From 64 GT/s on a 256-byte
 * flit has 8 bytes of CRC and 6 of FEC (PCI Express 6.0, 4.2.3.4), which Linux
 * does not take off.
 */
static int64_t lane_mbps(const char *speed)
{
	static const struct value_name rates[] = {
		{ 2000, "2.5" }, { 4000, "5.0" },   { 4000, "5" },   { 7876, "8.0" },
		{ 7876, "8" },	 { 15753, "16.0" }, { 15753, "16" }, { 31507, "32.0" },
		{ 31507, "32" }, { 60500, "64.0" }, { 60500, "64" }, { 121000, "128.0" },
	};

	for (size_t i = 0; i < COUNT(rates); i++)
		if (strcmp(rates[i].name, speed) == 0)
			return rates[i].num;
	return 0;
}

static void width_set(struct width *w, const char *speed, const char *lanes)
{
	char *end;
	unsigned long n = strtoul(lanes, &end, 10);

	/* 63 is all ones: a device that has gone or sleeps */
	if (end == lanes || n == 0 || n > 32 || sscanf(speed, "%15[0-9.] GT/s", w->speed) != 1)
		return;
	w->lanes = (unsigned int)n;
	w->lane_mbps = lane_mbps(w->speed);
}

/* The line up to its break, cut to size. */
static void line_read(struct cur *c, char *line, size_t size)
{
	size_t len = 0;

	while (cur_left(c)) {
		char byte = (char)cur_u8(c);

		if (byte == '\n')
			break;
		if (len < size - 1)
			line[len++] = byte;
	}
	line[len] = '\0';
}

/*
 * "0000:00:19.0<tab>2.5 GT/s PCIe<tab>1", and since this version what the device
 * could, <tab>8.0 GT/s PCIe<tab>4.  "Unknown" speeds and 0 lanes are no hop.
 */
static struct hop hop_read(struct cur *c)
{
	char line[128], *field[5] = { line }, *at = line;
	struct hop hop = { .name = "" };
	size_t fields = 1;

	line_read(c, line, sizeof(line));
	while (fields < COUNT(field) && (at = strchr(at, '\t'))) {
		*at++ = '\0';
		field[fields++] = at;
	}
	if (fields < 3)
		return hop;
	snprintf(hop.name, sizeof(hop.name), "%.31s", field[0]);
	width_set(&hop.now, field[1], field[2]);
	if (fields == 5)
		width_set(&hop.most, field[3], field[4]);
	return hop;
}

static int64_t width_mbps(const struct width *w)
{
	return w->lane_mbps * w->lanes;
}

#define HOPS_MAX 16

static void offer_width(struct facts *near, enum fact_id id, const struct width *w)
{
	char text[40];

	if (width_mbps(w) == 0)
		return;
	snprintf(text, sizeof(text), "%s GT/s x%u", w->speed, w->lanes);
	facts_offer_text(near, id, FROM_SYSFS, text);
}

/*
 * Why a link of the path is no faster.  card is the end below, slot the one
 * above; what both could and did not train is a bad contact, a riser, or power
 * saving, which lowers the speed and leaves the lanes.
 */
static const char *cause(const struct width *now, const struct width *card,
			 const struct width *slot)
{
	unsigned int lanes = card->lanes < slot->lanes ? card->lanes : slot->lanes;
	int64_t lane = card->lane_mbps < slot->lane_mbps ? card->lane_mbps : slot->lane_mbps;

	if (width_mbps(card) == 0 || width_mbps(slot) == 0)
		return NULL;
	if (now->lanes < lanes)
		return "fewer-lanes-trained";
	if (now->lane_mbps < lane)
		return "slower-trained";
	return slot->lanes < card->lanes || slot->lane_mbps < card->lane_mbps ? "slot" : "card";
}

static void offer_limit(struct facts *near, const struct hop *hop, size_t count, size_t least)
{
	size_t below = least & ~(size_t)1, above = below + 1;
	const char *why;
	char text[80];

	snprintf(text, sizeof(text), "%s GT/s x%u at %s", hop[least].now.speed,
		 hop[least].now.lanes, hop[least].name);
	facts_offer_num(near, FACT_HOST_BUS_RATE, FROM_SYSFS, width_mbps(&hop[least].now));
	facts_offer_text(near, FACT_HOST_BUS_LIMIT, FROM_SYSFS, text);
	if (above >= count)
		return;
	offer_width(near, FACT_HOST_BUS_CARD, &hop[below].most);
	offer_width(near, FACT_HOST_BUS_SLOT, &hop[above].most);
	why = cause(&hop[least].now, &hop[below].most, &hop[above].most);
	if (why)
		facts_offer_text(near, FACT_HOST_BUS_CAUSE, FROM_SYSFS, why);
}

/*
 * Lines from the endpoint to the root; both ends of a link say the same, so the
 * lines 0 and 1, 2 and 3 and so on belong together.
 */
void sysfs_pcie(const struct answer *answer, struct sets *sets)
{
	struct hop hop[HOPS_MAX];
	size_t count = 0, least = HOPS_MAX;
	struct cur c;

	cur_init(&c, answer->bytes, answer->len_bytes);
	while (cur_left(&c) && count < HOPS_MAX) {
		hop[count] = hop_read(&c);
		if (width_mbps(&hop[count].now) > 0 &&
		    (least == HOPS_MAX || width_mbps(&hop[count].now) < width_mbps(&hop[least].now)))
			least = count;
		count++;
	}
	if (least < HOPS_MAX)
		offer_limit(near_of(sets), hop, count, least);
}

/*
 * What bulk transfers get of a USB signalling rate, in Mb/s.  480: 13 packets
 * of 512 bytes a microframe (USB 2.0, 5.8.4); 12: 19 of 64 bytes a frame; above
 * that the line code, 8b/10b or 128b/132b (USB 3.2, 6.3).
 */
static int64_t usb_mbps(int64_t signalled)
{
	static const int64_t rate[][2] = {
		{ 12, 9 }, { 480, 425 }, { 5000, 4000 }, { 10000, 9697 }, { 20000, 19394 },
	};

	for (size_t i = 0; i < COUNT(rate); i++)
		if (rate[i][0] == signalled)
			return rate[i][1];
	return 0;
}

/* "2-1<tab>5000": USB devices from the NIC to the root hub. */
void sysfs_usb(const struct answer *answer, struct sets *sets)
{
	int64_t least = INT64_MAX, mbps;
	char line[64], name[32], limit[64] = "";
	struct cur c;
	int speed;

	cur_init(&c, answer->bytes, answer->len_bytes);
	while (cur_left(&c)) {
		line_read(&c, line, sizeof(line));
		if (sscanf(line, "%31[^\t]\t%6d", name, &speed) != 2)
			continue;
		mbps = usb_mbps(speed);
		if (mbps == 0 || mbps >= least)
			continue;
		least = mbps;
		snprintf(limit, sizeof(limit), "USB %d Mb/s at %s", speed, name);
	}
	if (least == INT64_MAX)
		return;
	facts_offer_num(near_of(sets), FACT_HOST_BUS_RATE, FROM_SYSFS, least);
	facts_offer_text(near_of(sets), FACT_HOST_BUS_LIMIT, FROM_SYSFS, limit);
}

/* -1: the machine has one node, or the firmware does not say. */
void sysfs_numa(const struct answer *answer, struct sets *sets)
{
	char text[16], *end;
	long node;

	if (!answer_text(answer, text, sizeof(text)))
		return;
	node = strtol(text, &end, 10);
	if (end != text && *end == '\0' && node >= 0)
		facts_offer_num(near_of(sets), FACT_HOST_NUMA_NODE, FROM_SYSFS, node);
}

static void sort(const struct answer *answer, struct attr *tb, size_t count)
{
	struct cur c;

	cur_init(&c, answer->bytes, answer->len_bytes);
	attrs_sort(c, tb, count);
}

static void offer_num(struct sets *sets, enum fact_id id, const struct attr *a)
{
	int64_t num;

	if (attr_num(a, &num))
		facts_offer_num(near_of(sets), id, FROM_NETLINK, num);
}

void netlink_rings(const struct answer *answer, struct sets *sets)
{
	struct attr tb[ETHTOOL_A_RINGS_TX + 1];

	sort(answer, tb, COUNT(tb));
	offer_num(sets, FACT_HOST_RING_RX, &tb[ETHTOOL_A_RINGS_RX]);
	offer_num(sets, FACT_HOST_RING_RX_MAX, &tb[ETHTOOL_A_RINGS_RX_MAX]);
	offer_num(sets, FACT_HOST_RING_TX, &tb[ETHTOOL_A_RINGS_TX]);
	offer_num(sets, FACT_HOST_RING_TX_MAX, &tb[ETHTOOL_A_RINGS_TX_MAX]);
}

static int64_t num_or_0(const struct attr *a)
{
	int64_t num;

	return attr_num(a, &num) ? num : 0;
}

/* Channels that receive: combined ones and those for receiving alone. */
void netlink_channels(const struct answer *answer, struct sets *sets)
{
	struct attr tb[ETHTOOL_A_CHANNELS_COMBINED_COUNT + 1];
	int64_t now, most;

	sort(answer, tb, COUNT(tb));
	now = num_or_0(&tb[ETHTOOL_A_CHANNELS_RX_COUNT]) +
	      num_or_0(&tb[ETHTOOL_A_CHANNELS_COMBINED_COUNT]);
	most = num_or_0(&tb[ETHTOOL_A_CHANNELS_COMBINED_MAX]);
	if (num_or_0(&tb[ETHTOOL_A_CHANNELS_RX_MAX]) > most)
		most = num_or_0(&tb[ETHTOOL_A_CHANNELS_RX_MAX]);
	if (now > 0)
		facts_offer_num(near_of(sets), FACT_HOST_RX_CHANNELS, FROM_NETLINK, now);
	if (most > 0)
		facts_offer_num(near_of(sets), FACT_HOST_RX_CHANNELS_MAX, FROM_NETLINK, most);
}

void netlink_coalesce(const struct answer *answer, struct sets *sets)
{
	struct attr tb[ETHTOOL_A_COALESCE_USE_ADAPTIVE_RX + 1];
	int64_t num;

	sort(answer, tb, COUNT(tb));
	offer_num(sets, FACT_HOST_RX_USECS, &tb[ETHTOOL_A_COALESCE_RX_USECS]);
	offer_num(sets, FACT_HOST_TX_USECS, &tb[ETHTOOL_A_COALESCE_TX_USECS]);
	if (attr_num(&tb[ETHTOOL_A_COALESCE_USE_ADAPTIVE_RX], &num))
		facts_offer_bool(near_of(sets), FACT_HOST_RX_ADAPTIVE, FROM_NETLINK, num);
}

/* Those that change what a capture or a measurement sees; there are sixty more. */
static bool of_interest(const char *name)
{
	static const char *const names[] = {
		"rx-all", "rx-checksum", "rx-fcs", "rx-gro", "rx-gro-hw", "rx-hashing", "rx-lro",
		"rx-vlan-hw-parse", "tx-generic-segmentation", "tx-tcp-segmentation",
		"tx-vlan-hw-insert", "loopback",
	};

	for (size_t i = 0; i < COUNT(names); i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

/* A list of bits with names: their numbers change from kernel to kernel. */
void netlink_features(const struct answer *answer, struct sets *sets)
{
	struct attr tb[ETHTOOL_A_FEATURES_ACTIVE + 1], set[ETHTOOL_A_BITSET_BITS + 1];
	struct attr bit[ETHTOOL_A_BITSET_BIT_NAME + 1], a;
	struct cur c;
	char name[64];

	sort(answer, tb, COUNT(tb));
	attrs_sort(attr_inside(&tb[ETHTOOL_A_FEATURES_ACTIVE]), set, COUNT(set));
	c = attr_inside(&set[ETHTOOL_A_BITSET_BITS]);
	while (attr_next(&c, &a)) {
		attrs_sort(attr_inside(&a), bit, COUNT(bit));
		if (attr_text(&bit[ETHTOOL_A_BITSET_BIT_NAME], name, sizeof(name)) &&
		    of_interest(name))
			facts_list_add(near_of(sets), FACT_HOST_OFFLOADS, FROM_NETLINK, name);
	}
}
