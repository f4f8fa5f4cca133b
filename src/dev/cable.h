/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DEV_CABLE_H
#define DEV_CABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fact/fact.h"

/*
 * What a PHY finds when it tests the cable: include/uapi/linux/ethtool_netlink.h
 * ETHTOOL_MSG_CABLE_TEST_NTF and ETHTOOL_MSG_CABLE_TEST_TDR_NTF, Linux 5.8.
 * Pairs are those of 802.3 40.8: A is pins 1 and 2 of MDI, B 3 and 6, C 4 and
 * 5, D 7 and 8.
 */
#define CABLE_PAIRS 4
#define CABLE_SAMPLES_MAX 2048	/* of a pair; Marvell PHYs give some hundred */

/* The kernel's numbers; later ones are kept as they come. */
enum cable_code {
	CABLE_UNSPEC = 0,	/* the PHY could not tell */
	CABLE_OK = 1,
	CABLE_OPEN = 2,
	CABLE_SHORT = 3,	/* within the pair */
	CABLE_CROSS_SHORT = 4,	/* to another pair */
	CABLE_IMPEDANCE = 5,	/* this and later: newer than Linux 6.1 */
	CABLE_NOISE = 6,	/* too noisy to measure */
	CABLE_RESOLUTION = 7,	/* out of the range that can be measured */
};

enum cable_source { CABLE_FROM_UNKNOWN, CABLE_FROM_TDR, CABLE_FROM_ALCD };

struct cable_pair {
	int code;			/* -1: the PHY said nothing of this pair */
	enum cable_source source;
	int64_t fault_cm;		/* -1: not told */
	int32_t mv[CABLE_SAMPLES_MAX];	/* TDR: reflected amplitude, step by step */
	unsigned int samples;
};

struct cable_test {
	bool completed;
	struct cable_pair pair[CABLE_PAIRS];
	bool tdr;
	int64_t first_cm, last_cm, step_cm;	/* of the samples; -1: not told */
	int32_t pulse_mv;		/* 0: not told */
	unsigned int lost_samples;	/* no room, or no such pair */
};

/* What to ask a PHY for. */
struct cable_request {
	bool tdr;			/* raw amplitudes in place of a result */
	int64_t first_cm, last_cm, step_cm;	/* TDR only; -1: the PHY's choice */
	int pair;			/* TDR only; -1: all */
	int64_t timeout_ns;
};

/* Every pair untold. */
void cable_init(struct cable_test *test);

/*
 * Takes in one notification, without its generic netlink header.  False: it is
 * of another interface (0: any will do) or holds no status.  Bytes may be
 * truncated or hostile: what could be read is kept.
 */
bool cable_take(struct cable_test *test, unsigned int ifindex, bool tdr, const uint8_t *bytes,
		size_t len_bytes);

/* "ok", "open", ...; "code 9" for what this version does not know. */
#define CABLE_NAME_MAX 40
void cable_code_name(int code, char out[static CABLE_NAME_MAX]);

/* A fault of the cable, as opposed to fine and to undecided. */
bool cable_code_fault(int code);

/* The facts of GROUP_CABLE. */
void cable_facts(const struct cable_test *test, struct facts *near);

#endif
