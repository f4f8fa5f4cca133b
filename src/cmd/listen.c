// SPDX-License-Identifier: GPL-3.0-or-later
/* Listening to the other end of a live port while other probes run. */
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <net/if.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "cmd/neighbor.h"
#include "cmd/run.h"
#include "dev/capture.h"
#include "dev/neighbor-daemon.h"
#include "dev/own.h"
#include "dev/port-config.h"
#include "dev/priv-flags.h"
#include "probe/neighbor.h"
#include "wire/text.h"

#define NS_PER_S 1000000000LL

struct listener {
	struct capture *capture;
	struct listen_plan plan;
	char iface[64];
	int64_t opened_ns;
	bool on_terminal;
	struct neighbors heard;
	struct own_watch own;		/* frames with this port's address */
	struct facts *lldpd;		/* what a running lldpd knows */
	unsigned int lldpd_count;
	struct err gone;		/* why nothing more can be heard; no code: all is well */
};

static int64_t wall_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	return t.tv_sec * NS_PER_S + t.tv_nsec;
}

static bool mac_of(const struct facts *f, enum fact_id id, uint8_t mac[static ETH_MAC_BYTES])
{
	return facts_known(f, id) && wire_mac_parse(facts_text(f, id), mac);
}

static void add_own(struct listener *l, const struct facts *near)
{
	bool joined = facts_known(near, FACT_PORT_MASTER) &&
		      !facts_text_is(near, FACT_PORT_MASTER_KIND, "vrf");
	uint8_t mac[ETH_MAC_BYTES];

	l->own.fd = -1;
	if (mac_of(near, FACT_PORT_PERM_MAC, mac))
		neighbors_own(&l->heard, mac);
	if (!mac_of(near, FACT_PORT_MAC, mac))
		return;
	neighbors_own(&l->heard, mac);
	own_watch_open(&l->own, l->iface, mac, joined);
}

/* The other network namespaces are looked into only where it matters. */
static void tell_own(struct listener *l, struct facts *near)
{
	bool all = true;

	if (l->own.fd < 0)
		return;
	if (l->own.frames.foreign > 0)
		all = own_ports_add_hidden(&l->own.same, l->own.frames.mac);
	if (all || *l->own.same.list.text)
		facts_put(near, FACT_NEIGHBOR_OWN_PORTS, &l->own.same.list);
	else
		facts_gap(near, FACT_NEIGHBOR_OWN_PORTS, FACT_DENIED, 0);
	facts_put_bool(near, FACT_NEIGHBOR_OWN_CHIP, FROM_NETLINK, l->own.same.chip);
	probe_neighbor_own(&l->own.frames, near);
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

static void take_frame(void *into, const uint8_t *frame, size_t len_bytes)
{
	struct listener *l = into;

	neighbors_feed(&l->heard, ETH_LINK_ETHERNET, frame, len_bytes, len_bytes, wall_ns());
}

/* Who has listened for long already is asked first. */
static void ask_daemons(struct listener *l)
{
	char *text = NULL;
	json_t *answer;

	if (daemon_is_here(FIRST_PROCESS))
		networkd_read(NETWORKD_FOLDER, if_nametoindex(l->iface), take_frame, l);
	if (lldpd_ask(l->iface, &text) < 0)
		return;
	answer = json_loads(text, 0, NULL);
	free(text);
	l->lldpd = answer ? calloc(NEIGHBORS_MAX, sizeof(*l->lldpd)) : NULL;
	if (l->lldpd)
		l->lldpd_count = probe_neighbor_lldpd(answer, l->lldpd, NEIGHBORS_MAX);
	json_decref(answer);
}

/* What this end has set up that the switch announces too. */
static void own_config(struct sets *sets, const char *iface)
{
	struct facts *near = &sets->set[SET_NEAR];
	uint64_t ids[PORT_VLAN_WORDS];
	struct port_pfc pfc;

	if (port_vlans(PORT_VLANS_FILE, iface, ids) > 0)
		probe_offer_vlans(near, FROM_SYSFS, ids);
	else
		facts_gap(near, FACT_VLAN_IDS, FACT_ABSENT, 0);
	port_pfc(iface, &pfc);
	if (pfc.has_own)
		probe_offer_pfc(near, FROM_NETLINK, pfc.own);
	else
		facts_gap(near, FACT_PFC_ENABLED, FACT_ABSENT, 0);
	if (pfc.has_peer)
		probe_offer_pfc(&sets->set[SET_PARTNER], FROM_NETLINK, pfc.peer);
}

struct listener *listen_begin(const struct listen_plan *plan, struct sets *sets, struct err *err)
{
	struct facts *near = &sets->set[SET_NEAR];
	const char *iface = facts_text(near, FACT_PORT_NAME);
	struct listener *l;
	int rc;

	if (!plan->on || !iface)
		return NULL;
	own_config(sets, iface);
	l = calloc(1, sizeof(*l));
	if (!l) {
		err_set(err, -ENOMEM, "out of memory");
		return NULL;
	}
	l->plan = *plan;
	snprintf(l->iface, sizeof(l->iface), "%s", iface);
	neighbors_init(&l->heard);
	add_own(l, near);
	l->on_terminal = isatty(STDERR_FILENO);
	l->opened_ns = clock_now_ns();
	rc = capture_open_live(&l->capture, l->iface, err);
	if (rc == 0) {
		if (plan->daemons)
			ask_daemons(l);
		return l;
	}
	probe_neighbor_unheard(rc, sets);
	own_watch_close(&l->own);
	free(l);
	return NULL;
}

/* Takes what is there.  False when the port has gone: see gone. */
static bool drain(struct listener *l)
{
	struct capture_frame frame;
	int rc;

	own_watch_drain(&l->own);
	while ((rc = capture_next(l->capture, &frame, &l->gone)) > 0)
		neighbors_feed(&l->heard, frame.link, frame.bytes, frame.len_bytes,
			       frame.wire_bytes, frame.t_ns);
	return rc == 0;
}

static bool told_link(const struct facts *said)
{
	return facts_known(said, FACT_LINK_DUPLEX) && facts_known(said, FACT_LINK_SPEED);
}

/* Speed and duplex of one partner: or both protocols, of which neither tells more. */
static bool told_all(const struct listener *l)
{
	const struct neighbor *one = neighbors_partner(&l->heard, wall_ns());
	static struct facts said;

	/* Of CDP lldpd keeps no duplex: without that of LLDP it is waited for. */
	for (unsigned int i = 0; i < l->lldpd_count; i++)
		if (told_link(&l->lldpd[i]))
			return true;
	if (!one)
		return false;
	said = (struct facts){ .others = 0 };
	probe_neighbor_one(one, &said);
	return told_link(&said) ||
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

/* What lldpd knows stands where nothing was heard meanwhile. */
static void use_lldpd(struct listener *l, struct report_port *port)
{
	struct facts *near = &port->sets->set[SET_NEAR];

	if (!l->lldpd_count || facts_num(near, FACT_NEIGHBOR_COUNT, 0) > 0)
		return;
	probe_neighbor_told(l->lldpd, l->lldpd_count, port->sets);
	free(port->neighbor);
	port->neighbor = l->lldpd;
	port->neighbors = l->lldpd_count;
	l->lldpd = NULL;
}

/* Who asked for nothing else gets no "ok" for having listened too short a time. */
static void judge_time(const struct listener *l, const struct facts *near, struct report_port *port)
{
	double listened_s = facts_get(near, FACT_NEIGHBOR_LISTENED)->real;

	if (l->gone.code)
		err_set(&port->err, l->gone.code, "%s: listened for %.1f s, then it could be heard no "
			"more (%s); run again when it is back", l->iface, listened_s, l->gone.text);
	else if (facts_num(near, FACT_NEIGHBOR_COUNT, 0) == 0 && listened_s < NEIGHBOR_WAIT_S)
		err_set(&port->err, -ETIMEDOUT, "%s in %.1f s; announcements come every 30 to 60 s: "
			"listen for %d", facts_known(near, FACT_NEIGHBOR_HEARD) ?
			"no neighbor announced itself" : "nothing heard", listened_s,
			NEIGHBOR_WAIT_S);
	else if (run_interrupted() && !told_all(l))
		err_set(&port->err, -EINTR, "interrupted; listened for %.1f s", listened_s);
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
	tell_own(l, near);
	probe_neighbor(&l->heard, now_ns, (double)(clock_now_ns() - l->opened_ns) / NS_PER_S,
		       port->sets);
	if (neighbor_details(&l->heard, now_ns, port) < 0)
		err_set(&port->err, -ENOMEM, "out of memory");
	use_lldpd(l, port);
	if (l->plan.stop_early)
		judge_time(l, near, port);
	capture_close(l->capture);
	own_watch_close(&l->own);
	free(l->lldpd);
	free(l);
}
