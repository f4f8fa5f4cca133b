// SPDX-License-Identifier: GPL-3.0-or-later
/* What the traffic between the ends shows, besides a duplex mismatch, and when it shows nothing. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "rule/stream.h"
#include "rule/threshold.h"

#define PERCENT 100

/* Words of stream.look_alikes. */
#define LOOKS_LOSSY "random loss, as of a bad cable"
#define LOOKS_POLICED "a policer or a full queue"
#define LOOKS_SLOW_HOST "a slow host"
#define LOOKS_HALF "half duplex at both ends"
#define LOOKS_SHARED "a medium that both directions share"

static bool is_state(const struct link *link, const char *state)
{
	return facts_text_is(link->path, FACT_STREAM_STATE, state);
}

static bool looks(const struct link *link, const char *like)
{
	return is_state(link, "valid") && facts_list_has(link->path, FACT_STREAM_LOOK_ALIKES, like);
}

void stream_anywhere(const struct link *link, struct verdict *v)
{
	v->end = END_UNKNOWN;
	v->fix_end = END_UNKNOWN;
	v->candidates = 1u << END_THIS | 1u << END_FAR;
	if (!facts_yes(link->path, FACT_STREAM_DIRECT))
		v->candidates |= 1u << END_OTHER | 1u << END_FAR_PARTNER;
}

/* One of the hosts. */
static void a_host(struct verdict *v)
{
	v->end = END_UNKNOWN;
	v->fix_end = END_UNKNOWN;
	v->candidates = 1u << END_THIS | 1u << END_FAR;
}

static void wrong_path(const struct link *link, struct verdict *v)
{
	if (!is_state(link, "wrong path"))
		return;
	stream_anywhere(link, v);
	found(v, "the frames of the test did not cross the ports under test: nothing is concluded");
	cite(v, SIDE_PATH, FACT_STREAM_CARRIED);
	cite(v, SIDE_PATH, FACT_STREAM_FRAMES);
}

static void too_noisy(const struct link *link, struct verdict *v)
{
	if (is_state(link, "host too late"))
		found(v, "a host sent its frames too late (%.0f us): nothing is concluded",
		      facts_real(link->path, FACT_STREAM_LATENESS_P99, 0));
	else if (is_state(link, "host drops"))
		found(v, "a host lost %" PRId64 " frames after they had arrived: nothing is concluded",
		      facts_num(link->path, FACT_STREAM_HOST_DROPS, 0));
	else
		return;
	a_host(v);
	cite(v, SIDE_PATH, FACT_STREAM_LATENESS_P99);
	cite(v, SIDE_PATH, FACT_STREAM_STEAL);
	cite(v, SIDE_PATH, FACT_STREAM_HOST_DROPS);
}

/* Why the duplex test did not decide, and what would. */
static const struct {
	const char *state, *because;
	struct remedy remedies[REMEDIES_MAX];
} undecided[] = {
	{ "valid", "what was seen speaks neither way",
	  { { "run it again, longer: etherdx stream IFACE --duration 10 with the same far end",
	      "none" } } },
	{ "wrong path", "the frames did not cross the ports under test",
	  { { "name the far port: --peer-iface", "none" } } },
	{ "host too late", "a host was too busy to send in time",
	  { { "run it again while both hosts are idle", "none" } } },
	{ "host drops", "a host lost frames itself",
	  { { "run it again while both hosts are idle", "none" } } },
	{ "others send", "other traffic fills the port",
	  { { "run it again when the port is quiet", "none" } } },
	{ "too few", "too few frames were exchanged",
	  { { "run it again, longer: etherdx stream IFACE --duration 10 with the same far end",
	      "none" } } },
	{ "no answer", "no frame of one end reached the other",
	  { { "see that both ports are up and in one VLAN, and that --peer-iface names the right one",
	      "none" } } },
	{ "carrier lost", "the link went down during the test",
	  { { "see why the link drops: dmesg, and etherdx check IFACE", "none" },
	    { "try another cable", "link drops" } } },
	{ "interrupted", "the test was interrupted",
	  { { "run it again to the end", "none" } } },
};

static void undetermined(const struct link *link, struct verdict *v)
{
	size_t i = 0, last = sizeof(undecided) / sizeof(undecided[0]) - 1;

	if (facts_text_is(link->path, FACT_STREAM_DUPLEX_OUTCOME, "mismatch") ||
	    facts_text_is(link->path, FACT_STREAM_DUPLEX_OUTCOME, "clean"))
		return;
	if (is_state(link, "valid") && !facts_known(link->path, FACT_STREAM_DUPLEX_OUTCOME)) {
		no_data(v, SIDE_PATH, FACT_STREAM_DUPLEX_OUTCOME);
		return;
	}
	while (i < last && !is_state(link, undecided[i].state))
		i++;
	stream_anywhere(link, v);
	v->remedies = undecided[i].remedies;
	found(v, "the duplex test did not decide: %s",
	      is_state(link, undecided[i].state) ? undecided[i].because :
						   facts_text(link->path, FACT_STREAM_STATE));
	cite(v, SIDE_PATH, FACT_STREAM_DUPLEX_PROBABILITY);
	cite(v, SIDE_PATH, FACT_STREAM_FRAMES);
	cite(v, SIDE_PATH, FACT_STREAM_LOAD);
	cite(v, SIDE_PATH, FACT_STREAM_AMBIENT);
}

static void cite_loss(struct verdict *v)
{
	cite(v, SIDE_PATH, FACT_STREAM_LOSS_NEAR_TO_FAR);
	cite(v, SIDE_PATH, FACT_STREAM_LOSS_FAR_TO_NEAR);
	cite(v, SIDE_PATH, FACT_STREAM_CONTRAST_NEAR_TO_FAR);
	cite(v, SIDE_PATH, FACT_STREAM_CONTRAST_FAR_TO_NEAR);
	cite(v, SIDE_PATH, FACT_STREAM_LOAD);
}

static void loss(const struct link *link, struct verdict *v)
{
	double to_far = facts_real(link->path, FACT_STREAM_LOSS_NEAR_TO_FAR, 0);
	double to_near = facts_real(link->path, FACT_STREAM_LOSS_FAR_TO_NEAR, 0);

	if (!looks(link, LOOKS_LOSSY))
		return;
	stream_anywhere(link, v);
	found(v, "%.1f %% of the frames toward the %s end are lost even while only one end sends: "
	      "damage or a full queue on the way, no duplex mismatch",
	      fmax(to_far, to_near) * PERCENT, to_far > to_near ? "far" : "near");
	cite_loss(v);
	cite(v, SIDE_THIS, FACT_STREAM_FCS_ALONE);
	cite(v, SIDE_FAR, FACT_STREAM_FCS_ALONE);
}

static void policed(const struct link *link, struct verdict *v)
{
	if (!looks(link, LOOKS_POLICED))
		return;
	stream_anywhere(link, v);
	found(v, "frames are lost at this load and not at half of it: a rate limit, policer or full "
	      "queue on the way, not the cable");
	cite_loss(v);
}

static void host_limited(const struct link *link, struct verdict *v)
{
	bool tcp = facts_yes(link->path, FACT_STREAM_TCP_HOST_LIMITED);

	if (!tcp && !looks(link, LOOKS_SLOW_HOST))
		return;
	a_host(v);
	found(v, "%s: the rates tell of the hosts, not of the cable",
	      tcp ? "a receive window or a CPU was the limit of TCP" :
		    "a host cannot keep up with the port");
	cite(v, SIDE_PATH, FACT_STREAM_TCP_HOST_LIMITED);
	cite(v, SIDE_PATH, FACT_STREAM_HOST_DROPS);
	cite(v, SIDE_PATH, FACT_STREAM_STEAL);
}

static void legal_half(const struct link *link, struct verdict *v)
{
	if (!looks(link, LOOKS_HALF))
		return;
	stream_anywhere(link, v);
	found(v, "both ends of the cable are half duplex and take turns: collisions are normal here, "
	      "and there is no mismatch");
	cite(v, SIDE_THIS, FACT_STREAM_COLLISIONS);
	cite(v, SIDE_FAR, FACT_STREAM_COLLISIONS);
	cite(v, SIDE_THIS, FACT_LINK_DUPLEX);
	cite(v, SIDE_FAR, FACT_LINK_DUPLEX);
}

static void shared_medium(const struct link *link, struct verdict *v)
{
	if (!looks(link, LOOKS_SHARED))
		return;
	stream_anywhere(link, v);
	found(v, "both directions share one medium (radio, powerline, a half-duplex stretch): loss "
	      "comes with the sum of both, not with every frame that meets another");
	cite_loss(v);
}

/* Named by another finding, or no fault: the rates follow from it. */
static bool explained(const struct link *link)
{
	return is_state(link, "host too late") || is_state(link, "host drops") ||
	       facts_text_is(link->path, FACT_STREAM_DUPLEX_OUTCOME, "mismatch") ||
	       facts_yes(link->path, FACT_STREAM_TCP_HOST_LIMITED) || looks(link, LOOKS_SLOW_HOST) ||
	       looks(link, LOOKS_POLICED) || looks(link, LOOKS_HALF) || looks(link, LOOKS_SHARED);
}

static bool tcp_valid(const struct link *link)
{
	return facts_text_is(link->path, FACT_STREAM_TCP_STATE, "valid");
}

static const struct {
	enum fact_id id;
	const char *way;
	bool both;
} flows[] = {
	{ FACT_STREAM_TCP_TX, "toward the far end", false },
	{ FACT_STREAM_TCP_RX, "toward this end", false },
	{ FACT_STREAM_TCP_BIDIR_TX, "toward the far end while both send", true },
	{ FACT_STREAM_TCP_BIDIR_RX, "toward this end while both send", true },
};

#define FLOWS (sizeof(flows) / sizeof(flows[0]))

static void slow(const struct link *link, struct verdict *v)
{
	double pace_mbps = facts_real(link->path, FACT_STREAM_TCP_PACED, 0);
	double could_mbps = pace_mbps > 0 ? pace_mbps :
					    facts_real(link->path, FACT_STREAM_TCP_LIMIT, 0);
	double worst = 1;
	size_t at = 0;

	if (!(could_mbps > 0)) {
		no_data(v, SIDE_PATH, FACT_STREAM_TCP_LIMIT);
		return;
	}
	for (size_t i = 0; i < FLOWS; i++) {
		double floor = threshold(pace_mbps > 0 ? THRESHOLD_STREAM_PACED_SHARE :
					 flows[i].both ? THRESHOLD_STREAM_BOTH_SHARE :
							 THRESHOLD_STREAM_ONE_WAY_SHARE);
		double share = facts_real(link->path, flows[i].id, INFINITY) / could_mbps / floor;

		if (share < worst) {
			worst = share;
			at = i;
		}
	}
	if (!tcp_valid(link) || worst >= 1 || explained(link))
		return;
	stream_anywhere(link, v);
	found(v, "TCP %s reached %.1f of %.1f Mb/s %s", flows[at].way,
	      facts_real(link->path, flows[at].id, 0), could_mbps,
	      pace_mbps > 0 ? "that were asked for" : "that the wire can carry");
	cite(v, SIDE_PATH, pace_mbps > 0 ? FACT_STREAM_TCP_PACED : FACT_STREAM_TCP_LIMIT);
	cite(v, SIDE_PATH, FACT_STREAM_TCP_RETRANS_TX);
	cite(v, SIDE_PATH, FACT_STREAM_TCP_RETRANS_RX);
	cite(v, SIDE_PATH, FACT_STREAM_TCP_BIDIR_RETRANS_TX);
	cite(v, SIDE_PATH, FACT_STREAM_TCP_BIDIR_RETRANS_RX);
	cite(v, SIDE_PATH, FACT_STREAM_TCP_CONGESTION);
}

static void asymmetric(const struct link *link, struct verdict *v)
{
	double tx_mbps = facts_real(link->path, FACT_STREAM_TCP_TX, 0);
	double rx_mbps = facts_real(link->path, FACT_STREAM_TCP_RX, 0);

	if (!tcp_valid(link) || facts_known(link->path, FACT_STREAM_TCP_PACED) || explained(link) ||
	    fmin(tx_mbps, rx_mbps) >= threshold(THRESHOLD_STREAM_ALIKE_SHARE) * fmax(tx_mbps, rx_mbps))
		return;
	stream_anywhere(link, v);
	found(v, "TCP carries %.1f Mb/s toward the far end and %.1f toward this one, each alone",
	      tx_mbps, rx_mbps);
	cite(v, SIDE_PATH, FACT_STREAM_TCP_RETRANS_TX);
	cite(v, SIDE_PATH, FACT_STREAM_TCP_RETRANS_RX);
	cite(v, SIDE_PATH, FACT_STREAM_TCP_LIMIT);
}

static void in_use(const struct link *link, struct verdict *v)
{
	static const struct {
		enum fact_id id;
		const char *what;
	} use[] = {
		{ FACT_PORT_DEFAULT_ROUTE, "the default route" },
		{ FACT_PORT_NETFS, "a network file system" },
		{ FACT_PORT_SESSION, "an ssh session" },
	};
	const char *netfs = facts_text(link->this, FACT_PORT_NETFS);
	double ambient = facts_real(link->this, FACT_PORT_AMBIENT, 0);
	const char *what[4];
	unsigned int count = 0;
	char all[160] = "";

	for (size_t i = 0; i < sizeof(use) / sizeof(use[0]); i++)
		if (use[i].id == FACT_PORT_NETFS ? netfs && netfs[0] : facts_yes(link->this, use[i].id)) {
			what[count++] = use[i].what;
			cite(v, SIDE_THIS, use[i].id);
		}
	if (ambient > threshold(THRESHOLD_AMBIENT_SAID)) {
		what[count++] = "much other traffic";
		cite(v, SIDE_THIS, FACT_PORT_AMBIENT);
	}
	for (unsigned int i = 0; i < count; i++) {
		size_t used = strlen(all);

		snprintf(all + used, sizeof(all) - used, "%s%s", i ? ", " : "", what[i]);
	}
	if (count)
		found(v, "traffic was sent through a port in use: it carries %s", all);
}

#define LONGER { "run it again, longer: etherdx stream IFACE --duration 10 with the same far end", \
		 "none" }

const struct rule rules_stream[] = {
	{
		.id = "STREAM-WRONG-PATH", .severity = SEV_UNKNOWN, .step = STEP_TRAFFIC,
		.means = "Both ends have counted: the frames of the test went through other ports than "
			 "those under test, or none of them arrived by this one. Nothing follows from "
			 "their loss.",
		.source = "the ports' own frame counters over the test",
		.of_path = true, .says_little = true,
		.needs = { PATH(STREAM_STATE) },
		.remedies = {
			{ "name the far port on the same cable or VLAN: --peer-iface", "none" },
			{ "see what else joins both hosts: bond, bridge, route: ip route get ADDRESS",
			  "none" },
		},
		.judge = wrong_path,
	},
	{
		.id = "HOST-TOO-NOISY", .severity = SEV_UNKNOWN, .step = STEP_TRAFFIC,
		.means = "A host sent its frames too late, lost CPU time to its hypervisor, or dropped "
			 "frames after they had arrived. The slots of the test were then not what they "
			 "should be, and nothing follows from the loss.",
		.source = "time stamps of the test; /proc/stat steal; socket and ring drop counters",
		.of_path = true, .says_little = true,
		.needs = { PATH(STREAM_STATE) },
		.remedies = {
			{ "run it again while both hosts are idle", "none" },
			{ "test from another host", "none" },
			LONGER,
		},
		.judge = too_noisy,
	},
	{
		.id = "DUPLEX-UNDETERMINED", .severity = SEV_UNKNOWN, .step = STEP_TRAFFIC,
		.means = "The duplex test was asked for and could not decide: the frames did not come "
			 "through, or what was seen speaks neither for a mismatch nor against one at the "
			 "odds asked for.",
		.source = "Shalunov and Carlson, PAM 2005",
		.of_path = true, .says_little = true,
		.needs = { PATH(STREAM_STATE) },
		.remedies = {
			LONGER,
			{ "run it again while both hosts and the port are quiet", "none" },
			{ "read the words of both ends: ethtool IFACE, and the switch's port status",
			  "none" },
		},
		.judge = undetermined,
	},
	{
		.id = "STREAM-LOSS", .severity = SEV_WARNING, .step = STEP_TRAFFIC,
		.means = "Frames are lost at a light load even while only one end sends, and as many "
			 "while both do. A duplex mismatch loses frames only while both send, so this is "
			 "none: a damaged cable or connector, a marginal receiver, or a full queue.",
		.source = "IEEE 802.3 40.1.1 (1e-10 bit errors); RFC 2544 26.3",
		.avoid = "changing speed or duplex: it hides a bad cable at best",
		.of_path = true,
		.needs = { PATH(STREAM_STATE), PATH(STREAM_LOOK_ALIKES) },
		.remedies = {
			{ "see where broken frames are counted: FCS errors at both ends (ethtool -S "
			  "IFACE) and on the switch ports; none anywhere means a full queue", "none" },
			{ "change the cable at the end that counts them, then the switch port",
			  "link drops" },
		},
		.judge = loss,
	},
	{
		.id = "STREAM-POLICED", .severity = SEV_INFO, .step = STEP_TRAFFIC,
		.means = "Loss begins between half the load and the whole: something limits the rate, "
			 "by intent or because a queue is full. No cable does that.",
		.source = "RFC 2697 and 2698 (policers); RFC 2544 26.1",
		.of_path = true,
		.needs = { PATH(STREAM_STATE), PATH(STREAM_LOOK_ALIKES) },
		.remedies = {
			{ "look for rate limits on the way: tc qdisc show dev IFACE, tc filter, the "
			  "switch's storm control and policers", "none" },
		},
		.judge = policed,
	},
	{
		.id = "HOST-LIMITED", .severity = SEV_INFO, .step = STEP_TRAFFIC,
		.means = "The receive window, a CPU or the socket queue was the limit of the test. The "
			 "rates say what the hosts can do, not what the wire can.",
		.source = "linux tcp_info rwnd_limited and busy_time; /proc/stat",
		.of_path = true, .one_is_enough = true,
		.needs = { PATH(STREAM_TCP_HOST_LIMITED), PATH(STREAM_LOOK_ALIKES) },
		.remedies = {
			{ "see which: top, sysctl net.ipv4.tcp_rmem, and run it again while idle",
			  "none" },
		},
		.judge = host_limited,
	},
	{
		.id = "STREAM-HALF-DUPLEX", .severity = SEV_INFO, .step = STEP_TRAFFIC,
		.means = "A port collided, never late, and no frames were lost that a mismatch would "
			 "lose: both ends of its cable are half duplex and take turns. That is legal, "
			 "slower in both directions together, and no fault of the cable.",
		.source = "IEEE 802.3 clause 4",
		.of_path = true,
		.needs = { PATH(STREAM_STATE), PATH(STREAM_LOOK_ALIKES) },
		.remedies = {
			{ "for full duplex: offer it at both ends, autonegotiation on", "link drops" },
		},
		.judge = legal_half,
	},
	{
		.id = "STREAM-SHARED-MEDIUM", .severity = SEV_INFO, .step = STEP_TRAFFIC,
		.means = "Frames are lost when both directions together are too much, and not at half "
			 "that load, where a duplex mismatch still would lose some: a radio or powerline "
			 "bridge, or another stretch that both directions share.",
		.source = "Shalunov and Carlson, PAM 2005; tests/accuracy in the sources",
		.of_path = true,
		.needs = { PATH(STREAM_STATE), PATH(STREAM_LOOK_ALIKES) },
		.remedies = {
			{ "see what stands between both ends besides switches", "none" },
		},
		.judge = shared_medium,
	},
	{
		.id = "STREAM-SLOW", .severity = SEV_WARNING, .step = STEP_TRAFFIC,
		.means = "A TCP stream stayed below the floor: nine tenths of what the wire can carry one "
			 "way, 0.85 of it both ways, or half the pace that was asked for. Not "
			 "said when a duplex mismatch, a host, a policer or half duplex explains it.",
		.source = "frame overhead of IEEE 802.3 clause 3, RFC 791, 793 and 7323",
		.of_path = true, .one_is_enough = true,
		.needs = { PATH(STREAM_TCP_TX), PATH(STREAM_TCP_RX), PATH(STREAM_TCP_BIDIR_TX),
			   PATH(STREAM_TCP_BIDIR_RX) },
		.remedies = {
			{ "see the share of segments sent again: some mean loss on the way, none a host or "
			  "a window", "none" },
			{ "run it again, longer, while both hosts and the port are quiet", "none" },
			{ "test hop by hop: a far end on each side of the switch", "none" },
		},
		.judge = slow,
	},
	{
		.id = "STREAM-ASYMMETRIC", .severity = SEV_WARNING, .step = STEP_TRAFFIC,
		.means = "TCP at full speed carries much more in one direction than in the other, each "
			 "measured alone. Judged on unpaced streams only.",
		.source = "IEEE 802.3 1.4: full duplex carries both directions alike",
		.of_path = true,
		.needs = { PATH(STREAM_TCP_STATE), PATH(STREAM_TCP_TX), PATH(STREAM_TCP_RX) },
		.remedies = {
			{ "see which end counts drops or errors in the weaker direction: ethtool -S IFACE "
			  "at both ends", "none" },
			{ "run it again with the ends exchanged", "none" },
			{ "change the cable", "link drops" },
		},
		.judge = asymmetric,
	},
	{
		.id = "PORT-IN-USE", .severity = SEV_INFO, .step = STEP_TRAFFIC,
		.means = "The traffic of the test went through a port that carries the default route, a "
			 "mounted network file system, an ssh session, or other traffic above a tenth of "
			 "its speed. Said so that a pause in those is "
			 "no surprise; it changes no verdict.",
		.source = "linux rtnetlink, /proc/self/mountinfo, /proc/net/tcp",
		.says_little = true,
		.needs = { THIS(PORT_DEFAULT_ROUTE), PATH(STREAM_FRAMES) },
		.remedies = {
			{ "test at a quiet hour, or on a port that nothing depends on", "none" },
		},
		.judge = in_use,
	},
	{ .id = NULL },
};
