// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd/lab.h"
#include "report/wrap.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lab/live-control.h"

#define SCENE_BYTES_MAX 65536
#define LABS_MAX 128

struct options {
	int rate_mbps, seed;	/* 0, -1: the scene's own */
	const char *report, *name;
	bool all;
};

enum { OPT_RATE, OPT_SEED, OPT_REPORT, OPT_NAME, OPT_ALL };

static const struct opt lab_options[] = {
	{ 0, "rate", "MBPS", "run, up: 10, 100 or 1000, of those the scene offers", OPT_RATE },
	{ 0, "seed", "N", "run, up: of all random numbers (default 1)", OPT_SEED },
	{ 0, "report", "HOW", "run, up: true, or hidden: ports say full duplex, negotiated, whatever "
	  "they are", OPT_REPORT },
	{ 0, "name", "N", "up: letters and digits (default the lowest free number)", OPT_NAME },
	{ 0, "all", NULL, "down: every lab, and what is left of others", OPT_ALL },
	{ 0, NULL, NULL, NULL, 0 },
};

static void *new_options(void)
{
	struct options *o = calloc(1, sizeof(*o));

	if (o)
		o->seed = -1;
	return o;
}

static int take(int id, const char *value, void *into, struct err *err)
{
	struct options *o = into;

	switch (id) {
	case OPT_RATE:
		return opt_whole("rate", value, 10, 1000, &o->rate_mbps, err);
	case OPT_SEED:
		return opt_whole("seed", value, 0, INT_MAX, &o->seed, err);
	case OPT_REPORT:
		o->report = value;
		if (strcmp(value, "true") == 0 || strcmp(value, "hidden") == 0)
			return 0;
		return err_set(err, -EINVAL, "--report %s: true or hidden is wanted", value);
	case OPT_NAME:
		o->name = value;
		return 0;
	case OPT_ALL:
		o->all = true;
		return 0;
	}
	return -EINVAL;
}

#define NAME_WIDTH 30

static int list(void)
{
	for (unsigned int i = 0; i < lab_scene_count; i++) {
		struct lab_scene scene;
		struct err err = { 0 };
		char line[300];
		int used;

		if (lab_scene_load(&scene, lab_scenes[i].name, &err) < 0)
			continue;
		used = snprintf(line, sizeof(line), "%s (", scene.summary);
		for (unsigned int k = 0; k < scene.rates && used < (int)sizeof(line); k++)
			used += snprintf(line + used, sizeof(line) - (size_t)used, "%s%d",
					 k ? ", " : "", scene.rates_mbps[k]);
		if (used < (int)sizeof(line))
			snprintf(line + used, sizeof(line) - (size_t)used, " Mb/s)");
		printf("%-*s ", NAME_WIDTH, scene.name);
		wrap(stdout, line, NAME_WIDTH + 1, NAME_WIDTH + 1, output_columns(stdout));
	}
	return STATUS_EXIT_OK;
}

static int load_file(struct lab_scene *scene, const char *file, struct err *err)
{
	const char *name = strrchr(file, '/') + 1;
	char *text = calloc(1, SCENE_BYTES_MAX + 1);
	FILE *in = fopen(file, "re");
	size_t len = 0;
	int rc = text ? 0 : err_set(err, -ENOMEM, "out of memory");

	if (text && in)
		len = fread(text, 1, SCENE_BYTES_MAX, in);
	if (rc == 0 && (!in || ferror(in)))
		rc = err_set(err, -errno, "%s: %s; name a file with a scene, or one of etherdx lab list",
			     file, strerror(errno));
	if (rc == 0 && (len == SCENE_BYTES_MAX || strlen(text) != len))
		rc = err_set(err, -EBADMSG, "%s: not a scene: too long, or not text", file);
	if (in)
		fclose(in);
	if (rc == 0)
		rc = lab_scene_parse(scene, name, text, err);
	free(text);
	/* What is in a file is not bad usage. */
	return rc == -EINVAL ? -EBADMSG : rc;
}

static int load(struct lab_scene *scene, const struct options *o, const char *name,
		struct err *err)
{
	int rc = strchr(name, '/') ? load_file(scene, name, err) : lab_scene_load(scene, name, err);

	if (rc < 0)
		return rc;
	if (o->report)
		scene->hidden = strcmp(o->report, "hidden") == 0;
	return lab_scene_apply(scene, o->rate_mbps, o->seed < 0 ? scene->seed : (uint64_t)o->seed,
			       err);
}

static int need_root(const char *what, struct err *err)
{
	if (geteuid() == 0)
		return 0;
	return err_set(err, -EPERM, "lab %s works on network namespaces: run it as root, with sudo", what);
}

static int up(const struct options *o, const struct lab_scene *scene, struct err *err)
{
	struct lab_process process;
	int rc = lab_process_start(&process, scene, o->name, true, err);

	if (rc < 0)
		return rc;
	printf("lab %s: %s at %d Mb/s\n", process.name, scene->name, scene->rate_mbps);
	for (unsigned int i = 0; i < process.hosts; i++)
		printf("  ip netns exec %s COMMAND\n", process.netns[i]);
	printf("  etherdx lab show %s\n  etherdx lab down %s\n", process.name, process.name);
	return STATUS_EXIT_OK;
}

static int down(const struct options *o, int count, char **names, struct err *err)
{
	char found[LABS_MAX][LAB_LIVE_NAME_MAX];
	unsigned int labs = lab_process_names(found, LABS_MAX);
	int rc = 0;

	if (o->all && count == 0) {
		for (unsigned int i = 0; i < labs; i++)
			lab_process_down(found[i], NULL);
		return STATUS_EXIT_OK;
	}
	if (count != 1 || o->all)
		return err_set(err, -EINVAL, "lab down: name one lab, or say --all");
	rc = lab_process_down(names[0], err);
	return rc < 0 ? rc : STATUS_EXIT_OK;
}

/* Without a name it must be the only one. */
static int which(char name[static LAB_LIVE_NAME_MAX], int count, char **names, struct err *err)
{
	char found[LABS_MAX][LAB_LIVE_NAME_MAX], list_of[256] = "";
	unsigned int labs = lab_process_names(found, LABS_MAX);

	if (count > 1)
		return err_set(err, -EINVAL, "lab show: one lab at a time");
	snprintf(name, LAB_LIVE_NAME_MAX, "%s", count ? names[0] : labs ? found[0] : "");
	if (count == 1 || labs == 1)
		return 0;
	for (unsigned int i = 0; i < labs && strlen(list_of) < sizeof(list_of) - 32; i++)
		snprintf(list_of + strlen(list_of), sizeof(list_of) - strlen(list_of), " %.16s", found[i]);
	if (labs == 0)
		return err_set(err, -ENOENT, "there is no lab; etherdx lab up SCENE makes one");
	return err_set(err, -ENOENT, "lab show: which one? (have:%s)", list_of);
}

static int show_to(const struct settings *settings, const struct output *output, const char *json,
		   struct err *err)
{
	FILE *out = output && output->file ? fopen(output->file, "we") : stdout;
	int rc = 0;

	if (!out)
		return err_set(err, -errno, "%s: %s", output->file, strerror(errno));
	if (output && strcmp(output->format, "json") == 0)
		fprintf(out, "%s\n", json);
	else
		rc = lab_show_text(out, json, settings->verbosity > 0, err);
	if (out != stdout && fclose(out) != 0 && rc == 0)
		rc = err_set(err, -EIO, "%s: cannot be written", output->file);
	return rc;
}

static int show(const struct settings *settings, int count, char **names, struct err *err)
{
	char name[LAB_LIVE_NAME_MAX], *json;
	int rc = which(name, count, names, err);

	if (rc < 0)
		return rc;
	json = live_control_ask(name);
	if (!json)
		return err_set(err, -ENOENT, "no lab %s answers here; etherdx lab down %s takes away what "
			       "may be left of it", name, name);
	if (settings->outputs == 0)
		rc = show_to(settings, NULL, json, err);
	for (unsigned int i = 0; rc == 0 && i < settings->outputs; i++)
		rc = show_to(settings, &settings->output[i], json, err);
	free(json);
	return rc < 0 ? rc : STATUS_EXIT_OK;
}

static int with_scene(const struct settings *settings, const struct options *o, int count,
		      char **argv, struct report *report, struct err *err)
{
	bool stays = strcmp(argv[0], "up") == 0;
	struct lab_scene scene;
	int rc;

	if (count < 2)
		return err_set(err, -EINVAL, "lab %s: which scene? (etherdx lab list)", argv[0]);
	if (stays && count > 2)
		return err_set(err, -EINVAL, "lab up takes no command; lab run does");
	if (!stays && o->name)
		return err_set(err, -EINVAL, "--name is for lab up");
	rc = load(&scene, o, argv[1], err);
	if (rc == 0)
		rc = need_root(argv[0], err);
	if (rc < 0)
		return rc;
	if (stays)
		return up(o, &scene, err);
	return count > 2 ? lab_run_given(&scene, argv + 2, err) :
			   lab_run_default(settings, &scene, report, err);
}

static int run(const struct settings *settings, void *options, int count, char **argv,
	       struct report *report, struct err *err)
{
	const struct options *o = options;
	const char *verb = count ? argv[0] : "";
	bool reports = strcmp(verb, "show") == 0 || (strcmp(verb, "run") == 0 && count == 2);

	if (settings->outputs > 0 && count > 0 && !reports)
		return err_set(err, -EINVAL, "lab %s: it makes no report; leave out -o and --json", verb);
	if (strcmp(verb, "list") == 0 && count == 1)
		return list();
	if (strcmp(verb, "run") == 0 || strcmp(verb, "up") == 0)
		return with_scene(settings, o, count, argv, report, err);
	if (strcmp(verb, "down") == 0)
		return need_root(verb, err) < 0 ? -EPERM : down(o, count - 1, argv + 1, err);
	if (strcmp(verb, "show") == 0)
		return need_root(verb, err) < 0 ? -EPERM : show(settings, count - 1, argv + 1, err);
	if (count == 0)
		return err_set(err, -EINVAL, "lab: list, run, up, down or show?");
	return err_set(err, -EINVAL, "lab %s: list, run SCENE, up SCENE, down N or show [N] is wanted",
		       verb);
}

const struct command cmd_lab = {
	.name = "lab",
	.arguments = "list | run SCENE [-- CMD...] | up SCENE | down N | show [N]",
	.summary = "emulated links, to see faults and try the tools",
	.help = "Makes network namespaces joined by an emulated wire, in real time, as a scene says; "
		"etherdx lab list has the scenes. run starts a command in the first host, etherdx check eth0 "
		"unless told otherwise, and takes everything away when it ends. Needs root.",
	.options = lab_options,
	.take = take,
	.new_options = new_options,
	.run = run,
};
