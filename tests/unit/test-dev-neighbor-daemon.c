// SPDX-License-Identifier: GPL-3.0-or-later
#include "dev/neighbor-daemon.h"

#include <errno.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "skip-help.h"
#include "test-wire-eth-help.h"

static char folder[] = "/tmp/etherdx-daemon.XXXXXX";

static void write_file(const char *name, const char *bytes, size_t len_bytes, mode_t mode)
{
	char path[128];
	FILE *out;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	out = fopen(path, "w");
	assert_non_null(out);
	fwrite(bytes, 1, len_bytes, out);
	fclose(out);
	chmod(path, mode);
}

static char taken[64];

static void take(void *into, const uint8_t *frame, size_t len_bytes)
{
	assert_ptr_equal(into, &taken);
	snprintf(taken + strlen(taken), sizeof(taken) - strlen(taken), "%.*s;", (int)len_bytes, frame);
}

static void networkd(void **state)
{
	(void)state;
	taken[0] = '\0';
	write_file("7", "\3\0\0\0\0\0\0\0abc\2\0\0\0\0\0\0\0de", 21, 0600);
	assert_int_equal(networkd_read(folder, 7, take, &taken), 2);
	assert_string_equal(taken, "abc;de;");
	assert_int_equal(networkd_read(folder, 8, take, &taken), -ENOENT);
	/* Cut off, and lengths that none has. */
	taken[0] = '\0';
	write_file("9", "\3\0\0\0\0\0\0\0abc\x09\0\0\0\0\0\0\0de", 21, 0600);
	assert_int_equal(networkd_read(folder, 9, take, &taken), 1);
	write_file("9", "\xff\xff\xff\xff\xff\xff\xff\xff" "abc", 11, 0600);
	assert_int_equal(networkd_read(folder, 9, take, &taken), 0);
	write_file("9", "", 0, 0600);
	assert_int_equal(networkd_read(folder, 9, take, &taken), 0);
	assert_string_equal(taken, "abc;");
}

/* A lldpcli of our own in PATH. */
static int ask(const char *script, char **out)
{
	char path[256];

	write_file("lldpcli", script, strlen(script), 0700);
	snprintf(path, sizeof(path), "%s:/usr/bin:/bin", folder);
	setenv("PATH", path, 1);
	setenv("ETHERDX_LLDPD_SOCKET", folder, 1);
	return lldpd_ask("eth0", out);
}

static void lldpd(void **state)
{
	char *out = NULL;

	(void)state;
	assert_int_equal(ask("#!/bin/sh\necho \"$*\"\n", &out), 0);
	assert_non_null(strstr(out, "-f json0 show neighbors ports eth0 details"));
	free(out);
	assert_int_equal(ask("#!/bin/sh\necho no; exit 1\n", &out), -EIO);
	/* One that hangs is given up, and does not live on. */
	assert_int_equal(ask("#!/bin/sh\nexec sleep 30\n", &out), -ETIMEDOUT);
	setenv("ETHERDX_LLDPD_SOCKET", "/nowhere/at/all", 1);
	assert_int_equal(lldpd_ask("eth0", &out), -ENOENT);
	setenv("ETHERDX_LLDPD_SOCKET", folder, 1);
	setenv("PATH", "/nowhere", 1);
	assert_int_equal(lldpd_ask("eth0", &out), -ENOENT);
}

/* Other namespaces: tests/cli/neighbor.bats. */
static void who_is_here(void **state)
{
	(void)state;
	assert_true(daemon_is_here(getpid()));
	assert_false(daemon_is_here(INT32_MAX));
	assert_false(daemon_is_here(0));
}

/* Whoever may ask lldpd need not be root, and the first process is. */
static void seen_by_everybody(void **state)
{
	bool here = daemon_is_here(FIRST_PROCESS);
	int status;
	pid_t pid;

	(void)state;
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0)
		_exit(setgid(65534) < 0 || setuid(65534) < 0 ? 2 : daemon_is_here(FIRST_PROCESS) != here);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
}

static int make_folder(void **state)
{
	(void)state;
	return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
	static const char *const names[] = { "7", "9", "lldpcli" };

	(void)state;
	for (size_t i = 0; i < ROWS(names); i++) {
		char path[128];

		snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
		unlink(path);
	}
	return rmdir(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(networkd),
		cmocka_unit_test(lldpd),
		cmocka_unit_test(who_is_here),
		unit_test_if(geteuid() == 0, seen_by_everybody, "needs root"),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("dev/neighbor-daemon", tests, make_folder, remove_folder);
}
