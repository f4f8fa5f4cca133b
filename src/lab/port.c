// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/port.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static void arrived(void *owner, struct lab_frame *frame)
{
	struct lab_port *port = owner;

	/* lab_send counted it among those that are queued: there is room. */
	if (!lab_mac_send(&port->mac, frame))
		lab_frame_put(port->lab, frame);
}

static void done(void *owner, struct lab_frame *frame)
{
	struct lab_port *port = owner;

	if (port->deliver)
		port->deliver(port->owner, port->lab->now_ns, frame->bytes, frame->len_bytes);
	lab_frame_put(port->lab, frame);
}

static void received(void *owner, struct lab_frame *frame)
{
	struct lab_port *port = owner;
	int64_t now_ns = port->lab->now_ns;

	if (!lab_policer_pass(&port->policer, now_ns, frame->len_bytes))
		return;
	if (port->ring.queue.used == port->ring.queue.size) {
		port->mac.count.rx_missed++;
		return;
	}
	lab_line_put(&port->ring, lab_stall_done(&port->stall, now_ns + port->latency_ns),
		     lab_frame_get(frame));
}

static void frame_left(void *owner)
{
	struct lab_port *port = owner;

	if (port->room)
		port->room(port->owner);
}

/* Two slow hosts are not slow at the same moments: the period begins anywhere. */
static int stall_init(struct lab_port *port, const struct lab_stall *stall, uint64_t seed,
		      const char *name)
{
	struct lab_rng rng;
	char stream[96];

	port->stall = *stall;
	if (stall->period_ns == 0)
		return 0;
	if (stall->stall_ns < 0 || stall->stall_ns >= stall->period_ns ||
	    stall->service_ns >= stall->period_ns - stall->stall_ns)
		return -EINVAL;
	snprintf(stream, sizeof(stream), "%s stall", name);
	lab_rng_init(&rng, seed, stream);
	port->stall.phase_ns = (int64_t)lab_rng_below(&rng, (uint64_t)stall->period_ns);
	return 0;
}

int lab_port_init(struct lab_port *port, struct lab *lab, const struct lab_port_setup *setup,
		  struct lab_way *out, struct lab_way *in, uint64_t seed, const char *name)
{
	const struct lab_mac_user user = { NULL, received, NULL, frame_left, port };
	int rc;

	memset(port, 0, sizeof(*port));
	port->lab = lab;
	port->latency_ns = setup->latency_ns;
	rc = stall_init(port, &setup->stall, seed, name);
	if (rc == 0)
		rc = lab_policer_init(&port->policer, setup->police_bps, setup->police_burst_bytes);
	if (rc == 0)
		rc = lab_mac_init(&port->mac, lab, &setup->mac, out, in, seed, name);
	if (rc < 0)
		return rc;
	lab_mac_use(&port->mac, &user);
	rc = lab_line_init(&port->arrivals, lab, setup->mac.queue_frames, arrived, port);
	return rc < 0 ? rc : lab_line_init(&port->ring, lab, setup->ring_frames, done, port);
}

void lab_port_fini(struct lab_port *port)
{
	lab_line_fini(&port->ring);
	lab_line_fini(&port->arrivals);
	lab_mac_fini(&port->mac);
	memset(port, 0, sizeof(*port));
}

unsigned int lab_room(const struct lab_port *port)
{
	return lab_mac_room(&port->mac) - port->arrivals.queue.used;
}

int lab_send(struct lab_port *port, int64_t at_ns, const void *bytes, size_t len_bytes)
{
	struct lab_frame *frame;

	if (len_bytes > LAB_FRAME_MAX)
		return -EMSGSIZE;
	if (lab_room(port) == 0) {
		port->refused++;
		return -ENOBUFS;
	}
	frame = lab_frame_new(port->lab, bytes, len_bytes);
	if (!frame)
		return -ENOMEM;
	if (at_ns <= port->lab->now_ns && port->arrivals.queue.used == 0)
		arrived(port, frame);
	else
		lab_line_put(&port->arrivals, at_ns, frame);
	return 0;
}
