// SPDX-License-Identifier: GPL-3.0-or-later
#include "dev/guard.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

static char file[64];

/* What a guard does shows in a file. */
static void restore(void *what)
{
	FILE *out = fopen(what, "w");

	if (out)
		fclose(out);
}

static void fresh(void)
{
	snprintf(file, sizeof(file), "/tmp/test-dev-guard-%d", (int)getpid());
	unlink(file);
}

static int restored(void)
{
	return access(file, F_OK) == 0;
}

static void restores_when_it_ends(void **state)
{
	struct guard guard;

	(void)state;
	fresh();
	assert_int_equal(guard_start(&guard, restore, file, NULL), 0);
	assert_false(restored());
	guard_end(&guard);
	assert_true(restored());
	assert_int_equal(guard.fd, -1);
	unlink(file);
	guard_end(&guard);
	assert_false(restored());
}

/* A signal to the group, then kill -9 of the owner: neither keeps it from its work. */
static void restores_when_the_owner_is_killed(void **state)
{
	pid_t owner;

	(void)state;
	fresh();
	owner = fork();
	assert_true(owner >= 0);
	if (owner == 0) {
		struct guard guard;

		setpgid(0, 0);
		if (guard_start(&guard, restore, file, NULL) < 0)
			_exit(1);
		kill(guard.pid, SIGTERM);
		kill(guard.pid, SIGINT);
		kill(getpid(), SIGKILL);
	}
	waitpid(owner, NULL, 0);
	for (int i = 0; i < 500 && !restored(); i++)
		nanosleep(&(struct timespec){ .tv_nsec = 10000000 }, NULL);
	assert_true(restored());
	unlink(file);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(restores_when_it_ends),
		cmocka_unit_test(restores_when_the_owner_is_killed),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("dev-guard", tests, NULL, NULL);
}
