// SPDX-License-Identifier: GPL-3.0-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cmd/cmd.h"

#define COLUMNS_DEFAULT 80
#define COLUMNS_MIN 40
#define COLUMNS_MAX 200

static const struct {
	const char *name;
	bool is_text;
} formats[] = {
	{ "text", true },
	{ "json", false },
};

static bool same_place(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

int output_add(struct settings *settings, const char *value, struct err *err)
{
	size_t len = strcspn(value, ":");
	const char *file = value[len] ? value + len + 1 : NULL;

	for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
		if (strlen(formats[i].name) != len || memcmp(formats[i].name, value, len) != 0)
			continue;
		if (file && !*file)
			return err_set(err, -EINVAL, "-o %s: a file name is missing after the colon",
				       value);
		for (unsigned int k = 0; k < settings->outputs; k++)
			if (same_place(settings->output[k].file, file))
				return err_set(err, -EINVAL,
					       "-o %s: %s takes one report only; give the other a file",
					       value, file ? file : "standard output");
		if (settings->outputs == OUTPUTS_MAX)
			return err_set(err, -EINVAL, "-o %s: more than %d outputs", value, OUTPUTS_MAX);
		settings->output[settings->outputs++] =
			(struct output){ .format = formats[i].name, .file = file };
		return 0;
	}
	return err_set(err, -EINVAL, "-o %s: no such format (have: text json)", value);
}

bool output_on_stdout(const struct settings *settings)
{
	for (unsigned int i = 0; i < settings->outputs; i++)
		if (!settings->output[i].file)
			return true;
	return settings->outputs == 0;
}

unsigned int output_columns(FILE *out)
{
	const char *set = getenv("COLUMNS");
	struct winsize size = { 0 };
	unsigned int columns = COLUMNS_DEFAULT;

	if (isatty(fileno(out)) && ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col)
		columns = size.ws_col;
	else if (set && atoi(set) > 0)
		columns = (unsigned int)atoi(set);
	if (columns < COLUMNS_MIN)
		return COLUMNS_MIN;
	return columns > COLUMNS_MAX ? COLUMNS_MAX : columns;
}

bool output_colored(const struct settings *settings, FILE *out)
{
	const char *never = getenv("NO_COLOR");

	if (strcmp(settings->color, "auto") != 0)
		return strcmp(settings->color, "always") == 0;
	return isatty(fileno(out)) && !(never && *never);
}

static struct report_style style_of(const struct settings *settings, FILE *out)
{
	return (struct report_style){
		.color = output_colored(settings, out),
		.columns = output_columns(out),
		.verbosity = settings->verbosity,
	};
}

static int render(const struct settings *settings, const struct output *output,
		  const struct report *report, FILE *out, struct err *err)
{
	struct report_style style = style_of(settings, out);

	if (strcmp(output->format, "json") == 0)
		return report_json(report, out, err);
	return report_text(report, &style, out, err);
}

static FILE *open_one(const struct output *output, struct err *err)
{
	FILE *out = output->file ? fopen(output->file, "we") : stdout;

	if (!out)
		err_set(err, -errno, "%s: cannot write: %s; choose another file", output->file,
			strerror(errno));
	return out;
}

static int close_one(const struct output *output, FILE *out, int rc, struct err *err)
{
	if (output->file && fclose(out) == EOF && rc == 0)
		rc = err_set(err, -errno, "%s: cannot write: %s", output->file, strerror(errno));
	return rc;
}

static int write_one(const struct settings *settings, const struct output *output,
		     const struct report *report, struct err *err)
{
	FILE *out = open_one(output, err);

	if (!out)
		return err->code;
	return close_one(output, out, render(settings, output, report, out, err), err);
}

/* With warnings counted as ok, what is left may still be unknown. */
static int without_warnings(const struct report *report)
{
	if (report->err.code)
		return STATUS_EXIT_UNKNOWN;
	for (unsigned int i = 0; i < report->ports; i++)
		if (!report->port[i].unused &&
		    report_port_verdict(&report->port[i]) == VERDICT_UNKNOWN)
			return STATUS_EXIT_UNKNOWN;
	return STATUS_EXIT_OK;
}

static int exit_status(const struct report *report)
{
	switch (report_verdict(report)) {
	case VERDICT_OK:
		return STATUS_EXIT_OK;
	case VERDICT_UNKNOWN:
		return STATUS_EXIT_UNKNOWN;
	case VERDICT_WARNING:
		return report->fail_on_critical ? without_warnings(report) :
						    STATUS_EXIT_WARNING;
	case VERDICT_CRITICAL:
		return STATUS_EXIT_CRITICAL;
	}
	return STATUS_EXIT_UNKNOWN;
}

static const struct output plain = { .format = "text" };

static int port_to_all(const struct settings *settings, const struct output *output,
		       unsigned int outputs, FILE **out, const struct report *report, bool first,
		       struct err *err)
{
	int rc = 0;

	for (unsigned int i = 0; i < outputs && rc == 0; i++) {
		struct report_style style;

		if (first)
			out[i] = open_one(&output[i], err);
		if (!out[i])
			return err->code;
		style = style_of(settings, out[i]);
		rc = strcmp(output[i].format, "json") == 0 ?
			     report_json_port(report, &report->port[0], first, out[i], err) :
			     report_text(report, &style, out[i], err);
	}
	return rc;
}

int output_ports(const struct settings *settings, struct report *report,
		 int (*next)(struct report *report, void *with), void *with, struct err *err)
{
	const struct output *output = settings->outputs ? settings->output : &plain;
	unsigned int outputs = settings->outputs ? settings->outputs : 1;
	FILE *out[OUTPUTS_MAX] = { NULL };
	bool first = true, complete = true;
	int rc = 0;

	while (rc == 0 && next(report, with) > 0) {
		complete = complete && report->port[0].complete;
		rc = port_to_all(settings, output, outputs, out, report, first, err);
		first = false;
	}
	for (unsigned int i = 0; i < outputs; i++) {
		if (!out[i])
			continue;
		if (strcmp(output[i].format, "json") == 0 && rc == 0)
			rc = report_json_end(report, complete && !report->err.code, out[i], err);
		rc = close_one(&output[i], out[i], rc, err);
	}
	return rc;
}

int output_report(const struct settings *settings, const struct report *report, struct err *err)
{
	int rc = 0;

	if (settings->outputs == 0)
		rc = write_one(settings, &plain, report, err);
	for (unsigned int i = 0; i < settings->outputs; i++) {
		int one = write_one(settings, &settings->output[i], report, err);

		if (one < 0)
			rc = one;
	}
	return rc < 0 ? STATUS_EXIT_UNKNOWN : exit_status(report);
}
