/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef LAB_LIVE_CONTROL_H
#define LAB_LIVE_CONTROL_H

#include "lab/live.h"

/*
 * The control socket of a lab, in the namespace of whoever started it and so
 * out of the hosts' reach: every counter and the validity record as one JSON
 * object, to root only.
 */
int live_control_open(const char *lab, struct err *err);
void live_control_answer(const struct lab_live *live);

/* The text, the caller's to free; NULL: no such lab answers here. */
char *live_control_ask(const char *lab);

/* The process that serves it; -ECONNREFUSED: none that can be reached from here. */
pid_t live_control_pid(const char *lab);

/* /proc/stat as of now; nothing where there is none. */
void live_control_cpu(struct lab_cpu *cpu);

#endif
