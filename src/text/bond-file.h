/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TEXT_BOND_FILE_H
#define TEXT_BOND_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * /proc/net/bonding/BOND, live or pasted (Linux drivers/net/bonding/bond_procfs.c,
 * 2.6.32 to 6.12).  Without CAP_NET_ADMIN the kernel leaves out keys, port states
 * and the partner's address.
 */
#define BOND_MEMBERS_MAX 32
#define BOND_NAME_MAX 16

/* Port state bits of LACP: IEEE 802.1AX 6.4.2.3. */
#define LACP_SYNC 0x08
#define LACP_COLLECTING 0x10
#define LACP_DISTRIBUTING 0x20
#define LACP_DEFAULTED 0x40
#define LACP_EXPIRED 0x80

struct bond_member {
	char name[BOND_NAME_MAX];
	int up;			/* 1, 0, or -1: not told */
	int64_t speed_mbps;	/* 0: not known */
	char duplex[8];		/* "half", "full", or "" */
	int64_t failures;	/* link losses; -1: not told */
	int64_t aggregator;	/* -1: none, or not told */
	bool actor_churned, partner_churned;
	int64_t actor_key, actor_state, partner_key, partner_state;	/* -1: not told */
};

#define BOND_MEMBER_UNKNOWN \
	{ .up = -1, .failures = -1, .aggregator = -1, .actor_key = -1, .actor_state = -1, \
	  .partner_key = -1, .partner_state = -1 }

struct bond_file {
	char mode[24];		/* "802.3ad", "active-backup", ... as `ip -d link` says it */
	char active[BOND_NAME_MAX];	/* of active-backup and the like; "" if none */
	int64_t miimon_ms, arp_ms;	/* 0: not watched so; -1: not told */
	int64_t aggregator, ports;	/* the active one; -1: not told */
	char partner_mac[20];	/* "" if not told */
	struct bond_member member[BOND_MEMBERS_MAX];
	unsigned int members;
};

/* False: no such file.  What can be read is read; the text need not end in a NUL. */
bool bond_file_read(const char *text, size_t len_bytes, struct bond_file *out);

#endif
