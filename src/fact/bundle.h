/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FACT_BUNDLE_H
#define FACT_BUNDLE_H

#include <stdbool.h>
#include <time.h>

#include "base/err.h"
#include "fact/answers.h"
#include "fact/fact.h"

/*
 * A bundle is one JSON file with all raw answers and facts of a run:
 * data/etherdx-bundle.schema.json and etherdx-bundle(5).
 */
#define BUNDLE_SCHEMA "etherdx-bundle/1"

struct bundle_port {
	char name[64];
	struct sets *facts;
	struct answers answers;
};

struct bundle {
	char version[32];	/* of the etherdx that wrote it */
	char host[64], kernel[96];
	time_t recorded;
	struct bundle_port *port;
	unsigned int ports;
	unsigned int unknown_facts;	/* names this version does not know, left out */
};

struct bundle *bundle_new(void);	/* NULL without memory */
void bundle_free(struct bundle *bundle);	/* NULL is allowed */

/* Appends an empty port; borrowed until the bundle is freed; NULL without memory. */
struct bundle_port *bundle_add_port(struct bundle *bundle, const char *name);

/*
 * Reads a file, "-" for standard input.  -EINVAL: not JSON, or not a bundle;
 * -EPROTO: a newer schema; others: from opening and reading.  Raw answers of
 * a machine with another byte order are left out; the facts stand.
 */
int bundle_load(struct bundle **out, const char *file, struct err *err);
int bundle_parse(struct bundle **out, const char *text, size_t len, const char *name,
		 struct err *err);

/* Writes beside the file and renames, so an old bundle is never half gone;
 * "-" is standard output. */
int bundle_save(const struct bundle *bundle, const char *file, struct err *err);

/*
 * Replaces what identifies a site: hardware addresses, interface altnames and
 * host name, the same word by the same stand-in everywhere, raw answers included.
 * Mount points are left out.
 */
int bundle_anonymize(struct bundle *bundle);	/* 0 or -ENOMEM */

#endif
