/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_L2_H
#define WIRE_L2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/eth-fault.h"
#include "wire/eth.h"

/*
 * The other control frames that a switch port sends, each with what matters to
 * the link: BPDUs (IEEE 802.1D-2004 9.3, 802.1Q-2022 14), PVST+, LACP (802.1AX
 * -2020 6.4.2.3), OAM (802.3 57.4), pause (802.3 31B), PFC (802.3 31D), the
 * configuration test protocol of Ethernet 2.0, and Cisco's UDLD (RFC 5171), DTP,
 * VTP and PAgP.
 */
enum l2_kind {
	L2_UNKNOWN, L2_LLDP, L2_CDP, L2_STP, L2_RSTP, L2_MSTP, L2_PVST, L2_LACP, L2_MARKER,
	L2_OAM, L2_UDLD, L2_DTP, L2_VTP, L2_PAGP, L2_FDP, L2_EDP, L2_LOOP, L2_PAUSE, L2_PFC,
};

enum l2_role { L2_ROLE_UNKNOWN, L2_ALTERNATE_OR_BACKUP, L2_ROOT, L2_DESIGNATED };

struct l2_bridge {
	uint16_t priority;		/* with the VLAN or instance in its low 12 bits */
	const uint8_t *mac;
};

/* Role and state are told by RSTP and MSTP only. */
struct l2_stp {
	uint8_t version;		/* 0 STP, 2 RSTP, 3 MSTP */
	bool topology_notice;		/* a TCN: nothing else is in it */
	bool rapid, topology_change, proposal, agreement, learning, forwarding;
	enum l2_role role;
	struct l2_bridge root, bridge;
	uint32_t cost;
	uint16_t port;
	uint16_t age_s256, age_max_s256, hello_s256, delay_s256;	/* 1/256 s */
	bool has_vlan;			/* PVST+ */
	uint16_t vlan;
};

#define L2_LACP_ACTIVE 0x01
#define L2_LACP_SHORT 0x02
#define L2_LACP_AGGREGATES 0x04
#define L2_LACP_IN_SYNC 0x08
#define L2_LACP_COLLECTING 0x10
#define L2_LACP_DISTRIBUTING 0x20
#define L2_LACP_DEFAULTED 0x40		/* its partner is made up: it hears no LACP */
#define L2_LACP_EXPIRED 0x80

struct l2_lacp_end {
	uint16_t priority, key, port_priority, port;
	const uint8_t *system;
	uint8_t state;
};

struct l2_lacp {
	uint8_t version;
	struct l2_lacp_end actor, partner;
};

/* An echo with no pair in it: the sender hears nobody. */
struct l2_udld {
	uint8_t version, opcode;	/* 1 probe, 2 echo, 3 flush */
	struct wire_text device, port, name;
	bool has_echo;
	uint32_t echoes;
	struct wire_text echo_device, echo_port;	/* of the first pair */
};

struct l2_dtp {
	struct wire_text domain;
	bool has_status, trunk_now;
	uint8_t wants;			/* 1 on, 2 off, 3 desirable, 4 auto */
	uint8_t type;
};

struct l2_vtp {
	uint8_t version, code;
	struct wire_text domain;
};

struct l2_pause {
	uint16_t quanta;		/* 512 bit times each; 0: go on */
	uint8_t classes;		/* PFC: a bit each */
	uint16_t class_quanta[8];
};

struct l2_loop {
	bool reply;
	bool own_sender;		/* sent to the sender's own address */
};

struct l2 {
	enum l2_kind kind;
	bool cut;
	struct l2_stp stp;
	struct l2_lacp lacp;
	struct l2_udld udld;
	struct l2_dtp dtp;
	struct l2_vtp vtp;
	struct l2_pause pause;
	struct l2_loop loop;
	struct wire_faults faults;
};

/*
 * Returns 0, -ENOMSG when it is none of these, -EBADMSG when the fixed part is
 * not all there; the kind is known then too.  LLDP and CDP are only named.
 */
int l2_parse(struct l2 *l, const struct eth *e);

const char *l2_name(enum l2_kind kind);
const char *l2_role_name(enum l2_role role);

#endif
