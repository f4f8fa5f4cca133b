// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/drive.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ETHERTYPE_OURS 0x88b5	/* IEEE 802, local experimental 1 */

/* What a frame carries after its header. */
struct stamp {
	uint32_t flow;
	int64_t sent_ns;
	uint64_t number;	/* of the frames of its flow, from 1 */
	uint64_t answers;	/* newest of the other flow that has come */
};

#define HEADER_BYTES 14

static void put_header(uint8_t *bytes, unsigned int to, unsigned int from)
{
	static const uint8_t local[5] = { 0x02, 0x00, 0x5e, 0x00, 0x00 };

	memcpy(bytes, local, sizeof(local));
	bytes[5] = (uint8_t)to;
	memcpy(bytes + 6, local, sizeof(local));
	bytes[11] = (uint8_t)from;
	bytes[12] = ETHERTYPE_OURS >> 8;
	bytes[13] = ETHERTYPE_OURS & 0xff;
}

static struct lab_port *port_of(const struct lab_drive *drive, unsigned int index)
{
	return &drive->net->host_port[index];
}

static bool send_one(struct lab_flow *flow, int64_t at_ns)
{
	struct lab_drive *drive = flow->drive;
	uint8_t bytes[LAB_FRAME_MAX] = { 0 };
	struct stamp stamp = {
		.flow = (uint32_t)(flow - drive->flow), .sent_ns = at_ns,
		.number = flow->offered - flow->refused + 1,
	};

	if (flow->plan.kind == LAB_FLOW_ANSWER)
		stamp.answers = drive->flow[flow->plan.of].newest;
	put_header(bytes, flow->plan.to, flow->plan.from);
	memcpy(bytes + HEADER_BYTES, &stamp, sizeof(stamp));
	flow->offered++;
	if (lab_send(port_of(drive, flow->plan.from), at_ns, bytes, flow->plan.len_bytes) == 0)
		return true;
	flow->refused++;
	return false;
}

static bool window_open(const struct lab_flow *flow)
{
	uint64_t under_way = flow->offered - flow->refused - flow->answered;

	return flow->plan.window_frames == 0 || under_way < flow->plan.window_frames;
}

static void fill(struct lab_flow *flow)
{
	const struct lab_port *port = port_of(flow->drive, flow->plan.from);
	int64_t now_ns = flow->drive->net->lab.now_ns;

	if (now_ns < flow->plan.start_ns || now_ns >= flow->plan.stop_ns)
		return;
	while (lab_room(port) > 0 && window_open(flow) && send_one(flow, now_ns))
		;
}

static void arm(struct lab_flow *flow)
{
	int64_t at_ns = llround(flow->next_ns);

	if (at_ns < flow->plan.stop_ns)
		lab_timer_arm(&flow->drive->net->lab, &flow->timer, at_ns);
}

static void flow_fires(struct lab_timer *timer)
{
	struct lab_flow *flow = timer->owner;

	switch (flow->plan.kind) {
	case LAB_FLOW_CONSTANT:
		send_one(flow, timer->at_ns);
		flow->next_ns += flow->gap_ns;
		arm(flow);
		break;
	case LAB_FLOW_POISSON:
		send_one(flow, timer->at_ns);
		flow->next_ns += lab_rng_exponential(&flow->rng, flow->gap_ns);
		arm(flow);
		break;
	case LAB_FLOW_SATURATE:
		fill(flow);
		break;
	case LAB_FLOW_ANSWER:
		send_one(flow, timer->at_ns);
		break;
	}
}

/* An answer that is still to be sent stands for this frame too, as a TCP ack does. */
static void answer(struct lab_drive *drive, unsigned int to, uint64_t received)
{
	int64_t now_ns = drive->net->lab.now_ns;

	for (unsigned int i = to + 1; i < drive->flows; i++) {
		struct lab_flow *flow = &drive->flow[i];
		double think_ns = (double)flow->plan.think_ns;

		if (flow->plan.kind != LAB_FLOW_ANSWER || flow->plan.of != to ||
		    received % flow->plan.every || lab_timer_armed(&flow->timer) ||
		    now_ns < flow->plan.start_ns || now_ns >= flow->plan.stop_ns)
			continue;
		think_ns *= 0.5 + lab_rng_unit(&flow->rng);
		lab_timer_arm(&drive->net->lab, &flow->timer, now_ns + llround(think_ns));
	}
}

/* An answer opens the window of the flow it answers. */
static void answered(struct lab_drive *drive, const struct lab_flow *by, uint64_t newest)
{
	struct lab_flow *flow = &drive->flow[by->plan.of];

	if (by->plan.kind != LAB_FLOW_ANSWER || newest <= flow->answered)
		return;
	flow->answered = newest;
	if (flow->plan.kind == LAB_FLOW_SATURATE)
		fill(flow);
}

static void delivered(void *owner, int64_t at_ns, const uint8_t *bytes, size_t len_bytes)
{
	struct lab_drive_port *port = owner;
	struct lab_flow *flow;
	struct stamp stamp;

	memcpy(&stamp, bytes + HEADER_BYTES, sizeof(stamp));
	if (bytes[12] != ETHERTYPE_OURS >> 8 || stamp.flow >= port->drive->flows)
		return;
	flow = &port->drive->flow[stamp.flow];
	if (flow->plan.to != port->index)
		return;
	flow->received++;
	flow->bytes_received += len_bytes;
	flow->delay_sum_ns += (uint64_t)(at_ns - stamp.sent_ns);
	flow->last_ns = at_ns;
	flow->newest = stamp.number;
	answered(port->drive, flow, stamp.answers);
	answer(port->drive, stamp.flow, flow->received);
}

static void room(void *owner)
{
	struct lab_drive_port *port = owner;

	for (unsigned int i = 0; i < port->drive->flows; i++) {
		struct lab_flow *flow = &port->drive->flow[i];

		if (flow->plan.kind == LAB_FLOW_SATURATE && flow->plan.from == port->index)
			fill(flow);
	}
}

static bool is_host(const struct lab_net *net, unsigned int port)
{
	return port < net->scene.ports &&
	       net->scene.node[net->scene.port[port].node].kind == LAB_HOST;
}

int lab_drive_init(struct lab_drive *drive, struct lab_net *net, unsigned int flows_max)
{
	*drive = (struct lab_drive){ .net = net, .size = flows_max };
	drive->flow = calloc(flows_max ? flows_max : 1, sizeof(*drive->flow));
	if (!drive->flow)
		return -ENOMEM;
	for (unsigned int i = 0; i < net->scene.ports; i++) {
		struct lab_port *port = &net->host_port[i];

		drive->port[i] = (struct lab_drive_port){ drive, i };
		if (!is_host(net, i))
			continue;
		port->deliver = delivered;
		port->room = room;
		port->owner = &drive->port[i];
	}
	return 0;
}

void lab_drive_fini(struct lab_drive *drive)
{
	for (unsigned int i = 0; i < drive->flows; i++)
		lab_timer_cancel(&drive->net->lab, &drive->flow[i].timer);
	for (unsigned int i = 0; i < drive->net->scene.ports; i++)
		if (is_host(drive->net, i)) {
			port_of(drive, i)->deliver = NULL;
			port_of(drive, i)->room = NULL;
		}
	free(drive->flow);
	memset(drive, 0, sizeof(*drive));
}

static bool plan_is_fine(const struct lab_drive *drive, const struct lab_flow_plan *plan)
{
	if (!is_host(drive->net, plan->from) || !is_host(drive->net, plan->to) ||
	    plan->from == plan->to || plan->len_bytes > LAB_FRAME_MAX)
		return false;
	switch (plan->kind) {
	case LAB_FLOW_CONSTANT:
	case LAB_FLOW_POISSON:
		return plan->load > 0;
	case LAB_FLOW_SATURATE:
		return true;
	case LAB_FLOW_ANSWER:
		return plan->of < drive->flows && plan->every > 0 && plan->think_ns >= 0;
	}
	return false;
}

static void begin(struct lab_flow *flow)
{
	const struct lab_flow_plan *plan = &flow->plan;
	int rate_mbps = 1000 / (int)port_of(flow->drive, plan->from)->mac.bit_ns;

	flow->next_ns = (double)plan->start_ns;
	switch (plan->kind) {
	case LAB_FLOW_CONSTANT:
	case LAB_FLOW_POISSON:
		flow->gap_ns = (double)lab_frame_ns(rate_mbps, plan->len_bytes) / plan->load;
		flow->next_ns += plan->kind == LAB_FLOW_POISSON ?
					 lab_rng_exponential(&flow->rng, flow->gap_ns) :
					 lab_rng_unit(&flow->rng) * flow->gap_ns;
		arm(flow);
		break;
	case LAB_FLOW_SATURATE:
		arm(flow);
		break;
	case LAB_FLOW_ANSWER:
		break;
	}
}

int lab_drive_add(struct lab_drive *drive, const struct lab_flow_plan *plan)
{
	struct lab_flow *flow = &drive->flow[drive->flows];
	char name[32];

	if (!plan_is_fine(drive, plan))
		return -EINVAL;
	if (drive->flows == drive->size)
		return -ENOSPC;
	*flow = (struct lab_flow){ .plan = *plan, .drive = drive, .last_ns = -1 };
	if (flow->plan.len_bytes < LAB_FRAME_MIN)
		flow->plan.len_bytes = LAB_FRAME_MIN;
	if (lab_timer_init(&drive->net->lab, &flow->timer, flow_fires, flow) < 0)
		return -ENOMEM;
	snprintf(name, sizeof(name), "flow %u", drive->flows);
	lab_rng_init(&flow->rng, drive->net->scene.seed, name);
	drive->flows++;
	begin(flow);
	return (int)drive->flows - 1;
}

void lab_drive_run(struct lab_drive *drive, int64_t until_ns)
{
	lab_run_until(&drive->net->lab, until_ns);
}

double lab_flow_loss(const struct lab_flow *flow)
{
	uint64_t taken = flow->offered - flow->refused;

	return taken ? 1 - (double)flow->received / (double)taken : 0;
}
