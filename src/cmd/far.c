// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd/far.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "peer/pair.h"
#include "peer/ports.h"
#include "peer/probe.h"
#include "stream/hear.h"

static int by_subnet(struct far_plan *far, const char *near_iface, struct err *err)
{
	json_t *near = ports_list(), *ports = NULL;
	int rc = near ? peer_ports(far->peer, &ports, err) :
			err_set(err, -ENOMEM, "out of memory");

	if (rc == 0)
		rc = pair_by_subnet(near, near_iface, ports, peer_is_here(far->peer), far->port, err);
	json_decref(near);
	json_decref(ports);
	return rc;
}

/* Where frames can be sent, who hears them is at the other end; else a subnet may tell. */
static int choose(struct far_plan *far, const char *near_iface, struct err *err)
{
	struct err unheard = { 0 }, unshared = { 0 };
	int rc;

	if (far->iface) {
		int len = snprintf(far->port, sizeof(far->port), "%s", far->iface);

		return (size_t)len < sizeof(far->port) ? 0 :
		       err_set(err, -EINVAL, "--peer-iface %.40s...: too long for an interface name",
			       far->iface);
	}
	rc = far->traffic ? hear_find(far->peer, near_iface, far->port, &unheard) : -ENODEV;
	if (rc == -ENOTUNIQ || rc == -EPIPE || rc == -EPROTO || rc == -ETIMEDOUT)
		return err_set(err, rc, "%s", unheard.text);
	if (rc == 0 || by_subnet(far, near_iface, &unshared) == 0)
		return 0;
	/* Who may not listen says why nothing was heard. */
	if (unheard.code == -EPERM)
		return err_set(err, -EPERM, "%s", unheard.text);
	return err_set(err, unshared.code, "%s", unshared.text);
}

static int check_ends(const struct far_plan *far, const char *near_iface, struct err *err)
{
	if (far->traffic && peer_is_here(far->peer) && strcmp(far->port, near_iface) == 0)
		return err_set(err, -EINVAL, "%s: the far port is the same port; traffic needs two",
			       near_iface);
	return 0;
}

int far_open(struct far_plan *far, const char *near_iface, struct err *err)
{
	int rc;

	if (far->peer)
		return 0;
	rc = peer_open(&far->peer, &far->via, err);
	if (rc == 0)
		rc = choose(far, near_iface, err);
	if (rc == 0)
		rc = check_ends(far, near_iface, err);
	if (rc < 0)
		far_close(far);
	return rc;
}

void far_close(struct far_plan *far)
{
	peer_close(far->peer);
	far->peer = NULL;
}

int far_watch(struct far_plan *far, struct sets *sets, struct err *err)
{
	return peer_watch(far->peer, far->port, &sets->set[SET_FAR], &sets->set[SET_FAR_PARTNER],
			  err);
}

int far_begin(struct far_plan *far, double window_s, struct err *err)
{
	return peer_probe_start(far->peer, far->port, window_s, err);
}

int far_finish(struct far_plan *far, bool hurry, struct sets *sets, struct err *err)
{
	struct err ignored = { 0 };

	if (hurry)
		peer_hurry(far->peer, &ignored);
	return peer_probe_finish(far->peer, &sets->set[SET_FAR], &sets->set[SET_FAR_PARTNER], err);
}
