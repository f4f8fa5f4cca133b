// SPDX-License-Identifier: GPL-3.0-or-later
/* Writes etherdx-findings(7) from the rules themselves. */
#include <stdio.h>

#include "rule/rule.h"

/* Text for mdoc: no line may begin with a dot or an apostrophe. */
static void text(const char *words)
{
	const char *at = words;

	if (*at == '.' || *at == '\'')
		fputs("\\&", stdout);
	for (; *at; at++) {
		if (*at == '\\')
			fputs("\\e", stdout);
		else if (*at == '-')
			fputs("\\-", stdout);
		else
			putchar(*at);
		/* A new sentence, a new line. */
		if ((*at == '.' || *at == ';') && at[1] == ' ') {
			putchar('\n');
			at++;
		}
	}
	putchar('\n');
}

static void evidence(const struct rule *rule)
{
	const char *sep = "Stands on";

	for (const struct need *need = rule->needs; need->side != SIDE_NONE; need++) {
		enum fact_set set = side_set(need->side, false);
		const struct need *next = need + 1;

		if (sep)
			puts(sep);
		sep = NULL;
		printf(".Li %s%s%s%s\n", set == SET_NEAR ? "" : fact_set_name[set],
		       set == SET_NEAR ? "" : "/", fact_row(need->id)->name,
		       next->side == SIDE_NONE ? " ." : rule->one_is_enough ? " or" : " ,");
	}
}

static void one(const struct rule *rule)
{
	printf(".It Sy %s Pq %s\n", rule->id, severity_name[rule->severity]);
	text(rule->means);
	evidence(rule);
	for (int i = 0; i < REMEDIES_MAX && rule->remedies[i].text; i++) {
		printf(".br\n%d.\n", i + 1);
		text(rule->remedies[i].text);
		printf(".Pq impact : %s\n", rule->remedies[i].impact);
	}
	if (rule->avoid) {
		puts(".br\nNot:");
		text(rule->avoid);
	}
	puts(".br\nSource:");
	text(rule->source);
}

int main(void)
{
	const struct rule *rule;
	int step = -1;

	puts(".\\\" Made from the rules by tools/page-findings; do not edit.\n"
	     ".Dd November 30, 2026\n.Dt ETHERDX-FINDINGS 7\n.Os\n.Sh NAME\n"
	     ".Nm etherdx-findings\n.Nd what etherdx can find, with evidence and remedy\n"
	     ".Sh DESCRIPTION\n"
	     "Each finding is a rule over facts.\nIf a fact it stands on is missing, the outcome is\n"
	     ".Dq no data ,\nnever\n.Dq ok .\n"
	     "The severity is the default; a rule may soften or harden it.\n"
	     "Findings of severity info state a result and never change the verdict.\n"
	     "The same text is printed by\n.Xr etherdx-explain 8 .");
	for (int s = 0; s < STEP_COUNT; s++)
		for (unsigned int n = 0; (rule = rule_at(n)); n++) {
			if ((int)rule->step != s)
				continue;
			if (step != s)
				printf("%s.Ss Step: %s\n.Bl -tag -width Ds\n", step < 0 ? "" : ".El\n",
				       step_name[s]);
			step = s;
			one(rule);
		}
	puts(".El\n.Sh SEE ALSO\n.Xr etherdx 8 ,\n.Xr etherdx-check 8 ,\n.Xr etherdx-explain 8");
	return 0;
}
