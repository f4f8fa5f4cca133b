// SPDX-License-Identifier: GPL-3.0-or-later
#include "probe/stream.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define NS_PER_US 1e3
#define COUNTED 0.9	/* of our frames a port must have counted itself */
#define PACE_REACHED 0.9
#define FCS_BYTES 4	/* some drivers count it */

static const enum fact_id of_port[] = {
	FACT_STREAM_LATE_ALONE, FACT_STREAM_LATE_TOGETHER, FACT_STREAM_FCS_ALONE,
	FACT_STREAM_FCS_TOGETHER, FACT_STREAM_COLLISIONS,
};

static const char *const end_name[PATH_MACS] = { "near", "near-partner", "far-partner", "far" };
static const enum fact_set end_set[PATH_MACS] = { SET_NEAR, SET_PARTNER, SET_FAR_PARTNER,
						  SET_FAR };

/* The gate. */

static bool counted(const struct tally_sum *sum, uint64_t frames)
{
	return !sum->has || (double)sum->total >= COUNTED * (double)frames;
}

/*
 * A port's own counters must have seen what came through it: what it received,
 * and what the other end received of what it sent.
 */
static bool path_is_right(const struct stream_run *run)
{
	const struct stream_side *near = &run->near, *far = &run->far;

	return counted(&near->count[TALLY_RX_FRAMES], near->received) &&
	       counted(&near->count[TALLY_TX_FRAMES], far->received) &&
	       counted(&far->count[TALLY_RX_FRAMES], far->received) &&
	       counted(&far->count[TALLY_TX_FRAMES], near->received);
}

/* The share of the line rate that others had in what a port counted. */
static double others(const struct stream_run *run, const struct tally_sum *sum, uint64_t frames)
{
	double ours = (double)frames * (run->plan.frame_bytes + FCS_BYTES);

	if (!sum->has || !(run->duration_s > 0))
		return 0;
	return fmax((double)sum->total - ours, 0) * 8 / run->duration_s /
	       (run->plan.rate_mbps * 1e6);
}

static void find_others(struct contrast_gate *gate, const struct stream_run *run)
{
	const struct stream_side *near = &run->near, *far = &run->far;

	gate->ambient_share[STREAM_NEAR_TO_FAR] =
		fmax(others(run, &near->count[TALLY_TX_BYTES], near->sent),
		     others(run, &far->count[TALLY_RX_BYTES], far->received));
	gate->ambient_share[STREAM_FAR_TO_NEAR] =
		fmax(others(run, &far->count[TALLY_TX_BYTES], far->sent),
		     others(run, &near->count[TALLY_RX_BYTES], near->received));
}

static int64_t worse_lateness_ns(const struct stream_run *run)
{
	return run->near.lateness_p99_ns > run->far.lateness_p99_ns ? run->near.lateness_p99_ns :
								      run->far.lateness_p99_ns;
}

/*
 * Slots with a frame that was late are left out; as long as most are left, late
 * frames do no harm.
 */
static int64_t harmful_lateness_ns(const struct stream_run *run)
{
	int64_t late_ns = worse_lateness_ns(run), forgiven_ns = stream_plan_guard_ns(&run->plan) / 2;
	unsigned int missing = 0;

	for (unsigned int i = 0; i < run->slots; i++)
		missing += run->slot[i].missing;
	return 2 * missing > run->slots || late_ns < forgiven_ns ? late_ns : forgiven_ns;
}

static void fill_gate(struct contrast_gate *gate, const struct stream_run *run)
{
	*gate = (struct contrast_gate){
		.lateness_p99_ns = harmful_lateness_ns(run),
		.steal_share = fmax(run->near.steal, run->far.steal),
		.host_drops = run->near.host_drops + run->far.host_drops +
			      run->near.count[TALLY_HOST_DROPS].total +
			      run->far.count[TALLY_HOST_DROPS].total,
		.path_ok = path_is_right(run),
	};
	find_others(gate, run);
}

/* The evidence. */

static bool half_sensed(const struct facts *port)
{
	return facts_text_is(port, FACT_LINK_DUPLEX, "half") &&
	       (facts_yes(port, FACT_AN_PARALLEL_DETECTION) ||
		facts_no(port, FACT_AN_PARTNER_ABLE));
}

static enum duplex_word word_of(const struct facts *port)
{
	if (facts_text_is(port, FACT_LINK_DUPLEX, "half"))
		return DUPLEX_HALF;
	return facts_text_is(port, FACT_LINK_DUPLEX, "full") ? DUPLEX_FULL : DUPLEX_UNKNOWN;
}

static void fill_mac(struct mac_evidence *mac, const struct stream_side *side)
{
	const struct tally_sum *late = &side->count[TALLY_LATE], *fcs = &side->count[TALLY_FCS];

	mac->has_late = late->has && late->attributed;
	mac->late_alone = late->alone;
	mac->late_together = late->together;
	mac->late_unsplit = late->has && !late->attributed ? late->total : 0;
	mac->has_fcs = fcs->has && fcs->attributed;
	mac->fcs_alone = fcs->alone;
	mac->fcs_together = fcs->together;
	mac->has_collisions = side->count[TALLY_COLLISIONS].has;
	mac->collisions = side->count[TALLY_COLLISIONS].total;
}

/* Of the frames that the plan has, those that cross others. */
static double share_together(const struct stream_run *run)
{
	uint64_t together = 0, all = 0;

	for (unsigned int i = 0; i < run->slots; i++) {
		const struct slot_result *slot = &run->slot[i];
		uint64_t frames = (uint64_t)slot->sent[0] + slot->sent[1];

		all += frames;
		if (slot->kind == SLOT_BOTH || slot->kind == SLOT_BOTH_LOW)
			together += frames;
	}
	return all ? (double)together / (double)all : 0;
}

static const char *ended_text(const struct stream_run *run)
{
	switch (run->ended) {
	case STREAM_DONE:
		break;
	case STREAM_NO_ANSWER:
		return "no answer";
	case STREAM_NO_CARRIER:
		return "carrier lost";
	case STREAM_STOPPED:
		return "interrupted";
	}
	return run->near.received + run->far.received > 0 ? NULL : "no answer";
}

/*
 * The user's word.  Ends of one cable have one speed, and frames of our own need
 * no router.
 */
static bool is_direct(const struct stream_run *run, const struct sets *sets,
		      const struct stream_wish *wish)
{
	int64_t near_mbps = facts_num(&sets->set[SET_NEAR], FACT_LINK_SPEED, 0);
	int64_t far_mbps = facts_num(&sets->set[SET_FAR], FACT_LINK_SPEED, 0);

	return wish->direct && !run->udp &&
	       (near_mbps <= 0 || far_mbps <= 0 || near_mbps == far_mbps);
}

void stream_judge(struct stream_judged *judged, const struct stream_run *run,
		  const struct tcp_evidence *tcp, const struct sets *sets,
		  const struct stream_wish *wish)
{
	struct duplex_evidence e = { .direct = is_direct(run, sets, wish),
				     .share_together = share_together(run) };

	*judged = (struct stream_judged){ .state = NULL };
	fill_gate(&judged->gate, run);
	contrast_measure(&judged->contrast, &run->plan, run->slot, run->slots, &judged->gate);
	/* Those that were left out for it are the ones that lack. */
	if (judged->contrast.state == CONTRAST_TOO_FEW &&
	    worse_lateness_ns(run) > stream_plan_guard_ns(&run->plan) / 2)
		judged->contrast.state = CONTRAST_HOST_LATE;
	judged->state = ended_text(run);
	if (judged->state && judged->contrast.state == CONTRAST_VALID)
		judged->contrast.state = CONTRAST_TOO_FEW;
	if (!judged->state)
		judged->state = contrast_state_text(judged->contrast.state);
	/* Half of it is better than nothing, and said to be half. */
	if (!run->far.known)
		judged->state = "no answer";
	if (half_sensed(&sets->set[SET_NEAR]) || half_sensed(&sets->set[SET_FAR]))
		e.prior = PRIOR_HALF_SENSED;
	e.contrast = &judged->contrast;
	if (tcp)
		e.tcp = *tcp;
	fill_mac(&e.mac[0], &run->near);
	fill_mac(&e.mac[PATH_MACS - 1], &run->far);
	for (int mac = 0; mac < PATH_MACS; mac++)
		e.mac[mac].duplex = word_of(&sets->set[end_set[mac]]);
	duplex_judge(&judged->verdict, &e, wish->odds);
}

/* The facts. */

static void put_real(struct facts *f, enum fact_id id, double real)
{
	struct fact fact = { .state = FACT_KNOWN, .source = FROM_MEASURED, .real = real };

	facts_put(f, id, &fact);
}

static void put_num(struct facts *f, enum fact_id id, uint64_t num)
{
	facts_put_num(f, id, FROM_MEASURED, (int64_t)num);
}

/* Four digits are more than any of these has. */
static double round4(double real)
{
	return round(real * 1e4) / 1e4;
}

static void put_list(struct facts *f, enum fact_id id)
{
	struct fact empty = { .state = FACT_KNOWN, .source = FROM_MEASURED };

	facts_put(f, id, &empty);
}

static void port_facts(struct facts *port, const struct stream_side *side)
{
	const struct tally_sum *late = &side->count[TALLY_LATE], *fcs = &side->count[TALLY_FCS];
	const struct tally_sum *collisions = &side->count[TALLY_COLLISIONS];

	if (late->has && late->attributed) {
		put_num(port, FACT_STREAM_LATE_ALONE, late->alone);
		put_num(port, FACT_STREAM_LATE_TOGETHER, late->together);
	}
	if (fcs->has && fcs->attributed) {
		put_num(port, FACT_STREAM_FCS_ALONE, fcs->alone);
		put_num(port, FACT_STREAM_FCS_TOGETHER, fcs->together);
	}
	if (collisions->has)
		put_num(port, FACT_STREAM_COLLISIONS, collisions->total);
}

static void loss_facts(struct facts *path, const struct contrast *c)
{
	static const enum fact_id loss[STREAM_DIRS] = { FACT_STREAM_LOSS_NEAR_TO_FAR,
							FACT_STREAM_LOSS_FAR_TO_NEAR };
	static const enum fact_id contrast[STREAM_DIRS] = { FACT_STREAM_CONTRAST_NEAR_TO_FAR,
							    FACT_STREAM_CONTRAST_FAR_TO_NEAR };

	for (int dir = 0; dir < STREAM_DIRS; dir++) {
		const struct contrast_pair *p = &c->dir[dir].full;

		if (p->rounds < 2 || p->sent_one == 0)
			continue;
		put_real(path, loss[dir], round4((double)p->lost_one / (double)p->sent_one));
		put_real(path, contrast[dir], round4(p->diff));
		if (!facts_known(path, FACT_STREAM_CONTRAST_Z) ||
		    p->z > facts_get(path, FACT_STREAM_CONTRAST_Z)->real)
			put_real(path, FACT_STREAM_CONTRAST_Z, round(p->z * 100) / 100);
	}
}

static void verdict_facts(struct facts *path, const struct duplex_verdict *v)
{
	facts_put_text(path, FACT_STREAM_DUPLEX_OUTCOME, FROM_MEASURED,
		       duplex_outcome_text(v->outcome));
	put_real(path, FACT_STREAM_DUPLEX_PROBABILITY, v->probability);
	put_list(path, FACT_STREAM_DUPLEX_HALF_ENDS);
	for (int mac = 0; mac < PATH_MACS; mac++)
		if (v->half_ends & 1u << mac)
			facts_list_add(path, FACT_STREAM_DUPLEX_HALF_ENDS, FROM_MEASURED,
				       end_name[mac]);
	put_list(path, FACT_STREAM_LOOK_ALIKES);
	for (unsigned int look = 1; look <= LOOK_SHARED_MEDIUM; look <<= 1)
		if (v->look_alikes & look)
			facts_list_add(path, FACT_STREAM_LOOK_ALIKES, FROM_MEASURED,
				       duplex_look_alike_text((enum duplex_look_alike)look));
}

static void run_facts(struct facts *path, const struct stream_run *run,
		      const struct contrast_gate *gate)
{
	put_num(path, FACT_STREAM_RATE, run->plan.rate_mbps);
	put_real(path, FACT_STREAM_LOAD, run->plan.load_percent / 100.0);
	put_num(path, FACT_STREAM_FRAMES, run->near.sent + run->far.sent);
	put_real(path, FACT_STREAM_DURATION, round4(run->duration_s));
	facts_put_text(path, FACT_STREAM_CARRIED, FROM_MEASURED, run->udp ? "UDP" : "frames");
	put_real(path, FACT_STREAM_LATENESS_P99, round((double)worse_lateness_ns(run) / NS_PER_US));
	put_real(path, FACT_STREAM_STEAL, round4(gate->steal_share));
	put_num(path, FACT_STREAM_HOST_DROPS, gate->host_drops);
	put_real(path, FACT_STREAM_AMBIENT,
		 round4(fmax(gate->ambient_share[0], gate->ambient_share[1])));
}

void stream_contrast_facts(struct sets *sets, const struct stream_run *run,
			   const struct stream_judged *judged, const struct stream_wish *wish)
{
	struct facts *path = &sets->set[SET_PATH];

	facts_put_text(path, FACT_STREAM_STATE, FROM_MEASURED, judged->state);
	/* Nobody said so is not that a switch is there. */
	if (is_direct(run, sets, wish))
		facts_put_bool(path, FACT_STREAM_DIRECT, FROM_PASTE, true);
	else if (wish->direct)
		facts_put_bool(path, FACT_STREAM_DIRECT, FROM_MEASURED, false);
	run_facts(path, run, &judged->gate);
	loss_facts(path, &judged->contrast);
	if (judged->contrast.state == CONTRAST_VALID)
		verdict_facts(path, &judged->verdict);
	port_facts(&sets->set[SET_NEAR], &run->near);
	if (run->far.known)
		port_facts(&sets->set[SET_FAR], &run->far);
}

/* TCP. */

struct tcp_evidence stream_tcp_evidence(const struct tcp_run *run, double rate_bps,
					unsigned int mtu_bytes)
{
	struct tcp_evidence e = { .measured = run->state == TCP_VALID && run->job.pace_bps == 0 };

	if (!e.measured)
		return e;
	e.limit_bps = tcp_limit_bps(rate_bps, mtu_bytes, run->v6);
	e.alone_bps[STREAM_NEAR_TO_FAR] = run->far.received_bps[TCP_OUT];
	e.alone_bps[STREAM_FAR_TO_NEAR] = run->near.received_bps[TCP_BACK];
	e.both_bps[STREAM_NEAR_TO_FAR] = run->far.received_bps[TCP_BOTH];
	e.both_bps[STREAM_FAR_TO_NEAR] = run->near.received_bps[TCP_BOTH];
	e.has_acks = run->near.segments[TCP_OUT] > 0 && run->far.segments[TCP_BACK] > 0;
	if (e.has_acks) {
		e.acks_per_segment[STREAM_NEAR_TO_FAR] = (double)run->near.acks[TCP_OUT] /
							 (double)run->near.segments[TCP_OUT];
		e.acks_per_segment[STREAM_FAR_TO_NEAR] = (double)run->far.acks[TCP_BACK] /
							 (double)run->far.segments[TCP_BACK];
	}
	return e;
}

static void put_mbps(struct facts *f, enum fact_id id, double bps)
{
	put_real(f, id, round(bps / 1e4) / 100);
}

static void put_resent(struct facts *f, enum fact_id id, const struct tcp_result *r,
		       enum tcp_phase phase)
{
	if (r->segments[phase])
		put_real(f, id, round4((double)r->resent[phase] / (double)r->segments[phase]));
}

static uint64_t all(const uint64_t count[static TCP_PHASES])
{
	return count[TCP_OUT] + count[TCP_BACK] + count[TCP_BOTH];
}

/* In which order they arrived, and how often: of one direction, over all phases. */
static void put_order(struct facts *f, const struct tcp_result *r, const enum fact_id id[static 4])
{
	put_num(f, id[0], all(r->segments));
	put_num(f, id[1], all(r->resent));
	if (!r->has_order)
		return;
	put_num(f, id[2], all(r->reordered));
	put_num(f, id[3], all(r->doubled));
}

static void put_congestion(struct facts *f, const struct tcp_run *run)
{
	const char *near = run->near.congestion, *far = run->far.congestion;
	char text[40];

	snprintf(text, sizeof(text), strcmp(near, far) == 0 ? "%s" : "%s, far %s", near, far);
	facts_put_text(f, FACT_STREAM_TCP_CONGESTION, FROM_MEASURED, text);
}

static unsigned int mtu_of(const struct sets *sets)
{
	return (unsigned int)facts_num(&sets->set[SET_NEAR], FACT_PORT_MTU, 1500);
}

/* A host that was busy and sent and took all that was asked for has limited nothing. */
static bool reached_pace(const struct tcp_run *run)
{
	double least_bps = PACE_REACHED * (double)run->job.pace_bps;

	return run->job.pace_bps > 0 && run->far.received_bps[TCP_OUT] >= least_bps &&
	       run->near.received_bps[TCP_BACK] >= least_bps &&
	       run->far.received_bps[TCP_BOTH] >= least_bps &&
	       run->near.received_bps[TCP_BOTH] >= least_bps;
}

void stream_tcp_facts(struct sets *sets, const struct tcp_run *run, double rate_bps)
{
	struct facts *path = &sets->set[SET_PATH];

	if (!run->asked)
		return;
	facts_put_text(path, FACT_STREAM_TCP_STATE, FROM_MEASURED, tcp_state_text(run->state));
	if (run->state != TCP_VALID)
		return;
	put_mbps(path, FACT_STREAM_TCP_TX, run->far.received_bps[TCP_OUT]);
	put_mbps(path, FACT_STREAM_TCP_RX, run->near.received_bps[TCP_BACK]);
	put_mbps(path, FACT_STREAM_TCP_BIDIR_TX, run->far.received_bps[TCP_BOTH]);
	put_mbps(path, FACT_STREAM_TCP_BIDIR_RX, run->near.received_bps[TCP_BOTH]);
	if (rate_bps > 0)
		put_mbps(path, FACT_STREAM_TCP_LIMIT,
			 tcp_limit_bps(rate_bps, mtu_of(sets), run->v6));
	if (run->job.pace_bps)
		put_mbps(path, FACT_STREAM_TCP_PACED, (double)run->job.pace_bps);
	put_resent(path, FACT_STREAM_TCP_RETRANS_TX, &run->near, TCP_OUT);
	put_resent(path, FACT_STREAM_TCP_RETRANS_RX, &run->far, TCP_BACK);
	put_resent(path, FACT_STREAM_TCP_BIDIR_RETRANS_TX, &run->near, TCP_BOTH);
	put_resent(path, FACT_STREAM_TCP_BIDIR_RETRANS_RX, &run->far, TCP_BOTH);
	put_order(path, &run->near,
		  (enum fact_id[]){ FACT_STREAM_TCP_SEGMENTS_TX, FACT_STREAM_TCP_RESENT_TX,
				    FACT_STREAM_TCP_REORDERED_TX, FACT_STREAM_TCP_DOUBLED_TX });
	put_order(path, &run->far,
		  (enum fact_id[]){ FACT_STREAM_TCP_SEGMENTS_RX, FACT_STREAM_TCP_RESENT_RX,
				    FACT_STREAM_TCP_REORDERED_RX, FACT_STREAM_TCP_DOUBLED_RX });
	put_congestion(path, run);
	facts_put_bool(path, FACT_STREAM_TCP_HOST_LIMITED, FROM_MEASURED,
		       (run->near.host_limited || run->far.host_limited) && !reached_pace(run));
}

void stream_settle(struct sets *sets, int rc)
{
	enum fact_state state = fact_state_of(rc);
	int error = state == FACT_FAILED ? -rc : 0;

	facts_settle(&sets->set[SET_PATH], GROUP_STREAM, rc);
	for (size_t i = 0; i < sizeof(of_port) / sizeof(of_port[0]); i++) {
		facts_gap(&sets->set[SET_NEAR], of_port[i], rc < 0 ? state : FACT_ABSENT, error);
		facts_gap(&sets->set[SET_FAR], of_port[i], rc < 0 ? state : FACT_ABSENT, error);
	}
}
