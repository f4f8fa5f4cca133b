/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_RUN_H
#define CMD_RUN_H

#include "base/err.h"
#include "cmd/far.h"
#include "cmd/neighbor.h"
#include "cmd/traffic.h"
#include "fact/bundle.h"
#include "report/report.h"

struct dev;

#define RUN_WINDOW_DEFAULT_S 3.0
#define RUN_WINDOW_QUICK_S 0.5

struct run_plan {
	double window_s;	/* 0: counters are read once */
	bool all_words;		/* vendor registers of the PHY too */
	bool judge;
	const char *bundle;	/* keep all evidence there, NULL: nowhere */
	bool anonymize;
	bool fail_on_critical;
	/* What a command does with the port once its facts are read; NULL: nothing. */
	int (*then)(struct dev *dev, struct report_port *port, void *with, struct err *err);
	void *with;
	struct listen_plan listen;
	struct far_plan far;	/* with one port only */
	struct traffic_plan traffic;	/* with a far end */
	bool timing;			/* of frames, after the traffic */
};

/* A plan that watches for the default time; freed with free(). */
void *run_plan_new(void);

/*
 * Opens and probes live ports (or "bundle:FILE"), all in one window, and
 * judges them.  A name that cannot be opened is an error of the whole run: with
 * several names the others are still done, and err tells of the first.
 * Returns 0, or -errno when something could not be done.
 */
int run_ports(struct run_plan *plan, int count, char **names, struct report *report,
	      struct err *err);

/* The ports of a recording, looked at as if they were live. */
int run_bundle(const struct bundle *bundle, const char *file, const char *only, struct report *report,
	       struct err *err);

/* Adds the judgement.  -ENOMEM. */
int run_judge(struct report_port *port, struct err *err);

/* SIGINT and SIGTERM end waiting from now on, and the report is still made. */
void run_catch_signals(void);
bool run_interrupted(void);

/* The same for the names given, or without any for every port of this machine
 * that has a device and a wire.  -ENODEV when there is none. */
int run_ports_or_all(struct run_plan *plan, int count, char **names, struct report *report,
		     struct err *err);

#endif
