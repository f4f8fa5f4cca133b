// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd/agent-timing.h"

#include <errno.h>
#include <net/if.h>
#include <string.h>

#include "cmd/agent-stream.h"
#include "cmd/timing-live.h"
#include "dev/dev.h"
#include "stream/task.h"
#include "timing/mirror.h"

#define MTU_PLAIN 1500

/* Of this session; a session is a process. */
static struct {
	struct timing_mirror mirror;
	struct task task;
	char name[IFNAMSIZ];
	bool open;
} far;

static void work(void *arg)
{
	(void)arg;
	task_hasten();
	timing_mirror_run(&far.mirror, &far.task.stop);
}

void agent_timing_fini(void)
{
	if (!far.open)
		return;
	task_join(&far.task, true);
	timing_mirror_close(&far.mirror);
	far.open = false;
}

/* Its own name, address and MTU. */
static int look(const char *iface, struct timing_port *port, unsigned int *mtu_bytes, struct err *err)
{
	struct sets *sets = sets_new();
	const struct facts *near = sets ? &sets->set[SET_NEAR] : NULL;
	struct dev *dev = NULL;
	int rc = sets ? dev_open(&dev, iface, err) : err_set(err, -ENOMEM, "out of memory");

	if (rc == 0)
		rc = dev_read(dev, GROUP_PORT, sets, err);
	if (rc == 0)
		rc = timing_port_take(port, near, iface, err);
	if (rc == 0) {
		snprintf(far.name, sizeof(far.name), "%s", port->name);
		port->name = far.name;
		*mtu_bytes = (unsigned int)facts_num(near, FACT_PORT_MTU, MTU_PLAIN);
	}
	dev_close(dev);
	sets_free(sets);
	return rc;
}

static json_t *port_to_json(const struct stamp_caps *caps)
{
	const struct timing_end *end = &far.mirror.end;
	struct timing_job_port port = {
		.hardware = end->kind == STAMP_HARDWARE, .completion = caps->completion,
		.tap = end->tap, .ptp = end->ptp,
	};

	memcpy(port.mac, end->port.mac, sizeof(port.mac));
	port.moderation_us = stamp_moderation_us(far.name, &port.adaptive);
	if (port.moderation_us < 0)
		port.moderation_us = -1;
	return timing_job_port_to_json(&port);
}

int serve_timing(struct server *server, const json_t *with, json_t **result, struct err *err)
{
	struct timing_job job;
	struct timing_port port;
	struct stamp_caps caps;
	unsigned int mtu_bytes;
	const char *iface;
	int rc = agent_take_iface(with, &iface, err);

	(void)server;
	agent_timing_fini();
	if (rc == 0)
		rc = timing_job_from_json(&job, json_object_get(with, "job"), err);
	if (rc == 0)
		rc = look(iface, &port, &mtu_bytes, err);
	if (rc == 0)
		rc = stamp_caps(&caps, port.name, err);
	if (rc == 0)
		rc = timing_mirror_open(&far.mirror, &job, &port, &caps, mtu_bytes, err);
	if (rc < 0)
		return rc;
	far.open = true;
	rc = task_start(&far.task, work, NULL, err);
	if (rc < 0)
		agent_timing_fini();
	else
		*result = port_to_json(&caps);
	return rc;
}

int serve_timing_result(struct server *server, const json_t *with, json_t **result, struct err *err)
{
	const json_t *token = json_object_get(with, "token"), *from = json_object_get(with, "from");

	(void)server;
	if (!far.open || (uint64_t)json_integer_value(token) != far.mirror.job.token)
		return err_set(err, -EINVAL, "no frame timing of that token was started");
	if (!json_is_integer(from) || json_integer_value(from) < 0 ||
	    json_integer_value(from) > UINT32_MAX)
		return err_set(err, -EINVAL, "timing_result: \"from\" is missing or wrong");
	return timing_mirror_tell(&far.mirror, (uint32_t)json_integer_value(from), result, err);
}
