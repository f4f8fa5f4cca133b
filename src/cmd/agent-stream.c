// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd/agent-stream.h"

#include <errno.h>

#include "base/clock.h"
#include "dev/dev.h"
#include "stream/end.h"
#include "stream/hear.h"
#include "stream/tcp.h"

#define STEP_NS 20000000LL
#define PATIENCE_NS 1000000000LL	/* for what is nearly done; then "not ready" */

/* Of this session; a session is a process.  One test runs at a time. */
enum test { NO_TEST, TEST_FRAMES, TEST_TCP };

static struct {
	enum test test;
	struct stream_end frames;
	struct tcp_end tcp;
} far;

static struct hear hear = { .packet = { .fd = -1 } };

static struct task *far_task(void)
{
	switch (far.test) {
	case NO_TEST:
		break;
	case TEST_FRAMES:
		return &far.frames.task;
	case TEST_TCP:
		return &far.tcp.task;
	}
	return NULL;
}

static void forget(void)
{
	switch (far.test) {
	case NO_TEST:
		break;
	case TEST_FRAMES:
		stream_end_fini(&far.frames);
		break;
	case TEST_TCP:
		tcp_end_fini(&far.tcp);
		break;
	}
	far.test = NO_TEST;
}

void agent_stream_fini(void)
{
	forget();
	hear_close(&hear);
}

/* What ran before makes room, unless it still runs. */
static int make_room(const char *iface, struct err *err)
{
	const struct task *task = far_task();

	if (task && !atomic_load(&task->done))
		return err_set(err, -EBUSY, "%s: a traffic test runs already", iface);
	forget();
	return 0;
}

/* A plan is made for the slowest port; this one knows better if it is slower still. */
static int check_rate(const char *iface, unsigned int rate_mbps, struct err *err)
{
	struct sets *sets = sets_new();
	struct dev *dev = NULL;
	int64_t own_mbps = 0;
	int rc = sets ? dev_open(&dev, iface, err) : err_set(err, -ENOMEM, "out of memory");

	if (rc == 0)
		rc = dev_read(dev, GROUP_LINK, sets, err);
	if (rc == 0)
		own_mbps = facts_num(&sets->set[SET_NEAR], FACT_LINK_SPEED, 0);
	if (own_mbps > 0 && own_mbps < (int64_t)rate_mbps)
		rc = err_set(err, -EINVAL, "%s: it runs at %d Mb/s, and the plan is for %u", iface,
			     (int)own_mbps, rate_mbps);
	dev_close(dev);
	sets_free(sets);
	return rc;
}

int serve_stream(struct server *server, const json_t *with, json_t **result, struct err *err)
{
	struct stream_job job;
	struct packet packet;
	const char *iface;
	char mac[18];
	int rc = agent_take_iface(with, &iface, err);

	(void)server;
	if (rc == 0)
		rc = stream_job_from_json(&job, json_object_get(with, "job"), err);
	if (rc == 0)
		rc = make_room(iface, err);
	if (rc == 0)
		rc = check_rate(iface, job.plan.rate_mbps, err);
	if (rc == 0)
		rc = stream_end_open(&packet, &job, iface, err);
	if (rc == 0)
		rc = stream_end_start(&far.frames, &job, &packet, err);
	if (rc < 0)
		return rc;
	far.test = TEST_FRAMES;
	stream_mac_print(packet.mac, mac);
	*result = json_pack("{s:s}", "mac", mac);
	if (job.udp)
		json_object_set_new(*result, "port", json_integer(packet_udp_port(&packet)));
	return 0;
}

/* Waits a moment.  -EAGAIN: it still runs.  A stop ends the test: what it saw so far is told. */
static int wait_for(struct server *server, struct err *err)
{
	int64_t until_ns = clock_now_ns() + PATIENCE_NS;
	struct task *task = far_task();
	bool stop = false;

	while (!stop && !atomic_load(&task->done) && clock_now_ns() < until_ns)
		stop = server_wait_until_ns(server, clock_now_ns() + STEP_NS) < 0;
	if (!stop && !atomic_load(&task->done))
		return err_set(err, -EAGAIN, "the traffic test is still running");
	task_join(task, stop);
	return 0;
}

static int unknown(struct err *err)
{
	return err_set(err, -EINVAL, "no traffic test of that token was started");
}

int serve_stream_result(struct server *server, const json_t *with, json_t **result,
			struct err *err)
{
	struct stream_job job;
	int rc = stream_job_from_json(&job, with, err);

	if (rc == 0 && (far.test != TEST_FRAMES || job.token != far.frames.job.token))
		rc = unknown(err);
	if (rc == 0)
		rc = wait_for(server, err);
	if (rc == 0)
		*result = stream_result_to_json(&far.frames.result);
	return rc;
}

int serve_tcp(struct server *server, const json_t *with, json_t **result, struct err *err)
{
	struct tcp_job job;
	const char *iface;
	uint16_t number;
	int rc = agent_take_iface(with, &iface, err);

	(void)server;
	if (rc == 0)
		rc = tcp_job_from_json(&job, json_object_get(with, "job"), err);
	if (rc == 0)
		rc = make_room(iface, err);
	if (rc == 0)
		rc = tcp_far_start(&far.tcp, &job, iface, &number, err);
	if (rc < 0)
		return rc;
	far.test = TEST_TCP;
	*result = json_pack("{s:i}", "port", (int)number);
	return 0;
}

int serve_tcp_result(struct server *server, const json_t *with, json_t **result, struct err *err)
{
	struct tcp_job job;
	int rc = tcp_job_from_json(&job, with, err);

	if (rc == 0 && (far.test != TEST_TCP || job.token != far.tcp.job.token))
		rc = unknown(err);
	if (rc == 0)
		rc = wait_for(server, err);
	if (rc == 0)
		*result = tcp_result_to_json(&far.tcp.result);
	return rc;
}

int serve_hear(struct server *server, const json_t *with, json_t **result, struct err *err)
{
	uint64_t token;

	(void)server;
	(void)result;
	hear_close(&hear);
	if (!stream_hex_from_json(json_object_get(with, "token"), &token))
		return err_set(err, -EINVAL, "hear: \"token\" is missing or wrong");
	return hear_open(&hear, token, err);
}

int serve_heard(struct server *server, const json_t *with, json_t **result, struct err *err)
{
	(void)server;
	(void)with;
	if (hear.packet.fd < 0)
		return err_set(err, -EINVAL, "heard: \"hear\" comes first");
	*result = json_pack("{s:o}", "ports", hear_ports(&hear));
	hear_close(&hear);
	return 0;
}
