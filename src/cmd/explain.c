// SPDX-License-Identifier: GPL-3.0-or-later
#include <errno.h>
#include <stdlib.h>

#include "cmd/cmd.h"
#include "report/wrap.h"

#define LABEL_WIDTH 10

struct options {
	bool list;
};

enum { OPT_LIST };

static const struct opt explain_options[] = {
	{ 0, "list", NULL, "one line for every finding", OPT_LIST },
	{ 0, NULL, NULL, NULL, 0 },
};

static void *new_options(void)
{
	return calloc(1, sizeof(struct options));
}

static int take(int id, const char *value, void *into, struct err *err)
{
	struct options *o = into;

	(void)value;
	(void)err;
	if (id == OPT_LIST)
		o->list = true;
	return 0;
}

static void labelled(const char *label, const char *text)
{
	printf("%-*s", LABEL_WIDTH, label);
	wrap(stdout, text, LABEL_WIDTH, LABEL_WIDTH, output_columns(stdout));
}

static void needs(const struct rule *rule)
{
	const char *label = "evidence";

	for (const struct need *need = rule->needs; need->side != SIDE_NONE; need++) {
		const struct fact_row *row = fact_row(need->id);
		char line[200];

		enum fact_set set = side_set(need->side, false);

		snprintf(line, sizeof(line), "%s%s%s: %s", set == SET_NEAR ? "" : fact_set_name[set],
			 set == SET_NEAR ? "" : "/", row->name, row->help);
		labelled(label, line);
		label = rule->one_is_enough ? "or" : "";
	}
}

static void one(const struct rule *rule)
{
	char line[400];

	printf("%s: %s, step %s\n\n", rule->id, severity_name[rule->severity],
	       step_name[rule->step]);
	labelled("meaning", rule->means);
	needs(rule);
	for (int i = 0; i < REMEDIES_MAX && rule->remedies[i].text; i++) {
		snprintf(line, sizeof(line), "%d. %s (impact: %s)", i + 1, rule->remedies[i].text,
			 rule->remedies[i].impact);
		labelled(i ? "" : "remedy", line);
	}
	if (rule->avoid)
		labelled("not", rule->avoid);
	if (rule->calibration)
		labelled("rests on", rule->calibration);
	labelled("source", rule->source);
}

static int list(void)
{
	const struct rule *rule;

	for (unsigned int n = 0; (rule = rule_at(n)); n++)
		printf("%-24s %-9s %s\n", rule->id, severity_name[rule->severity],
		       step_name[rule->step]);
	return STATUS_EXIT_OK;
}

static int run(const struct settings *settings, void *options, int count, char **argv,
	       struct report *report, struct err *err)
{
	const struct options *o = options;

	(void)report;
	if (settings->outputs)
		return err_set(err, -EINVAL, "explain: prints text only");
	if (o->list && count == 0)
		return list();
	if (count == 0)
		return err_set(err, -EINVAL, "explain: which finding? (explain --list)");
	for (int i = 0; i < count; i++) {
		const struct rule *rule = rule_find(argv[i]);

		if (!rule)
			return err_set(err, -ENOENT, "%s: no such finding; etherdx explain --list has all",
				       argv[i]);
		if (i)
			putchar('\n');
		one(rule);
	}
	return STATUS_EXIT_OK;
}

const struct command cmd_explain = {
	.name = "explain",
	.arguments = "ID... | --list",
	.summary = "a finding: meaning, evidence, remedy, source",
	.help = "Explains findings by their id, in any case.",
	.options = explain_options,
	.take = take,
	.new_options = new_options,
	.run = run,
};
