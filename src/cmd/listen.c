// SPDX-License-Identifier: GPL-3.0-or-later
/* Listening to the other end of a live port while other probes run. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "cmd/neighbor.h"
#include "cmd/run.h"
#include "dev/capture.h"
#include "dev/priv-flags.h"
#include "probe/neighbor.h"

#define NS_PER_S 1000000000LL
#define MAC_FORMAT "%2hhx:%2hhx:%2hhx:%2hhx:%2hhx:%2hhx"

struct listener {
	struct capture *capture;
	struct listen_plan plan;
	char iface[64];
	int64_t opened_ns;
	bool on_terminal;
	struct neighbors heard;
};

static int64_t wall_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	return t.tv_sec * NS_PER_S + t.tv_nsec;
}

static void add_own(struct neighbors *n, const char *mac)
{
	uint8_t m[ETH_MAC_BYTES];

	if (mac && sscanf(mac, MAC_FORMAT, &m[0], &m[1], &m[2], &m[3], &m[4], &m[5]) ==
			   ETH_MAC_BYTES)
		neighbors_own(n, m);
}

/* Drivers whose firmware can take LLDP before the host sees it. */
static const struct {
	const char *driver, *flag;	/* NULL: no flag tells */
	bool on_means_off;
} agents[] = {
	{ "ice", "fw-lldp-agent", false },
	{ "i40e", "disable-fw-lldp", true },
	{ "mlx5_core", NULL, false },
};

static void agent(struct facts *near, const char *iface)
{
	const char *driver = facts_text(near, FACT_PORT_DRIVER);

	for (size_t i = 0; driver && i < sizeof(agents) / sizeof(agents[0]); i++) {
		bool on;

		if (strcmp(agents[i].driver, driver) != 0)
			continue;
		if (!agents[i].flag || priv_flag_get(iface, agents[i].flag, &on) < 0)
			facts_put_text(near, FACT_NEIGHBOR_AGENT, FROM_MEASURED, "possible");
		else
			facts_put_text(near, FACT_NEIGHBOR_AGENT, FROM_IOCTL,
				       on != agents[i].on_means_off ? "on" : "off");
	}
}

struct listener *listen_begin(const struct listen_plan *plan, struct sets *sets, struct err *err)
{
	struct facts *near = &sets->set[SET_NEAR];
	const char *iface = facts_text(near, FACT_PORT_NAME);
	struct listener *l;
	int rc;

	if (!plan->on || !iface)
		return NULL;
	l = calloc(1, sizeof(*l));
	if (!l) {
		err_set(err, -ENOMEM, "out of memory");
		return NULL;
	}
	l->plan = *plan;
	snprintf(l->iface, sizeof(l->iface), "%s", iface);
	neighbors_init(&l->heard);
	add_own(&l->heard, facts_text(near, FACT_PORT_MAC));
	add_own(&l->heard, facts_text(near, FACT_PORT_PERM_MAC));
	l->on_terminal = isatty(STDERR_FILENO);
	l->opened_ns = clock_now_ns();
	rc = capture_open_live(&l->capture, l->iface, err);
	if (rc == 0)
		return l;
	probe_neighbor_unheard(rc, sets);
	free(l);
	return NULL;
}

/* Takes what is there.  False when the port has gone. */
static bool drain(struct listener *l)
{
	struct capture_frame frame;
	int rc;

	while ((rc = capture_next(l->capture, &frame, NULL)) > 0)
		neighbors_feed(&l->heard, frame.link, frame.bytes, frame.len_bytes,
			       frame.wire_bytes, frame.t_ns);
	return rc == 0;
}

/* Speed and duplex of one partner: or both protocols, of which neither tells more. */
static bool told_all(const struct listener *l)
{
	const struct neighbor *one = neighbors_partner(&l->heard, wall_ns());
	static struct facts said;

	if (!one)
		return false;
	said = (struct facts){ .others = 0 };
	probe_neighbor_one(one, &said);
	return (facts_known(&said, FACT_LINK_DUPLEX) && facts_known(&said, FACT_LINK_SPEED)) ||
	       (one->of[NEIGHBOR_LLDP].times && one->of[NEIGHBOR_CDP].times);
}

static void progress(const struct listener *l, int64_t until_ns)
{
	unsigned int alive = neighbors_alive(&l->heard, wall_ns());

	if (l->on_terminal)
		fprintf(stderr, "\r%s: listening, %2.0f s left, %u neighbor%s heard ", l->iface,
			ceil((double)(until_ns - clock_now_ns()) / NS_PER_S), alive,
			alive == 1 ? "" : "s");
}

static void listen_until(struct listener *l, int64_t until_ns)
{
	bool shown = false;

	while (drain(l) && clock_now_ns() < until_ns && !run_interrupted()) {
		int64_t next_ns = clock_now_ns() + NS_PER_S;

		if (l->plan.stop_early && told_all(l))
			break;
		progress(l, until_ns);
		shown = true;
		if (capture_wait_until_ns(l->capture, next_ns < until_ns ? next_ns : until_ns) < 0)
			break;
	}
	if (shown && l->on_terminal)
		fprintf(stderr, "\r%60s\r", "");
}

/* Who asked for nothing else gets no "ok" for having heard nothing too early. */
static void judge_silence(const struct facts *near, struct report_port *port)
{
	double listened_s = facts_get(near, FACT_NEIGHBOR_LISTENED)->real;

	if (!facts_known(near, FACT_NEIGHBOR_HEARD) && listened_s < NEIGHBOR_WAIT_S)
		err_set(&port->err, -ETIMEDOUT, "nothing heard in %.1f s; announcements come every "
			"30 to 60 s: listen for %d", listened_s, NEIGHBOR_WAIT_S);
}

void listen_finish(struct listener *l, bool hurry, struct report_port *port)
{
	struct facts *near = &port->sets->set[SET_NEAR];
	int64_t now_ns;

	if (!l)
		return;
	listen_until(l, hurry ? 0 : l->opened_ns + (int64_t)(l->plan.wait_s * NS_PER_S));
	now_ns = wall_ns();
	facts_put_num(near, FACT_NEIGHBOR_DROPPED, FROM_MEASURED,
		      (int64_t)capture_dropped(l->capture));
	agent(near, l->iface);
	probe_neighbor(&l->heard, now_ns, (double)(clock_now_ns() - l->opened_ns) / NS_PER_S,
		       port->sets);
	if (neighbor_details(&l->heard, now_ns, port) < 0)
		err_set(&port->err, -ENOMEM, "out of memory");
	if (l->plan.stop_early)
		judge_silence(near, port);
	capture_close(l->capture);
	free(l);
}
