// SPDX-License-Identifier: GPL-3.0-or-later
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/neighbor.h"
#include "cmd/paste.h"
#include "cmd/run.h"
#include "dev/capture.h"

#define BLANKS_MAX 64
#define WANTED "name a bundle or a file with output of tools"
#define WINDOW_MAX_S 1e7

struct options {
	const char *type, *iface;
	double window_s;
	bool fail_on_critical;
};

enum { OPT_TYPE, OPT_IFACE, OPT_WINDOW, OPT_FAIL_ON };

static const struct opt diagnose_options[] = {
	{ 0, "type", "KIND", "what the files are: bundle, ethtool, statistics, log, ... (a wrong one "
	  "lists all)", OPT_TYPE },
	{ 0, "iface", "NAME", "judge this port only; lines without a name are about it", OPT_IFACE },
	{ 0, "window", "S", "seconds between the first and the last paste of the same counters",
	  OPT_WINDOW },
	{ 0, "fail-on", "LEVEL", "warning (default) or critical: warnings then exit 0", OPT_FAIL_ON },
	{ 0, NULL, NULL, NULL, 0 },
};

static void *new_options(void)
{
	return calloc(1, sizeof(struct options));
}

static int take(int id, const char *value, void *into, struct err *err)
{
	struct options *o = into;

	switch (id) {
	case OPT_TYPE:
		o->type = value;
		return 0;
	case OPT_IFACE:
		o->iface = value;
		return 0;
	case OPT_WINDOW:
		return opt_number("window", value, 0.001, WINDOW_MAX_S, &o->window_s, err);
	case OPT_FAIL_ON:
		return opt_fail_on(value, &o->fail_on_critical, err);
	}
	return -EINVAL;
}

static int bundle_file(const char *name, const char *only, struct report *report, struct err *err)
{
	struct bundle *bundle = NULL;
	int rc = bundle_load(&bundle, name, err);

	if (rc < 0)
		return rc == -EINVAL ? -EBADMSG : rc;
	if (bundle->ports == 0)
		rc = err_set(err, -ENODATA, "%s: a bundle without a port; record it again", name);
	else
		rc = run_bundle(bundle, name, only, report, err);
	if (bundle->unknown_facts)
		fprintf(stderr, "etherdx: %s: %u facts are of a newer etherdx and were left out\n",
			name, bundle->unknown_facts);
	bundle_free(bundle);
	return rc;
}

/* The white space in front, and what comes after it, which stays in the stream. */
static int peek(FILE *file, char *blank, size_t *blanks)
{
	int c;

	for (*blanks = 0; *blanks < BLANKS_MAX; (*blanks)++) {
		c = getc(file);
		if (c == EOF || !isspace(c))
			break;
		blank[*blanks] = (char)c;
	}
	c = *blanks == BLANKS_MAX ? getc(file) : c;
	return c == EOF ? EOF : ungetc(c, file);
}

static bool is_bundle(int first, const char *type)
{
	return type ? strcmp(type, "bundle") == 0 : first == '{';
}

static int one_file(const char *name, struct paste *paste, struct report *report, struct err *err)
{
	static const struct neighbor_files how = { .judge = true };
	bool input = strcmp(name, "-") == 0;
	const char *shown = input ? "standard input" : name;
	FILE *file = input ? stdin : fopen(name, "re");
	char blank[BLANKS_MAX];
	size_t blanks;
	int first, rc;

	if (!file)
		return err_set(err, -errno, "%s: %s; " WANTED, shown, strerror(errno));
	if (!paste->type && capture_begins(file))
		return neighbor_read_stream(file, shown, &how, report, err);
	errno = 0;
	first = peek(file, blank, &blanks);
	if (ferror(file))
		rc = err_set(err, errno ? -errno : -EIO, "%s: cannot read: %s; " WANTED, shown,
			     strerror(errno));
	else if (is_bundle(first, paste->type))
		rc = bundle_file(name, paste->iface, report, err);
	else
		rc = paste_file(paste, shown, blank, blanks, file, report, err);
	if (!input)
		fclose(file);
	return rc;
}

static int all_files(struct paste *paste, int count, char **argv, struct report *report,
		     struct err *err)
{
	struct err first = { 0 };
	unsigned int bad = 0;
	int rc = 0;

	for (int i = 0; i < count; i++) {
		struct err one = { 0 };

		if (one_file(argv[i], paste, report, &one) < 0) {
			rc = rc ? rc : one.code;
			first = first.code ? first : one;
			bad++;
		}
	}
	if (bad > 1)
		err_set(err, rc, "%s (and %u more that cannot be judged)", first.text, bad - 1);
	else if (bad)
		*err = first;
	return rc;
}

static int run(const struct settings *settings, void *options, int count, char **argv,
	       struct report *report, struct err *err)
{
	const struct options *o = options;
	struct paste paste = { .type = o->type, .iface = o->iface, .window_s = o->window_s };
	struct err end = { 0 };
	int rc, joined = 0;

	(void)settings;
	if (count == 0)
		return err_set(err, -EINVAL, "diagnose: which file? (- reads standard input)");
	report->fail_on_critical = o->fail_on_critical;
	rc = all_files(&paste, count, argv, report, err);
	if (report->sources || rc == 0)
		joined = paste_finish(&paste, report, &end);
	if (joined < 0 && rc == 0)
		rc = err_set(err, joined, "%s", end.text);
	paste_fini(&paste);
	report->many = report->ports > 1 || (count > 1 && !report->sources);
	return rc;
}

const struct command cmd_diagnose = {
	.name = "diagnose",
	.arguments = "[OPTIONS] FILE...",
	.summary = "judge recorded or pasted evidence",
	.help = "Runs every rule on what somebody sent, on any machine: bundles written by etherdx record "
		"or check --bundle, captures (pcap, pcapng), and text: output of ethtool, ethtool -S, mii-tool, "
		"mii-diag, ip -s -s link, ifconfig and their like, the kernel log, show interfaces of a "
		"switch, also all of it in one mail. All files are one case. Raw answers in a bundle are read "
		"again, so an old recording profits from a newer etherdx. FILE - is standard input.",
	.options = diagnose_options,
	.take = take,
	.new_options = new_options,
	.run = run,
};
