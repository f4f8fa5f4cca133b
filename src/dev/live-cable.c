// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * The cable test of a PHY.  The kernel is told to start it and multicasts what
 * was found; it takes the link down for it and brings it up again by itself, so
 * there is nothing to put back when we end early.
 */
#include <errno.h>
#include <linux/ethtool_netlink.h>
#include <netlink/genl/ctrl.h>
#include <netlink/genl/genl.h>
#include <netlink/msg.h>
#include <netlink/netlink.h>
#include <netlink/socket.h>
#include <poll.h>
#include <string.h>

#include "base/clock.h"
#include "dev/live-private.h"

#define NS_PER_MS 1000000

struct waiting {
	struct live *live;
	const struct cable_request *request;
	struct cable_test *test;
};

static int on_notification(struct nl_msg *msg, void *arg)
{
	struct nlmsghdr *head = nlmsg_hdr(msg);
	struct waiting *w = arg;
	const struct genlmsghdr *genl = nlmsg_data(head);
	int wanted = w->request->tdr ? ETHTOOL_MSG_CABLE_TEST_TDR_NTF : ETHTOOL_MSG_CABLE_TEST_NTF;
	const uint8_t *bytes = (const uint8_t *)genl + GENL_HDRLEN;
	int len = nlmsg_datalen(head) - GENL_HDRLEN;

	if (len < 0 || genl->cmd != wanted)
		return NL_SKIP;
	if (cable_take(w->test, w->live->ifindex, w->request->tdr, bytes, (size_t)len))
		live_note(w->live, w->request->tdr ? "netlink cable tdr" : "netlink cable", 0, bytes,
			  (size_t)len);
	return NL_OK;
}

/* Listens before the test starts, or a fast PHY is missed. */
static struct nl_sock *listen_to(struct waiting *w)
{
	struct nl_sock *sock = nl_socket_alloc();
	int group;

	if (!sock || nl_connect(sock, NETLINK_GENERIC) < 0)
		goto fail;
	group = genl_ctrl_resolve_grp(sock, ETHTOOL_GENL_NAME, ETHTOOL_MCGRP_MONITOR_NAME);
	if (group < 0 || nl_socket_add_membership(sock, group) < 0 ||
	    nl_socket_set_nonblocking(sock) < 0)
		goto fail;
	nl_socket_enable_msg_peek(sock);
	nl_socket_disable_seq_check(sock);
	nl_socket_modify_cb(sock, NL_CB_VALID, NL_CB_CUSTOM, on_notification, w);
	return sock;
fail:
	nl_socket_free(sock);
	return NULL;
}

static int put_cm(struct nl_msg *msg, int attribute, int64_t cm)
{
	return cm < 0 ? 0 : nla_put_u32(msg, attribute, (uint32_t)cm);
}

static int put_config(struct nl_msg *msg, const struct cable_request *r)
{
	struct nlattr *nest = nla_nest_start(msg, ETHTOOL_A_CABLE_TEST_TDR_CFG);

	if (!nest || put_cm(msg, ETHTOOL_A_CABLE_TEST_TDR_CFG_FIRST, r->first_cm) < 0 ||
	    put_cm(msg, ETHTOOL_A_CABLE_TEST_TDR_CFG_LAST, r->last_cm) < 0 ||
	    put_cm(msg, ETHTOOL_A_CABLE_TEST_TDR_CFG_STEP, r->step_cm) < 0)
		return -ENOMEM;
	if (r->pair >= 0 && nla_put_u8(msg, ETHTOOL_A_CABLE_TEST_TDR_CFG_PAIR, (uint8_t)r->pair) < 0)
		return -ENOMEM;
	nla_nest_end(msg, nest);
	return 0;
}

static int start(struct live *live, const struct cable_request *r)
{
	bool wanted = r->tdr && (r->first_cm >= 0 || r->last_cm >= 0 || r->step_cm >= 0 ||
				 r->pair >= 0);
	struct nl_msg *msg = live_netlink_message(live, r->tdr ? ETHTOOL_MSG_CABLE_TEST_TDR_ACT :
								 ETHTOOL_MSG_CABLE_TEST_ACT, 0);

	if (!msg)
		return -ENOMEM;
	if (wanted && put_config(msg, r) < 0) {
		nlmsg_free(msg);
		return -ENOMEM;
	}
	return live_netlink_act(live, msg);
}

static int wait_for_results(struct waiting *w, struct nl_sock *sock)
{
	struct pollfd fd = { .fd = nl_socket_get_fd(sock), .events = POLLIN };
	int64_t end_ns = clock_now_ns() + w->request->timeout_ns, left_ns;

	while (!w->test->completed) {
		int rc;

		left_ns = end_ns - clock_now_ns();
		if (left_ns <= 0)
			return -ETIMEDOUT;
		rc = poll(&fd, 1, (int)((left_ns + NS_PER_MS - 1) / NS_PER_MS));
		if (rc < 0)
			return -errno;
		if (rc > 0)
			nl_recvmsgs_default(sock);
		if (live_ioctl_rename(w->live) < 0)
			return -ENODEV;
	}
	return 0;
}

static int refused(const struct live *live, int rc, struct err *err)
{
	const char *name = live->name;

	switch (-rc) {
	case EPERM:
	case EACCES:
		return err_set(err, rc, "%s: a cable test needs CAP_NET_ADMIN; run with sudo", name);
	case EOPNOTSUPP:
		return err_set(err, rc, "%s: no cable test: the driver or its PHY offers none; "
			       "use a cable tester, or change the cable", name);
	case EBUSY:
	case ENETDOWN:
		return err_set(err, rc, "%s: the PHY is busy or not up: ip link set %s up, and try "
			       "again", name, name);
	case EINVAL:
	case ERANGE:
		return err_set(err, rc == -EINVAL ? -ERANGE : rc,
			       "%s: the PHY refuses this range or pair: %s", name, strerror(-rc));
	case ENODEV:
		return err_set(err, rc, "%s: the interface vanished while the cable was tested", name);
	default:
		return err_set(err, rc, "%s: the cable test failed: %s", name, strerror(-rc));
	}
}

static int ended_early(const struct live *live, int rc, const struct cable_request *r,
		       struct err *err)
{
	if (rc == -EINTR)
		return err_set(err, rc, "interrupted; the PHY ends its test and the link comes back");
	if (rc == -ETIMEDOUT)
		return err_set(err, rc, "%s: no result within %.0f s (--timeout)", live->name,
			       (double)r->timeout_ns / 1e9);
	return refused(live, rc, err);
}

int live_cable(struct live *live, const struct cable_request *request, struct cable_test *out,
	       struct err *err)
{
	struct waiting w = { .live = live, .request = request, .test = out };
	struct nl_sock *sock;
	int rc;

	cable_init(out);
	live->group = GROUP_CABLE;
	if (live->family < 0)
		return refused(live, -EOPNOTSUPP, err);
	sock = listen_to(&w);
	if (!sock)
		return err_set(err, -EIO, "%s: the kernel's messages can not be followed", live->name);
	rc = start(live, request);
	if (rc < 0) {
		rc = refused(live, rc, err);
	} else {
		rc = wait_for_results(&w, sock);
		if (rc < 0)
			rc = ended_early(live, rc, request, err);
	}
	nl_socket_free(sock);
	return rc;
}
