/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TEXT_KLOG_H
#define TEXT_KLOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fact/fact.h"

/*
 * What drivers tell the kernel log of a link.  One line at a time, as dmesg,
 * /dev/kmsg ("6,812,93841234,-;text"), syslog or the journal give it, or the
 * bare text.  The shapes are those of Linux 2.4 to 6.12: netdev_printk() and
 * dev_printk(), phylib, phylink, bonding, and drivers that write their own.
 */
enum klog_kind {
	KLOG_OTHER,		/* nothing that this reader knows */
	KLOG_LINK_UP,
	KLOG_LINK_DOWN,
	KLOG_READY,		/* IPv6 saw the carrier come; of any driver */
	KLOG_STARTED,		/* driver loaded, or interface set up */
	KLOG_RENAMED,
	KLOG_ENSLAVED,
	KLOG_MEMBER_UP,		/* as the bond sees its member */
	KLOG_MEMBER_DOWN,
	KLOG_DOWNSHIFT,		/* slower than negotiated: speed_mbps, wanted_mbps if told */
	KLOG_MS_FAULT,		/* 1000BASE-T master/slave resolution failed */
	KLOG_PARTNER_SILENT,	/* half duplex, the partner does not negotiate */
	KLOG_LATE_COLLISION,
	KLOG_TX_HANG,
	KLOG_MODULE_REFUSED,
	KLOG_MODULE_FAULT,
	KLOG_CABLE_UNPLUGGED,
	KLOG_OWN_ADDRESS,	/* a bridge: a frame from outside has an address of this host */
	KLOG_ADDRESS_TAKEN,	/* IPv6: another station has it; see klog_taken() */
	KLOG_LACP_LOOP,		/* a bond: LACP of this port came back to it */
	KLOG_PCIE_RATE,		/* speed_mbps is there, wanted_mbps is what the card could */
	KLOG_COUNT
};

enum klog_duplex { KLOG_DUPLEX_UNKNOWN, KLOG_HALF, KLOG_FULL };

#define KLOG_NAME_MAX 64

struct klog {
	enum klog_kind kind;
	int64_t t_us;			/* since boot; -1: the line does not tell */
	char driver[KLOG_NAME_MAX];	/* "igc", "Generic FE-GE Realtek PHY"; "" if not told */
	char place[KLOG_NAME_MAX];	/* "0000:13:00.0", "mdio-bus:1f"; "" if not told */
	char port[KLOG_NAME_MAX];	/* "eth1"; "" if not told */
	char master[KLOG_NAME_MAX];	/* the bond or bridge that tells; else "" */
	int64_t speed_mbps, wanted_mbps;	/* 0: not told */
	enum klog_duplex duplex;
	bool downshifted;		/* said in the same breath as the link */
	const char *text;		/* the message, within the line */
};

/* "link-up", "module-refused", ... */
extern const char *const klog_kind_name[KLOG_COUNT];

/*
 * Reads one line, with or without its line break.  False: not a message that
 * this reader knows; time, names and text are filled as far as they were found.
 */
bool klog_read(const char *line, struct klog *out);

/* "1000 to 100 Mb/s"; "" where they are the same or one is not told (0). */
void klog_speeds(int64_t before_mbps, int64_t after_mbps, char *out, size_t size);

/* What KLOG_DOWNSHIFT, or a link that came up downshifted, says: from and to, or by whom. */
void klog_downshift(const struct klog *k, char *out, size_t size);

/*
 * The IPv6 address of KLOG_ADDRESS_TAKEN, and behind a blank the hardware address
 * of who has it, which older kernels do not tell.  False: not such a line.
 */
bool klog_taken(const struct klog *k, char *out, size_t size);

/* Adds the address that KLOG_OWN_ADDRESS tells of to a list fact, once; older kernels do not tell it. */
void klog_add_own_address(const struct klog *k, struct fact *list);

/*
 * Whether the line is about that port.  place is its parent device ("0000:03:00.0"),
 * phy the device of its PHY ("r8169-0-300:00"); NULL or "": not known.  A line
 * with another PCI address is of another port, though the name be the same.
 */
bool klog_is_of(const struct klog *k, const char *port, const char *place, const char *phy);

#endif
