/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RULE_NEIGHBOR_H
#define RULE_NEIGHBOR_H

#include "rule/rule.h"

/* How the rules of the other end name it: system or chassis, and its port. */
static inline const char *name_of(const struct facts *f)
{
	const char *name = facts_text(f, FACT_NEIGHBOR_SYSTEM);

	if (!name)
		name = facts_text(f, FACT_NEIGHBOR_CHASSIS);
	return name ? name : "the partner";
}

static inline const char *port_of(const struct facts *f)
{
	const char *port = facts_text(f, FACT_NEIGHBOR_PORT);

	return port ? port : "";
}

#endif
