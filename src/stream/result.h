/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STREAM_RESULT_H
#define STREAM_RESULT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "stream/contrast.h"
#include "stream/plan.h"
#include "stream/tally.h"

#define STREAM_MAC_BYTES 6
#define STREAM_SLOTS_MAX (STREAM_ROUNDS_MAX * SLOT_KINDS)

/* No attempt is longer, whatever the plan says. */
#define STREAM_ATTEMPT_MAX_NS 12500000000LL

/* What one end is to do. */
struct stream_job {
	struct stream_plan plan;
	unsigned int first_slot;	/* those before were run earlier */
	uint64_t token;			/* of this attempt */
	enum stream_dir dir;		/* which this end sends */
	uint8_t peer_mac[STREAM_MAC_BYTES];
	bool udp;			/* in datagrams, between these addresses */
	char own[48], peer[48];
	uint16_t peer_port;		/* 0: not known yet */
};

enum stream_ended {
	STREAM_DONE,
	STREAM_NO_ANSWER,	/* nothing was heard of the other end, at the start or for long */
	STREAM_NO_CARRIER,
	STREAM_STOPPED,
};

/* What one end saw of the slots from job.first_slot on. */
struct stream_result {
	enum stream_ended ended;
	unsigned int slots;		/* that were run, whole */
	uint64_t frames;		/* sent in all */
	uint32_t *sent, *received;	/* of each; sent is STREAM_SLOT_LATE when it was disturbed */
	int64_t lateness_p99_ns;	/* of all frames */
	double steal;
	uint64_t host_drops;
	char priority[8];
	struct tally_sum count[TALLY_COUNTERS];
};

#define STREAM_SLOT_LATE UINT32_MAX

int stream_result_init(struct stream_result *result, unsigned int slots);
void stream_result_fini(struct stream_result *result);

/* A job that came from elsewhere: 0, -EINVAL and which number it is. */
int stream_job_check(const struct stream_job *job, struct err *err);

/* New references, NULL without memory; the direction is turned round by who sends a job. */
json_t *stream_job_to_json(const struct stream_job *job);
int stream_job_from_json(struct stream_job *job, const json_t *object, struct err *err);

/* slots: as many as were asked for; what the other end did not run is missing. */
json_t *stream_result_to_json(const struct stream_result *result);
int stream_result_from_json(struct stream_result *result, const json_t *object,
			    unsigned int slots, struct err *err);

/*
 * Both ends' counts as slots of the plan, from first_slot on.  What one end did
 * not run, or not in time, is missing.  near sends STREAM_NEAR_TO_FAR.  far NULL:
 * it never told; if near ran to the end, and so heard it, it sent by the plan,
 * and the direction to near is there.
 */
void stream_result_join(struct slot_result *out, const struct stream_plan *plan,
			unsigned int first_slot, const struct stream_result *near,
			const struct stream_result *far);

/* A number nobody can guess: of a session, of a plan. */
uint64_t stream_token(void);

/* As text: 64 bits are more than a number of JSON holds for certain. */
json_t *stream_hex_to_json(uint64_t number);
bool stream_hex_from_json(const json_t *text, uint64_t *number);

/* "02:00:00:00:00:01"; false: no address. */
bool stream_mac_parse(const char *text, uint8_t mac[static STREAM_MAC_BYTES]);
void stream_mac_print(const uint8_t mac[static STREAM_MAC_BYTES], char out[static 18]);

#endif
