// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/live-control.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "lab/report-socket.h"

#define NAME_FORMAT "etherdx-lab-control/%s"
#define TEXT_BYTES_MAX (256 << 10)

void live_control_cpu(struct lab_cpu *cpu)
{
	int fd = open("/proc/stat", O_RDONLY | O_CLOEXEC);
	char text[256];
	ssize_t len = fd < 0 ? -1 : read(fd, text, sizeof(text) - 1);

	*cpu = (struct lab_cpu){ .total = 0 };
	if (fd >= 0)
		close(fd);
	if (len <= 0)
		return;
	text[len] = '\0';
	lab_cpu_parse(cpu, text);
}

static json_t *validity(const struct lab_live *live)
{
	const struct lab_lateness *late = &live->lateness;
	struct lab_cpu cpu;
	double steal;

	live_control_cpu(&cpu);
	steal = lab_cpu_steal(&live->cpu, &cpu);
	return json_pack("{s:b, s:f, s:I, s:f, s:f, s:f, s:I, s:s}",
			 "valid", lab_valid(steal, late), "steal", steal,
			 "deliveries", (json_int_t)late->count,
			 "late_p50_us", (double)lab_lateness_ns(late, 0.5) / 1e3,
			 "late_p99_us", (double)lab_lateness_ns(late, 0.99) / 1e3,
			 "late_max_us", (double)late->max_ns / 1e3,
			 "stalls", (json_int_t)live->stalls, "priority", live->priority);
}

static json_t *port_of(const struct lab_live *live, unsigned int port)
{
	const struct lab_counters *counters = lab_net_counters(live->net, port);
	const struct lab_scene_port *scene = &live->net->scene.port[port];
	json_t *out = json_pack("{s:s, s:b}", "duplex",
				scene->duplex == LAB_FULL ? "full" : "half", "autoneg",
				scene->autoneg);

#define C(field) json_object_set_new(out, #field, json_integer((json_int_t)counters->field));
	LAB_COUNTERS(C)
#undef C
	for (unsigned int i = 0; i < live->ends; i++) {
		const struct lab_live_end *end = &live->end[i];

		if (end->port != port)
			continue;
		json_object_set_new(out, "policed", json_integer((json_int_t)end->mac->policer.dropped));
		json_object_set_new(out, "not_delivered", json_integer((json_int_t)end->failed));
		json_object_set_new(out, "shaped", json_boolean(end->shaped));
	}
	return out;
}

char *lab_live_text(const struct lab_live *live)
{
	const struct lab_scene *scene = &live->net->scene;
	json_t *ports = json_object(), *all;
	char *text;

	for (unsigned int i = 0; i < scene->ports; i++)
		json_object_set_new(ports, scene->port[i].name, port_of(live, i));
	all = json_pack("{s:s, s:s, s:i, s:I, s:s, s:i, s:f, s:o, s:o}", "lab", live->name,
			"scene", scene->name, "rate_mbps", scene->rate_mbps,
			"seed", (json_int_t)scene->seed, "report", scene->hidden ? "hidden" : "true",
			"pid", (int)getpid(),
			"seconds", (double)(clock_now_ns() - live->start_ns) / 1e9,
			"validity", validity(live), "ports", ports);
	text = all ? json_dumps(all, JSON_COMPACT) : NULL;
	json_decref(all);
	return text;
}

int live_control_open(const char *lab, struct err *err)
{
	char name[64];

	snprintf(name, sizeof(name), NAME_FORMAT, lab);
	return abstract_listen(name, err);
}

static bool is_root(int fd)
{
	struct ucred who = { .uid = (uid_t)-1 };
	socklen_t size = sizeof(who);

	return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &size) == 0 && who.uid == 0;
}

/* At once: who connected has nothing to say, and nobody waits for it. */
void live_control_answer(const struct lab_live *live)
{
	int who = accept4(live->control_fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
	char *text;

	if (who < 0)
		return;
	if (is_root(who)) {
		text = lab_live_text(live);
		if (text)
			send(who, text, strlen(text), MSG_NOSIGNAL);
		free(text);
	}
	close(who);
}

static int connect_to(const char *lab)
{
	char name[64];

	snprintf(name, sizeof(name), NAME_FORMAT, lab);
	return abstract_connect(name);
}

pid_t live_control_pid(const char *lab)
{
	struct ucred who = { .pid = 0 };
	socklen_t size = sizeof(who);
	int fd = connect_to(lab);

	if (fd < 0)
		return fd;
	if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &size) < 0 || who.pid <= 0)
		who.pid = -ECONNREFUSED;
	close(fd);
	return who.pid;
}

char *live_control_ask(const char *lab)
{
	int fd = connect_to(lab);
	char *text = fd < 0 ? NULL : malloc(TEXT_BYTES_MAX + 1);
	size_t used = 0;
	ssize_t len = 0;

	while (text && used < TEXT_BYTES_MAX &&
	       (len = recv(fd, text + used, TEXT_BYTES_MAX - used, 0)) > 0)
		used += (size_t)len;
	if (fd >= 0)
		close(fd);
	if (text)
		text[used] = '\0';
	if (used == 0) {
		free(text);
		return NULL;
	}
	return text;
}
