/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef LAB_DRIVE_H
#define LAB_DRIVE_H

#include "lab/net.h"

/*
 * Traffic in virtual time, without any host: flows of frames between the host
 * ports of a net.  Thousands of links run in seconds.
 */
enum lab_flow_kind {
	LAB_FLOW_CONSTANT,	/* evenly spaced, beginning anywhere in its first gap */
	LAB_FLOW_POISSON,	/* exponential gaps */
	LAB_FLOW_SATURATE,	/* the queue is kept full */
	LAB_FLOW_ANSWER,	/* after every n-th frame of another flow: acknowledgements */
};

struct lab_flow_plan {
	unsigned int from, to;		/* ports of the scene, of hosts */
	enum lab_flow_kind kind;
	double load;			/* share of the sender's line, preamble and gap included */
	unsigned int len_bytes;		/* without FCS; raised to 60 */
	int64_t start_ns, stop_ns;	/* offered in [start, stop) */
	unsigned int window_frames;	/* saturate: under way without an answer; 0: no limit */
	unsigned int of, every;		/* answer: index of the flow, frames */
	int64_t think_ns;		/* answer: after the frame, half to one and a half of it */
};

struct lab_flow {
	struct lab_flow_plan plan;
	struct lab_drive *drive;
	struct lab_rng rng;
	struct lab_timer timer;
	double gap_ns, next_ns;
	uint64_t offered;	/* wanted to send, save what saturation holds back */
	uint64_t refused;	/* of these, the queue was full */
	uint64_t received;
	uint64_t newest, answered;	/* number of the newest frame received, and known to be */
	uint64_t delay_sum_ns;	/* from offer to delivery, of those received */
	int64_t last_ns;	/* of delivery; -1: none */
	uint64_t bytes_received;
};

struct lab_drive {
	struct lab_net *net;
	unsigned int flows, size;
	struct lab_flow *flow;
	struct lab_drive_port {
		struct lab_drive *drive;
		unsigned int index;
	} port[LAB_PORTS];
};

/* Takes over deliver and room of all host ports.  Returns 0 or -ENOMEM. */
int lab_drive_init(struct lab_drive *drive, struct lab_net *net, unsigned int flows_max);
void lab_drive_fini(struct lab_drive *drive);	/* before the net is freed */

/*
 * Adds a flow; its random numbers are named by its index.  Returns the index,
 * -EINVAL (a port that is no host's, a load of 0 or less, a length that does
 * not fit, an answer to a later flow), -ENOSPC, -ENOMEM.
 */
int lab_drive_add(struct lab_drive *drive, const struct lab_flow_plan *plan);

/* Runs the net until that time. */
void lab_drive_run(struct lab_drive *drive, int64_t until_ns);

/* Share of the frames a flow offered and the network took that never came; 0 without any. */
double lab_flow_loss(const struct lab_flow *flow);

#endif
