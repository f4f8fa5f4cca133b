/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_LAB_H
#define CMD_LAB_H

/* Between the files of the command lab. */
#include "cmd/cmd.h"
#include "lab/live-process.h"

/*
 * Runs a command in the first host of the scene, the default one for an argv
 * that is empty, and ends the lab.  The command's exit status, 128 and the
 * signal that ended it, or -errno.
 */
int lab_run(const struct settings *settings, const struct lab_scene *scene, char **argv,
	    struct err *err);

/* Counters and validity of a lab as text; json is what the lab said. */
int lab_show_text(FILE *out, const char *json, bool all, struct err *err);

/* One line about a lab on a machine that was too busy for it; nothing otherwise. */
void lab_show_doubts(FILE *out, const char *json);

#endif
