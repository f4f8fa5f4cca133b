/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TEXT_CASE_H
#define TEXT_CASE_H

#include "base/err.h"
#include "fact/counters.h"
#include "fact/fact.h"
#include "text/day.h"

/*
 * What somebody pasted: output of tools, kernel log, a mail with all of it.
 * Files are fed byte by byte, cut into sections of one tool each, and their
 * facts collected per port.  Memory does not grow with the files.
 */
#define TEXT_PORTS_MAX 64
#define TEXT_PARTS_MAX 64

struct text_reader;

/* Lines of a file that one reader understood. */
struct text_part {
	const char *what;	/* "ethtool", "log" */
	char port[64];		/* empty: not named */
	unsigned long first, last;
};

struct text_range {
	unsigned long first, last;
};

/* A name of `ethtool -S`, by its number (fact/counters.h). */
struct text_named {
	unsigned long serial;		/* the section that told it last */
	unsigned int sections;		/* that told it; 0: none */
	int64_t first, last;
};

struct text_counter {
	const struct text_reader *by;	/* NULL: not told */
	unsigned long serial;		/* the section that told it last */
	unsigned int sections;		/* that told it */
	int64_t first, last;
};

/* Blocks that FEC corrected, by lane. */
struct text_lanes {
	unsigned long serial;		/* the section that told them last */
	unsigned int sections;		/* that told them */
	struct reals first, last;
};

/* What a log told of one port so far.  Times are on the log's clock; negative: not told. */
struct text_log {
	bool told, up, up_known, seen_up;
	double first_s, changed_s, started_s;
	unsigned int late, excessive;
	struct text_day losses, hangs, own_address, lacp_loop, taken_seen;
	int64_t speed_mbps;		/* of the last link, 0: not told */
	int duplex;			/* enum klog_duplex of the last link */
	char downshift[48], events[FACT_TEXT_MAX];	/* as FACT_LOG_DOWNSHIFT, FACT_LOG_EVENTS */
	char flap_speeds[48], taken[128];	/* as FACT_LOG_FLAP_SPEEDS, FACT_LOG_ADDRESS_TAKEN */
	char refused[160], fault[160];		/* as FACT_LOG_MODULE_REFUSED, FACT_LOG_MODULE_FAULT */
	bool ms_fault;
	struct fact own_addresses;
};

struct text_port {
	char name[64];		/* empty: nobody named it */
	bool is_switch;		/* at the other end of the cable */
	bool meant;		/* shown by itself, not only in a list of all */
	struct sets *sets;
	struct facts weak;	/* for what nobody tells better */
	struct text_log log;
	struct text_counter counter[FACT_COUNTERS_COUNT];
	struct text_named named[COUNTER_NAMES_MAX];
	struct text_lanes fec;
};

struct text_file {
	struct text_part part[TEXT_PARTS_MAX];
	unsigned int parts, more_parts;
	struct text_range unknown[TEXT_PARTS_MAX];	/* lines not understood */
	unsigned int unknowns;
	unsigned long lines, unknown_lines;
	bool binary;	/* it has NUL bytes: their lines are not understood */
	bool cut;	/* the last line has no end and was not used */
};

struct text_case;

struct text_case *text_case_new(void);	/* NULL without memory */
void text_case_free(struct text_case *c);	/* NULL is allowed */

/* All lines are of this kind.  -EINVAL: no such kind; the message lists them. */
int text_case_force(struct text_case *c, const char *kind, struct err *err);

/* One file after the other: begin, feed until it ends, end.  The file is borrowed. */
void text_case_begin(struct text_case *c);
void text_case_feed(struct text_case *c, const char *bytes, size_t len_bytes);
const struct text_file *text_case_end(struct text_case *c);

/*
 * All files are read: facts without a name go to the only port, those of a
 * switch port to the partner of the only host port, and what contradicts
 * itself goes.  iface: only this port, and what has no name is its; NULL: any.
 * window_s: time between two pastes of the same counters, 0: not told.
 * -ENODEV: no such port; -ENODATA: nothing was understood; -ENOMEM.
 */
int text_case_finish(struct text_case *c, const char *iface, double window_s, struct err *err);

/* Ports in the order they came, after finish: those to be judged.  NULL after the last. */
const struct text_port *text_case_port(const struct text_case *c, unsigned int n);

/* Names of ports that only stand in lists, beside those meant: " lo eth1". */
const char *text_case_also(const struct text_case *c);

#endif
