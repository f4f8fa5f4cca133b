// SPDX-License-Identifier: GPL-3.0-or-later
/* What each pasted file was taken for, line by line. */
#include <stdlib.h>
#include <string.h>

#include "report/report.h"
#include "report/sources.h"
#include "report/wrap.h"

struct report_source *report_add_source(struct report *report, const char *file)
{
	struct report_source *all, *source;

	all = realloc(report->source, (report->sources + 1) * sizeof(*all));
	if (!all)
		return NULL;
	report->source = all;
	source = &all[report->sources++];
	*source = (struct report_source){ 0 };
	snprintf(source->file, sizeof(source->file), "%s",
		 strcmp(file, "-") == 0 ? "standard input" : file);
	for (char *c = source->file; *c; c++)
		if ((unsigned char)*c < ' ' || *c == 0x7f)
			*c = '?';
	return source;
}

static size_t append_lines(char *out, size_t size, const struct report_lines *lines)
{
	if (lines->first == lines->last)
		return (size_t)snprintf(out, size, "%lu", lines->first);
	return (size_t)snprintf(out, size, "%lu-%lu", lines->first, lines->last);
}

static void understood(const struct report_source *source, char *out, size_t size)
{
	size_t used = (size_t)snprintf(out, size, "%s: lines ", source->file);

	for (unsigned int i = 0; i < source->parts && used + 128 < size; i++) {
		const struct report_lines *part = &source->part[i];

		if (i)
			used += (size_t)snprintf(out + used, size - used, ", ");
		used += append_lines(out + used, size - used, part);
		used += (size_t)snprintf(out + used, size - used, " %s%s%s", part->what,
					 part->port[0] ? " " : "", part->port);
	}
	if (source->more_parts)
		snprintf(out + used, size - used, " and %u more", source->more_parts);
}

static void not_understood(const struct report_source *source, bool list, char *out, size_t size)
{
	size_t used = (size_t)snprintf(out, size, "; %lu line%s not understood",
				       source->unknown_lines, source->unknown_lines == 1 ? "" : "s");

	if (!list) {
		snprintf(out + used, size - used, " (-v lists them)");
		return;
	}
	for (unsigned int i = 0; i < source->unknowns && used + 64 < size; i++) {
		used += (size_t)snprintf(out + used, size - used, "%s", i ? ", " : ": ");
		used += append_lines(out + used, size - used, &source->unknown[i]);
	}
}

void sources_text(const struct report *report, const struct report_style *style, FILE *out)
{
	if (style->verbosity < 0)
		return;
	for (unsigned int i = 0; i < report->sources; i++) {
		const struct report_source *source = &report->source[i];
		char line[8192], rest[4096] = "";

		understood(source, line, sizeof(line) - sizeof(rest));
		if (source->unknown_lines)
			not_understood(source, style->verbosity > 0, rest, sizeof(rest));
		strcat(line, rest);
		if (source->cut)
			strcat(line, "; the last line has no end and may be cut: not used");
		wrap(out, line, 0, 2, style->columns);
	}
	if (report->sources)
		fputc('\n', out);
}

static json_t *range(const struct report_lines *lines)
{
	return json_pack("[I, I]", (json_int_t)lines->first, (json_int_t)lines->last);
}

json_t *sources_json(const struct report *report)
{
	json_t *all = json_array();

	for (unsigned int i = 0; i < report->sources; i++) {
		const struct report_source *source = &report->source[i];
		json_t *parts = json_array(), *unknown = json_array();

		for (unsigned int k = 0; k < source->parts; k++) {
			const struct report_lines *part = &source->part[k];
			json_t *object = json_pack("{s:s, s:o}", "kind", part->what, "lines",
						   range(part));

			if (part->port[0])
				json_object_set_new(object, "interface", json_string(part->port));
			json_array_append_new(parts, object);
		}
		for (unsigned int k = 0; k < source->unknowns; k++)
			json_array_append_new(unknown, range(&source->unknown[k]));
		json_array_append_new(all, json_pack("{s:s, s:o, s:I, s:o, s:b}", "file", source->file,
						     "sections", parts, "not_understood_count",
						     (json_int_t)source->unknown_lines,
						     "not_understood", unknown, "last_line_cut",
						     source->cut));
	}
	return all;
}
