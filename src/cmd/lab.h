/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_LAB_H
#define CMD_LAB_H

/* Between the files of the command lab. */
#include <limits.h>

#include "cmd/cmd.h"
#include "lab/live-process.h"

/*
 * Runs a command in the first host of the scene and ends the lab.  The command's
 * exit status, 128 and the signal that ended it, or -errno.
 */
int lab_run_given(const struct lab_scene *scene, char **argv, struct err *err);

/*
 * The same with etherdx check eth0, or what the scene asks for.  On a machine
 * too busy for a true wire it is done again, in all three times; then the
 * report has one port, and what it says is HOST-TOO-NOISY.
 */
int lab_run_default(const struct settings *settings, const struct lab_scene *scene,
		    struct report *report, struct err *err);

/* The words of a command, when the lab is there; they need not be freed. */
typedef char **lab_run_argv(void *with, const struct lab_process *process, char *self);

/*
 * One run in one lab.  out_fd: its standard output, -1: ours.  validity: what
 * live_control_ask() said at its end, the caller's to free, NULL: nothing.
 */
int lab_run_once(const struct lab_scene *scene, lab_run_argv *argv_for, void *with, int out_fd,
		 char **validity, struct err *err);

/* What ETHERDX_LAB_VIA holds: a way into the other host. */
void lab_run_via(const struct lab_process *process, char out[static PATH_MAX]);

/* Counters and validity of a lab as text; json is what the lab said. */
int lab_show_text(FILE *out, const char *json, bool all, struct err *err);

/*
 * One line about a lab on a machine that was too busy for it, with what comes
 * of that; nothing otherwise.
 */
void lab_show_doubts(FILE *out, const char *json, const char *then);

#endif
