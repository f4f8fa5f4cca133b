/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STREAM_TCP_RESULT_H
#define STREAM_TCP_RESULT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

/*
 * A TCP stream from each end, one after the other, then both at once.  The near
 * end sends in the first phase and the last, the far end in the second and the
 * last.
 */
enum tcp_phase { TCP_OUT, TCP_BACK, TCP_BOTH };

#define TCP_PHASES 3
#define TCP_PHASE_MAX_MS 5000

struct tcp_job {
	uint64_t token;		/* connections without it are closed */
	uint64_t pace_bps;	/* of each flow; 0: as fast as it goes */
	uint32_t phase_ms[TCP_PHASES], gap_ms;	/* after each phase what is under way arrives */
	bool far;		/* which end this is */
};

enum tcp_state {
	TCP_VALID,
	TCP_NO_ADDRESS,		/* the ends have none in common */
	TCP_NO_CONNECTION,
	TCP_NO_ANSWER,		/* the far end did not tell what it saw */
	TCP_STOPPED,
	TCP_NO_CARRIER,
};

/* What one end saw in each phase: what came in, and what was needed to send. */
struct tcp_result {
	enum tcp_state state;
	double received_bps[TCP_PHASES];
	uint64_t segments[TCP_PHASES], resent[TCP_PHASES];	/* with data */
	uint64_t acks[TCP_PHASES];	/* segments that came back meanwhile */
	/* Of what it sent, as the sender saw it: segments that came in another order, and that
	 * came twice (RFC 2883).  Linux tells since 4.19. */
	bool has_order;
	uint64_t reordered[TCP_PHASES], doubled[TCP_PHASES];
	/* The receiver's window was the limit most of the time, or a thread waited for a CPU. */
	bool host_limited;
	char congestion[16];
};

const char *tcp_state_text(enum tcp_state state);	/* the fact stream.tcp.state */

/* Does this end send in that phase? */
bool tcp_sends(bool far, enum tcp_phase phase);
int64_t tcp_job_duration_ns(const struct tcp_job *job);
int64_t tcp_phase_start_ns(const struct tcp_job *job, enum tcp_phase phase);

json_t *tcp_job_to_json(const struct tcp_job *job);
int tcp_job_from_json(struct tcp_job *job, const json_t *object, struct err *err);
json_t *tcp_result_to_json(const struct tcp_result *result);
int tcp_result_from_json(struct tcp_result *result, const json_t *object, struct err *err);

/* What TCP can carry at this rate over IPv4 or IPv6 with time stamps (RFC 7323), in b/s:
 * the payload of a frame, of the frame with preamble, FCS and gap. */
double tcp_limit_bps(double rate_bps, unsigned int mtu_bytes, bool v6);

#endif
