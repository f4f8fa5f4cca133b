// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd/opt.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/wrap.h"

#define HEAD_WIDTH 28
#define HELP_COLUMNS 80

struct found_opt {
	const struct opt *opt;
	const struct opt_set *set;
};

static bool find(const struct opt_set *sets, unsigned int count, const char *name, size_t len,
		 char letter, struct found_opt *out)
{
	for (unsigned int i = 0; i < count; i++)
		for (const struct opt *o = sets[i].table; o->name; o++) {
			bool hit = name ? strlen(o->name) == len && memcmp(o->name, name, len) == 0 :
					  o->letter == letter;

			if (hit) {
				*out = (struct found_opt){ .opt = o, .set = &sets[i] };
				return true;
			}
		}
	return false;
}

static int take(const struct found_opt *f, const char *value, struct err *err)
{
	return f->set->take(f->opt->id, value, f->set->into, err);
}

/* "--name", "--name=value", "--name value".  Returns how many words it took. */
static int long_option(char **argv, const struct opt_set *sets, unsigned int count,
		       struct err *err)
{
	const char *name = argv[0] + 2, *value = strchr(name, '=');
	size_t len = value ? (size_t)(value - name) : strlen(name);
	struct found_opt f;
	int used = 1, rc;

	if (!find(sets, count, name, len, 0, &f))
		return err_set(err, -EINVAL, "unknown option --%.*s", (int)len, name);
	if (value)
		value++;
	if (!f.opt->arg && value)
		return err_set(err, -EINVAL, "option --%s takes no value", f.opt->name);
	if (f.opt->arg && !value) {
		value = argv[1];
		used = 2;
	}
	if (f.opt->arg && !value)
		return err_set(err, -EINVAL, "option --%s needs a value: %s", f.opt->name,
			       f.opt->arg);
	rc = take(&f, value, err);
	return rc < 0 ? rc : used;
}

/* "-q", "-qv", "-ofile", "-o file". */
static int short_options(char **argv, const struct opt_set *sets, unsigned int count,
			 struct err *err)
{
	for (const char *at = argv[0] + 1; *at; at++) {
		const char *value = at[1] ? at + 1 : argv[1];
		struct found_opt f;
		int rc;

		if (!find(sets, count, NULL, 0, *at, &f))
			return err_set(err, -EINVAL, "unknown option -%c", *at);
		if (f.opt->arg && !value)
			return err_set(err, -EINVAL, "option -%c needs a value: %s", *at, f.opt->arg);
		rc = take(&f, f.opt->arg ? value : NULL, err);
		if (rc < 0)
			return rc;
		if (f.opt->arg)
			return at[1] ? 1 : 2;
	}
	return 1;
}

int opt_parse(int argc, char **argv, const struct opt_set *sets, unsigned int count,
	      struct err *err)
{
	int arguments = 0, used;

	for (int i = 1; i < argc; i += used) {
		used = 1;
		if (strcmp(argv[i], "--") == 0) {
			while (++i < argc)
				argv[1 + arguments++] = argv[i];
			break;
		}
		if (strncmp(argv[i], "--", 2) == 0)
			used = long_option(argv + i, sets, count, err);
		else if (argv[i][0] == '-' && argv[i][1])
			used = short_options(argv + i, sets, count, err);
		else
			argv[1 + arguments++] = argv[i];
		if (used < 0)
			return used;
	}
	argv[1 + arguments] = NULL;
	return arguments;
}

void opt_print(const struct opt *table, FILE *out)
{
	for (const struct opt *o = table; o->name; o++) {
		char head[64];

		snprintf(head, sizeof(head), "%c%c%s--%s%s%s", o->letter ? '-' : ' ',
			 o->letter ? o->letter : ' ', o->letter ? ", " : "  ", o->name,
			 o->arg ? " " : "", o->arg ? o->arg : "");
		fprintf(out, "  %-*s ", HEAD_WIDTH, head);
		wrap(out, o->help, HEAD_WIDTH + 3, HEAD_WIDTH + 3, HELP_COLUMNS);
	}
}

int opt_number(const char *name, const char *value, double low, double high, double *out,
	       struct err *err)
{
	char *end;

	errno = 0;
	*out = strtod(value, &end);
	if (errno || end == value || *end || !isfinite(*out) || *out < low || *out > high)
		return err_set(err, -EINVAL, "--%s %s: a number from %g to %g is wanted", name, value,
			       low, high);
	return 0;
}

int opt_whole(const char *name, const char *value, int low, int high, int *out, struct err *err)
{
	double number;

	if (opt_number(name, value, low, high, &number, NULL) < 0 || number != floor(number))
		return err_set(err, -EINVAL, "--%s %s: a whole number from %d to %d is wanted", name,
			       value, low, high);
	*out = (int)number;
	return 0;
}

int opt_fail_on(const char *value, bool *critical, struct err *err)
{
	*critical = strcmp(value, "critical") == 0;
	if (*critical || strcmp(value, "warning") == 0)
		return 0;
	return err_set(err, -EINVAL, "--fail-on %s: warning or critical is wanted", value);
}
