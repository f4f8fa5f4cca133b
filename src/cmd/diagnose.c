// SPDX-License-Identifier: GPL-3.0-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/neighbor.h"
#include "cmd/run.h"
#include "dev/capture.h"

struct options {
	bool fail_on_critical;
};

enum { OPT_FAIL_ON };

static const struct opt diagnose_options[] = {
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

	return id == OPT_FAIL_ON ? opt_fail_on(value, &o->fail_on_critical, err) : -EINVAL;
}

/* 1: no capture, and nothing was taken from it. */
static int try_capture(const char *file, struct report *report, struct err *err)
{
	static const struct neighbor_files how = { .judge = true };
	bool piped = strcmp(file, "-") == 0;
	FILE *in = piped ? stdin : fopen(file, "re");

	if (in && capture_begins(in))
		return neighbor_read_stream(in, piped ? "standard input" : file, &how, report, err);
	if (in && !piped)
		fclose(in);
	return 1;
}

static int one_file(const char *file, struct report *report, struct err *err)
{
	struct bundle *bundle = NULL;
	int rc = try_capture(file, report, err);

	if (rc <= 0)
		return rc;
	rc = bundle_load(&bundle, file, err);
	if (rc < 0)
		return rc == -EINVAL ? -EBADMSG : rc;
	if (bundle->ports == 0)
		rc = err_set(err, -ENODATA, "%s: a bundle without a port; record it again", file);
	else
		rc = run_bundle(bundle, file, report, err);
	if (bundle->unknown_facts)
		fprintf(stderr, "etherdx: %s: %u facts are of a newer etherdx and were left out\n",
			file, bundle->unknown_facts);
	bundle_free(bundle);
	return rc;
}

static int run(const struct settings *settings, void *options, int count, char **argv,
	       struct report *report, struct err *err)
{
	const struct options *o = options;
	struct err first = { 0 };
	unsigned int bad = 0;
	int rc = 0;

	(void)settings;
	if (count == 0)
		return err_set(err, -EINVAL, "diagnose: which file? (- reads standard input)");
	report->fail_on_critical = o->fail_on_critical;
	for (int i = 0; i < count; i++) {
		struct err one = { 0 };

		if (one_file(argv[i], report, &one) < 0) {
			rc = rc ? rc : one.code;
			first = first.code ? first : one;
			bad++;
		}
	}
	if (bad > 1)
		err_set(err, rc, "%s (and %u more that cannot be judged)", first.text, bad - 1);
	else if (bad)
		*err = first;
	report->many = count > 1 || report->ports > 1;
	return rc;
}

const struct command cmd_diagnose = {
	.name = "diagnose",
	.arguments = "[OPTIONS] FILE...",
	.summary = "judge recorded evidence",
	.help = "Runs every rule on bundles written by etherdx record or check --bundle, on any machine, and "
		"on captures (pcap, pcapng): what the announcements in them say. Raw answers in a bundle "
		"are read again, so an old recording profits from a newer etherdx. FILE - is standard "
		"input.",
	.options = diagnose_options,
	.take = take,
	.new_options = new_options,
	.run = run,
};
