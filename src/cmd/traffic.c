// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd/traffic.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "cmd/run.h"
#include "dev/dev.h"
#include "dev/packet.h"
#include "dev/port-use.h"

#define CONTRAST_NS 6000000000LL	/* all attempts together */
#define CONTRAST_FULL_NS 12000000000LL
#define NS_PER_S 1e9
#define SLOWEST_MBPS 10
#define LOOK_NS 300000000	/* how busy is the port before the test? */
#define BAR_FULL "##############################"
#define BAR_CELLS 30
#define BAR_COLUMNS 66

int traffic_take(int id, const char *value, struct traffic_plan *plan, struct err *err)
{
	switch (id) {
	case TRAFFIC_ODDS:
		return opt_number("odds", value, 1, 1e9, &plan->wish.odds, err);
	case TRAFFIC_MAX_LOAD:
		return opt_whole("max-load", value, 1, 100, &plan->max_load_percent, err);
	case TRAFFIC_DIRECT:
		plan->wish.direct = true;
		return 0;
	case TRAFFIC_FULL:
		plan->full = true;
		return 0;
	case TRAFFIC_YES:
		plan->yes = true;
		return 0;
	}
	return -ENOENT;
}

bool traffic_is_set(const struct traffic_plan *plan)
{
	return plan->wish.odds > 0 || plan->max_load_percent || plan->wish.direct || plan->full ||
	       plan->yes;
}

/* The kernel's name of a live port, which may have been called by another. */
static void real_name(const char *name, char out[static TRAFFIC_NAME_MAX])
{
	struct sets *sets = sets_new();
	struct err ignored = { 0 };
	struct dev *dev = NULL;

	snprintf(out, TRAFFIC_NAME_MAX, "%s", name);
	if (sets && strncmp(name, "bundle:", strlen("bundle:")) != 0 &&
	    dev_open(&dev, name, &ignored) == 0 &&
	    dev_read(dev, GROUP_PORT, sets, &ignored) == 0 &&
	    facts_known(&sets->set[SET_NEAR], FACT_PORT_NAME))
		snprintf(out, TRAFFIC_NAME_MAX, "%s",
			 facts_text(&sets->set[SET_NEAR], FACT_PORT_NAME));
	dev_close(dev);
	sets_free(sets);
}

int traffic_check_port(const char *name, char out[static TRAFFIC_NAME_MAX], struct err *err)
{
	struct packet packet;
	int rc;

	real_name(name, out);
	rc = packet_open(&packet, out, err);
	if (rc < 0)
		return rc;
	if (!packet_has_carrier(&packet))
		rc = err_set(err, -ENETDOWN, "%s: no carrier: nothing can be sent; etherdx check %s "
			     "tells more", out, out);
	packet_close(&packet);
	return rc;
}

/* A bar on a terminal; elsewhere nobody looks. */
struct bar {
	bool visible;
	const char *phase;
	double whole_s;
};

static void bar_draw(const struct bar *bar, double left_s)
{
	int done = bar->whole_s > 0 ? (int)(BAR_CELLS * (1 - left_s / bar->whole_s)) : 0;

	fprintf(stderr, "\r%-22s [%.*s%*s] %3.0f s ", bar->phase, done, BAR_FULL,
		BAR_CELLS - done, "", left_s);
	fflush(stderr);
}

static void bar_clear(const struct bar *bar)
{
	if (bar->visible && bar->phase)
		fprintf(stderr, "\r%*s\r", BAR_COLUMNS, "");
}

static bool show(void *arg, const char *phase, double left_s)
{
	struct bar *bar = arg;

	if (bar->phase != phase || left_s > bar->whole_s) {
		bar->phase = phase;
		bar->whole_s = left_s;
	}
	if (bar->visible)
		bar_draw(bar, left_s);
	return !run_interrupted();
}

/* Of the slowest port on the path; 0: none tells. */
static unsigned int rate_of(const struct sets *sets)
{
	static const enum fact_set set[] = { SET_NEAR, SET_FAR };
	int64_t rate_mbps = 0;

	for (size_t i = 0; i < sizeof(set) / sizeof(set[0]); i++) {
		int64_t speed_mbps = facts_num(&sets->set[set[i]], FACT_LINK_SPEED, 0);

		if (speed_mbps > 0 && (rate_mbps == 0 || speed_mbps < rate_mbps))
			rate_mbps = speed_mbps;
	}
	return (unsigned int)rate_mbps;
}

/* Where none tells, the load is that of the slowest there is. */
static unsigned int load_rate_of(const struct traffic *t)
{
	return t->rate_mbps ? t->rate_mbps : SLOWEST_MBPS;
}

static unsigned int load_of(const struct traffic_plan *plan)
{
	return plan->max_load_percent ? (unsigned int)plan->max_load_percent :
					STREAM_LOAD_PERCENT;
}

static void judge_all(struct stream_judged *judged, const struct traffic *t,
		      const struct sets *sets)
{
	unsigned int mtu = (unsigned int)facts_num(&sets->set[SET_NEAR], FACT_PORT_MTU, 1500);
	struct tcp_evidence tcp = stream_tcp_evidence(&t->tcp, 1e6 * load_rate_of(t), mtu);

	stream_judge(judged, &t->run, &tcp, sets, &t->wish);
}

/* Another attempt when the evidence does not decide, and its time is left. */
static bool go_on(const struct traffic *t, const struct sets *sets, struct stream_plan *plan,
		  int64_t limit_ns)
{
	struct stream_judged judged;

	judge_all(&judged, t, sets);
	return t->run.ended == STREAM_DONE && (judged.verdict.extend || judged.verdict.extend_end) &&
	       stream_plan_extend(plan) && stream_plan_duration_ns(plan) <= limit_ns;
}

/*
 * Not one frame of our own arrived, at either end: no segment in common, or
 * something between that lets only IP through.
 */
static bool unheard(const struct stream_run *run, int rc)
{
	return rc == -ENOLINK && !run->udp && run->near.received == 0 &&
	       run->far.received == 0;
}

/* From the beginning, in datagrams; false: there is no way for them either. */
static bool take_udp(struct traffic *t, struct stream_path *path)
{
	struct err ignored = { 0 };

	path->udp = true;
	if (stream_find_addresses(path, &path->address, &ignored) < 0)
		return false;
	stream_run_fini(&t->run);
	t->run = (struct stream_run){ .slots = 0 };
	return true;
}

static int contrast(struct traffic *t, const struct traffic_plan *plan, struct stream_path *path,
		    const struct sets *sets, struct err *err)
{
	int64_t limit_ns = plan->full ? CONTRAST_FULL_NS : CONTRAST_NS;
	struct stream_plan slots;
	int rc = stream_plan_init(&slots, load_rate_of(t), load_of(plan), stream_token(), err);

	if (rc < 0)
		return rc;
	if (plan->duration_s > 0) {
		limit_ns = (int64_t)(plan->duration_s * NS_PER_S);
		stream_plan_last(&slots, limit_ns);
	}
	do {
		struct err why = { 0 };

		rc = stream_attempt(path, &slots, &t->run, &why);
		if (unheard(&t->run, rc) && take_udp(t, path))
			rc = stream_attempt(path, &slots, &t->run, err);
		else if (rc < 0)
			err_set(err, rc, "%s", why.text);
	} while (rc == 0 && go_on(t, sets, &slots, limit_ns));
	return rc;
}

static int tcp(struct traffic *t, const struct traffic_plan *plan, const struct stream_path *path,
	       struct err *err)
{
	struct tcp_job job = { .token = stream_token(), .gap_ms = 100,
			       .phase_ms = { 400, 400, 400 } };

	job.pace_bps = (uint64_t)stream_load_bps(load_rate_of(t), load_of(plan));
	if (plan->full)
		job = (struct tcp_job){ .token = job.token, .gap_ms = 300,
					.phase_ms = { 1500, 1500, 3000 } };
	return tcp_run(path, &job, &t->tcp, err);
}

/* Who else needs this port becomes facts; of the far port they have come already. */
static void look_at_use(const char *iface, struct facts *near)
{
	struct port_bytes before, after;
	struct err ignored = { 0 };

	port_use_read(near, iface, &ignored);
	if (port_bytes_read(&before, iface) == 0) {
		clock_wait_until_ns(clock_now_ns() + LOOK_NS);
		if (port_bytes_read(&after, iface) == 0)
			port_use_ambient(near, &before, &after);
	}
}

#define WANTS_YES "%s%s: %s, and --full would load it fully; add --yes if that does no harm"

/* Full speed wants a yes when somebody needs a port, or when that could not be read. */
static int consent(const struct traffic_plan *plan, const char *iface, const struct far_plan *far,
		   const struct sets *sets, struct err *err)
{
	char why[200], place[164];

	if (!plan->full || plan->yes)
		return 0;
	if (port_use_wants_consent(&sets->set[SET_NEAR], why, sizeof(why)))
		return err_set(err, -EBUSY, WANTS_YES, "", iface, why);
	if (!port_use_wants_consent(&sets->set[SET_FAR], why, sizeof(why)))
		return 0;
	snprintf(place, sizeof(place), "%.160s: ", peer_name(far->peer));
	return err_set(err, -EBUSY, WANTS_YES, place, far->port, why);
}

int traffic_run(struct traffic *t, const struct traffic_plan *plan, struct far_plan *far,
		const char *iface, struct sets *sets, struct err *err)
{
	struct bar bar = { .visible = isatty(STDERR_FILENO) };
	struct stream_path path = { .peer = far->peer, .iface = iface, .far_port = far->port,
				    .watcher = { .show = show, .arg = &bar } };
	unsigned int rate_mbps;

	t->asked = true;
	t->wish = plan->wish;
	t->rate_mbps = rate_of(sets);
	rate_mbps = load_rate_of(t);
	look_at_use(iface, &sets->set[SET_NEAR]);
	t->rc = consent(plan, iface, far, sets, err);
	if (t->rc == 0 && (rate_mbps == 10 || rate_mbps == 100))
		t->rc = contrast(t, plan, &path, sets, err);
	if (t->rc == 0)
		t->rc = tcp(t, plan, &path, err);
	bar_clear(&bar);
	return t->rc;
}

bool traffic_has_begun(const struct traffic *t)
{
	return t->run.slots > 0 || (t->tcp.asked && t->tcp.state != TCP_NO_ADDRESS &&
				    t->tcp.state != TCP_NO_CONNECTION);
}

void traffic_facts(const struct traffic *t, struct sets *sets)
{
	struct stream_judged judged;

	if (!t->asked)
		return;
	if (t->run.slots > 0) {
		judge_all(&judged, t, sets);
		stream_contrast_facts(sets, &t->run, &judged, &t->wish);
	} else if (t->rc == -ENETDOWN) {
		facts_put_text(&sets->set[SET_PATH], FACT_STREAM_STATE, FROM_MEASURED,
			       "carrier lost");
	}
	stream_tcp_facts(sets, &t->tcp, 1e6 * t->rate_mbps);
	stream_settle(sets, t->rc);
}

void traffic_fini(struct traffic *t)
{
	stream_run_fini(&t->run);
}
