/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FACT_JSON_H
#define FACT_JSON_H

#include <jansson.h>

#include "fact/fact.h"

/* Facts as in etherdx(8), JSON.  A new reference, NULL without memory. */
json_t *fact_to_json(enum fact_id id, const struct fact *fact);
json_t *facts_to_json(const struct facts *f);
json_t *sets_to_json(const struct sets *sets);

/* A string of any bytes as JSON: what is no UTF-8 becomes '?'. */
json_t *text_to_json(const char *text, size_t len);

/* Only the value: what evidence carries. */
json_t *fact_value_to_json(enum fact_id id, const struct fact *fact);

/* Back again.  What has the wrong type is left unread.  Returns the number of
 * names that are not known. */
unsigned int sets_from_json(struct sets *sets, const json_t *object);

#endif
