/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef LAB_LIVE_H
#define LAB_LIVE_H

#include <signal.h>

#include "base/err.h"
#include "lab/live-record.h"
#include "lab/net.h"
#include "lab/report.h"
#include "lab/tap.h"

/*
 * A scene in real time: each host port is a TAP in a namespace of its host, and
 * the engine between them is held to CLOCK_MONOTONIC.  Being late changes
 * nothing in the model: what is overdue happens at once, in its order.
 *
 * A delivery is made LAB_LIVE_LATENCY_NS after the model has it, so that the
 * wake-up of a sleeping process (20 to 100 us) does not become a delay of the
 * wire.  It is the same for every frame: an interrupt's latency.
 */
#define LAB_LIVE_LATENCY_NS 150000
#define LAB_LIVE_NAME_MAX 17	/* of a lab, with the NUL */
#define LAB_LIVE_NETNS_MAX 64

struct lab_live;

struct lab_live_end {
	struct lab_live *live;
	unsigned int port;		/* of the scene */
	struct lab_port *mac;
	struct tap tap;
	struct tap_address address;
	struct lab_report report;
	bool shaped;			/* tbf at line rate above the TAP */
	int report_fd;			/* -1: none */
	uint64_t failed;		/* frames the TAP did not take */
};

struct lab_live {
	char name[LAB_LIVE_NAME_MAX];
	struct lab_net *net;
	unsigned int ends;
	struct lab_live_end end[LAB_PORTS];
	int control_fd;			/* -1: none */
	const char *priority;		/* "fifo", "nice", "normal" */
	int64_t start_ns, looked_ns, clock_ns;	/* begin; last look at sockets, at clocks */
	int64_t awake_ns;		/* when the next turn ought to be */
	struct lab_lateness lateness;
	struct lab_cpu cpu;		/* at the start */
	uint64_t stalls;		/* the process did not run for 10 ms or more */
};

/* "etherdx-NAME-HOST" */
void lab_live_netns(char out[static LAB_LIVE_NETNS_MAX], const char *lab, const char *host);

/* Makes devices and sockets; the namespaces are there.  0 or -errno; fini takes either. */
int lab_live_init(struct lab_live *live, const struct lab_scene *scene, const char *name,
		  struct err *err);
void lab_live_fini(struct lab_live *live);

/* Runs until *stop, or until a namespace of its was taken away. */
void lab_live_run(struct lab_live *live, const volatile sig_atomic_t *stop);

/* Everything as one JSON object; the caller's to free.  For the control socket. */
char *lab_live_text(const struct lab_live *live);

#endif
