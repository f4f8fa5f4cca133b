// SPDX-License-Identifier: GPL-3.0-or-later
/* Two hosts: what both ports must be, and how they stamp. */
#include <errno.h>
#include <string.h>
#include <sys/random.h>

#include "base/clock.h"
#include "cmd/timing-via.h"
#include "fact/json.h"

#define SPARE_S 90		/* the reflector waits longer than we send: calibration, fetching */

static struct peer *peer_of(const struct via *v)
{
	return v->plan->far.peer;
}

/* Reaching the far end. */

static const char *cause_of_session(int code)
{
	switch (code) {
	case -EPERM:
		return "denied";
	case -ENODEV:
	case -ENOTUNIQ:
		return "no-far-port";
	case -EPROTONOSUPPORT:
		return "far-version";
	case -EINVAL:
		return "one-port-twice";
	}
	return "far-unreachable";
}

static int reach_far(struct via *v, struct err *err)
{
	struct far_plan *far = &v->plan->far;
	int rc;

	far->traffic = true;
	rc = far_open(far, v->near.port.name, err);
	if (rc < 0)
		return timing_refuse(err, rc, cause_of_session(rc));
	snprintf(v->far_name, sizeof(v->far_name), "%.160s: %.127s", peer_name(far->peer), far->port);
	if (!peer_offers(far->peer, "timing"))
		return timing_refuse(err, err_set(err, -EOPNOTSUPP, "%s (etherdx %s) answers no timing "
						   "frames; install the same version at both ends",
						   peer_name(far->peer), peer_version(far->peer)),
				     "far-version");
	rc = far_watch(far, v->sets, err);
	return rc < 0 ? timing_refuse(err, rc, rc == -ENODEV ? "no-far-port" : "far-gone") : 0;
}

/* What is wrong with it is told of the far end. */
static int check_far(const struct via *v, struct err *err)
{
	struct timing_port ignored;
	struct err why = { 0 };
	int rc = timing_port_take(&ignored, via_far(v), v->plan->far.port, &why);

	if (rc == 0)
		rc = timing_port_check(via_far(v), v->plan->far.port, &why);
	if (rc < 0)
		err_set(err, rc, "%s: %s", peer_name(peer_of(v)), why.text);
	return rc < 0 ? timing_refuse(err, rc, why.cause) : 0;
}

static int take_rates(struct via *v, struct err *err)
{
	struct timing_setup *setup = &v->setup[TIMING_FORWARD];
	int rc = timing_take_rate(&setup->rate_in_mbps, timing_near(&v->near), v->near.name, err);

	return rc < 0 ? rc : timing_take_rate(&setup->rate_out_mbps, via_far(v), v->far_name, err);
}

/* Stamps of both ends are of one kind; the far end says which it can. */

static int take_wish(struct via *v, struct timing_job *job, struct err *err)
{
	bool hardware = v->near.caps.hardware_tx && stamp_filter(&v->near.caps, job->ptp);

	job->stamps = TIMING_JOB_SOFTWARE;
	if (v->plan->stamps == TIMING_WANT_SOFTWARE)
		return 0;
	if (hardware)
		job->stamps = v->plan->stamps == TIMING_WANT_HARDWARE ? TIMING_JOB_HARDWARE :
									TIMING_JOB_BEST;
	if (hardware || v->plan->stamps != TIMING_WANT_HARDWARE)
		return 0;
	return timing_stamping_none(v->near.port.name, job->ptp ? "PTP frames" : "every frame",
				    !job->ptp && v->near.caps.hardware_tx && v->near.caps.ptp_filter, err);
}

static const char *cause_of_reflector(int code)
{
	switch (code) {
	case -EPERM:
		return "denied";
	case -EBUSY:
		return "stamps-in-use";
	case -EOPNOTSUPP:
		return "no-hardware-stamps";
	case -ENODEV:
		return "no-far-port";
	}
	return "far-gone";
}

static int start_far(struct via *v, const struct timing_job *job, struct err *err)
{
	const char *port = v->plan->far.port;
	json_t *with = json_object(), *result = NULL;
	int rc;

	json_object_set_new(with, "iface", text_to_json(port, strlen(port)));
	json_object_set_new(with, "job", timing_job_to_json(job));
	rc = peer_ask(peer_of(v), "timing", with, 0, &result, err);
	json_decref(with);
	if (rc == 0)
		rc = timing_job_port_from_json(&v->far, result, err);
	json_decref(result);
	if (rc < 0)
		return timing_refuse(err, rc, cause_of_reflector(rc));
	if (job->ptp && !v->far.ptp)
		return timing_refuse(err, err_set(err, -EOPNOTSUPP, "%s (etherdx %s) answers no frames in "
						   "the shape of PTP; install the same version at both ends",
						   peer_name(peer_of(v)), peer_version(peer_of(v))),
				     "far-version");
	return 0;
}

static int open_ends(struct via *v, const struct timing_job *job, struct err *err)
{
	struct timing_setup *setup = &v->setup[TIMING_FORWARD];
	int rc = start_far(v, job, err);

	if (rc < 0)
		return rc;
	setup->stamps = !v->far.hardware ? TIMING_STAMPS_SOFTWARE :
			v->far.completion || v->near.caps.completion ? TIMING_STAMPS_COMPLETION :
								       TIMING_STAMPS_SFD;
	v->path.end = (struct timing_end){
		.port = v->near.port, .kind = v->far.hardware ? STAMP_HARDWARE : STAMP_SOFTWARE,
		.rx_filter = stamp_filter(&v->near.caps, job->ptp), .ptp = job->ptp, .token = job->token,
		.tap = !v->far.hardware && (!v->near.caps.software ||
					    timing_port_of_lab(timing_near(&v->near))),
	};
	v->path.peer = peer_of(v);
	memcpy(v->path.far_mac, v->far.mac, sizeof(v->path.far_mac));
	rc = timing_end_open(&v->path.end, err);
	if (rc < 0 && !err->cause)
		timing_refuse(err, rc, rc == -EPERM ? "denied" : "cannot-send");
	return rc;
}

/* What the drivers promise, the NICs need not do.  A frame that was lost tells nothing. */
static int try_hardware(struct via *v, struct err *err)
{
	const char *name = v->near.name, *what = "sent";
	struct timing_trip seen;
	int rc = timing_path_try(&v->path, &seen, err);

	if (rc == -EINTR)
		return err_set(err, rc, "interrupted before a frame was timed");
	if (rc < 0)
		return timing_refuse(err, rc, rc == -EPIPE || rc == -ETIMEDOUT || rc == -EPROTO ?
					      "far-gone" : "cannot-send");
	if (seen.left_ns && seen.arrived && (!seen.arrived_ns || !seen.answered_ns)) {
		name = v->far_name;
		what = seen.arrived_ns ? "sent" : "received";
	} else if (seen.left_ns && (seen.came_ns || !seen.came)) {
		return 0;
	} else if (seen.left_ns) {
		what = "received";
	}
	return timing_refuse(err, err_set(err, -EOPNOTSUPP, "%s: its driver promises hardware stamps, "
					   "but none came of what was %s; say --stamps software", name, what),
			     "no-stamps");
}

static int open_path(struct via *v, struct err *err)
{
	struct timing_job job = { .tap = timing_port_of_lab(via_far(v)), .ptp = v->plan->ptp,
				  .duration_s = v->plan->duration_s + SPARE_S };
	int rc = stamp_caps(&v->near.caps, v->near.port.name, err);

	v->near.moderation_us = stamp_moderation_us(v->near.port.name, &v->near.adaptive);
	if (getrandom(&job.token, sizeof(job.token), 0) != (ssize_t)sizeof(job.token))
		job.token = (uint64_t)clock_now_ns();
	memcpy(job.mac, v->near.port.mac, sizeof(job.mac));
	if (rc == 0)
		rc = take_wish(v, &job, err);
	if (rc == 0)
		rc = open_ends(v, &job, err);
	if (rc == 0 && v->far.hardware)
		rc = try_hardware(v, err);
	if (rc == 0 || job.stamps != TIMING_JOB_BEST || !timing_without_stamps(err))
		return rc;
	timing_note(v->run, "%.*s; software stamps were used", (int)strcspn(err->text, ";"), err->text);
	*err = (struct err){ 0 };
	timing_path_close(&v->path);
	job.stamps = TIMING_JOB_SOFTWARE;
	return open_ends(v, &job, err);
}

static int check_path(struct via *v, struct err *err)
{
	int rc = timing_path_is_direct(&v->path, &v->direct, err);

	if (rc == -EINTR)
		return err_set(err, rc, "interrupted before a frame was timed");
	if (rc < 0)
		return timing_refuse(err, rc, "cannot-send");
	return timing_common_check(v->plan, v->direct, v->near.name, v->far_name, err);
}

int via_open(struct via *v, struct err *err)
{
	int rc = timing_allowed(v->plan->from, err);

	if (rc == 0)
		rc = timing_side_open(&v->near, v->plan->from, err);
	if (rc == 0)
		rc = timing_port_take(&v->near.port, timing_near(&v->near), v->near.name, err);
	if (rc == 0)
		rc = timing_port_check(timing_near(&v->near), v->near.name, err);
	if (rc == 0)
		rc = reach_far(v, err);
	if (rc == 0)
		rc = check_far(v, err);
	if (rc == 0)
		rc = take_rates(v, err);
	if (rc == 0)
		rc = open_path(v, err);
	if (rc == 0)
		rc = check_path(v, err);
	if (rc == 0)
		v->setup[TIMING_FORWARD].eee = timing_common_eee(timing_near(&v->near), via_far(v));
	return rc;
}

void via_close(struct via *v)
{
	timing_path_close(&v->path);
	far_close(&v->plan->far);
	dev_close(v->near.dev);
	sets_free(v->near.sets);
}
