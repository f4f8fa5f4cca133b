// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/rtnl.h"

#include <errno.h>
#include <linux/if_addr.h>
#include <linux/neighbour.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <netlink/attr.h>
#include <netlink/msg.h>
#include <netlink/netlink.h>
#include <netlink/socket.h>
#include <sys/socket.h>

/* Preamble, delimiter, FCS and gap: what a frame takes on the wire beside its bytes. */
#define WIRE_OVERHEAD_BYTES 24
#define WIRE_MIN_BYTES 84
#define BURST_BYTES 3200
#define BURST_US 250	/* at 1000 Mb/s timers are too coarse for two frames */
#define QUEUE_FRAMES 100

struct nl_sock *lab_rtnl_open(struct err *err)
{
	struct nl_sock *sock = nl_socket_alloc();
	int rc = sock ? nl_connect(sock, NETLINK_ROUTE) : -NLE_NOMEM;

	if (rc == 0)
		return sock;
	nl_socket_free(sock);
	err_set(err, -EIO, "no netlink socket: %s", nl_geterror(rc));
	return NULL;
}

void lab_rtnl_close(struct nl_sock *sock)
{
	nl_socket_free(sock);
}

static struct nl_msg *request(int type, int flags, void *head, size_t len_bytes)
{
	struct nl_msg *msg = nlmsg_alloc_simple(type, NLM_F_CREATE | flags);

	if (msg && nlmsg_append(msg, head, len_bytes, NLMSG_ALIGNTO) < 0) {
		nlmsg_free(msg);
		return NULL;
	}
	return msg;
}

/* Takes the message; NULL or not complete: there was no memory for it. */
static int send_it(struct nl_sock *sock, struct nl_msg *msg, int incomplete, const char *what,
		   struct err *err)
{
	int rc = -NLE_NOMEM;

	if (msg && !incomplete)
		rc = nl_send_sync(sock, msg);
	else
		nlmsg_free(msg);
	return rc < 0 ? err_set(err, -EIO, "cannot set %s: %s", what, nl_geterror(rc)) : 0;
}

int lab_rtnl_address(struct nl_sock *sock, int ifindex, const uint8_t ip6[16], struct err *err)
{
	struct ifaddrmsg head = {
		.ifa_family = AF_INET6, .ifa_prefixlen = 64, .ifa_flags = IFA_F_NODAD,
		.ifa_scope = RT_SCOPE_LINK, .ifa_index = (unsigned int)ifindex,
	};
	struct nl_msg *msg = request(RTM_NEWADDR, NLM_F_REPLACE, &head, sizeof(head));
	int rc = msg ? nla_put(msg, IFA_LOCAL, 16, ip6) : 0;

	return send_it(sock, msg, rc, "the IPv6 address", err);
}

int lab_rtnl_neighbour(struct nl_sock *sock, int ifindex, const uint8_t ip6[16],
		       const uint8_t mac[6], struct err *err)
{
	struct ndmsg head = {
		.ndm_family = AF_INET6, .ndm_ifindex = ifindex, .ndm_state = NUD_PERMANENT,
	};
	struct nl_msg *msg = request(RTM_NEWNEIGH, NLM_F_REPLACE, &head, sizeof(head));
	int rc = msg ? nla_put(msg, NDA_DST, 16, ip6) : 0;

	if (msg && rc == 0)
		rc = nla_put(msg, NDA_LLADDR, 6, mac);
	return send_it(sock, msg, rc, "a neighbour", err);
}

static int put_tbf(struct nl_msg *msg, int rate_mbps)
{
	uint32_t rate = (uint32_t)rate_mbps * 125000, burst = rate / (1000000 / BURST_US);
	struct tc_tbf_qopt options = {
		.rate = { .rate = rate, .linklayer = TC_LINKLAYER_ETHERNET,
			  .overhead = WIRE_OVERHEAD_BYTES, .mpu = WIRE_MIN_BYTES },
		.limit = QUEUE_FRAMES * 1514,
	};
	struct nlattr *nest;

	if (burst < BURST_BYTES)
		burst = BURST_BYTES;
	if (nla_put_string(msg, TCA_KIND, "tbf") < 0)
		return -NLE_NOMEM;
	nest = nla_nest_start(msg, TCA_OPTIONS);
	if (!nest || nla_put(msg, TCA_TBF_PARMS, sizeof(options), &options) < 0 ||
	    nla_put_u32(msg, TCA_TBF_BURST, burst) < 0)
		return -NLE_NOMEM;
	nla_nest_end(msg, nest);
	return 0;
}

int lab_rtnl_tbf(struct nl_sock *sock, int ifindex, int rate_mbps, struct err *err)
{
	struct tcmsg head = {
		.tcm_family = AF_UNSPEC, .tcm_ifindex = ifindex, .tcm_parent = TC_H_ROOT,
		.tcm_handle = TC_H_MAKE(1 << 16, 0),
	};
	struct nl_msg *msg = request(RTM_NEWQDISC, NLM_F_REPLACE, &head, sizeof(head));
	int rc = msg ? put_tbf(msg, rate_mbps) : 0;

	return send_it(sock, msg, rc, "a token bucket (is sch_tbf in this kernel?)", err);
}
