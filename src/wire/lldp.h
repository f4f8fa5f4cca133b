/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_LLDP_H
#define WIRE_LLDP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/eth-fault.h"
#include "wire/eth.h"

/*
 * LLDP: IEEE 802.1AB-2016 clause 8, IEEE 802.1Q-2022 annex D, IEEE 802.3-2022
 * clause 79, ANSI/TIA-1057 (MED), DCB Capability Exchange 1.01 (CEE).
 * Everything readable is kept, whatever else is wrong; `sent` says which parts
 * came.  Texts and ids are slices of the frame.
 */
#define LLDP_VLANS_MAX 128
#define LLDP_ADDRESSES_MAX 4
#define LLDP_APPS_MAX 16
#define LLDP_POLICIES_MAX 8
#define LLDP_OTHERS_MAX 8
#define LLDP_NAMED_MAX 8
#define LLDP_PRIORITIES 8

/* Subtypes with a fixed meaning (8.5.2.2, 8.5.3.2). */
#define LLDP_CHASSIS_MAC 4
#define LLDP_CHASSIS_ADDRESS 5
#define LLDP_PORT_MAC 3
#define LLDP_PORT_ADDRESS 4

/* System capabilities (8.5.8.1). */
#define LLDP_CAN_REPEAT 0x0002
#define LLDP_CAN_BRIDGE 0x0004
#define LLDP_CAN_WLAN_AP 0x0008
#define LLDP_CAN_ROUTE 0x0010
#define LLDP_CAN_PHONE 0x0020
#define LLDP_STATION_ONLY 0x0080

enum lldp_must { LLDP_CHASSIS, LLDP_PORT, LLDP_TTL, LLDP_MUSTS };

struct lldp_place {
	unsigned int number;		/* which TLV it is, from 1; 0: not sent */
	size_t byte;			/* of the frame */
	const char *name;
};

struct lldp_id {
	uint8_t subtype;
	struct wire_text id;
};

struct lldp_address {
	uint8_t family;			/* IANA: 1 IPv4, 2 IPv6, 6 MAC */
	struct wire_text address;
	uint8_t port_kind;		/* 2 ifIndex, 3 system port number */
	uint32_t port;
};

struct lldp_aggregation {		/* 802.1Q D.2.7, 802.3 79.3.3 */
	bool sent, able, active;
	uint32_t port_id;
};

struct lldp_vlan {
	uint16_t vlan;
	bool able, active;		/* of a port and protocol VLAN */
	struct wire_text name;		/* of a VLAN name */
};

struct lldp_8021 {			/* OUI 00-80-c2 */
	bool has_pvid;
	uint16_t pvid;			/* 0: the port has none */
	struct lldp_vlan ppvid[LLDP_VLANS_MAX], vlan[LLDP_VLANS_MAX];
	unsigned int ppvids, vlans, left_out;
	unsigned int protocols;
	struct lldp_aggregation aggregation;
};

struct lldp_ets {			/* 802.1Q D.2.8, D.2.9 */
	bool sent, willing, cbs;
	uint8_t classes_max;		/* of the configuration, 0 meaning 8 */
	uint8_t class_of[LLDP_PRIORITIES], share[LLDP_PRIORITIES], method[LLDP_PRIORITIES];
};

struct lldp_pfc {			/* 802.1Q D.2.10 */
	bool sent, willing, mbc;
	uint8_t classes_able, enabled;	/* a bit for each priority */
};

struct lldp_app {			/* 802.1Q D.2.11 */
	uint8_t priority, selector;
	uint16_t protocol;
};

struct lldp_dcbx {
	struct lldp_ets ets, ets_wanted;
	struct lldp_pfc pfc;
	struct lldp_app app[LLDP_APPS_MAX];
	unsigned int apps, apps_left_out;
	bool cee;			/* the older CEE form was sent */
	struct lldp_pfc cee_pfc;
	bool cee_pfc_on, cee_groups, cee_apps;
};

/*
 * Which way the advertised bits were sent.  Some vendors send all sixteen in
 * reverse; then the mode that the MAU type names is found only that way.
 * Unsure: only "other" is set, which reversed would be 1000BASE-T full.
 */
enum lldp_pmd_way { LLDP_PMD_AS_SENT, LLDP_PMD_REVERSED, LLDP_PMD_UNSURE };

struct lldp_mac_phy {			/* 802.3 79.3.1 */
	bool sent, an_able, an_on;
	uint16_t pmd_sent;
	uint16_t pmd;			/* turned when it came in reverse */
	enum lldp_pmd_way pmd_way;
	uint16_t mau;			/* 0: not known */
};

enum lldp_power_form { LLDP_POWER_NONE, LLDP_POWER_AF, LLDP_POWER_AT, LLDP_POWER_BT };

struct lldp_power {			/* 802.3 79.3.2; power in units of 0.1 W */
	enum lldp_power_form form;
	bool pse, able, on, pairs_choosable;
	uint8_t pairs;			/* 1 signal, 2 spare */
	uint8_t class_sent;		/* one more than the class */
	uint8_t type, source, priority;	/* AT and BT; type: 0 T2 PSE, 1 T2 PD, 2 T1 PSE, 3 T1 PD */
	uint16_t wanted, given;
	uint16_t wanted_a, wanted_b, given_a, given_b;	/* BT */
	uint16_t status, available;
	uint8_t setup, autoclass;
};

struct lldp_eee {			/* 802.3 79.3.5; microseconds */
	bool sent;
	uint16_t tx_us, rx_us, fallback_us, echo_tx_us, echo_rx_us;
};

struct lldp_preemption {		/* 802.3 79.3.7 */
	bool sent, able, on, active;
	uint8_t fragment;		/* smallest is 64 * (1 + this) bytes */
};

struct lldp_8023 {			/* OUI 00-12-0f */
	struct lldp_mac_phy mac_phy;
	struct lldp_power power;
	struct lldp_aggregation aggregation;
	bool has_frame_max;
	uint16_t frame_max_bytes;	/* with header and FCS */
	struct lldp_eee eee;
	struct lldp_preemption preemption;
};

struct lldp_policy {			/* TIA-1057 10.2.3 */
	uint8_t application, priority, dscp;
	bool unknown, tagged;
	uint16_t vlan;
};

struct lldp_med {			/* OUI 00-12-bb */
	bool sent;
	uint16_t capabilities;
	uint8_t device_class;		/* 1...3 endpoints, 4 network */
	struct lldp_policy policy[LLDP_POLICIES_MAX];
	unsigned int policies, policies_left_out;
	bool located;
	bool has_power;
	uint8_t power_type, power_source, power_priority;
	uint16_t power;			/* units of 0.1 W */
	struct wire_text hardware, firmware, software, serial, maker, model, asset;
};

struct lldp_other {			/* an organization TLV we do not read */
	uint32_t oui;
	uint8_t subtype;
	struct wire_text bytes;
};

struct lldp {
	unsigned int tlvs;
	bool ended;			/* by an End TLV, which may be left out */
	bool cut;			/* the capture ended first: what is missing may have come */
	struct lldp_place must[LLDP_MUSTS];
	struct lldp_id chassis, port;
	uint16_t ttl_s;			/* 0: what was known of the port is void */
	struct wire_text port_description, system_name, system_description;
	bool has_capabilities;
	uint16_t capabilities, enabled;
	struct lldp_address address[LLDP_ADDRESSES_MAX];
	unsigned int addresses, addresses_left_out;
	struct lldp_8021 q;
	struct lldp_dcbx dcbx;
	struct lldp_8023 mac;
	struct lldp_med med;
	struct lldp_other other[LLDP_OTHERS_MAX];
	unsigned int others, others_left_out, reserved;
	const char *named[LLDP_NAMED_MAX];	/* known by name alone: "EVB"; static */
	unsigned int names;
	struct wire_faults faults;
};

/* Returns 0, -ENOMSG when the frame is not LLDP. *l is always filled. */
int lldp_parse(struct lldp *l, const struct eth *e);

/* "MAC address", "interface name"...; NULL for a reserved subtype. */
const char *lldp_chassis_kind(unsigned int subtype);
const char *lldp_port_kind(unsigned int subtype);

/* The bits of the PMD word in the other order. */
uint16_t lldp_pmd_turned(uint16_t pmd);

/* Which way the word was sent, by the mode in use. */
enum lldp_pmd_way lldp_pmd_way(uint16_t pmd, unsigned int mau);

/* The name of one bit, "1000BASE-T full"; NULL when it is not one bit. */
const char *lldp_pmd_name(unsigned int bit);

#endif
