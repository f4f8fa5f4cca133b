// SPDX-License-Identifier: GPL-3.0-or-later
#include "rule-help.h"

#define OWN "52:54:00:12:34:56"
#define OTHER_MAC "52:54:00:99:99:99"
#define MADE_OF_IT "fe80::5054:ff:fe12:3456"

/* A member, eth1, of aggregator 2; that many is in use. */
#define LACP_BOND(in_use) \
	HAS(PORT_MASTER_KIND, .text = "bond"), HAS(BOND_MODE, .text = "802.3ad"), \
	HAS(PORT_NAME, .text = "eth1"), HAS(BOND_AGGREGATOR, .num = in_use), \
	HAS(BOND_AGGREGATORS, .text = "eth10 3\neth0 1\neth1 2")

/* Both ends have told, listened and read their logs: nothing came in. */
static const struct given quiet[] = {
	HAS(PORT_MAC, .text = OWN), HAS(NEIGHBOR_OWN_BACK, .num = 0),
	HAS(NEIGHBOR_OWN_FOREIGN, .num = 0), HAS(LOG_OWN_ADDRESS, .num = 0),
	HAS(LOG_LACP_LOOP, .num = 0), AT(FAR, PORT_MAC, .text = OTHER_MAC),
	AT(FAR, NEIGHBOR_OWN_FOREIGN, .num = 0), AT(FAR, LOG_OWN_ADDRESS, .num = 0),
	{ .side = SIDE_NONE },
};

static const struct rule_needs needs[] = {
	{ "MAC-DUPLICATE", { THIS(NEIGHBOR_OWN_FOREIGN), THIS(LOG_OWN_ADDRESS), THIS(LOG_ADDRESS_TAKEN), FAR(PORT_MAC),
			     FAR(NEIGHBOR_OWN_FOREIGN), FAR(LOG_OWN_ADDRESS) } },
	{ "FRAME-LOOP", { THIS(NEIGHBOR_OWN_BACK), THIS(LOG_LACP_LOOP) } },
};

static const struct rule_case cases[] = {
	{ .rule = "MAC-DUPLICATE", .name = "silent: nothing came in", .base = quiet },
	{
		.rule = "MAC-DUPLICATE", .name = "fires: both ends have one address", .base = quiet,
		.given = { AT(FAR, PORT_MAC, .text = OWN) },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .candidates = 1u << END_THIS | 1u << END_FAR,
		.summary = OWN, .remedy = "mac address-table",
		.evidence = { THIS(PORT_MAC), FAR(PORT_MAC) },
	},
	{
		.rule = "MAC-DUPLICATE", .name = "silent: the address of loopbacks is none", .base = quiet,
		.given = { HAS(PORT_MAC, .text = "00:00:00:00:00:00"),
			   AT(FAR, PORT_MAC, .text = "00:00:00:00:00:00") },
	},
	{
		.rule = "MAC-DUPLICATE", .name = "silent: members of one bond, burned in they differ",
		.base = quiet,
		.given = { AT(FAR, PORT_MAC, .text = OWN), HAS(PORT_MASTER_KIND, .text = "bond"),
			   AT(FAR, PORT_MASTER_KIND, .text = "bond"), HAS(PORT_PERM_MAC, .text = OWN),
			   AT(FAR, PORT_PERM_MAC, .text = OTHER_MAC) },
	},
	{
		.rule = "MAC-DUPLICATE", .name = "fires: members of bonds, burned in alike",
		.base = quiet,
		.given = { HAS(PORT_MASTER_KIND, .text = "bond"),
			   AT(FAR, PORT_MASTER_KIND, .text = "team"), HAS(PORT_PERM_MAC, .text = OWN),
			   AT(FAR, PORT_PERM_MAC, .text = OWN) },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .candidates = 1u << END_THIS | 1u << END_FAR,
		.evidence = { THIS(PORT_PERM_MAC), FAR(PORT_PERM_MAC) },
	},
	{
		.rule = "MAC-DUPLICATE", .name = "silent: members whose burned in address nobody told",
		.base = quiet,
		.given = { AT(FAR, PORT_MAC, .text = OWN), HAS(PORT_MASTER_KIND, .text = "team"),
			   AT(FAR, PORT_MASTER_KIND, .text = "team") },
	},
	{
		.rule = "MAC-DUPLICATE", .name = "fires: frames that this port did not send",
		.base = quiet, .given = { HAS(NEIGHBOR_OWN_FOREIGN, .num = 7) },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .fix_end = END_UNKNOWN,
		.summary = "7 frames", .evidence = { THIS(NEIGHBOR_OWN_FOREIGN), THIS(PORT_MAC) },
	},
	{
		.rule = "MAC-DUPLICATE", .name = "silent: more came back than looked foreign",
		.base = quiet,
		.given = { HAS(NEIGHBOR_OWN_FOREIGN, .num = 7), HAS(NEIGHBOR_OWN_BACK, .num = 900) },
	},
	{
		.rule = "MAC-DUPLICATE", .name = "silent: a member of a bond hears the other members",
		.base = quiet,
		.given = { HAS(NEIGHBOR_OWN_ELSEWHERE, .num = 7), HAS(PORT_MASTER, .text = "bond0"),
			   HAS(PORT_MASTER_KIND, .text = "bond") },
	},
	{
		.rule = "MAC-DUPLICATE", .name = "fires: a warning, no member of the bond was seen to send it",
		.base = quiet,
		.given = { HAS(NEIGHBOR_OWN_FOREIGN, .num = 7), HAS(PORT_MASTER, .text = "bond0"),
			   HAS(PORT_MASTER_KIND, .text = "bond"), HAS(NEIGHBOR_OWN_PORTS, .text = "eth1") },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .confidence = .5,
		.fix_end = END_UNKNOWN, .summary = "eth1 of this host has it, too",
	},
	{
		.rule = "MAC-DUPLICATE", .name = "fires: a remark, two ports of one switch chip in one segment",
		.base = quiet,
		.given = { HAS(NEIGHBOR_OWN_ELSEWHERE, .num = 7),
			   HAS(NEIGHBOR_OWN_PORTS, .text = "lan2\nlan3") },
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO, .fix_end = END_UNKNOWN,
		.summary = "two ports of this host",
		.evidence = { THIS(NEIGHBOR_OWN_ELSEWHERE), THIS(NEIGHBOR_OWN_PORTS) },
	},
	{
		.rule = "MAC-DUPLICATE", .name = "fires: a warning, an unseen port of this host has it, too",
		.base = quiet,
		.given = { HAS(NEIGHBOR_OWN_FOREIGN, .num = 7),
			   HAS(NEIGHBOR_OWN_PORTS, .text = "lan2 in another network namespace\nlan3") },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .confidence = .5,
		.fix_end = END_UNKNOWN, .summary = "lan2 in another network namespace of this host",
		.evidence = { THIS(NEIGHBOR_OWN_PORTS) },
	},
	{
		.rule = "MAC-DUPLICATE", .name = "fires: a warning, a switch chip sends by itself",
		.base = quiet,
		.given = { HAS(NEIGHBOR_OWN_FOREIGN, .num = 7), HAS(NEIGHBOR_OWN_CHIP, .yes = true),
			   HAS(NEIGHBOR_OWN_PORTS, .text = "") },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .confidence = .5,
		.fix_end = END_UNKNOWN, .summary = "switch chip", .evidence = { THIS(NEIGHBOR_OWN_CHIP) },
	},
	{
		.rule = "MAC-DUPLICATE", .name = "fires: a warning, other network namespaces were not looked into",
		.base = quiet,
		.given = { HAS(NEIGHBOR_OWN_FOREIGN, .num = 7), LACKS(NEIGHBOR_OWN_PORTS, DENIED) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .confidence = .5,
		.fix_end = END_UNKNOWN, .summary = "in another network namespace may have",
	},
	{
		.rule = "MAC-DUPLICATE", .name = "fires: no other port has it, and no chip sends",
		.base = quiet,
		.given = { HAS(NEIGHBOR_OWN_FOREIGN, .num = 7), HAS(NEIGHBOR_OWN_CHIP, .yes = false),
			   HAS(NEIGHBOR_OWN_PORTS, .text = "") },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .fix_end = END_UNKNOWN,
	},
	{
		.rule = "MAC-DUPLICATE", .name = "fires: at the far end", .base = quiet,
		.given = { AT(FAR, NEIGHBOR_OWN_FOREIGN, .num = 2) },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .end = END_FAR,
		.fix_end = END_UNKNOWN, .summary = "far port",
		.evidence = { FAR(NEIGHBOR_OWN_FOREIGN), FAR(PORT_MAC) },
	},
	{
		.rule = "MAC-DUPLICATE", .name = "fires: IPv6 finds its address taken by it",
		.base = quiet, .given = { HAS(LOG_ADDRESS_TAKEN, .text = "2001:db8::5 " OWN) },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .fix_end = END_UNKNOWN,
		.summary = "IPv6", .evidence = { THIS(LOG_ADDRESS_TAKEN) },
	},
	{
		.rule = "MAC-DUPLICATE", .name = "fires: a warning, an old kernel, the address was made of it",
		.base = quiet, .given = { HAS(LOG_ADDRESS_TAKEN, .text = MADE_OF_IT) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .confidence = .5,
		.fix_end = END_UNKNOWN, .summary = "IPv6",
	},
	{
		.rule = "MAC-DUPLICATE", .name = "fires: a log alone, the address was made of the other's",
		.given = { HAS(LOG_OWN_ADDRESS, .num = 0),
			   HAS(LOG_ADDRESS_TAKEN, .text = MADE_OF_IT " " OWN) },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .fix_end = END_UNKNOWN,
	},
	{
		.rule = "MAC-DUPLICATE", .name = "silent: an IPv6 address twice, not the hardware address",
		.base = quiet, .given = { HAS(LOG_ADDRESS_TAKEN, .text = "2001:db8::5 " OTHER_MAC) },
	},
	{
		.rule = "MAC-DUPLICATE", .name = "silent: an old kernel, any address", .base = quiet,
		.given = { HAS(LOG_ADDRESS_TAKEN, .text = "2001:db8::5") },
	},
	{
		.rule = "MAC-DUPLICATE", .name = "silent: no address at all", .base = quiet,
		.given = { HAS(LOG_ADDRESS_TAKEN, .text = "x") },
	},
	{
		.rule = "MAC-DUPLICATE", .name = "fires: a warning, the bridge saw it or a loop",
		.base = quiet, .given = { HAS(LOG_OWN_ADDRESS, .num = 3) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .confidence = .5,
		.fix_end = END_UNKNOWN, .summary = "a loop looks the same",
		.evidence = { THIS(LOG_OWN_ADDRESS) },
	},
	{
		.rule = "MAC-DUPLICATE", .name = "fires: a warning, of two addresses one is this port's",
		.base = quiet,
		.given = { HAS(LOG_OWN_ADDRESS, .num = 3),
			   HAS(LOG_OWN_ADDRESSES, .text = OTHER_MAC "\n" OWN) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .confidence = .5,
		.fix_end = END_UNKNOWN, .summary = "uses the address of this port",
		.evidence = { THIS(LOG_OWN_ADDRESSES) },
	},
	{
		.rule = "MAC-DUPLICATE", .name = "fires: a warning, the address is of another port of the bridge",
		.base = quiet,
		.given = { HAS(LOG_OWN_ADDRESS, .num = 3), HAS(LOG_OWN_ADDRESSES, .text = OTHER_MAC) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .confidence = .5,
		.fix_end = END_UNKNOWN,
		.summary = "the bridge of this port received its own address " OTHER_MAC " as",
	},
	{
		.rule = "MAC-DUPLICATE", .name = "fires: a remark, one line of the log", .base = quiet,
		.given = { HAS(LOG_OWN_ADDRESS, .num = 1), HAS(LOG_OWN_ADDRESSES, .text = OWN) },
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO, .confidence = .5,
		.fix_end = END_UNKNOWN, .summary = "a loop looks the same",
	},
	{
		.rule = "MAC-DUPLICATE", .name = "silent: a port of that name in a bridge of another namespace",
		.base = quiet, .given = { HAS(LOG_OWN_ADDRESS, .num = 3), LACKS(PORT_MASTER, ABSENT) },
	},

	{
		.rule = "MAC-DUPLICATE", .name = "fires: a warning, a bridge sends by another port, too",
		.base = quiet,
		.given = { HAS(NEIGHBOR_OWN_FOREIGN, .num = 7), HAS(PORT_MASTER, .text = "br0"),
			   HAS(PORT_MASTER_KIND, .text = "bridge") },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .confidence = .5,
		.fix_end = END_UNKNOWN, .summary = "another port of br0",
		.evidence = { THIS(NEIGHBOR_OWN_FOREIGN), THIS(PORT_MASTER) },
	},
	{
		.rule = "MAC-DUPLICATE", .name = "fires: a warning, bonds of Open vSwitch are not told",
		.base = quiet,
		.given = { HAS(NEIGHBOR_OWN_FOREIGN, .num = 7), HAS(PORT_MASTER, .text = "ovs-system") },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .confidence = .5,
		.fix_end = END_UNKNOWN, .summary = "another port of ovs-system",
	},
	{
		.rule = "MAC-DUPLICATE", .name = "fires: a VRF sends by no other port", .base = quiet,
		.given = { HAS(NEIGHBOR_OWN_FOREIGN, .num = 7), HAS(PORT_MASTER, .text = "red"),
			   HAS(PORT_MASTER_KIND, .text = "vrf") },
		.outcome = OUTCOME_FOUND, .severity = SEV_CRITICAL, .fix_end = END_UNKNOWN,
	},
	{
		.rule = "MAC-DUPLICATE", .name = "silent: a virtual machine has the address of its macvtap",
		.base = quiet,
		.given = { AT(FAR, PORT_MAC, .text = OWN), AT(FAR, PORT_KIND, .text = "macvtap") },
	},
	{
		.rule = "MAC-DUPLICATE", .name = "silent: two routers that are one by VRRP",
		.base = quiet,
		.given = { HAS(PORT_MAC, .text = "00:00:5e:00:01:33"),
			   AT(FAR, PORT_MAC, .text = "00:00:5e:00:01:33"),
			   HAS(NEIGHBOR_OWN_FOREIGN, .num = 7),
			   AT(FAR, NEIGHBOR_OWN_FOREIGN, .num = 7) },
	},
	{
		.rule = "MAC-DUPLICATE", .name = "silent: ipvlan has the address of the port below",
		.base = quiet,
		.given = { HAS(NEIGHBOR_OWN_FOREIGN, .num = 7), HAS(PORT_KIND, .text = "ipvlan") },
	},

	{ .rule = "FRAME-LOOP", .name = "silent: nothing came back", .base = quiet },
	{
		.rule = "FRAME-LOOP", .name = "silent: a backup hears what the active member sends",
		.base = quiet,
		.given = { HAS(NEIGHBOR_OWN_ELSEWHERE, .num = 7), HAS(PORT_MASTER_KIND, .text = "bond"),
			   HAS(BOND_MODE, .text = "active-backup") },
	},
	{
		.rule = "FRAME-LOOP", .name = "silent: a member of a team of unknown mode", .base = quiet,
		.given = { HAS(NEIGHBOR_OWN_ELSEWHERE, .num = 7), HAS(PORT_MASTER_KIND, .text = "team") },
	},
	{
		.rule = "FRAME-LOOP", .name = "silent: LACP, this member stands at another switch",
		.base = quiet, .given = { HAS(NEIGHBOR_OWN_ELSEWHERE, .num = 7), LACP_BOND(1) },
	},
	{
		.rule = "FRAME-LOOP", .name = "silent: LACP, no aggregator of this member is told",
		.base = quiet,
		.given = { HAS(NEIGHBOR_OWN_ELSEWHERE, .num = 7), LACP_BOND(1),
			   HAS(PORT_NAME, .text = "eth") },
	},
	{
		.rule = "FRAME-LOOP", .name = "no data: LACP, and the aggregators are not told",
		.base = quiet,
		.given = { HAS(NEIGHBOR_OWN_ELSEWHERE, .num = 7), HAS(PORT_MASTER_KIND, .text = "bond"),
			   HAS(BOND_MODE, .text = "802.3ad"), HAS(PORT_NAME, .text = "eth1") },
		.outcome = OUTCOME_NO_DATA, .evidence = { THIS(BOND_AGGREGATOR) },
	},
	{
		.rule = "FRAME-LOOP", .name = "fires: a remark, a container's bridge sends back",
		.base = quiet,
		.given = { HAS(NEIGHBOR_OWN_BACK, .num = 12), HAS(PORT_KIND, .text = "veth") },
		.outcome = OUTCOME_FOUND, .severity = SEV_INFO, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "hairpin", .evidence = { THIS(NEIGHBOR_OWN_BACK) },
	},
	{
		.rule = "FRAME-LOOP", .name = "fires: frames came back", .base = quiet,
		.given = { HAS(NEIGHBOR_OWN_BACK, .num = 12), HAS(NEIGHBOR_OWN_FOREIGN, .num = 1) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "12 frames", .evidence = { THIS(NEIGHBOR_OWN_BACK) },
	},
	{
		.rule = "FRAME-LOOP", .name = "silent: another station repeats itself", .base = quiet,
		.given = { HAS(NEIGHBOR_OWN_BACK, .num = 1), HAS(NEIGHBOR_OWN_FOREIGN, .num = 9) },
	},
	{
		.rule = "FRAME-LOOP", .name = "fires: one member of a bond hears another", .base = quiet,
		.given = { HAS(NEIGHBOR_OWN_ELSEWHERE, .num = 7), LACP_BOND(2) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "another member of the bond",
		.evidence = { THIS(NEIGHBOR_OWN_ELSEWHERE) },
	},
	{
		.rule = "FRAME-LOOP", .name = "fires: one member hears another, without LACP", .base = quiet,
		.given = { HAS(NEIGHBOR_OWN_ELSEWHERE, .num = 7), HAS(PORT_MASTER_KIND, .text = "bond"),
			   HAS(BOND_MODE, .text = "balance-xor") },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN,
	},
	{
		.rule = "FRAME-LOOP", .name = "fires: LACP came back", .base = quiet,
		.given = { HAS(LOG_LACP_LOOP, .num = 2) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .end = END_UNKNOWN,
		.fix_end = END_UNKNOWN, .summary = "LACP", .evidence = { THIS(LOG_LACP_LOOP) },
	},
	{
		.rule = "FRAME-LOOP", .name = "silent: a port of that name in a bond of another namespace",
		.base = quiet,
		.given = { HAS(LOG_LACP_LOOP, .num = 2), LACKS(PORT_MASTER, ABSENT) },
	},
};

int main(void)
{
	const struct rule_tests tests = { "rule-address", rules_address, needs, ROWS(needs), cases,
					  ROWS(cases) };

	return help_rule_main(&tests);
}
