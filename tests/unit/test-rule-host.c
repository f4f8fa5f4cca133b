// SPDX-License-Identifier: GPL-3.0-or-later
#include "rule-help.h"

static const struct rule_needs needs[] = {
	{ "HOST-BUS-NARROW", { THIS(LINK_SPEED) } },
	{ "HOST-TX-HANG", { THIS(LOG_TX_HANGS) } },
	{ "HOST-DROPS", { THIS(COUNTER_RX_FRAMES), THIS(RUN_WINDOW) } },
};

static const struct rule_case cases[] = {
	{
		.rule = "HOST-BUS-NARROW", .name = "fires: 10G port behind 2.5 GT/s x1",
		.given = {
			HAS(HOST_BUS_RATE, .num = 2000), HAS(LINK_SPEED, .num = 10000),
			HAS(HOST_BUS_LIMIT, .text = "0000:00:1c.0, 2.5 GT/s x1"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING,
		.summary = "about 1800 Mb/s, the link 10000 Mb/s",
		.evidence = { THIS(HOST_BUS_RATE), THIS(LINK_SPEED), THIS(HOST_BUS_LIMIT) },
	},
	{
		.rule = "HOST-BUS-NARROW", .name = "fires: the headers take what is missing",
		.given = { HAS(HOST_BUS_RATE, .num = 1100), HAS(LINK_SPEED, .num = 1000) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .summary = "about 990 Mb/s",
	},
	{
		.rule = "HOST-BUS-NARROW", .name = "fires: a card of eight lanes in a slot of four",
		.given = {
			HAS(HOST_BUS_RATE, .num = 31504), HAS(LINK_SPEED, .num = 40000),
			HAS(HOST_BUS_CARD, .text = "8.0 GT/s x8"),
			HAS(HOST_BUS_SLOT, .text = "8.0 GT/s x4"), HAS(HOST_BUS_CAUSE, .text = "slot"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING,
		.summary = "the slot or riser has less than the card", .remedy = "accept",
		.evidence = { THIS(HOST_BUS_CARD), THIS(HOST_BUS_SLOT) },
	},
	{
		.rule = "HOST-BUS-NARROW", .name = "fires: a bad contact",
		.given = {
			HAS(HOST_BUS_RATE, .num = 7876), HAS(LINK_SPEED, .num = 10000),
			HAS(HOST_BUS_CAUSE, .text = "fewer-lanes-trained"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .summary = "fewer lanes trained",
		.remedy = "under load",
	},
	{
		.rule = "HOST-BUS-NARROW", .name = "fires: the card is built so",
		.given = {
			HAS(HOST_BUS_RATE, .num = 126028), HAS(LINK_SPEED, .num = 200000),
			HAS(HOST_BUS_CAUSE, .text = "card"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .summary = "card itself is built so",
		.remedy = "accept",
	},
	{
		.rule = "HOST-BUS-NARROW", .name = "fires: gigabit behind USB 2",
		.given = {
			HAS(HOST_BUS_RATE, .num = 425), HAS(LINK_SPEED, .num = 1000),
			HAS(HOST_BUS_LIMIT, .text = "USB 480 Mb/s at 1-1.1"),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .summary = "hangs on USB",
		.remedy = "faster USB port",
	},
	{
		.rule = "HOST-BUS-NARROW", .name = "fires: only the kernel log tells the rate",
		.given = { HAS(LOG_BUS_RATE, .num = 126028), HAS(LINK_SPEED, .num = 200000) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .summary = "about 113425 Mb/s",
		.evidence = { THIS(LOG_BUS_RATE), THIS(LINK_SPEED) },
	},
	{
		.rule = "HOST-BUS-NARROW", .name = "no data: nobody tells the rate",
		.given = { HAS(LINK_SPEED, .num = 200000), LACKS(HOST_BUS_RATE, ABSENT) },
		.outcome = OUTCOME_NO_DATA, .evidence = { THIS(HOST_BUS_RATE) },
	},
	{
		.rule = "HOST-BUS-NARROW", .name = "silent: x1 fills a gigabit port",
		.given = { HAS(HOST_BUS_RATE, .num = 2000), HAS(LINK_SPEED, .num = 1000) },
	},
	{
		.rule = "HOST-BUS-NARROW", .name = "silent: just enough",
		.given = { HAS(HOST_BUS_RATE, .num = 10000), HAS(LINK_SPEED, .num = 9000) },
	},
	{
		.rule = "HOST-DROPS", .name = "fires: the ring overran",
		.given = {
			HAS(COUNTER_HOST_DROPS, .num = 500), HAS(COUNTER_RX_FRAMES, .num = 99500),
			HAS(RUN_WINDOW, .real = 5),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING,
		.summary = "500 of 100000 received frames were dropped at the receive ring",
		.remedy = "spread interrupts",
	},
	{
		.rule = "HOST-DROPS", .name = "fires: all were dropped",
		.given = {
			HAS(COUNTER_HOST_DROPS, .num = 3), HAS(COUNTER_RX_FRAMES, .num = 0),
			HAS(RUN_WINDOW, .real = 5),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .summary = "3 of 3",
	},
	{
		.rule = "HOST-DROPS", .name = "fires: at the threshold",
		.given = {
			HAS(COUNTER_HOST_DROPS, .num = 1), HAS(COUNTER_RX_FRAMES, .num = 99999),
			HAS(RUN_WINDOW, .real = 5),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING,
	},
	{
		.rule = "HOST-DROPS", .name = "silent: one in a million is no trend",
		.given = {
			HAS(COUNTER_HOST_DROPS, .num = 1), HAS(COUNTER_RX_FRAMES, .num = 1000000),
			HAS(RUN_WINDOW, .real = 5),
		},
	},
	{
		.rule = "HOST-DROPS", .name = "silent: just below, the dropped one counts as well",
		.given = {
			HAS(COUNTER_HOST_DROPS, .num = 1), HAS(COUNTER_RX_FRAMES, .num = 100000),
			HAS(RUN_WINDOW, .real = 5),
		},
	},
	{
		.rule = "HOST-DROPS", .name = "silent: none, and no frame",
		.given = {
			HAS(COUNTER_HOST_DROPS, .num = 0), HAS(COUNTER_RX_FRAMES, .num = 0),
			HAS(RUN_WINDOW, .real = 5),
		},
	},
	{
		.rule = "HOST-DROPS", .name = "fires: the bus was late, the ring was not",
		.given = {
			HAS(COUNTER_HOST_DROPS, .num = 5), HAS(COUNTER_FIFO_OVERRUNS, .num = 500),
			HAS(COUNTER_RX_FRAMES, .num = 99500), HAS(RUN_WINDOW, .real = 5),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .summary = "lost in the NIC",
		.remedy = "HOST-BUS-NARROW",
		.evidence = { THIS(COUNTER_FIFO_OVERRUNS), THIS(COUNTER_HOST_DROPS) },
	},
	{
		.rule = "HOST-DROPS", .name = "fires: the same frames in two fields are the ring's",
		.given = {
			HAS(COUNTER_HOST_DROPS, .num = 500), HAS(COUNTER_FIFO_OVERRUNS, .num = 500),
			HAS(COUNTER_RX_FRAMES, .num = 99500), HAS(RUN_WINDOW, .real = 5),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .summary = "receive ring",
	},
	{
		.rule = "HOST-DROPS", .name = "fires: softnet, though the ring is not told",
		.given = {
			LACKS(COUNTER_HOST_DROPS, ABSENT), HAS(COUNTER_SOFTNET_DROPS, .num = 40),
			HAS(COUNTER_RX_FRAMES, .num = 1000), HAS(RUN_WINDOW, .real = 5),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING,
		.summary = "40 dropped between driver and protocols", .remedy = "max_backlog",
		.evidence = { THIS(COUNTER_SOFTNET_DROPS) },
	},
	{
		.rule = "HOST-DROPS", .name = "fires: a socket",
		.given = {
			HAS(COUNTER_HOST_DROPS, .num = 0), HAS(COUNTER_SOFTNET_DROPS, .num = 0),
			HAS(COUNTER_SOCKET_DROPS, .num = 40), HAS(COUNTER_RX_FRAMES, .num = 1000),
			HAS(RUN_WINDOW, .real = 5),
		},
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .summary = "at a UDP socket",
		.remedy = "find the program",
	},
	{
		.rule = "HOST-DROPS", .name = "silent: drops of the host that cannot be this port's",
		.given = {
			HAS(COUNTER_HOST_DROPS, .num = 0), HAS(COUNTER_SOFTNET_DROPS, .num = 40),
			HAS(COUNTER_SOCKET_DROPS, .num = 40), HAS(COUNTER_RX_FRAMES, .num = 30),
			HAS(RUN_WINDOW, .real = 5),
		},
	},
	{
		.rule = "HOST-DROPS", .name = "no data: the ring is not told, and the rest is clean",
		.given = {
			LACKS(COUNTER_HOST_DROPS, ABSENT), HAS(COUNTER_SOFTNET_DROPS, .num = 0),
			HAS(COUNTER_SOCKET_DROPS, .num = 0), HAS(COUNTER_RX_FRAMES, .num = 1000),
			HAS(RUN_WINDOW, .real = 5),
		},
		.outcome = OUTCOME_NO_DATA, .evidence = { THIS(COUNTER_HOST_DROPS) },
	},
	{
		.rule = "HOST-TX-HANG", .name = "fires: twice",
		.given = { HAS(LOG_TX_HANGS, .num = 2), HAS(LOG_EVENTS, .text = "12.5 tx-hang") },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING, .summary = "hung 2 times",
		.evidence = { THIS(LOG_TX_HANGS), THIS(LOG_EVENTS) },
	},
	{
		.rule = "HOST-TX-HANG", .name = "silent: never",
		.given = { HAS(LOG_TX_HANGS, .num = 0) },
	},
	{
		.rule = "HOST-DROPS", .name = "fires: pasted totals",
		.given = { HAS(COUNTER_HOST_DROPS, .num = 1228956027),
			   HAS(COUNTER_RX_FRAMES, .num = 176715090074), HAS(RUN_TOTALS, .yes = true) },
		.outcome = OUTCOME_FOUND, .severity = SEV_WARNING,
		.summary = "1228956027 of 177944046101 received frames were dropped at the receive ring",
	},
};

int main(void)
{
	const struct rule_tests tests = {
		.name = "rule-host", .rules = rules_host, .needs = needs,
		.needs_count = ROWS(needs), .cases = cases, .cases_count = ROWS(cases),
	};

	return help_rule_main(&tests);
}
