// SPDX-License-Identifier: GPL-3.0-or-later
/* What lab run does without a command, until this machine let it be done right. */
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cmd/lab.h"
#include "cmd/run.h"
#include "stream/contrast.h"

#define ATTEMPTS 3
#define WORDS_MAX (2 * OUTPUTS_MAX + 16)
#define COPY_BYTES 65536

struct default_command {
	const struct settings *settings;
	int json_fd;		/* a report of its own, to see whether it is valid */
	char *argv[WORDS_MAX];
	char words[OUTPUTS_MAX + 1][PATH_MAX + 8];
	char via[PATH_MAX];
	char direct[32];	/* file of the direct leg */
};

/* What came of one attempt. */
struct attempt {
	int out_fd, json_fd;	/* in memory: what it printed, and the same as JSON */
	char *validity;		/* what the lab said of itself */
	int status;
};

static char *word(const char *text)
{
	return (char *)(uintptr_t)text;
}

static char **add_outputs(struct default_command *command, char **at)
{
	const struct settings *settings = command->settings;
	char(*words)[PATH_MAX + 8] = command->words;

	snprintf(*words, sizeof(*words), "json:/proc/self/fd/%d", command->json_fd);
	*at++ = word("-o");
	*at++ = *words++;
	for (unsigned int i = 0; i < settings->outputs; i++) {
		const struct output *output = &settings->output[i];

		snprintf(*words, sizeof(*words), "%s%s%s", output->format, output->file ? ":" : "",
			 output->file ? output->file : "");
		*at++ = word("-o");
		*at++ = *words++;
	}
	if (settings->outputs == 0) {
		*at++ = word("-o");
		*at++ = word("text");
	}
	if (settings->verbosity)
		*at++ = word(settings->verbosity > 0 ? "-v" : "-q");
	*at++ = word("--color");
	*at++ = word(output_colored(settings, stdout) ? "always" : "never");
	return at;
}

/* etherdx check eth0 --via ..., with what was said of output. */
static char **check_argv(void *with, const struct lab_process *process, char *self)
{
	struct default_command *command = with;
	char **at = command->argv;

	lab_run_via(process, command->via);
	*at++ = self;
	*at++ = word("check");
	*at++ = word("eth0");
	*at++ = word("--peer-iface");
	*at++ = word("eth0");
	*at++ = word("--via");
	*at++ = command->via;
	at = add_outputs(command, at);
	*at = NULL;
	return command->argv;
}

/* etherdx timing eth0 eth1, without the switch or with it. */
static char **timing_argv(struct default_command *command, char *self, const char *option)
{
	char **at = command->argv;

	*at++ = self;
	*at++ = word("timing");
	*at++ = word("eth0");
	*at++ = word("eth1");
	*at++ = word(option);
	*at++ = command->direct;
	at = add_outputs(command, at);
	*at = NULL;
	return command->argv;
}

static char **direct_argv(void *with, const struct lab_process *process, char *self)
{
	(void)process;
	return timing_argv(with, self, "--direct");
}

static char **switch_argv(void *with, const struct lab_process *process, char *self)
{
	(void)process;
	return timing_argv(with, self, "--calibration");
}

static int in_memory(const char *name, struct err *err)
{
	int fd = memfd_create(name, 0);

	return fd < 0 ? err_set(err, -errno, "no memory for the output: %s", strerror(errno)) : fd;
}

static void attempt_fini(struct attempt *attempt)
{
	if (attempt->out_fd >= 0)
		close(attempt->out_fd);
	if (attempt->json_fd >= 0)
		close(attempt->json_fd);
	free(attempt->validity);
}

/* Did the command itself find this host too noisy? */
static bool says_noisy(const json_t *report)
{
	const json_t *finding;
	size_t i;

	json_array_foreach(json_object_get(report, "findings"), i, finding) {
		const char *id = json_string_value(json_object_get(finding, "id"));

		if (id && strcmp(id, "HOST-TOO-NOISY") == 0)
			return true;
	}
	return false;
}

enum worth {
	WORTH_PRINTING,		/* valid, or nothing that another attempt would mend */
	WORTH_NOTHING,		/* the wire was not what it should have been */
	WORTH_NOT_MUCH,		/* the command says itself that it was too noisy */
};

static enum worth attempt_worth(const struct attempt *attempt)
{
	json_t *lab = attempt->validity ? json_loads(attempt->validity, 0, NULL) : NULL;
	const json_t *valid = json_object_get(json_object_get(lab, "validity"), "valid");
	json_t *report;
	enum worth worth = WORTH_PRINTING;

	lseek(attempt->json_fd, 0, SEEK_SET);
	report = json_loadfd(attempt->json_fd, JSON_DISABLE_EOF_CHECK, NULL);
	/* A run that was ended by hand, or that had an error to tell, is not made again. */
	if (json_is_true(json_object_get(report, "complete")))
		worth = says_noisy(report) ? WORTH_NOT_MUCH :
			json_is_false(valid) ? WORTH_NOTHING : WORTH_PRINTING;
	json_decref(report);
	json_decref(lab);
	return worth;
}

static void attempt_forget(struct attempt *attempt)
{
	const int fds[] = { attempt->out_fd, attempt->json_fd };

	for (int i = 0; i < 2; i++)
		if (ftruncate(fds[i], 0) == 0)
			lseek(fds[i], 0, SEEK_SET);
	free(attempt->validity);
	attempt->validity = NULL;
}

/*
 * A host with two ports on one switch: frames are timed between them, on one wire
 * without the switch, then through it.  What the first run says counts when it
 * went wrong.
 */
static int attempt_timing(struct default_command *command, const struct lab_scene *scene,
			  struct attempt *attempt, struct err *err)
{
	struct lab_scene direct = *scene;
	int fd = in_memory("direct leg", err), rc;

	if (fd < 0)
		return fd;
	snprintf(command->direct, sizeof(command->direct), "/proc/self/fd/%d", fd);
	rc = lab_scene_loop(&direct, err);
	if (rc == 0)
		rc = lab_run_once(&direct, direct_argv, command, attempt->out_fd, &attempt->validity, err);
	if (rc == 0 && attempt_worth(attempt) == WORTH_PRINTING) {
		attempt_forget(attempt);
		rc = lab_run_once(scene, switch_argv, command, attempt->out_fd, &attempt->validity, err);
	}
	close(fd);
	return rc;
}

static int attempt_make(const struct settings *settings, const struct lab_scene *scene,
			struct attempt *attempt, struct err *err)
{
	static struct default_command command;

	attempt->out_fd = in_memory("output", err);
	attempt->json_fd = in_memory("report", err);
	if (err->code)
		return err->code;
	command.settings = settings;
	command.json_fd = attempt->json_fd;
	if (lab_scene_has_loop(scene))
		attempt->status = attempt_timing(&command, scene, attempt, err);
	else
		attempt->status = lab_run_once(scene, check_argv, &command, attempt->out_fd,
					       &attempt->validity, err);
	return attempt->status < 0 ? attempt->status : 0;
}

static int attempt_print(const struct attempt *attempt, struct err *err)
{
	static char bytes[COPY_BYTES];
	ssize_t len;

	lseek(attempt->out_fd, 0, SEEK_SET);
	while ((len = read(attempt->out_fd, bytes, sizeof(bytes))) > 0)
		fwrite(bytes, 1, (size_t)len, stdout);
	if (fflush(stdout) == EOF)
		return err_set(err, -errno, "standard output: cannot write: %s", strerror(errno));
	return attempt->status;
}

/* All that can be said when no attempt was valid: what the lab measured of this machine. */
static int report_noise(struct report *report, const struct attempt *attempt, struct err *err)
{
	json_t *lab = json_loads(attempt->validity, 0, NULL);
	const json_t *validity = json_object_get(lab, "validity");
	struct report_port *port = report_add_port(report, "eth0");
	struct facts *path = port ? &port->sets->set[SET_PATH] : NULL;

	if (path) {
		facts_put_text(path, FACT_STREAM_STATE, FROM_LAB,
			       contrast_state_text(CONTRAST_HOST_LATE));
		facts_offer_real(path, FACT_STREAM_STEAL, FROM_LAB,
				 json_number_value(json_object_get(validity, "steal")));
		facts_offer_real(path, FACT_STREAM_LATENESS_P99, FROM_LAB,
				 json_number_value(json_object_get(validity, "late_p99_us")));
		port->complete = true;
	}
	json_decref(lab);
	return path ? run_judge(port, err) : err_set(err, -ENOMEM, "out of memory");
}

static int conclude(const struct attempt *attempt, enum worth worth, struct report *report,
		    struct err *err)
{
	return worth == WORTH_NOTHING ? report_noise(report, attempt, err) :
					attempt_print(attempt, err);
}

static void tell_next(const struct attempt *attempt, unsigned int n)
{
	char then[64];

	snprintf(then, sizeof(then), "attempt %u of %d follows", n + 1, ATTEMPTS);
	if (attempt->validity)
		lab_show_doubts(stderr, attempt->validity, then);
}

int lab_run_default(const struct settings *settings, const struct lab_scene *scene,
		    struct report *report, struct err *err)
{
	int rc = 0;

	if (settings->outputs == OUTPUTS_MAX)
		return err_set(err, -EINVAL, "lab run: one output less, please: it needs one itself");
	for (unsigned int n = 1; n <= ATTEMPTS; n++) {
		struct attempt attempt = { .out_fd = -1, .json_fd = -1 };
		enum worth worth = WORTH_PRINTING;
		bool last;

		rc = attempt_make(settings, scene, &attempt, err);
		if (rc == 0)
			worth = attempt_worth(&attempt);
		last = rc < 0 || worth == WORTH_PRINTING || n == ATTEMPTS;
		if (!last)
			tell_next(&attempt, n);
		else if (rc == 0)
			rc = conclude(&attempt, worth, report, err);
		attempt_fini(&attempt);
		if (last)
			break;
	}
	return rc;
}
