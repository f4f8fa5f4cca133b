// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/report-socket.h"

#include <errno.h>
#include <jansson.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/lab-socket.h"
#include "lab/netns.h"

/* Abstract: the name begins with a NUL and ends with the address. */
static socklen_t address_of(const char *name, struct sockaddr_un *out)
{
	*out = (struct sockaddr_un){ .sun_family = AF_UNIX };
	snprintf(out->sun_path + 1, sizeof(out->sun_path) - 1, "%s", name);
	return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(out->sun_path + 1));
}

int abstract_listen(const char *name, struct err *err)
{
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), rc;
	struct sockaddr_un to;
	socklen_t len = address_of(name, &to);

	if (fd >= 0 && bind(fd, (struct sockaddr *)&to, len) == 0 && listen(fd, 16) == 0)
		return fd;
	rc = err_set(err, -errno, "socket @%s: %s", name, strerror(errno));
	if (fd >= 0)
		close(fd);
	return rc;
}

int abstract_connect(const char *name)
{
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), rc = 0;
	struct timeval wait = { .tv_sec = 1 };
	struct ucred who = { .uid = (uid_t)-1 };
	socklen_t size = sizeof(who);
	struct sockaddr_un to;
	socklen_t len = address_of(name, &to);

	if (fd < 0)
		return -errno;
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof(wait));
	setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof(wait));
	if (connect(fd, (struct sockaddr *)&to, len) < 0)
		rc = -errno;
	/* Anybody may bind an abstract name. */
	else if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &size) < 0 || who.uid != 0)
		rc = -ECONNREFUSED;
	if (rc == 0)
		return fd;
	close(fd);
	return rc;
}

struct open_work {
	const char *name;
	int fd;
};

static int open_inside(void *arg, struct err *err)
{
	struct open_work *work = arg;

	work->fd = abstract_listen(work->name, err);
	return work->fd < 0 ? work->fd : 0;
}

int report_socket_open(const char *netns, const char *ifname, struct err *err)
{
	char name[64];
	struct open_work work = { .name = name, .fd = -1 };
	int rc;

	snprintf(name, sizeof(name), LAB_SOCKET_NAME, ifname);
	rc = netns_within(netns, open_inside, &work, err);
	if (rc < 0 && work.fd >= 0)
		close(work.fd);
	return rc < 0 ? rc : work.fd;
}

char *report_socket_text(const struct lab_counters *counters, const struct lab_report *report)
{
	json_t *numbers = json_object(), *words = json_array(), *all;
	char *text;

#define C(field) json_object_set_new(numbers, #field, json_integer((json_int_t)counters->field));
	LAB_COUNTERS(C)
#undef C
	for (int i = 0; i < LAB_SOCKET_WORDS; i++)
		json_array_append_new(words, json_integer(report->mii[i]));
	all = json_pack("{s:o, s:o}", "counters", numbers, "mii", words);
	text = all ? json_dumps(all, JSON_COMPACT) : NULL;
	json_decref(all);
	return text;
}

void report_socket_answer(int fd, const char *text)
{
	int who = accept4(fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);

	if (who < 0)
		return;
	if (text)
		send(who, text, strlen(text), MSG_NOSIGNAL);
	close(who);
}
