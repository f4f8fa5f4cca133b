// SPDX-License-Identifier: GPL-3.0-or-later
/* What the PHY finds when it tests the cable. The link drops for it. */
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/run.h"
#include "dev/dev.h"
#include "report/wrap.h"

#define CM_PER_M 100.0
#define NS_PER_S 1e9
#define DISTANCE_MAX_M 150.0	/* what Linux takes, net/ethtool/cabletest.c */
#define TIMEOUT_DEFAULT_S 30.0
#define TIMEOUT_TDR_S 120.0	/* thousands of samples, one after another */
#define TIMEOUT_MAX_S 600.0

struct options {
	struct cable_request request;
	const char *bundle;
	double timeout_s;	/* 0: not given */
	bool yes, range;	/* range: an option that only TDR has was given */
};

enum { OPT_TDR, OPT_FIRST, OPT_LAST, OPT_STEP, OPT_PAIR, OPT_TIMEOUT, OPT_BUNDLE, OPT_YES };

static const struct opt cable_options[] = {
	{ 'y', "yes", NULL, "the link may drop; do not ask", OPT_YES },
	{ 0, "tdr", NULL, "raw reflections in mV by distance, in place of a result", OPT_TDR },
	{ 0, "first", "METRES", "with --tdr: begin here", OPT_FIRST },
	{ 0, "last", "METRES", "with --tdr: end here, 150 at most", OPT_LAST },
	{ 0, "step", "METRES", "with --tdr: distance between samples", OPT_STEP },
	{ 0, "pair", "A|B|C|D", "with --tdr: this pair only", OPT_PAIR },
	{ 0, "timeout", "SECONDS", "give up after this time (30; with --tdr 120)", OPT_TIMEOUT },
	{ 0, "bundle", "FILE", "keep all evidence there", OPT_BUNDLE },
	{ 0, NULL, NULL, NULL, 0 },
};

static void *new_options(void)
{
	struct options *o = calloc(1, sizeof(*o));

	if (o)
		o->request = (struct cable_request){ .first_cm = -1, .last_cm = -1, .step_cm = -1,
						     .pair = -1 };
	return o;
}

static int take_distance(const char *name, const char *value, double low, int64_t *cm,
			 struct err *err)
{
	double metres;
	int rc = opt_number(name, value, low, DISTANCE_MAX_M, &metres, err);

	if (rc == 0)
		*cm = (int64_t)(metres * CM_PER_M + 0.5);
	return rc;
}

static int take_pair(const char *value, int *pair, struct err *err)
{
	if (strlen(value) != 1 || !strchr("ABCDabcd", value[0]))
		return err_set(err, -EINVAL, "--pair %s: A, B, C or D is wanted", value);
	*pair = (value[0] & 0x1f) - 1;
	return 0;
}

static int take(int id, const char *value, void *into, struct err *err)
{
	struct options *o = into;

	switch (id) {
	case OPT_YES:
		o->yes = true;
		return 0;
	case OPT_TDR:
		o->request.tdr = true;
		return 0;
	case OPT_FIRST:
		o->range = true;
		return take_distance("first", value, 0, &o->request.first_cm, err);
	case OPT_LAST:
		o->range = true;
		return take_distance("last", value, 0, &o->request.last_cm, err);
	case OPT_STEP:
		o->range = true;
		return take_distance("step", value, 0.01, &o->request.step_cm, err);
	case OPT_PAIR:
		o->range = true;
		return take_pair(value, &o->request.pair, err);
	case OPT_TIMEOUT:
		return opt_number("timeout", value, 1, TIMEOUT_MAX_S, &o->timeout_s, err);
	case OPT_BUNDLE:
		o->bundle = value;
		return 0;
	}
	return -EINVAL;
}

/* A test on its way: what it was asked with, what it found. */
struct work {
	const struct options *options;
	struct cable_test test;
	bool begun;
};

/* -EINVAL where nobody can be asked. */
static int confirm(const struct options *o, const char *name, struct err *err)
{
	char answer[8];

	if (o->yes)
		return 0;
	if (!isatty(STDIN_FILENO) || !isatty(STDERR_FILENO))
		return err_set(err, -EINVAL, "cable: the link of %s drops for the test; say --yes if "
			       "it may", name);
	fprintf(stderr, "The link of %s drops for some seconds, and all that runs over it. "
		"Test the cable? [y/N] ", name);
	if (fgets(answer, sizeof(answer), stdin) && (answer[0] == 'y' || answer[0] == 'Y'))
		return 0;
	return err_set(err, -ECANCELED, "%s: the cable was not tested", name);
}

static json_t *samples_to_json(const struct cable_test *test)
{
	json_t *pairs = json_object();

	for (int i = 0; i < CABLE_PAIRS; i++) {
		const char name[] = { (char)('A' + i), '\0' };
		json_t *list = json_array();

		for (unsigned int k = 0; k < test->pair[i].samples; k++)
			json_array_append_new(list, json_integer(test->pair[i].mv[k]));
		if (test->pair[i].samples)
			json_object_set(pairs, name, list);
		json_decref(list);
	}
	return pairs;
}

static void distance_to_json(json_t *object, const char *key, int64_t cm)
{
	if (cm >= 0)
		json_object_set_new(object, key, json_real((double)cm / CM_PER_M));
}

static json_t *tdr_to_json(const struct cable_test *test)
{
	json_t *tdr = json_object();

	distance_to_json(tdr, "first_m", test->first_cm);
	distance_to_json(tdr, "last_m", test->last_cm);
	distance_to_json(tdr, "step_m", test->step_cm);
	if (test->pulse_mv)
		json_object_set_new(tdr, "pulse_mv", json_integer(test->pulse_mv));
	json_object_set_new(tdr, "pairs_mv", samples_to_json(test));
	return tdr;
}

static json_t *pairs_to_json(const struct cable_test *test)
{
	json_t *pairs = json_array();
	char name[CABLE_NAME_MAX];

	for (int i = 0; i < CABLE_PAIRS; i++) {
		json_t *one;

		if (test->pair[i].code < 0)
			continue;
		cable_code_name(test->pair[i].code, name);
		one = json_pack("{s:s%, s:s}", "pair", &"ABCD"[i], (size_t)1, "result", name);
		distance_to_json(one, "distance_m", test->pair[i].fault_cm);
		json_array_append_new(pairs, one);
	}
	return pairs;
}

static int test_cable(struct dev *dev, struct report_port *port, void *with, struct err *err)
{
	struct work *work = with;
	int rc = confirm(work->options, port->name, err);

	if (rc == 0)
		rc = dev_cable(dev, &work->options->request, &work->test, err);
	/* A test that was refused has found nothing; one that was cut off may have. */
	work->begun = rc == 0 || rc == -EINTR || rc == -ETIMEDOUT;
	if (!work->begun)
		return rc;
	cable_facts(&work->test, &port->sets->set[SET_NEAR]);
	port->extra = work->test.tdr ? json_pack("{s:o}", "tdr", tdr_to_json(&work->test)) :
				       json_pack("{s:o}", "pairs", pairs_to_json(&work->test));
	return rc;
}

static const char *const pins[CABLE_PAIRS] = { "1, 2", "3, 6", "4, 5", "7, 8" };

static void print_pairs(const json_t *pairs, FILE *out)
{
	for (size_t i = 0; i < json_array_size(pairs); i++) {
		const json_t *one = json_array_get(pairs, i), *distance;
		const char *pair = json_string_value(json_object_get(one, "pair"));

		distance = json_object_get(one, "distance_m");
		fprintf(out, "  pair %s  pins %s  %s", pair, pins[pair[0] - 'A'],
			json_string_value(json_object_get(one, "result")));
		if (distance)
			fprintf(out, " at %.2f m", json_number_value(distance));
		fputc('\n', out);
	}
}

static void print_samples(const json_t *tdr, FILE *out)
{
	const json_t *pairs = json_object_get(tdr, "pairs_mv"), *step = json_object_get(tdr, "step_m");
	double first_m = json_number_value(json_object_get(tdr, "first_m"));
	size_t rows = 0;

	fprintf(out, "  %9s", step ? "metres" : "sample");
	for (char c[] = "A"; c[0] <= 'D'; c[0]++) {
		const json_t *list = json_object_get(pairs, c);

		if (list)
			fprintf(out, "  %4s mV", c);
		if (json_array_size(list) > rows)
			rows = json_array_size(list);
	}
	fputc('\n', out);
	for (size_t row = 0; row < rows; row++) {
		if (step)
			fprintf(out, "  %9.2f", first_m + (double)row * json_number_value(step));
		else
			fprintf(out, "  %9zu", row);
		for (char c[] = "A"; c[0] <= 'D'; c[0]++) {
			const json_t *list = json_object_get(pairs, c);

			if (row < json_array_size(list))
				fprintf(out, "  %7" JSON_INTEGER_FORMAT,
					json_integer_value(json_array_get(list, row)));
			else if (list)
				fprintf(out, "  %7s", "-");
		}
		fputc('\n', out);
	}
}

static void print_result(const struct report_port *port, const struct report_style *style,
			 FILE *out)
{
	const json_t *tdr = json_object_get(port->extra, "tdr");

	if (tdr)
		print_samples(tdr, out);
	else
		print_pairs(json_object_get(port->extra, "pairs"), out);
	fprintf(out, "\n  ");
	wrap(out, "What this cannot see: a plug that is out and a far port that is switched off both "
	     "look open at the end of the cable; a far port that keeps negotiating disturbs the "
	     "measurement; a metre is one at the usual signal speed.", 2, 2, style->columns);
}

static int check_options(struct options *o, int count, struct err *err)
{
	struct cable_request *r = &o->request;

	if (count != 1)
		return err_set(err, -EINVAL, "cable: one interface is wanted");
	if (o->range && !r->tdr)
		return err_set(err, -EINVAL, "cable: --first, --last, --step and --pair go with --tdr");
	if (r->first_cm >= 0 && r->last_cm >= 0 && r->last_cm < r->first_cm)
		return err_set(err, -EINVAL, "cable: --last lies before --first");
	if (o->timeout_s == 0)
		o->timeout_s = r->tdr ? TIMEOUT_TDR_S : TIMEOUT_DEFAULT_S;
	r->timeout_ns = (int64_t)(o->timeout_s * NS_PER_S);
	return 0;
}

static int run(const struct settings *settings, void *options, int count, char **argv,
	       struct report *report, struct err *err)
{
	struct options *o = options;
	struct work *work = calloc(1, sizeof(*work));
	struct run_plan plan = { .judge = true, .bundle = o->bundle, .then = test_cable, .with = work };
	int rc = work ? check_options(o, count, err) : err_set(err, -ENOMEM, "out of memory");

	(void)settings;
	if (rc == 0) {
		work->options = o;
		report->preface = print_result;
		rc = run_ports(&plan, count, argv, report, err);
	}
	/* What was not even begun is a refusal, not a report. */
	if (rc == 0 && !work->begun) {
		*err = report->port[0].err;
		rc = err->code;
		report_fini(report);
	}
	free(work);
	return rc;
}

const struct command cmd_cable = {
	.name = "cable",
	.arguments = "[OPTIONS] IFACE",
	.summary = "cable test of the PHY; the link drops",
	.help = "Has the PHY test its cable, pair by pair: ok, open, short, with the distance. The link "
		"drops for some seconds, so it asks first (--yes answers). Few PHYs can do it.",
	.options = cable_options,
	.take = take,
	.new_options = new_options,
	.run = run,
};
