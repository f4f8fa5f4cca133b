// SPDX-License-Identifier: GPL-3.0-or-later
#include "rule-help.h"

#define HOSTS (1u << END_THIS | 1u << END_FAR)
#define EVERYWHERE (HOSTS | 1u << END_OTHER | 1u << END_FAR_PARTNER)
#define SOMEWHERE .end = END_UNKNOWN, .fix_end = END_UNKNOWN, .candidates = EVERYWHERE
#define A_HOST .end = END_UNKNOWN, .fix_end = END_UNKNOWN, .candidates = HOSTS
#define UNDECIDED .outcome = OUTCOME_FOUND, .severity = SEV_UNKNOWN
#define WARNS .outcome = OUTCOME_FOUND, .severity = SEV_WARNING
#define INFORMS .outcome = OUTCOME_FOUND, .severity = SEV_INFO

#define LOSSY "random loss, as of a bad cable"
#define POLICED "a policer or a full queue"
#define SLOW_HOST "a slow host"
#define HALF "half duplex at both ends"
#define SHARED "a medium that both directions share"

/* Through a switch, and all is well. */
static const struct given clean[] = {
	PATH_HAS(STREAM_STATE, .text = "valid"), PATH_HAS(STREAM_DUPLEX_OUTCOME, .text = "clean"),
	PATH_HAS(STREAM_DUPLEX_PROBABILITY, .real = 1e-5), PATH_HAS(STREAM_LOOK_ALIKES, .text = ""),
	PATH_HAS(STREAM_LOSS_NEAR_TO_FAR, .real = 0), PATH_HAS(STREAM_LOSS_FAR_TO_NEAR, .real = 0),
	PATH_HAS(STREAM_CONTRAST_NEAR_TO_FAR, .real = 0),
	PATH_HAS(STREAM_CONTRAST_FAR_TO_NEAR, .real = 0), PATH_HAS(STREAM_LOAD, .real = .2),
	PATH_HAS(STREAM_FRAMES, .num = 24000), PATH_HAS(STREAM_DIRECT, .yes = false),
	HAS(PORT_AMBIENT, .real = .1), HAS(PORT_DEFAULT_ROUTE, .yes = false), HAS(PORT_NETFS, .text = ""),
	HAS(PORT_SESSION, .yes = false), { .side = SIDE_NONE },
};

/* TCP at full speed, and all is well. */
static const struct given full_speed[] = {
	PATH_HAS(STREAM_STATE, .text = "valid"), PATH_HAS(STREAM_DUPLEX_OUTCOME, .text = "clean"),
	PATH_HAS(STREAM_TCP_STATE, .text = "valid"), PATH_HAS(STREAM_TCP_LIMIT, .real = 94.1),
	PATH_HAS(STREAM_TCP_TX, .real = 93.2), PATH_HAS(STREAM_TCP_RX, .real = 93.9),
	PATH_HAS(STREAM_TCP_BIDIR_TX, .real = 88), PATH_HAS(STREAM_TCP_BIDIR_RX, .real = 90),
	PATH_HAS(STREAM_TCP_HOST_LIMITED, .yes = false), { .side = SIDE_NONE },
};

static const struct rule_needs needs[] = {
	{ "STREAM-WRONG-PATH", { PATH(STREAM_STATE) } },
	{ "HOST-TOO-NOISY", { PATH(STREAM_STATE) } },
	{ "DUPLEX-UNDETERMINED", { PATH(STREAM_STATE) } },
	{ "STREAM-LOSS", { PATH(STREAM_STATE), PATH(STREAM_LOOK_ALIKES) } },
	{ "STREAM-POLICED", { PATH(STREAM_STATE), PATH(STREAM_LOOK_ALIKES) } },
	{ "HOST-LIMITED", { PATH(STREAM_TCP_HOST_LIMITED), PATH(STREAM_LOOK_ALIKES) } },
	{ "STREAM-HALF-DUPLEX", { PATH(STREAM_STATE), PATH(STREAM_LOOK_ALIKES) } },
	{ "STREAM-SHARED-MEDIUM", { PATH(STREAM_STATE), PATH(STREAM_LOOK_ALIKES) } },
	{ "STREAM-SLOW", { PATH(STREAM_TCP_TX), PATH(STREAM_TCP_RX), PATH(STREAM_TCP_BIDIR_TX),
			   PATH(STREAM_TCP_BIDIR_RX) } },
	{ "STREAM-ASYMMETRIC", { PATH(STREAM_TCP_STATE), PATH(STREAM_TCP_TX),
				 PATH(STREAM_TCP_RX) } },
	{ "PORT-IN-USE", { THIS(PORT_DEFAULT_ROUTE), PATH(STREAM_FRAMES) } },
};

/* A state in which nothing is concluded. */
#define STATE(text_) \
	.base = clean, .given = { PATH_HAS(STREAM_STATE, .text = text_), \
				  PATH_HAS(STREAM_DUPLEX_OUTCOME, .text = "undetermined") }

static const struct rule_case cases[] = {
	{
		.rule = "STREAM-WRONG-PATH", .name = "fires", STATE("wrong path"),
		UNDECIDED, SOMEWHERE, .summary = "did not cross", .remedy = "--peer-iface",
		.evidence = { PATH(STREAM_FRAMES) },
	},
	{ .rule = "STREAM-WRONG-PATH", .name = "silent: valid", .base = clean },
	{ .rule = "STREAM-WRONG-PATH", .name = "silent: another reason", STATE("too few") },

	{
		.rule = "HOST-TOO-NOISY", .name = "fires: late",
		.base = clean,
		.given = {
			PATH_HAS(STREAM_STATE, .text = "host too late"),
			PATH_HAS(STREAM_LATENESS_P99, .real = 5200), PATH_HAS(STREAM_STEAL, .real = .3),
		},
		UNDECIDED, A_HOST, .summary = "too late (5200 us)", .remedy = "idle",
		.evidence = { PATH(STREAM_LATENESS_P99), PATH(STREAM_STEAL) },
	},
	{
		.rule = "HOST-TOO-NOISY", .name = "fires: drops",
		.base = clean,
		.given = {
			PATH_HAS(STREAM_STATE, .text = "host drops"), PATH_HAS(STREAM_HOST_DROPS, .num = 7),
		},
		UNDECIDED, A_HOST, .summary = "lost 7 frames", .evidence = { PATH(STREAM_HOST_DROPS) },
	},
	{ .rule = "HOST-TOO-NOISY", .name = "silent: valid", .base = clean },
	{ .rule = "HOST-TOO-NOISY", .name = "silent: another reason", STATE("wrong path") },

	{
		.rule = "DUPLEX-UNDETERMINED", .name = "fires: valid and undecided", STATE("valid"),
		UNDECIDED, SOMEWHERE, .summary = "speaks neither way", .remedy = "longer",
		.evidence = { PATH(STREAM_DUPLEX_PROBABILITY), PATH(STREAM_FRAMES) },
	},
	{
		.rule = "DUPLEX-UNDETERMINED", .name = "fires: no answer", STATE("no answer"),
		UNDECIDED, SOMEWHERE, .summary = "no frame of one end reached", .remedy = "VLAN",
	},
	{
		.rule = "DUPLEX-UNDETERMINED", .name = "fires: carrier lost", STATE("carrier lost"),
		UNDECIDED, SOMEWHERE, .summary = "link went down", .remedy = "see why",
	},
	{
		.rule = "DUPLEX-UNDETERMINED", .name = "fires: others send", STATE("others send"),
		UNDECIDED, SOMEWHERE, .summary = "other traffic", .remedy = "quiet",
	},
	{
		.rule = "DUPLEX-UNDETERMINED", .name = "fires: a state of another version",
		STATE("eclipse"), UNDECIDED, SOMEWHERE, .summary = "eclipse",
	},
	{
		.rule = "DUPLEX-UNDETERMINED", .name = "fires: no answer, so no outcome at all",
		.given = { PATH_HAS(STREAM_STATE, .text = "no answer") },
		UNDECIDED, SOMEWHERE,
	},
	{ .rule = "DUPLEX-UNDETERMINED", .name = "silent: clean", .base = clean },
	{
		.rule = "DUPLEX-UNDETERMINED", .name = "silent: counters decided what frames could not",
		.base = clean,
		.given = {
			PATH_HAS(STREAM_STATE, .text = "too few"),
			PATH_HAS(STREAM_DUPLEX_OUTCOME, .text = "mismatch"),
		},
	},
	{
		.rule = "DUPLEX-UNDETERMINED", .name = "no data: valid, but nobody judged",
		.given = { PATH_HAS(STREAM_STATE, .text = "valid") },
		.outcome = OUTCOME_NO_DATA, .evidence = { PATH(STREAM_DUPLEX_OUTCOME) },
	},

	{
		.rule = "STREAM-LOSS", .name = "fires: toward far",
		.base = clean,
		.given = {
			PATH_HAS(STREAM_LOOK_ALIKES, .text = LOSSY),
			PATH_HAS(STREAM_LOSS_NEAR_TO_FAR, .real = .021),
		},
		WARNS, SOMEWHERE, .summary = "2.1 % of the frames toward the far end",
		.evidence = { PATH(STREAM_LOSS_NEAR_TO_FAR), PATH(STREAM_CONTRAST_NEAR_TO_FAR),
			      PATH(STREAM_LOAD) },
	},
	{
		.rule = "STREAM-LOSS", .name = "fires: toward near, on a direct cable",
		.base = clean,
		.given = {
			PATH_HAS(STREAM_LOOK_ALIKES, .text = SLOW_HOST "\n" LOSSY),
			PATH_HAS(STREAM_LOSS_FAR_TO_NEAR, .real = .05), PATH_HAS(STREAM_DIRECT, .yes = true),
		},
		WARNS, A_HOST, .summary = "5.0 % of the frames toward the near end",
	},
	{ .rule = "STREAM-LOSS", .name = "silent: none", .base = clean },
	{
		.rule = "STREAM-LOSS", .name = "silent: not a valid run",
		.base = clean,
		.given = {
			PATH_HAS(STREAM_STATE, .text = "host drops"),
			PATH_HAS(STREAM_LOOK_ALIKES, .text = LOSSY),
		},
	},

	{
		.rule = "STREAM-POLICED", .name = "fires",
		.base = clean, .given = { PATH_HAS(STREAM_LOOK_ALIKES, .text = POLICED) },
		INFORMS, SOMEWHERE, .summary = "not the cable", .evidence = { PATH(STREAM_LOAD) },
	},
	{
		.rule = "STREAM-POLICED", .name = "silent: another cause",
		.base = clean, .given = { PATH_HAS(STREAM_LOOK_ALIKES, .text = LOSSY) },
	},

	{
		.rule = "HOST-LIMITED", .name = "fires: TCP",
		.base = full_speed, .given = { PATH_HAS(STREAM_TCP_HOST_LIMITED, .yes = true) },
		INFORMS, A_HOST, .summary = "a receive window or a CPU",
		.evidence = { PATH(STREAM_TCP_HOST_LIMITED) },
	},
	{
		.rule = "HOST-LIMITED", .name = "fires: frames",
		.base = clean, .given = { PATH_HAS(STREAM_LOOK_ALIKES, .text = SLOW_HOST) },
		INFORMS, A_HOST, .summary = "cannot keep up", .evidence = { PATH(STREAM_LOOK_ALIKES) },
	},
	{ .rule = "HOST-LIMITED", .name = "silent: TCP was not", .base = full_speed },
	{ .rule = "HOST-LIMITED", .name = "silent: frames were not", .base = clean },

	{
		.rule = "STREAM-HALF-DUPLEX", .name = "fires",
		.base = clean,
		.given = {
			PATH_HAS(STREAM_LOOK_ALIKES, .text = HALF), HAS(STREAM_COLLISIONS, .num = 2000),
			AT(FAR, STREAM_COLLISIONS, .num = 1900),
		},
		INFORMS, SOMEWHERE, .summary = "no mismatch",
		.evidence = { THIS(STREAM_COLLISIONS), FAR(STREAM_COLLISIONS) },
	},
	{ .rule = "STREAM-HALF-DUPLEX", .name = "silent", .base = clean },

	{
		.rule = "STREAM-SHARED-MEDIUM", .name = "fires",
		.base = clean, .given = { PATH_HAS(STREAM_LOOK_ALIKES, .text = SHARED) },
		INFORMS, SOMEWHERE, .summary = "share one medium",
	},
	{ .rule = "STREAM-SHARED-MEDIUM", .name = "silent", .base = clean },

	{
		.rule = "STREAM-SLOW", .name = "fires: one way",
		.base = full_speed, .given = { PATH_HAS(STREAM_TCP_RX, .real = 70) },
		WARNS, SOMEWHERE,
		.summary = "toward this end reached 70.0 of 94.1 Mb/s that the wire can carry",
		.evidence = { PATH(STREAM_TCP_RX), PATH(STREAM_TCP_LIMIT) },
	},
	{
		.rule = "STREAM-SLOW", .name = "fires: both ways",
		.base = full_speed, .given = { PATH_HAS(STREAM_TCP_BIDIR_TX, .real = 70) },
		WARNS, SOMEWHERE, .summary = "toward the far end while both send reached 70.0",
	},
	{
		.rule = "STREAM-SLOW", .name = "fires: below its pace",
		.base = full_speed,
		.given = {
			PATH_HAS(STREAM_TCP_PACED, .real = 19), PATH_HAS(STREAM_TCP_TX, .real = 18.9),
			PATH_HAS(STREAM_TCP_RX, .real = 18.8), PATH_HAS(STREAM_TCP_BIDIR_TX, .real = 18.8),
			PATH_HAS(STREAM_TCP_BIDIR_RX, .real = 9.4),
		},
		WARNS, SOMEWHERE, .summary = "reached 9.4 of 19.0 Mb/s that were asked for",
		.evidence = { PATH(STREAM_TCP_PACED) },
	},
	{
		.rule = "STREAM-SLOW", .name = "fires: one direction was measured alone",
		.given = {
			PATH_HAS(STREAM_TCP_STATE, .text = "valid"), PATH_HAS(STREAM_TCP_LIMIT, .real = 94.1),
			PATH_HAS(STREAM_TCP_TX, .real = 20),
		},
		WARNS, SOMEWHERE, .summary = "reached 20.0",
	},
	{ .rule = "STREAM-SLOW", .name = "silent: full speed", .base = full_speed },
	{
		.rule = "STREAM-SLOW", .name = "silent: at its pace",
		.base = full_speed,
		.given = {
			PATH_HAS(STREAM_TCP_PACED, .real = 19), PATH_HAS(STREAM_TCP_TX, .real = 18.9),
			PATH_HAS(STREAM_TCP_RX, .real = 18.9), PATH_HAS(STREAM_TCP_BIDIR_TX, .real = 18.9),
			PATH_HAS(STREAM_TCP_BIDIR_RX, .real = 9.6),
		},
	},
	{
		.rule = "STREAM-SLOW", .name = "silent: the host was the limit",
		.base = full_speed,
		.given = {
			PATH_HAS(STREAM_TCP_RX, .real = 30), PATH_HAS(STREAM_TCP_HOST_LIMITED, .yes = true),
		},
	},
	{
		.rule = "STREAM-SLOW", .name = "silent: a host was too busy to send in time",
		.base = full_speed,
		.given = {
			PATH_HAS(STREAM_TCP_RX, .real = 30),
			PATH_HAS(STREAM_STATE, .text = "host too late"),
		},
	},
	{
		.rule = "STREAM-SLOW", .name = "silent: a mismatch says it",
		.base = full_speed,
		.given = {
			PATH_HAS(STREAM_TCP_BIDIR_RX, .real = .3),
			PATH_HAS(STREAM_DUPLEX_OUTCOME, .text = "mismatch"),
		},
	},
	{
		.rule = "STREAM-SLOW", .name = "silent: half duplex says it",
		.base = full_speed,
		.given = {
			PATH_HAS(STREAM_TCP_BIDIR_RX, .real = 40), PATH_HAS(STREAM_LOOK_ALIKES, .text = HALF),
		},
	},
	{
		.rule = "STREAM-SLOW", .name = "silent: a policer says it",
		.base = full_speed,
		.given = {
			PATH_HAS(STREAM_TCP_RX, .real = 10), PATH_HAS(STREAM_LOOK_ALIKES, .text = POLICED),
		},
	},
	{
		.rule = "STREAM-SLOW", .name = "silent: not a valid run",
		.base = full_speed,
		.given = {
			PATH_HAS(STREAM_TCP_RX, .real = 10), PATH_HAS(STREAM_TCP_STATE, .text = "interrupted"),
		},
	},
	{
		.rule = "STREAM-SLOW", .name = "no data: neither limit nor pace",
		.base = full_speed, .given = { AT_LACKS(PATH, STREAM_TCP_LIMIT, ABSENT) },
		.outcome = OUTCOME_NO_DATA, .evidence = { PATH(STREAM_TCP_LIMIT) },
	},

	{
		.rule = "STREAM-ASYMMETRIC", .name = "fires",
		.base = full_speed, .given = { PATH_HAS(STREAM_TCP_RX, .real = 74) },
		WARNS, SOMEWHERE, .summary = "93.2 Mb/s toward the far end and 74.0 toward this one",
		.evidence = { PATH(STREAM_TCP_LIMIT) },
	},
	{
		.rule = "STREAM-ASYMMETRIC", .name = "fires: the other way",
		.base = full_speed, .given = { PATH_HAS(STREAM_TCP_TX, .real = 9) }, WARNS, SOMEWHERE,
	},
	{ .rule = "STREAM-ASYMMETRIC", .name = "silent: alike", .base = full_speed },
	{
		.rule = "STREAM-ASYMMETRIC", .name = "silent: a pace says nothing of what could be",
		.base = full_speed,
		.given = { PATH_HAS(STREAM_TCP_RX, .real = 74), PATH_HAS(STREAM_TCP_PACED, .real = 94) },
	},
	{
		.rule = "STREAM-ASYMMETRIC", .name = "silent: the host was the limit",
		.base = full_speed,
		.given = {
			PATH_HAS(STREAM_TCP_RX, .real = 30), PATH_HAS(STREAM_TCP_HOST_LIMITED, .yes = true),
		},
	},

	{
		.rule = "PORT-IN-USE", .name = "fires: one use",
		.base = clean, .given = { HAS(PORT_DEFAULT_ROUTE, .yes = true) },
		INFORMS, .summary = "it carries the default route", .evidence = { THIS(PORT_DEFAULT_ROUTE) },
	},
	{
		.rule = "PORT-IN-USE", .name = "fires: three",
		.base = clean,
		.given = {
			HAS(PORT_DEFAULT_ROUTE, .yes = true), HAS(PORT_NETFS, .text = "nfs4 /home"),
			HAS(PORT_SESSION, .yes = true), HAS(PORT_AMBIENT, .real = .12),
		},
		INFORMS,
		.summary = "the default route, a network file system, an ssh session, much other traffic",
		.evidence = { THIS(PORT_NETFS), THIS(PORT_SESSION), THIS(PORT_AMBIENT) },
	},
	{ .rule = "PORT-IN-USE", .name = "silent: nothing depends on it", .base = clean },
};

int main(void)
{
	const struct rule_tests tests = {
		.name = "rule-stream", .rules = rules_stream, .needs = needs,
		.needs_count = ROWS(needs), .cases = cases, .cases_count = ROWS(cases),
	};

	return help_rule_main(&tests);
}
