// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/switch.h"

#include <errno.h>
#include <string.h>

#define ADDRESS_BYTES 6

static void to_queue(void *owner, struct lab_frame *frame)
{
	struct lab_switch_port *port = owner;

	if (lab_mac_send(&port->mac, frame))
		return;
	port->dropped++;
	lab_frame_put(port->parent->lab, frame);
}

static struct lab_switch_port *port_of(const struct lab_switch *sw, const uint8_t *address)
{
	for (unsigned int i = 0; i < LAB_SWITCH_ADDRESSES; i++)
		if (sw->address[i].port && !memcmp(sw->address[i].mac, address, ADDRESS_BYTES))
			return sw->address[i].port;
	return NULL;
}

static void learn(struct lab_switch *sw, const uint8_t *address, struct lab_switch_port *port)
{
	struct lab_switch_address *known = &sw->address[sw->next_address];

	if (sw->setup.floods || address[0] & 1)
		return;
	for (unsigned int i = 0; i < LAB_SWITCH_ADDRESSES; i++)
		if (sw->address[i].port && !memcmp(sw->address[i].mac, address, ADDRESS_BYTES)) {
			sw->address[i].port = port;
			return;
		}
	memcpy(known->mac, address, ADDRESS_BYTES);
	known->port = port;
	sw->next_address = (sw->next_address + 1) % LAB_SWITCH_ADDRESSES;
}

static bool kept_by_bridges(const uint8_t *address)
{
	static const uint8_t group[5] = { 0x01, 0x80, 0xc2, 0x00, 0x00 };

	return memcmp(address, group, sizeof(group)) == 0 && address[5] < 0x10;
}

/* Does a frame that comes in at `from` go out at `to`? */
static bool goes(const struct lab_switch_port *from, const struct lab_switch_port *to,
		 const struct lab_frame *frame)
{
	const uint8_t *address = frame->bytes;
	const struct lab_switch_port *only;

	if (from == to || kept_by_bridges(address))
		return false;
	only = address[0] & 1 ? NULL : port_of(from->parent, address);
	return !only || only == to;
}

static bool same_rate(const struct lab_switch_port *a, const struct lab_switch_port *b)
{
	return a->mac.bit_ns == b->mac.bit_ns;
}

/* Sends on to the ports of this or of the other rates; the frame stays the caller's. */
static void forward(struct lab_switch_port *from, struct lab_frame *frame, bool same, bool other)
{
	struct lab_switch *sw = from->parent;

	for (unsigned int i = 0; i < sw->ports; i++) {
		struct lab_switch_port *to = sw->port[i];
		int64_t due_ns = sw->lab->now_ns + sw->setup.latency_ns;

		if (!(same_rate(from, to) ? same : other) || !goes(from, to, frame))
			continue;
		if (lab_line_put(&to->out, due_ns, lab_frame_get(frame)))
			continue;
		to->dropped++;
		lab_frame_put(sw->lab, frame);
	}
}

/* The sender may need its frame again: what is begun early is a copy. */
static void enough_is_here(struct lab_timer *timer)
{
	struct lab_switch_port *port = timer->owner;
	struct lab_switch *sw = port->parent;

	port->cut = lab_frame_dup(sw->lab, port->signal->frame);
	port->signal = NULL;
	if (port->cut)
		forward(port, port->cut, true, false);
}

static void begins(void *owner, struct lab_signal *signal)
{
	struct lab_switch_port *port = owner;
	struct lab_switch *sw = port->parent;
	unsigned int begin_bytes = sw->setup.begin_bytes;

	if (begin_bytes == 0 || signal->frame->len_bytes + LAB_FCS_BYTES <= begin_bytes)
		return;
	port->signal = signal;
	lab_timer_arm(sw->lab, &port->begun, sw->lab->now_ns +
		      (LAB_PREAMBLE_BITS + 8LL * begin_bytes) * port->mac.bit_ns);
}

static void frame_ends(struct lab_switch_port *port)
{
	lab_timer_cancel(port->parent->lab, &port->begun);
	port->signal = NULL;
	lab_frame_put(port->parent->lab, port->cut);
	port->cut = NULL;
}

static void good(void *owner, struct lab_frame *frame)
{
	struct lab_switch_port *port = owner;

	forward(port, frame, !port->cut, true);
	learn(port->parent, frame->bytes + ADDRESS_BYTES, port);
	frame_ends(port);
}

static void bad(void *owner)
{
	struct lab_switch_port *port = owner;

	if (port->cut)
		port->cut->damaged = true;
	frame_ends(port);
}

void lab_switch_init(struct lab_switch *sw, struct lab *lab, const struct lab_switch_setup *setup)
{
	*sw = (struct lab_switch){ .lab = lab, .setup = *setup };
}

void lab_switch_fini(struct lab_switch *sw)
{
	for (unsigned int i = 0; i < sw->ports; i++) {
		frame_ends(sw->port[i]);
		lab_line_fini(&sw->port[i]->out);
		lab_mac_fini(&sw->port[i]->mac);
	}
	memset(sw, 0, sizeof(*sw));
}

/* Frames that can be within the latency at once, from all other ports. */
static unsigned int frames_in_latency(const struct lab_switch *sw, int64_t bit_ns)
{
	int64_t frame_ns = (lab_frame_bits(0) + LAB_GAP_BITS) * bit_ns;

	return (unsigned int)(sw->setup.latency_ns / frame_ns + 2) * LAB_SWITCH_PORTS;
}

int lab_switch_join(struct lab_switch *sw, struct lab_switch_port *port,
		    const struct lab_mac_setup *setup, struct lab_way *out, struct lab_way *in,
		    uint64_t seed, const char *name)
{
	const struct lab_mac_user user = { begins, good, bad, NULL, port };
	int rc;

	if (sw->ports == LAB_SWITCH_PORTS)
		return -ENOSPC;
	memset(port, 0, sizeof(*port));
	port->parent = sw;
	rc = lab_timer_init(sw->lab, &port->begun, enough_is_here, port);
	if (rc == 0)
		rc = lab_mac_init(&port->mac, sw->lab, setup, out, in, seed, name);
	if (rc < 0)
		return rc;
	sw->port[sw->ports++] = port;
	lab_mac_use(&port->mac, &user);
	return lab_line_init(&port->out, sw->lab, frames_in_latency(sw, 1), to_queue, port);
}
