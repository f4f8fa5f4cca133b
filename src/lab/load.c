// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/load.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#define TYPE_AT (2 * LAB_LOAD_MAC_BYTES)

static void arm_next(struct lab_load *load)
{
	load->next_ns += lab_rng_exponential(&load->rng, load->gap_ns);
	lab_timer_arm(load->port->lab, &load->timer, llround(load->next_ns));
}

static void send_one(struct lab_timer *timer)
{
	struct lab_load *load = timer->owner;

	load->offered++;
	if (lab_send(load->port, timer->at_ns, load->bytes, load->len_bytes) < 0)
		load->refused++;
	arm_next(load);
}

int lab_load_init(struct lab_load *load, struct lab_port *port, const struct lab_load_setup *setup,
		  uint64_t seed, const char *name)
{
	int rate_mbps = (int)(1000 / port->mac.bit_ns);

	*load = (struct lab_load){ .port = port, .len_bytes = setup->size_bytes - LAB_FCS_BYTES };
	if (!(setup->share > 0) || setup->size_bytes < LAB_FRAME_MIN + LAB_FCS_BYTES ||
	    setup->size_bytes > LAB_FRAME_MAX + LAB_FCS_BYTES)
		return -EINVAL;
	memcpy(load->bytes, setup->to, LAB_LOAD_MAC_BYTES);
	memcpy(load->bytes + LAB_LOAD_MAC_BYTES, setup->from, LAB_LOAD_MAC_BYTES);
	load->bytes[TYPE_AT] = LAB_LOAD_ETHERTYPE >> 8;
	load->bytes[TYPE_AT + 1] = LAB_LOAD_ETHERTYPE & 0xff;
	load->gap_ns = (double)lab_frame_ns(rate_mbps, load->len_bytes) / setup->share;
	lab_rng_init(&load->rng, seed, name);
	return lab_timer_init(port->lab, &load->timer, send_one, load);
}

void lab_load_start(struct lab_load *load)
{
	load->next_ns = (double)load->port->lab->now_ns;
	arm_next(load);
}
