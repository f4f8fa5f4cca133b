/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef REPORT_SOURCES_H
#define REPORT_SOURCES_H

#include <jansson.h>

#include "report/report.h"

/* What pasted files were taken for: "mail.txt: lines 3-19 mii-tool eth0; ...". */
void sources_text(const struct report *report, const struct report_style *style, FILE *out);
json_t *sources_json(const struct report *report);	/* an array, empty without such files */

#endif
