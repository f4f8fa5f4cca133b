/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_MII_H
#define CMD_MII_H

/* Between the files of the command mii. */
#include "cmd/cmd.h"

#define MII_WATCH_MAX_S 604800.0

/* The registers of a port: all of clause 22, and of clause 45 what is there. */
void mii_print(const struct report_port *port, const struct report_style *style, FILE *out);

/* Decodes the SROM in that file ("-": standard input).  chip: enum srom_chip. */
int mii_srom_run(const char *file, int chip, struct report *report, struct err *err);

/* "21143" to a chip; -EINVAL. */
int mii_srom_chip(const char *value, int *chip, struct err *err);

/*
 * Follows a negotiation until duration_s is over or a signal comes; 0: no end.
 * Events go to standard output as they come where text is wanted there, and all
 * of them into the report.  Returns 0 or -errno.
 */
int mii_watch_run(const struct settings *settings, const char *name, double duration_s,
		  struct report *report, struct err *err);

#endif
