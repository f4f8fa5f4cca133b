/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MODULE_FACTS_H
#define MODULE_FACTS_H

#include "fact/fact.h"
#include "module/image.h"

/*
 * What a module or cable says of itself, as facts of the group MODULE:
 * SFF-8472 12.4 (SFP), SFF-8636 2.11 (QSFP) and CMIS 5.2 (QSFP-DD, OSFP and
 * later).  What it does not have, or was not read, gives no fact.
 *
 * Readings that are all 00 or all FF are none: that is what modules without
 * diagnostics and drivers without access hand out.  Light of 0 is -40 dBm, the
 * smallest power that can be told (0.1 uW).
 */
void module_facts(const struct module_image *image, enum fact_source from, struct facts *near);

#endif
