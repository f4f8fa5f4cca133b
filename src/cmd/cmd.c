// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd/cmd.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"
#include "report/wrap.h"

#define HELP_COLUMNS 80

const struct command *const commands[] = {
	&cmd_check, &cmd_show, &cmd_neighbor, &cmd_mii, &cmd_stream, &cmd_timing, &cmd_record,
	&cmd_diagnose, &cmd_cable, &cmd_locate, &cmd_explain, &cmd_lab, &cmd_agent, NULL,
};

enum { OPT_OUTPUT, OPT_JSON, OPT_COLOR, OPT_QUIET, OPT_VERBOSE, OPT_HELP, OPT_VERSION };

static const struct opt global_options[] = {
	{ 'o', "output", "FORMAT[:FILE]", "text or json, to a file or standard output; repeatable",
	  OPT_OUTPUT },
	{ 0, "json", NULL, "short for -o json", OPT_JSON },
	{ 0, "color", "WHEN", "auto, always or never", OPT_COLOR },
	{ 'q', "quiet", NULL, "the verdict line only", OPT_QUIET },
	{ 'v', "verbose", NULL, "all facts, and what had no data", OPT_VERBOSE },
	{ 'h', "help", NULL, "this text", OPT_HELP },
	{ 0, "version", NULL, "the version", OPT_VERSION },
	{ 0, NULL, NULL, NULL, 0 },
};

static const struct opt no_options[] = { { 0, NULL, NULL, NULL, 0 } };

static int take_color(struct settings *settings, const char *value, struct err *err)
{
	static const char *const when[] = { "auto", "always", "never" };

	for (size_t i = 0; i < sizeof(when) / sizeof(when[0]); i++)
		if (strcmp(when[i], value) == 0) {
			settings->color = when[i];
			return 0;
		}
	return err_set(err, -EINVAL, "--color %s: auto, always or never is wanted", value);
}

static int take_global(int id, const char *value, void *into, struct err *err)
{
	struct settings *settings = into;

	switch (id) {
	case OPT_OUTPUT:
		return output_add(settings, value, err);
	case OPT_JSON:
		return output_add(settings, "json", err);
	case OPT_COLOR:
		return take_color(settings, value, err);
	case OPT_QUIET:
		settings->verbosity = -1;
		return 0;
	case OPT_VERBOSE:
		settings->verbosity = 1;
		return 0;
	case OPT_HELP:
		settings->help = true;
		return 0;
	case OPT_VERSION:
		settings->version = true;
		return 0;
	}
	return -EINVAL;
}

static int take_nothing(int id, const char *value, void *into, struct err *err)
{
	(void)id;
	(void)value;
	(void)into;
	(void)err;
	return 0;
}

static const struct command *command_find(const char *name)
{
	for (unsigned int i = 0; commands[i]; i++)
		if (strcmp(commands[i]->name, name) == 0)
			return commands[i];
	return NULL;
}

static void overview(FILE *out)
{
	fprintf(out, "Usage: etherdx [OPTIONS] COMMAND [OPTIONS] [ARGUMENTS]\n\n"
		"Tells what is wrong between a NIC, a cable and a switch port.\n\nCommands:\n");
	for (unsigned int i = 0; commands[i]; i++)
		fprintf(out, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
	fprintf(out, "  %-10s %s\n\nOptions, before or after the command:\n", "help",
		"this text, or that of a command");
	opt_print(global_options, out);
	fprintf(out, "\nExit status: 0 ok, 1 warning, 2 critical, 3 unknown or bad usage.\n");
}

static void command_help(const struct command *command, FILE *out)
{
	fprintf(out, "Usage: etherdx %s %s\n\n", command->name, command->arguments);
	wrap(out, command->help, 0, 0, HELP_COLUMNS);
	if (command->options) {
		fprintf(out, "\nOptions:\n");
		opt_print(command->options, out);
	}
	fprintf(out, "\nOptions of every command:\n");
	opt_print(global_options, out);
}

/* What went wrong in one line, and as JSON where that was asked for. */
static int complain(const struct settings *settings, const struct command *command,
		    const struct err *err, bool usage)
{
	struct report report = { .command = command ? command->name : "", .err = *err };
	struct err ignored = { 0 };

	fprintf(stderr, "etherdx: %s", err->text);
	if (usage)
		fprintf(stderr, "; try 'etherdx %s%s--help'", command ? command->name : "",
			command ? " " : "");
	fputc('\n', stderr);
	for (unsigned int i = 0; i < settings->outputs; i++)
		if (strcmp(settings->output[i].format, "json") == 0) {
			output_report(settings, &report, &ignored);
			break;
		}
	return STATUS_EXIT_UNKNOWN;
}

static int run_command(const struct command *command, struct settings *settings, void *options,
		       int count, char **argv)
{
	struct report report = { .command = command->name };
	struct err err = { 0 };
	int rc, printed = STATUS_EXIT_UNKNOWN;

	rc = command->run(settings, options, count, argv, &report, &err);
	if (rc >= 0 && report.ports == 0)
		return rc;
	if (rc < 0 && report.ports == 0) {
		report_fini(&report);
		return complain(settings, command, &err, rc == -EINVAL);
	}
	report.err = err;
	if (err.code)
		fprintf(stderr, "etherdx: %s\n", err.text);
	if (report.quiet) {
		printed = rc < 0 ? STATUS_EXIT_UNKNOWN : STATUS_EXIT_OK;
	} else if (report.ports) {
		struct err write_err = { 0 };

		printed = output_report(settings, &report, &write_err);
		if (write_err.code)
			fprintf(stderr, "etherdx: %s\n", write_err.text);
	}
	report_fini(&report);
	return printed;
}

/* --json counts even when it stands behind the option that is wrong. */
static void expect_json(struct settings *settings, int argc, char **argv)
{
	struct err ignored = { 0 };

	for (int i = 1; i < argc && settings->outputs == 0; i++)
		if (strcmp(argv[i], "--json") == 0)
			output_add(settings, "json", &ignored);
}

static int parse_and_run(const struct command *command, struct settings *settings, int argc,
			 char **argv)
{
	void *options = command->new_options ? command->new_options() : NULL;
	struct opt_set sets[] = {
		{ .table = command->options ? command->options : no_options,
		  .take = command->take ? command->take : take_nothing, .into = options },
		{ .table = global_options, .take = take_global, .into = settings },
	};
	struct err err = { 0 };
	int count, status;

	if (command->new_options && !options) {
		err_set(&err, -ENOMEM, "out of memory");
		return complain(settings, command, &err, false);
	}
	count = opt_parse(argc, argv, sets, 2, &err);
	if (count < 0) {
		expect_json(settings, argc, argv);
		status = complain(settings, command, &err, true);
	} else if (settings->help) {
		command_help(command, stdout);
		status = STATUS_EXIT_OK;
	} else {
		status = run_command(command, settings, options, count, argv + 1);
	}
	free(options);
	return status;
}

static int help(const char *name)
{
	const struct command *command = name ? command_find(name) : NULL;

	if (name && !command) {
		fprintf(stderr, "etherdx: %s: no such command; etherdx help lists them\n", name);
		return STATUS_EXIT_UNKNOWN;
	}
	if (command)
		command_help(command, stdout);
	else
		overview(stdout);
	return STATUS_EXIT_OK;
}

/* Options in front of the command; returns its place in argv, 0: none. */
static int global_front(struct settings *settings, int argc, char **argv, struct err *err)
{
	struct opt_set set = { .table = global_options, .take = take_global, .into = settings };

	for (int i = 1; i < argc; i++) {
		char *one[4] = { argv[0], argv[i], NULL, NULL };
		bool with_value = strcmp(argv[i], "-o") == 0 || strcmp(argv[i], "--output") == 0 ||
				  strcmp(argv[i], "--color") == 0;

		if (argv[i][0] != '-' || !argv[i][1])
			return i;
		if (with_value && i + 1 < argc)
			one[2] = argv[++i];
		if (opt_parse(one[2] ? 3 : 2, one, &set, 1, err) < 0)
			return -EINVAL;
	}
	return 0;
}

int cmd_main(int argc, char **argv)
{
	struct settings settings = { .color = "auto" };
	const struct command *command;
	struct err err = { 0 };
	int at = global_front(&settings, argc, argv, &err);

	if (at < 0)
		return complain(&settings, NULL, &err, true);
	if (settings.version) {
		printf("etherdx %s\n", PACKAGE_VERSION);
		return STATUS_EXIT_OK;
	}
	if (at == 0 && settings.help)
		return help(NULL);
	if (at == 0) {
		err_set(&err, -EINVAL, "no command given: etherdx check looks at every port");
		return complain(&settings, NULL, &err, true);
	}
	if (strcmp(argv[at], "help") == 0)
		return help(argv[at + 1]);
	command = command_find(argv[at]);
	if (!command) {
		err_set(&err, -EINVAL, "%s: no such command; etherdx help lists them", argv[at]);
		expect_json(&settings, argc, argv);
		return complain(&settings, NULL, &err, false);
	}
	if (settings.help)
		return help(argv[at]);
	return parse_and_run(command, &settings, argc - at, argv + at);
}
