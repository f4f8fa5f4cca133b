/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_CDP_H
#define WIRE_CDP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/eth-fault.h"
#include "wire/eth.h"

/*
 * Cisco Discovery Protocol, versions 1 and 2: SNAP 00-00-0c 0x2000.  There is
 * no standard; the layout is that of tcpdump's print-cdp.c and lldpd's cdp.h.
 * Everything readable is kept.  Texts are slices of the frame.
 */
#define CDP_ADDRESSES_MAX 4
#define CDP_POWERS_MAX 4

/* Capabilities (type 4). */
#define CDP_CAN_ROUTE 0x01
#define CDP_CAN_BRIDGE 0x02
#define CDP_CAN_SOURCE_BRIDGE 0x04
#define CDP_CAN_SWITCH 0x08
#define CDP_IS_HOST 0x10
#define CDP_IGMP 0x20
#define CDP_CAN_REPEAT 0x40
#define CDP_IS_PHONE 0x80

enum cdp_duplex { CDP_DUPLEX_NOT_SENT, CDP_HALF, CDP_FULL };

/* Unchecked: the capture ends before the frame. */
enum cdp_sum { CDP_SUM_UNCHECKED, CDP_SUM_RIGHT, CDP_SUM_WRONG };

enum cdp_family { CDP_OTHER_FAMILY, CDP_IPV4, CDP_IPV6 };

struct cdp_address {
	enum cdp_family family;
	struct wire_text address;
};

struct cdp_addresses {
	struct cdp_address list[CDP_ADDRESSES_MAX];
	unsigned int count, left_out;
};

struct cdp_powers {			/* mW */
	bool sent;
	uint16_t request, management;	/* numbers of the exchange */
	uint32_t mw[CDP_POWERS_MAX];
	unsigned int count, left_out;
};

struct cdp {
	uint8_t version, ttl_s;
	uint16_t checksum;
	enum cdp_sum sum;
	unsigned int tlvs, unread;	/* unread: of a type that we do not read */
	bool cut;			/* the capture ended first */
	struct wire_text device, port, platform, software, vtp_domain, system_name;
	bool has_capabilities;
	uint32_t capabilities;
	struct cdp_addresses addresses, management;
	bool has_native_vlan;
	uint16_t native_vlan;
	enum cdp_duplex duplex;		/* of the sender's port */
	bool has_voice_vlan;
	uint16_t voice_vlan;
	bool has_mtu;
	uint32_t mtu_bytes;
	bool has_power_used;
	uint16_t power_used_mw;
	struct cdp_powers wanted, available;
	struct wire_faults faults;
};

/* Returns 0, -ENOMSG when the frame is not CDP.  *d is always filled. */
int cdp_parse(struct cdp *d, const struct eth *e);

/*
 * Whether the checksum over these bytes, its own two among them, comes out.
 * Cisco adds the last byte of an odd length as the low one of a word, and as a
 * signed one with a carry lost; RFC 1071 pads it at the right.  Both are taken.
 */
bool cdp_sum_right(const uint8_t *bytes, size_t len_bytes);

/* What the field should hold, by Cisco's rule, without its own two bytes; 0 of under 4 bytes. */
uint16_t cdp_sum(const uint8_t *bytes, size_t len_bytes);

#endif
