/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef REPORT_STEPS_H
#define REPORT_STEPS_H

#include "report/report.h"

/* The ladder: what became of each step, and its key facts in one line. */
enum step_status { STATUS_OK, STATUS_WARNING, STATUS_CRITICAL, STATUS_UNKNOWN, STATUS_DENIED,
		   STATUS_NO_DATA };

enum step_status step_status(const struct judgement *j, enum step step);

/* ok, warning, critical, unknown, no-data: denied is no-data for machines. */
const char *step_status_name(enum step_status status);

/* ok, warn, FAIL, ?, denied, no data, "-" for steps that were not taken. */
const char *step_mark(enum step_status status, enum step step);

void step_key_facts(const struct report_port *port, enum step step, char *out, size_t size);

/* "100baseT/Full", "1000 Mb/s", "down" or "-": the link in a word. */
void link_word(const struct facts *near, char *out, size_t size);

#endif
