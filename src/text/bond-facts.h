/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TEXT_BOND_FACTS_H
#define TEXT_BOND_FACTS_H

#include "fact/fact.h"
#include "text/bond-file.h"

/* What the file of a bond tells becomes facts (GROUP_BOND), live or pasted. */
void bond_facts(const struct bond_file *bond, struct facts *near, enum fact_source from);

/* One member.  Who tells a list first tells all of it: another source adds nothing to it. */
void bond_member_facts(const struct bond_member *m, struct facts *near, enum fact_source from);

/* How the bond watches its members; negative: not told. */
void bond_monitor_fact(struct facts *near, enum fact_source from, int64_t miimon_ms,
		       int64_t arp_ms);

#endif
