// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/live.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "lab/live-control.h"
#include "lab/netns.h"
#include "lab/report-socket.h"

/* Sleep until so long before an event, then spin: a wake-up takes about that. */
#define SPIN_NS 60000
#define IDLE_NS 100000000
/*
 * A FIFO process that never sleeps is stopped for 50 ms in every second (5 % are
 * for others: sched_rt_runtime_us, the fair server).  So it rests by itself, for
 * less than the latency that every delivery has in hand.
 */
#define BUSY_NS 1000000
#define REST_NS 75000
#define STALL_NS 10000000
#define CLOCK_NS 1000000000LL
#define FIFO_PRIORITY 50

/* From what is written: the host's whole receive path runs in here. */
static void deliver(void *owner, int64_t at_ns, const uint8_t *bytes, size_t len_bytes)
{
	struct lab_live_end *end = owner;

	lab_lateness_add(&end->live->lateness, clock_now_ns() - at_ns);
	if (tap_write(&end->tap, bytes, len_bytes) < 0)
		end->failed++;
}

/* What the MAC has no room for waits in the ring of the device. */
static void fill(void *owner)
{
	struct lab_live_end *end = owner;
	uint8_t bytes[2048];
	int64_t sent_ns;
	ssize_t len;

	while (lab_room(end->mac) > 0) {
		len = tap_read(&end->tap, bytes, sizeof(bytes), &sent_ns);
		if (len <= 0)
			return;
		lab_send(end->mac, sent_ns, bytes, (size_t)len);
	}
}

static void answer(const struct lab_live_end *end)
{
	char *text = report_socket_text(&end->mac->mac.count, &end->report);

	report_socket_answer(end->report_fd, text);
	free(text);
}

static unsigned int want(const struct lab_live *live, struct pollfd *poll)
{
	unsigned int count = 0;

	poll[count++] = (struct pollfd){ .fd = live->control_fd, .events = POLLIN };
	for (unsigned int i = 0; i < live->ends; i++)
		poll[count++] = (struct pollfd){ live->end[i].report_fd, POLLIN, 0 };
	for (unsigned int i = 0; i < live->ends; i++)
		if (lab_room(live->end[i].mac) > 0)
			poll[count++] = (struct pollfd){ live->end[i].tap.packet_fd, POLLIN, 0 };
	return count;
}

/* Sleeps, or only looks, and serves who asks. */
static void wait_ns(struct lab_live *live, int64_t ns, const sigset_t *signals)
{
	struct timespec timeout = { .tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000 };
	struct pollfd poll[2 * LAB_PORTS + 1];
	unsigned int count = want(live, poll);
	int ready = ppoll(poll, count, &timeout, signals);

	live->awake_ns = ready == 0 ? live->awake_ns + ns : clock_now_ns();
	live->looked_ns = clock_now_ns();
	if (ready <= 0)
		return;
	if (poll[0].revents & POLLIN)
		live_control_answer(live);
	for (unsigned int i = 0; i < live->ends; i++)
		if (poll[i + 1].revents & POLLIN)
			answer(&live->end[i]);
}

/* Whatever comes meanwhile: that is the point of it. */
static void rest(struct lab_live *live, const sigset_t *signals)
{
	const struct timespec time = { .tv_nsec = REST_NS };

	nanosleep(&time, NULL);
	live->awake_ns += REST_NS;
	wait_ns(live, 0, signals);
}

/* A lab whose namespace was deleted by somebody has ended. */
static bool has_hosts(const struct lab_live *live)
{
	char path[LAB_LIVE_NETNS_MAX + sizeof(NETNS_DIR) + 1], netns[LAB_LIVE_NETNS_MAX];
	const struct lab_scene *scene = &live->net->scene;

	for (unsigned int i = 0; i < live->ends; i++) {
		lab_live_netns(netns, live->name,
			       scene->node[scene->port[live->end[i].port].node].name);
		snprintf(path, sizeof(path), NETNS_DIR "/%s", netns);
		if (access(path, F_OK) < 0)
			return false;
	}
	return true;
}

/* Once a second, when there is time.  False: the lab has ended. */
static bool look_around(struct lab_live *live, int64_t now_ns)
{
	for (unsigned int i = 0; i < live->ends; i++)
		tap_set_clock(&live->end[i].tap);
	live->clock_ns = now_ns;
	return has_hosts(live);
}

/* One turn; the time of the next event. */
static int64_t turn(struct lab_live *live)
{
	int64_t now_ns = clock_now_ns();

	if (now_ns - live->awake_ns > STALL_NS)
		live->stalls++;
	live->awake_ns = now_ns;
	for (unsigned int i = 0; i < live->ends; i++)
		fill(&live->end[i]);
	lab_run_until(&live->net->lab, now_ns);
	return lab_next_ns(&live->net->lab);
}

void lab_live_run(struct lab_live *live, const volatile sig_atomic_t *stop)
{
	int64_t next_ns, gap_ns, now_ns;
	sigset_t signals;

	sigemptyset(&signals);
	while (!*stop) {
		next_ns = turn(live);
		now_ns = clock_now_ns();
		gap_ns = next_ns == LAB_NEVER ? IDLE_NS + SPIN_NS : next_ns - now_ns;
		if (gap_ns > 1000000 && now_ns - live->clock_ns > CLOCK_NS &&
		    !look_around(live, now_ns))
			return;
		if (gap_ns > SPIN_NS)
			wait_ns(live, gap_ns < IDLE_NS ? gap_ns - SPIN_NS : IDLE_NS, &signals);
		else if (now_ns - live->looked_ns > BUSY_NS)
			rest(live, &signals);
	}
}

void lab_live_netns(char out[static LAB_LIVE_NETNS_MAX], const char *lab, const char *host)
{
	snprintf(out, LAB_LIVE_NETNS_MAX, "etherdx-%s-%s", lab, host);
}

/* The n-th host is fe80::n. */
static void number(struct lab_live_end *end)
{
	lab_scene_mac(&end->live->net->scene, end->port, end->address.mac);
	end->address.ip6[0] = 0xfe;
	end->address.ip6[1] = 0x80;
	end->address.ip6[13] = end->address.mac[4];
	end->address.ip6[15] = end->address.mac[5];
}

static void add_ends(struct lab_live *live)
{
	const struct lab_scene *scene = &live->net->scene;

	for (unsigned int node = 0; node < scene->nodes; node++)
		for (unsigned int i = 0; i < scene->ports; i++) {
			struct lab_live_end *end = &live->end[live->ends];

			if (scene->node[node].kind != LAB_HOST || scene->port[i].node != node)
				continue;
			*end = (struct lab_live_end){ .live = live, .port = i, .report_fd = -1,
						      .tap = { .fd = -1, .packet_fd = -1 } };
			end->mac = &live->net->host_port[i];
			number(end);
			lab_report(scene, i, &end->report);
			live->ends++;
		}
}

static unsigned int neighbours(const struct lab_live *live, const struct lab_live_end *end,
			       struct tap_address out[static LAB_PORTS])
{
	const struct lab_scene *scene = &live->net->scene;
	unsigned int count = 0;

	for (unsigned int i = 0; i < live->ends; i++)
		if (scene->port[live->end[i].port].node != scene->port[end->port].node)
			out[count++] = live->end[i].address;
	return count;
}

static int open_end(struct lab_live *live, struct lab_live_end *end, struct err *err)
{
	const struct lab_scene *scene = &live->net->scene;
	const struct lab_scene_port *port = &scene->port[end->port];
	const char *ifname = strchr(port->name, '.') + 1;
	struct tap_address others[LAB_PORTS];
	char netns[LAB_LIVE_NETNS_MAX];
	struct tap_setup setup = {
		.netns = netns, .ifname = ifname, .own = end->address, .neighbour = others,
		.neighbours = neighbours(live, end, others),
		.rate_mbps = lab_scene_wire_rate_mbps(scene, &scene->wire[port->wire]),
		.speed_mbps = end->report.speed_mbps, .full = end->report.full,
		.autoneg = end->report.autoneg,
	};
	int rc;

	lab_live_netns(netns, live->name, scene->node[port->node].name);
	rc = tap_open(&end->tap, &setup, &end->shaped, err);
	if (rc < 0)
		return rc;
	end->mac->latency_ns += LAB_LIVE_LATENCY_NS;
	end->mac->deliver = deliver;
	end->mac->room = fill;
	end->mac->owner = end;
	end->report_fd = report_socket_open(netns, ifname, err);
	return end->report_fd < 0 ? end->report_fd : 0;
}

/* FIFO, because a wire does not wait for its turn.  What is forked gets none of it. */
static const char *take_priority(void)
{
	struct sched_param fifo = { .sched_priority = FIFO_PRIORITY };

	prctl(PR_SET_TIMERSLACK, 1UL);
	mlockall(MCL_CURRENT);
	if (sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &fifo) == 0)
		return "fifo";
	return setpriority(PRIO_PROCESS, 0, -20) == 0 ? "nice" : "normal";
}

int lab_live_init(struct lab_live *live, const struct lab_scene *scene, const char *name,
		  struct err *err)
{
	int rc = 0;

	*live = (struct lab_live){ .control_fd = -1, .priority = "normal" };
	snprintf(live->name, sizeof(live->name), "%s", name);
	live->net = lab_net_new(scene, err);
	if (!live->net)
		return -ENOMEM;
	add_ends(live);
	for (unsigned int i = 0; rc == 0 && i < live->ends; i++)
		rc = open_end(live, &live->end[i], err);
	if (rc == 0)
		rc = live->control_fd = live_control_open(name, err);
	if (rc < 0)
		return rc;
	live->priority = take_priority();
	live->start_ns = live->looked_ns = live->clock_ns = live->awake_ns = clock_now_ns();
	lab_net_start(live->net, live->start_ns);
	live_control_cpu(&live->cpu);
	return 0;
}

void lab_live_fini(struct lab_live *live)
{
	struct sched_param other = { .sched_priority = 0 };

	sched_setscheduler(0, SCHED_OTHER, &other);
	for (unsigned int i = 0; i < live->ends; i++) {
		tap_close(&live->end[i].tap);
		if (live->end[i].report_fd >= 0)
			close(live->end[i].report_fd);
	}
	if (live->control_fd >= 0)
		close(live->control_fd);
	lab_net_free(live->net);
	live->net = NULL;
	live->ends = 0;
}
