/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PROBE_STREAM_H
#define PROBE_STREAM_H

#include <stdbool.h>

#include "fact/fact.h"
#include "stream/near.h"
#include "stream/tcp.h"
#include "stream/verdict.h"

/* What the traffic tests saw becomes facts.  Pure. */

/* What was asked for. */
struct stream_wish {
	double odds;		/* of the verdict; below 1: DUPLEX_ODDS */
	bool direct;		/* the user says that no switch is between */
};

/* The contrast, and what it proves beside what the ports say of themselves. */
struct stream_judged {
	const char *state;	/* the fact stream.state */
	struct contrast contrast;
	struct contrast_gate gate;
	/* Where the contrast is valid: also of the near end's half, when the far end never told
	 * what it saw and the state is "no answer". */
	struct duplex_verdict verdict;
};

/*
 * near and far must have been read before.  evidence of TCP is added when tcp is
 * not NULL.
 */
void stream_judge(struct stream_judged *judged, const struct stream_run *run,
		  const struct tcp_evidence *tcp, const struct sets *sets,
		  const struct stream_wish *wish);

/* Puts the facts of the contrast; what was not measured stays unread. */
void stream_contrast_facts(struct sets *sets, const struct stream_run *run,
			   const struct stream_judged *judged, const struct stream_wish *wish);

/* Evidence for the verdict: only flows at full speed are. */
struct tcp_evidence stream_tcp_evidence(const struct tcp_run *run, double rate_bps,
					unsigned int mtu_bytes);

/* rate_bps: of the slowest port. */
void stream_tcp_facts(struct sets *sets, const struct tcp_run *run, double rate_bps);

/* All facts of traffic that nobody put become gaps: absent, or as rc has it. */
void stream_settle(struct sets *sets, int rc);

#endif
