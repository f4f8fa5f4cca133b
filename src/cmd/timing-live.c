// SPDX-License-Identifier: GPL-3.0-or-later
/* Two ports of this host, and what is between them. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "cmd/run.h"
#include "cmd/timing-live.h"
#include "cmd/timing-notice.h"

#define STEP_NS 1e9
#define FCS_BYTES 4

static int check_path(struct live *l, struct err *err)
{
	int rc = timing_link_is_direct(&l->link, &l->direct, err);

	if (rc == -EINTR)
		return err_set(err, rc, "interrupted before a frame was timed");
	if (rc < 0)
		return timing_refuse(err, rc, "cannot-send");
	return timing_common_check(l->plan, l->direct, l->side[0].name, l->side[1].name, err);
}

static struct timing_kept_port kept_port(const struct timing_side *s)
{
	return timing_kept_port(timing_near(s), s->moderation_us);
}

static int use_calibration(struct live *l, struct err *err)
{
	const struct timing_kept now = { .from = kept_port(&l->side[0]), .to = kept_port(&l->side[1]) };

	return timing_kept_use(l->run, &l->run->setup, &l->taken, &now, l->plan->calibration, NULL, err);
}

/* How often.  With one clock no frame arrives before it left, and none is waited for this long. */
static unsigned int clock_steps(const struct live *l)
{
	unsigned int steps = 0;

	for (size_t i = 0; i < l->taken.count && !l->run->setup.two_clocks; i++)
		steps += l->taken.point[i].delay_ns < 0 || l->taken.point[i].delay_ns > STEP_NS;
	return steps;
}

static int keep_direct(struct live *l, struct err *err)
{
	const struct timing_setup *setup = &l->run->setup;
	struct timing_kept kept = {
		.stamps = setup->stamps, .two_clocks = setup->two_clocks,
		.rate_in_mbps = setup->rate_in_mbps, .rate_out_mbps = setup->rate_out_mbps,
		.resolution_ns = setup->resolution_ns, .sent = setup->sent[TIMING_DIRECT],
		.from = kept_port(&l->side[0]), .to = kept_port(&l->side[1]),
		.point = l->taken.point, .count = l->taken.count,
	};

	if (clock_steps(l))
		return timing_refuse(err, err_set(err, -EBADMSG, "the clock was set while frames were timed; "
					   "%s was not written; take it anew", l->plan->direct), "clock");
	clock_utc_text(time(NULL), kept.taken);
	return timing_kept_save(&kept, l->plan->direct, err);
}

/* Whatever else was said of it before. */
static int link_dropped(const struct timing_side *side, struct err *err)
{
	*err = (struct err){ .code = 0 };
	err_set(err, -ENETDOWN, "%s: the link dropped while frames were timed; nothing is concluded; see "
		"etherdx check %s", side->name, side->name);
	return timing_refuse(err, err->code, "link-dropped");
}

/* As the port counts them: without the FCS. */
static double arrived_bytes(const struct live *l, const struct timing_plan *plan)
{
	double sum = 0;

	for (unsigned int i = 0; i < plan->sizes; i++)
		sum += plan->size_bytes[i] - FCS_BYTES;
	return sum / plan->sizes * (double)l->taken.arrived;
}

static int take_leg(struct live *l, struct err *err)
{
	struct timing_setup *setup = &l->run->setup;
	struct timing_plan plan = timing_common_plan(l->plan, timing_near(&l->side[0]),
						   timing_near(&l->side[1]));
	struct port_bytes before, after;
	bool counted;
	int rc;

	timing_link_learn(&l->link);
	timing_flood_open(&l->flood, l->link.token, l->link.ptp, l->side[0].port.name, l->side[1].port.mac);
	counted = port_bytes_read(&before, l->side[1].port.name) == 0;
	rc = timing_leg_take(&l->link, &plan, setup, &l->taken, err);
	if (counted && port_bytes_read(&after, l->side[1].port.name) == 0)
		timing_notice_load(l->run, setup, l->side[1].name, &before, &after,
				   arrived_bytes(l, &plan));
	for (int i = 0; i < 2; i++)
		if (!timing_port_is_up(&l->side[i]))
			return link_dropped(&l->side[i], err);
	if (rc < 0)
		return timing_refuse(err, rc, "cannot-send");
	if (l->taken.arrived == 0 && !l->taken.stopped)
		return timing_refuse(err, err_set(err, -ENODATA, "none of %u frames from %s arrived at %s; see "
					   "that both ports are in one VLAN of one switch",
					   (unsigned int)l->taken.sent, l->side[0].name,
					   l->side[1].name), "no-frames");
	if (l->taken.unstamped == l->taken.sent && l->taken.sent)
		return timing_refuse(err, err_set(err, -EOPNOTSUPP, "%s and %s: no frame has a stamp on both sides",
					   l->side[0].name, l->side[1].name), "no-stamps");
	return 0;
}

/* What the counters tell of the time in between. */
static int finish_side(struct timing_side *side, struct live *l, struct err *err)
{
	const struct facts *f = timing_near(side);

	probe_finish(&side->probe, side->dev, 1, side->sets, NULL);
	if (facts_yes(f, FACT_RUN_VANISHED) || facts_num(f, FACT_COUNTER_CARRIER_CHANGES, 0) > 0 ||
	    facts_no(f, FACT_LINK_UP))
		return link_dropped(side, err);
	timing_notice_counters(l->run, side->name, f);
	timing_notice_port(l->run, side == &l->side[1], side->name, f);
	if (side->moderation_us > 0 && l->kind == STAMP_SOFTWARE)
		timing_note(l->run, "%s: interrupt moderation of %d us%s; ethtool -C %s rx-usecs 0 "
			    "switches it off", side->name, side->moderation_us,
			    side->adaptive ? ", adaptive" : "", side->name);
	return 0;
}

static void note_path(struct live *l)
{
	struct timing_run *run = l->run;

	if (l->link.reflected) {
		run->setup.flooding = true;
		timing_note(run, "%u frames came back at %s, where they were sent",
			    (unsigned int)l->link.reflected, l->side[0].name);
	}
	if (l->link.duplicates) {
		run->setup.flooding = true;
		timing_note(run, "%u frames arrived twice at %s", (unsigned int)l->link.duplicates,
			    l->side[1].name);
	}
	if (l->taken.arrived < l->taken.sent)
		timing_note(run, "%u of %u frames did not arrive",
			    (unsigned int)(l->taken.sent - l->taken.arrived),
			    (unsigned int)l->taken.sent);
	if (l->link.late)
		timing_note(run, "%u frames arrived when they had been given up",
			    (unsigned int)l->link.late);
	if (clock_steps(l))
		timing_note(run, "%u times the clock was set while a frame was under way", clock_steps(l));
	if (l->taken.unstamped)
		timing_note(run, "%u frames have no stamp on one side", (unsigned int)l->taken.unstamped);
	timing_common_note(run, l->plan, &run->setup, l->direct);
}

static void copy_facts(const struct live *l, struct sets *to)
{
	to->set[SET_NEAR] = l->side[0].sets->set[SET_NEAR];
	to->set[SET_PARTNER] = l->side[0].sets->set[SET_PARTNER];
	to->set[SET_FAR] = l->side[1].sets->set[SET_NEAR];
	to->set[SET_FAR_PARTNER] = l->side[1].sets->set[SET_PARTNER];
}

static int measure(struct live *l, struct err *err)
{
	struct timing_setup *setup = &l->run->setup;
	int rc = take_leg(l, err);

	for (int i = 0; i < 2 && rc == 0; i++)
		rc = finish_side(&l->side[i], l, err);
	if (rc < 0)
		return rc;
	timing_link_finish(&l->link);
	timing_flood_look(&l->flood);
	timing_notice_flood(l->run, &l->flood, l->taken.sent);
	note_path(l);
	timing_common_note_accuracy(l->run, setup->stamps, l->tap,
				    setup->two_clocks ? ", two clocks" : "");
	l->run->seconds = l->taken.seconds;
	l->run->incomplete = l->taken.stopped;
	if (l->plan->direct)
		return l->taken.stopped ? err_set(err, -EINTR, "interrupted; %s was not written",
						  l->plan->direct) : keep_direct(l, err);
	rc = timing_estimate(&l->run->estimate, setup, l->taken.point, l->taken.count, err);
	return rc < 0 ? rc : timing_common_check_latency(l->run, l->plan, l->direct, l->side[0].name,
						       l->side[1].name, err);
}

static int prepare(struct live *l, struct err *err)
{
	int rc = timing_ports_open(l, err);

	if (rc == 0)
		rc = check_path(l, err);
	if (rc == 0 && l->plan->calibration)
		rc = use_calibration(l, err);
	if (rc == 0)
		l->run->setup.eee = timing_common_eee(timing_near(&l->side[0]), timing_near(&l->side[1]));
	return rc;
}

int timing_live(struct timing_live_plan *plan, struct timing_run *run, struct sets *sets,
		struct err *err)
{
	struct live l = { .plan = plan, .run = run, .stamping = { .guard = { .fd = -1 } },
			  .link = { .tx_fd = -1, .learn_fd = -1, .rx_fd = -1 }, .flood = { .fd = -1 } };
	int rc;

	run->input = "live";
	run->setup.values = TIMING_VALUES_DELAY;
	run->setup.resolution_ns = 1;
	run_catch_signals();
	rc = prepare(&l, err);
	if (rc == 0)
		rc = measure(&l, err);
	if (rc == 0)
		copy_facts(&l, sets);
	timing_flood_close(&l.flood);
	timing_ports_close(&l);
	run->point = l.taken.point;
	run->points = l.taken.count;
	return rc;
}
