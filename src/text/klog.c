// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/klog.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

const char *const klog_kind_name[KLOG_COUNT] = {
	[KLOG_OTHER] = "other",
	[KLOG_LINK_UP] = "link-up",
	[KLOG_LINK_DOWN] = "link-down",
	[KLOG_READY] = "ready",
	[KLOG_STARTED] = "started",
	[KLOG_RENAMED] = "renamed",
	[KLOG_ENSLAVED] = "enslaved",
	[KLOG_MEMBER_UP] = "member-up",
	[KLOG_MEMBER_DOWN] = "member-down",
	[KLOG_DOWNSHIFT] = "downshift",
	[KLOG_MS_FAULT] = "master-slave-fault",
	[KLOG_PARTNER_SILENT] = "partner-silent",
	[KLOG_LATE_COLLISION] = "late-collision",
	[KLOG_TX_HANG] = "tx-hang",
	[KLOG_MODULE_REFUSED] = "module-refused",
	[KLOG_MODULE_FAULT] = "module-fault",
	[KLOG_CABLE_UNPLUGGED] = "cable-unplugged",
	[KLOG_OWN_ADDRESS] = "own-address",
	[KLOG_ADDRESS_TAKEN] = "address-taken",
	[KLOG_LACP_LOOP] = "lacp-loop",
	[KLOG_PCIE_RATE] = "pcie-rate",
};

/*
 * Words of the message, the first that fits.  Sources: Linux 6.1 and 6.12,
 * drivers/net; the driver is named where it is the only one.
 */
static const struct {
	const char *words;	/* as they stand, but for upper and lower case */
	enum klog_kind kind;
} shapes[] = {
	{ "SATA link", KLOG_OTHER },
	{ "transmit fault recovered", KLOG_OTHER },			/* sfp */
	{ "High temperature on sensors", KLOG_OTHER },			/* mlx5: of the NIC */
	{ "network connection: connected", KLOG_LINK_UP },		/* cdc_ncm */
	{ "network connection: disconnected", KLOG_LINK_DOWN },
	{ "available PCIe bandwidth", KLOG_PCIE_RATE },			/* drivers/pci/pci.c */
	{ "link status definitely up", KLOG_MEMBER_UP },		/* bonding */
	{ "link status definitely down", KLOG_MEMBER_DOWN },
	{ "Enslaving", KLOG_ENSLAVED },
	{ "renamed from ", KLOG_RENAMED },				/* net/core/dev.c */
	{ "link becomes ready", KLOG_READY },				/* net/ipv6/addrconf.c */
	{ "link is not ready", KLOG_STARTED },
	{ "attached PHY driver", KLOG_STARTED },			/* phylib */
	{ "configuring for ", KLOG_STARTED },				/* phylink */
	{ "Network Connection", KLOG_STARTED },				/* e1000e, igb */
	{ "registered PHC", KLOG_STARTED },
	{ "Downshift occurred", KLOG_DOWNSHIFT },			/* phylib */
	{ "downgraded by SmartSpeed", KLOG_DOWNSHIFT },			/* e1000e, igb, igc */
	{ "because it overheated", KLOG_DOWNSHIFT },			/* igb */
	{ "Master/Slave resolution failed", KLOG_MS_FAULT },		/* phylib */
	{ "link partner cannot autoneg", KLOG_PARTNER_SILENT },		/* e1000e */
	{ "unsupported SFP", KLOG_MODULE_REFUSED },			/* ixgbe, i40e, sfp */
	{ "unsupported module type", KLOG_MODULE_REFUSED },		/* ice */
	{ "power requirements exceed", KLOG_MODULE_REFUSED },		/* ice */
	{ "incompatible with the device's NVM", KLOG_MODULE_REFUSED },
	{ "module left in power mode", KLOG_MODULE_FAULT },		/* sfp */
	{ "Host does not support", KLOG_MODULE_REFUSED },
	{ "Unqualified SFP", KLOG_MODULE_REFUSED },			/* bnx2x, bnxt */
	{ "Unqualified module", KLOG_MODULE_REFUSED },
	{ "no common interface modes", KLOG_MODULE_REFUSED },		/* phylink */
	{ "Enforce part number list", KLOG_MODULE_REFUSED },		/* mlx5 */
	{ "Long Range for non MLNX cable", KLOG_MODULE_REFUSED },
	{ "Unknown identifier", KLOG_MODULE_REFUSED },
	{ "module transmit fault", KLOG_MODULE_FAULT },			/* sfp */
	{ "Power budget exceeded", KLOG_MODULE_FAULT },			/* mlx5 */
	{ "Bus stuck", KLOG_MODULE_FAULT },
	{ "No EEPROM/retry timeout", KLOG_MODULE_FAULT },
	{ "Bad or shorted cable", KLOG_MODULE_FAULT },
	{ "High Temperature", KLOG_MODULE_FAULT },
	{ "power on the PCIe slot", KLOG_MODULE_FAULT },
	{ "Cable unplugged", KLOG_CABLE_UNPLUGGED },
	{ "own address as source address", KLOG_OWN_ADDRESS },		/* net/bridge/br_fdb.c */
	{ "IPv6 duplicate address", KLOG_ADDRESS_TAKEN },		/* net/ipv6/addrconf.c */
	{ "illegal loopback occurred", KLOG_LACP_LOOP },		/* bonding/bond_3ad.c */
	{ "transmit queue", KLOG_TX_HANG },				/* NETDEV WATCHDOG */
	{ "Hardware Unit Hang", KLOG_TX_HANG },				/* e1000, e1000e */
	{ "Tx status register 82", KLOG_LATE_COLLISION },		/* 3c59x: out of window */
	{ "Link is Up", KLOG_LINK_UP },
	{ "Link is Down", KLOG_LINK_DOWN },
	{ "Link status is: 1", KLOG_LINK_UP },				/* ax88179_178a */
	{ "Link status is: 0", KLOG_LINK_DOWN },
	{ "link change old", KLOG_LINK_UP },				/* atlantic: "new 0" is down */
	{ "NIC Up: ", KLOG_LINK_UP },					/* alx */
	{ "carrier on", KLOG_LINK_UP },					/* r8152 */
	{ "carrier off", KLOG_LINK_DOWN },
	{ "Link up", KLOG_LINK_UP },					/* mii.c, mlx5, r8169 */
	{ "Link down", KLOG_LINK_DOWN },
};

static void copy(char *out, const char *from, size_t len)
{
	snprintf(out, KLOG_NAME_MAX, "%.*s", (int)len, from);
}

/* "1234.567890] "; the rest of the line, or NULL. */
static const char *seconds(const char *at, int64_t *t_us)
{
	char *end;
	double s = strtod(at, &end);

	if (end == at || *end != ']' || s < 0 || s > 1e12)
		return NULL;
	*t_us = (int64_t)(s * 1e6 + 0.5);
	return end + 1;
}

/* "6,812,93841234,-;": level and facility, number, microseconds, flags. */
static const char *kmsg_head(const char *line, int64_t *t_us)
{
	unsigned long long t;
	int used = 0;

	if (sscanf(line, "%*9u,%*20u,%18llu,%n", &t, &used) != 1 || used == 0)
		return NULL;
	line = strchr(line + used, ';');
	if (!line)
		return NULL;
	*t_us = (int64_t)t;
	return line + 1;
}

static const char *skip(const char *at, const char *set)
{
	return at + strspn(at, set);
}

/* What stands before the message: level, time, host, caller. */
static const char *stamp(const char *line, int64_t *t_us)
{
	const char *rest = kmsg_head(line, t_us), *kernel;

	if (rest)
		return rest;
	if (*line == '<' && strchr(line, '>'))
		line = strchr(line, '>') + 1;
	kernel = strstr(line, "kernel: ");
	if (kernel && (kernel == line || kernel[-1] == ' '))
		line = kernel + strlen("kernel: ");
	line = skip(line, " ");
	if (*line == '[') {
		rest = seconds(skip(line + 1, " "), t_us);
		if (!rest && strchr(line, ']'))
			rest = strchr(line, ']') + 1;	/* a date: dmesg -T */
		line = rest ? skip(rest, " ") : line;
	}
	if (*line == '[' && (line[1] == ' ' || line[1] == 'T' || line[1] == 'C') &&
	    strchr(line, ']'))
		line = skip(strchr(line, ']') + 1, " ");	/* CONFIG_PRINTK_CALLER */
	return line;
}

/* The last word of text[0..len), and the length before it. */
static size_t last_word(const char *text, size_t len, char *out)
{
	size_t at;

	while (len && text[len - 1] == ' ')
		len--;
	for (at = len; at && text[at - 1] != ' '; at--)
		;
	copy(out, text + at, len - at);
	while (at && text[at - 1] == ' ')
		at--;
	return at;
}

/*
 * "igc 0000:13:00.0 eth1", "ixgbe 0000:02:00.0", "Generic PHY r8169-0-300:00",
 * "eth0": what stands before ": ".  A word with a colon is a place.
 */
static void names(const char *head, size_t len, struct klog *out)
{
	const char *note = memchr(head, '(', len);
	size_t before;

	if (note && note > head)
		len = (size_t)(note - head);	/* "(unregistered net_device)" */
	before = last_word(head, len, out->port);
	if (before == 0)
		return;
	if (strchr(out->port, ':') || !memchr(head, ' ', before)) {
		memcpy(out->place, out->port, sizeof(out->place));
		out->port[0] = '\0';
	} else {
		before = last_word(head, before, out->place);
	}
	copy(out->driver, head, before);
}

/* "eth0" of "eth0: NIC Link is Up": a name, no function. */
static size_t leading_name(const char *text)
{
	size_t len = strcspn(text, " :(\n");

	return len && text[len] == ':' && text[len + 1] == ' ' && !memchr(text, '_', len) ? len : 0;
}

/* What stands before the name where a bond or bridge tells of its member. */
static const char *const before_member[] = {
	"(slave ", " for interface ", "received packet on ", " occurred on adapter (",
};

static void of_member(struct klog *out)
{
	for (size_t i = 0; i < COUNT(before_member); i++) {
		const char *at = strstr(out->text, before_member[i]);

		if (!at || (at != out->text && before_member[i][0] != ' '))
			continue;
		at += strlen(before_member[i]);
		memcpy(out->master, out->port, sizeof(out->master));
		copy(out->port, at, strcspn(at, "),: \n"));
		return;
	}
}

/* "eth0" of "eth0 NIC Link is Up" and of "atl1c: eth0: NIC Link is Up": its length, from *name. */
static size_t before_nic(const char *text, const char **name)
{
	const char *nic = strcasestr(text, " NIC ");

	*name = nic;
	while (nic && *name > text && (*name)[-1] != ' ')
		(*name)--;
	if (nic && nic > *name && nic[-1] == ':')
		nic--;
	if (!nic || (*name != text && (*name - text < 2 || (*name)[-2] != ':')))
		return 0;
	return (size_t)(nic - *name);
}

/*
 * Drivers before netdev_printk() wrote "e1000: eth0: e1000_watchdog: NIC Link ..."
 * or "e1000e: eth0 NIC Link ...": the head is the driver, the name follows.  Linux
 * 2.6.34 to 3.8 wrote "e1000e 0000:00:19.0: eth0: NIC Link ...".
 */
static void named_inside(struct klog *out)
{
	const char *name = out->text, *inner;
	size_t len = leading_name(name);

	if (strcmp(out->port, "IPv6") == 0 && (inner = strstr(out->text, "): "))) {
		copy(out->port, inner + 3, strcspn(inner + 3, ": \n"));
		return;
	}
	if (out->place[0]) {
		size_t nic = before_nic(out->text, &name);

		if (!out->port[0] && nic)
			copy(out->port, name, nic);
		else if (!out->port[0] && len && islower((unsigned char)out->text[0]) &&
			 isdigit((unsigned char)out->text[len - 1]))
			copy(out->port, out->text, len);
		return;
	}
	if (len == 0)
		len = before_nic(out->text, &name);
	if (len == 0)
		return;
	memcpy(out->driver, out->port, sizeof(out->driver));
	copy(out->port, name, len);
}

/* The next "1000 Mbps", "2.5Gbps", "126.028 Gb/s"; NULL: none. */
static const char *rate(const char *at, int64_t *mbps)
{
	for (; *at; at++) {
		char *end;
		double num;

		if (!isdigit((unsigned char)*at))
			continue;
		num = strtod(at, &end);
		at = end - 1;
		end += *end == ' ';
		if ((*end != 'M' && *end != 'G') || tolower((unsigned char)end[1]) != 'b' ||
		    num > 1e9)
			continue;
		*mbps = (int64_t)(num * (*end == 'G' ? 1000 : 1) + 0.5);
		return end;
	}
	return NULL;
}

static void link_words(struct klog *out)
{
	const char *at = out->text;

	if (out->kind == KLOG_DOWNSHIFT || out->kind == KLOG_PCIE_RATE) {
		int64_t *first = out->kind == KLOG_DOWNSHIFT ? &out->wanted_mbps : &out->speed_mbps;
		int64_t *then = out->kind == KLOG_DOWNSHIFT ? &out->speed_mbps : &out->wanted_mbps;

		at = rate(at, first);
		if (at)
			rate(at, then);
		return;
	}
	if (out->kind != KLOG_LINK_UP && out->kind != KLOG_MEMBER_UP)
		return;
	at = strstr(out->text, "link change old");
	if (at) {
		if (sscanf(at, "link change old %*d new %18" SCNd64, &out->speed_mbps) != 1)
			out->kind = KLOG_OTHER;
		else if (out->speed_mbps <= 0)
			out->kind = KLOG_LINK_DOWN;
		return;
	}
	at = out->text;
	rate(at, &out->speed_mbps);
	if (strcasestr(at, "full"))
		out->duplex = KLOG_FULL;
	else if (strcasestr(at, "half"))
		out->duplex = KLOG_HALF;
	out->downshifted = strcasestr(at, "(downshifted)");
}

/* "PHY info is only valid if link is up" is no event: link words begin the message. */
static bool begins(const char *text, const char *at)
{
	const char *nic = strcasestr(text, "NIC ");

	return at == text || (nic && nic < at) ||
	       (at - text >= 2 && strchr(":-", at[-2]) && at[-1] == ' ');
}

static enum klog_kind kind_of(const char *text)
{
	for (size_t i = 0; i < COUNT(shapes); i++) {
		const char *at = strcasestr(text, shapes[i].words);
		enum klog_kind kind = shapes[i].kind;

		if (at && ((kind != KLOG_LINK_UP && kind != KLOG_LINK_DOWN) || begins(text, at)))
			return kind;
	}
	return KLOG_OTHER;
}

bool klog_read(const char *line, struct klog *out)
{
	static const char watchdog[] = "NETDEV WATCHDOG: ";	/* "... eth0 (e1000e): transmit" */
	const char *text, *colon;

	*out = (struct klog){ .t_us = -1 };
	text = stamp(line, &out->t_us);
	if (strncmp(text, watchdog, strlen(watchdog)) == 0)
		text += strlen(watchdog);
	colon = strstr(text, ": ");
	out->text = colon ? colon + 2 : text;
	if (colon)
		names(text, (size_t)(colon - text), out);
	named_inside(out);
	of_member(out);
	out->kind = kind_of(out->text);
	link_words(out);
	return out->kind != KLOG_OTHER;
}

void klog_speeds(int64_t before_mbps, int64_t after_mbps, char *out, size_t size)
{
	out[0] = '\0';
	if (before_mbps && after_mbps && before_mbps != after_mbps)
		snprintf(out, size, "%" PRId64 " to %" PRId64 " Mb/s", before_mbps, after_mbps);
}

void klog_downshift(const struct klog *k, char *out, size_t size)
{
	if (k->wanted_mbps && k->speed_mbps)
		snprintf(out, size, "from %" PRId64 " to %" PRId64 " Mb/s", k->wanted_mbps,
			 k->speed_mbps);
	else if (k->downshifted)
		snprintf(out, size, "to %" PRId64 " Mb/s", k->speed_mbps);
	else
		snprintf(out, size, "%s", strcasestr(k->text, "overheated") ? "the NIC overheated" :
							    "SmartSpeed of the NIC");
}

bool klog_taken(const struct klog *k, char *out, size_t size)
{
	static const char before[] = "duplicate address ", by[] = " used by ";
	const char *at = k->kind == KLOG_ADDRESS_TAKEN ? strcasestr(k->text, before) : NULL;
	const char *who;
	int len;

	if (!at)
		return false;
	at += strlen(before);
	len = (int)strcspn(at, " \n");
	who = strncmp(at + len, by, strlen(by)) == 0 ? at + len + strlen(by) : "";
	snprintf(out, size, "%.*s%s%.*s", len, at, *who ? " " : "", (int)strcspn(who, " \n"), who);
	return len > 0;
}

void klog_add_own_address(const struct klog *k, struct fact *list)
{
	static const char before[] = "(addr:";
	const char *at = k->kind == KLOG_OWN_ADDRESS ? strstr(k->text, before) : NULL;
	char address[KLOG_NAME_MAX];

	if (!at)
		return;
	at += strlen(before);
	copy(address, at, strcspn(at, ",) \n"));
	if (strlen(address) != strlen("00:00:00:00:00:00") || strstr(list->text, address))
		return;
	list->state = FACT_KNOWN;
	list->source = FROM_LOG;
	fact_list_add(list, address);
}

static bool is_pci(const char *place)
{
	unsigned int domain, bus, slot, function;
	int len = 0;

	return sscanf(place, "%8x:%2x:%2x.%1x%n", &domain, &bus, &slot, &function, &len) == 4 &&
	       place[len] == '\0';
}

static bool same(const char *a, const char *b)
{
	return b && *b && strcmp(a, b) == 0;
}

bool klog_is_of(const struct klog *k, const char *port, const char *place, const char *phy)
{
	if (!k->port[0])
		return same(k->place, place) || same(k->place, phy);
	if (place && is_pci(place) && is_pci(k->place) && strcmp(place, k->place) != 0)
		return false;
	return same(k->port, port);
}
