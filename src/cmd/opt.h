/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_OPT_H
#define CMD_OPT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/err.h"

/*
 * Options are data: parsing, --help and the checks of the pages come from the
 * same rows.
 */
struct opt {
	char letter;		/* 0: long form only */
	const char *name;	/* NULL ends a table */
	const char *arg;	/* name of the argument, NULL: none */
	const char *help;
	int id;			/* handed to the taker */
};

/* Called for every option met; value is NULL for flags.  Returns 0 or -errno. */
typedef int opt_taker(int id, const char *value, void *into, struct err *err);

/*
 * Parses argv[1..] by two tables (the command's, then the global one), options
 * and arguments mixed, "--" ends options.  Arguments are moved to argv[1..] in
 * order and counted.  -EINVAL: unknown option, missing or superfluous value.
 */
struct opt_set {
	const struct opt *table;
	opt_taker *take;
	void *into;
};

int opt_parse(int argc, char **argv, const struct opt_set *sets, unsigned int count,
	      struct err *err);

void opt_print(const struct opt *table, FILE *out);

/* A number in a range; -EINVAL names option, value and range. */
int opt_number(const char *name, const char *value, double low, double high, double *out,
	       struct err *err);

/* The same for a whole number. */
int opt_whole(const char *name, const char *value, int low, int high, int *out, struct err *err);

/* --fail-on warning|critical */
int opt_fail_on(const char *value, bool *critical, struct err *err);

#endif
