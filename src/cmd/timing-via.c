// SPDX-License-Identifier: GPL-3.0-or-later
/* A port here, a port of another host that answers, and what is between them. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "cmd/run.h"
#include "cmd/timing-notice.h"
#include "cmd/timing-via.h"

#define FCS_BYTES 4

/* The direct cable, kept or used. */

static struct timing_kept_port kept_near(const struct via *v)
{
	return timing_kept_port(timing_near(&v->near), v->near.moderation_us);
}

static struct timing_kept_port kept_far(const struct via *v)
{
	return timing_kept_port(via_far(v), v->far.moderation_us);
}

static int use_calibration(struct via *v, double *direct_in_mbps, struct err *err)
{
	const struct timing_kept now = { .trips = true, .from = kept_near(v), .to = kept_far(v) };

	return timing_kept_use(v->run, &v->setup[TIMING_FORWARD], &v->taken, &now, v->plan->calibration,
			       direct_in_mbps, err);
}

static int keep_direct(struct via *v, struct err *err)
{
	const struct timing_setup *setup = &v->setup[TIMING_FORWARD];
	struct timing_kept kept = {
		.stamps = setup->stamps, .trips = true,
		.rate_in_mbps = setup->rate_in_mbps, .rate_out_mbps = setup->rate_out_mbps,
		.resolution_ns = setup->resolution_ns, .sent = setup->sent[TIMING_DIRECT],
		.from = kept_near(v), .to = kept_far(v),
		.point = v->taken.point, .count = v->taken.count,
	};

	if (v->taken.stopped)
		return err_set(err, -EINTR, "interrupted; %s was not written", v->plan->direct);
	if (v->path.sum.stepped > v->path.sum.sent / 10)
		return timing_refuse(err, err_set(err, -EBADMSG, "a clock was set again and again while frames "
						   "were timed; %s was not written; take it anew",
						   v->plan->direct), "clock");
	clock_utc_text(time(NULL), kept.taken);
	return timing_kept_save(&kept, v->plan->direct, err);
}

/* The frames. */

/* Whatever else was said of it before. */
static int link_dropped(const char *name, struct err *err)
{
	*err = (struct err){ .code = 0 };
	err_set(err, -ENETDOWN, "%s: the link dropped while frames were timed; nothing is concluded; "
		"etherdx check of that port tells more", name);
	return timing_refuse(err, err->code, "link-dropped");
}

/* Nothing came back: which way was it lost? */
static int nothing_came(const struct via *v, struct err *err)
{
	const char *from = v->near.name, *to = v->far_name;

	if (v->path.far.heard)
		err_set(err, -ENODATA, "%u frames of %s arrived at %s, and none of its answers came back; see "
			"that nothing keeps them to one direction", (unsigned int)v->path.far.heard, from,
			to);
	else
		err_set(err, -ENODATA, "none of %u frames from %s arrived at %s; see that both ports are "
			"in one VLAN of one switch", (unsigned int)v->path.sum.sent, from, to);
	return timing_refuse(err, err->code, "no-frames");
}

static int take_leg(struct via *v, struct err *err)
{
	const struct timing_plan plan = timing_common_plan(v->plan, timing_near(&v->near), via_far(v));
	const struct timing_trips *sum = &v->path.sum;
	int rc = timing_path_take(&v->path, &plan, v->setup, &v->taken, err);

	if (!timing_port_is_up(&v->near))
		return link_dropped(v->near.name, err);
	if (rc == -EPIPE || rc == -ETIMEDOUT || rc == -EPROTO)
		return timing_refuse(err, rc, "far-gone");
	if (rc < 0)
		return timing_refuse(err, rc, "cannot-send");
	if (v->path.far.down)
		return link_dropped(v->far_name, err);
	if (v->path.far.why[0])
		return timing_refuse(err, err_set(err, -EIO, "%s: it answers no more: %s; nothing is concluded; "
						   "run it again", v->far_name, v->path.far.why),
				     "cannot-send");
	if (sum->sent && sum->lost + sum->lost_back == sum->sent && !v->taken.stopped)
		return nothing_came(v, err);
	if (sum->untold && sum->untold + sum->unstamped == sum->sent)
		return err_set(err, -EINTR, "interrupted before %s told of any frame; nothing is concluded",
			       v->far_name);
	if (sum->sent && sum->unstamped == sum->sent)
		return timing_refuse(err, err_set(err, -EOPNOTSUPP, "%s and %s: no frame has all of its "
						   "stamps%s", v->near.name, v->far_name,
						   v->far.hardware ? "; say --stamps software" : ""),
				     "no-stamps");
	return 0;
}

/* What the counters tell of the time in between. */
static int check_counters(struct via *v, unsigned int end, const struct facts *f, const char *name,
			  struct err *err)
{
	if (facts_yes(f, FACT_RUN_VANISHED) || facts_num(f, FACT_COUNTER_CARRIER_CHANGES, 0) > 0 ||
	    facts_no(f, FACT_LINK_UP))
		return link_dropped(name, err);
	timing_notice_counters(v->run, name, f);
	timing_notice_port(v->run, end, name, f);
	for (int way = 0; way < TIMING_WAYS; way++)
		v->setup[way].pause_seen = v->run->setup.pause_seen;
	return 0;
}

static void note_moderation(struct via *v, const char *name, int us, bool adaptive)
{
	if (us > 0 && !v->far.hardware)
		timing_note(v->run, "%s: interrupt moderation of %d us%s; ethtool -C IFACE rx-usecs 0 "
			    "there switches it off", name, us, adaptive ? ", adaptive" : "");
}

static int finish_sides(struct via *v, struct err *err)
{
	struct err untold = { 0 };
	int rc = far_begin(&v->plan->far, 0, &untold);

	probe_finish(&v->near.probe, v->near.dev, 1, v->near.sets, NULL);
	if (rc == 0)
		rc = far_finish(&v->plan->far, run_interrupted(), v->sets, &untold);
	if (rc < 0 && !facts_yes(via_far(v), FACT_RUN_VANISHED))
		timing_note(v->run, "the counters of the far port were not told: %.120s", untold.text);
	rc = check_counters(v, 0, timing_near(&v->near), v->near.name, err);
	if (rc == 0)
		rc = check_counters(v, 1, via_far(v), v->far_name, err);
	note_moderation(v, v->near.name, v->near.moderation_us, v->near.adaptive);
	note_moderation(v, v->far_name, v->far.moderation_us, v->far.adaptive);
	return rc;
}

static void note_flooding(struct via *v)
{
	const struct timing_path *p = &v->path;

	if (p->reflected)
		timing_note(v->run, "%u frames came back at %s, where they were sent",
			    (unsigned int)p->reflected, v->near.name);
	if (p->duplicates)
		timing_note(v->run, "%u answers arrived twice at %s", (unsigned int)p->duplicates,
			    v->near.name);
	if (p->far.duplicates)
		timing_note(v->run, "%u frames arrived twice at %s, or its own came back",
			    (unsigned int)p->far.duplicates, v->far_name);
	timing_flood_look(&v->flood);
	timing_notice_flood(v->run, &v->flood, p->sum.sent);
	for (int way = 0; way < TIMING_WAYS; way++)
		v->setup[way].flooding = p->reflected || p->duplicates || p->far.duplicates ||
					 v->run->setup.flooding;
}

/*
 * Frames of others on either link out of the switch.  A round trip waits behind
 * both sorts, so the busier link is what each way has to do with.
 */
static void note_load(struct via *v)
{
	const struct timing_path *p = &v->path;
	const struct port_bytes none = { .t_ns = 0 };
	const struct port_bytes far = { .t_ns = p->far.window_ns, .rx = p->far.rx_bytes };
	struct timing_setup *there = &v->setup[TIMING_FORWARD], *back = &v->setup[TIMING_BACK];
	double there_bytes = 0, back_bytes = 0;

	for (size_t i = 0; i < p->trips; i++) {
		there_bytes += p->trip[i].arrived ? p->trip[i].size_bytes - FCS_BYTES : 0;
		back_bytes += p->trip[i].came ? p->trip[i].back_bytes - FCS_BYTES : 0;
	}
	timing_notice_load(v->run, there, v->far_name, &none, &far, there_bytes);
	timing_notice_load(v->run, back, v->near.name, &none, &p->took, back_bytes);
	if (!there->load_known)
		timing_note(v->run, "whether others sent to %s was not told", v->far_name);
	there->other_load = back->other_load = fmax(there->other_load, back->other_load);
	there->load_known = back->load_known = (there->load_known && back->load_known) ||
					       there->other_load >= TIMING_LOADED;
}

static void note_path(struct via *v)
{
	const struct timing_trips *sum = &v->path.sum;
	struct timing_run *run = v->run;

	note_flooding(v);
	note_load(v);
	if (sum->lost)
		timing_note(run, "%u of %u frames did not arrive at %s", (unsigned int)sum->lost,
			    (unsigned int)sum->sent, v->far_name);
	if (sum->lost_back)
		timing_note(run, "%u of %u answers did not come back", (unsigned int)sum->lost_back,
			    (unsigned int)(sum->sent - sum->lost));
	if (sum->unstamped)
		timing_note(run, "%u frames or answers were sent without a stamp",
			    (unsigned int)sum->unstamped);
	if (sum->untold)
		timing_note(run, "%u answers were left out: the far end did not tell of them",
			    (unsigned int)sum->untold);
	if (sum->stepped)
		timing_note(run, "%u times a clock was set while a frame was under way; these were left "
			    "out", (unsigned int)sum->stepped);
	timing_common_note(run, v->plan, &v->setup[TIMING_FORWARD], v->direct);
}

/* The answer. */

static void note_back(struct timing_run *run)
{
	const struct timing_estimate *e = &run->back;
	char k[80] = "";

	if (isfinite(e->k.low))
		snprintf(k, sizeof(k), ", k = %.2f (%.2f to %.2f)", e->k.value, e->k.low, e->k.high);
	else if (isfinite(e->k.high))
		snprintf(k, sizeof(k), ", k below %.2f", e->k.high);
	if (e->mode == TIMING_MODE_UNDETERMINED)
		timing_note(run, "the way back: undetermined (%s)%s", timing_reason_code(e->reason), k);
	else
		timing_note(run, "the way back: %s%s", timing_mode_text(e->mode), k);
	if (e->mode != run->estimate.mode && e->mode != TIMING_MODE_UNDETERMINED &&
	    run->estimate.mode != TIMING_MODE_UNDETERMINED)
		timing_note(run, "the two directions differ; each is told by itself");
	if (e->calibrated)
		timing_note(run, "latency: only that of both ways together is measured; what depends on no "
			    "size is taken as half of it each way");
}

static int estimate(struct via *v, struct err *err)
{
	struct timing_run *run = v->run;
	struct timing_estimate e[TIMING_WAYS];
	const struct timing_trips *sum = &v->path.sum;
	double stepped = sum->sent ? (double)sum->stepped / (double)sum->sent : 0;
	int rc = timing_reflect_estimate(e, v->setup, v->taken.point, v->taken.count, stepped, err);

	if (rc < 0)
		return rc;
	run->estimate = e[TIMING_FORWARD];
	run->estimate.drift_ppb = sum->drift_ppb;
	run->back = e[TIMING_BACK];
	run->round_trip = true;
	rc = timing_common_check_latency(run, v->plan, v->direct, v->near.name, v->far_name, err);
	if (rc == 0)
		note_back(run);
	return rc;
}

static int measure(struct via *v, struct err *err)
{
	int rc = take_leg(v, err);

	if (rc == 0)
		rc = finish_sides(v, err);
	if (rc < 0)
		return rc;
	note_path(v);
	timing_common_note_accuracy(v->run, v->setup[TIMING_FORWARD].stamps, v->path.end.tap,
				    ", at both ends");
	v->run->seconds = v->taken.seconds;
	v->run->incomplete = v->taken.stopped;
	return v->plan->direct ? keep_direct(v, err) : estimate(v, err);
}

static int prepare(struct via *v, struct err *err)
{
	double direct_in_mbps = 0;
	int rc = via_open(v, err);

	if (rc == 0)
		timing_flood_open(&v->flood, v->path.end.token, v->path.end.ptp, v->near.port.name, v->path.far_mac);
	if (rc == 0 && v->plan->calibration)
		rc = use_calibration(v, &direct_in_mbps, err);
	v->setup[TIMING_BACK] = timing_reflect_setup_back(&v->setup[TIMING_FORWARD], direct_in_mbps);
	return rc;
}

int timing_via(struct timing_live_plan *plan, struct timing_run *run, struct sets *sets,
	       struct err *err)
{
	struct via v = { .plan = plan, .run = run, .sets = sets, .flood = { .fd = -1 },
			 .path = { .end = TIMING_END_CLOSED } };
	int rc;

	run->input = "round-trip";
	run->setup.values = TIMING_VALUES_DELAY;
	run->setup.resolution_ns = 1;
	v.setup[TIMING_FORWARD] = run->setup;
	run_catch_signals();
	rc = prepare(&v, err);
	if (rc == 0)
		rc = measure(&v, err);
	if (rc == 0) {
		sets->set[SET_NEAR] = v.near.sets->set[SET_NEAR];
		sets->set[SET_PARTNER] = v.near.sets->set[SET_PARTNER];
	}
	run->setup = v.setup[TIMING_FORWARD];
	run->back_setup = v.setup[TIMING_BACK];
	timing_flood_close(&v.flood);
	via_close(&v);
	run->point = v.taken.point;
	run->points = v.taken.count;
	return rc;
}
