// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Looking at a link again and again: until its time comes or rtnetlink tells of
 * a change.  The registers are read afterwards, so that the kernel's word and
 * theirs belong together.
 */
#include <errno.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <netlink/msg.h>
#include <netlink/netlink.h>
#include <netlink/socket.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/lab-socket.h"
#include "dev/live-private.h"
#include "dev/translate-private.h"
#include "mii/reg.h"

#define NS_PER_MS 1000000
#define IFF_LOWER_UP_BIT 0x10000	/* include/uapi/linux/if.h, which net/if.h hides */

/* Read between the two readings of register 1. */
static const unsigned int looked_at[] = {
	MII_REG_BMCR, MII_REG_ANAR, MII_REG_ANLPAR, MII_REG_ANER, MII_REG_GCTRL, MII_REG_GSTAT,
};

static int on_link(struct nl_msg *msg, void *arg)
{
	struct nlmsghdr *head = nlmsg_hdr(msg);
	struct live *live = arg;
	struct ifinfomsg info;

	if (nlmsg_datalen(head) < (int)sizeof(info))
		return NL_SKIP;
	memcpy(&info, nlmsg_data(head), sizeof(info));
	if (info.ifi_index != (int)live->ifindex)
		return NL_SKIP;
	live->news = true;
	live->gone = head->nlmsg_type == RTM_DELLINK;
	live->carrier = info.ifi_flags & IFF_LOWER_UP_BIT ? 1 : 0;
	return NL_OK;
}

static int open_events(struct live *live, struct err *err)
{
	struct nl_sock *sock = nl_socket_alloc();

	if (sock && nl_connect(sock, NETLINK_ROUTE) == 0 &&
	    nl_socket_add_memberships(sock, RTNLGRP_LINK, 0) == 0 &&
	    nl_socket_set_nonblocking(sock) == 0) {
		nl_socket_disable_seq_check(sock);
		nl_socket_modify_cb(sock, NL_CB_VALID, NL_CB_CUSTOM, on_link, live);
		live->events = sock;
		live->carrier = -1;
		return 0;
	}
	nl_socket_free(sock);
	return err_set(err, -EIO, "%s: events of links can not be followed", live->name);
}

void live_look_close(struct live *live)
{
	nl_socket_free(live->events);
}

/* 0 when the time has come or the link has news, -EINTR, -ENODEV. */
static int wait_for_news(struct live *live, int64_t until_ns)
{
	struct pollfd fd = { .fd = nl_socket_get_fd(live->events), .events = POLLIN };
	int64_t left_ns;
	int rc = 1;

	live->news = false;
	while (rc > 0 && !live->news) {
		left_ns = live->opened_ns + until_ns - clock_now_ns();
		rc = poll(&fd, 1, left_ns > 0 ? (int)((left_ns + NS_PER_MS - 1) / NS_PER_MS) : 0);
		/* A socket that overflowed has lost events; what is read next tells anyway. */
		if (rc > 0)
			nl_recvmsgs_default(live->events);
	}
	if (rc < 0)
		return -errno;
	return live->gone ? -ENODEV : 0;
}

static int unreadable_to(int rc_or_word)
{
	return rc_or_word < 0 ? WORD_UNREADABLE : rc_or_word;
}

static void read_phy(struct live *live, uint16_t phy, struct mii_look *out)
{
	out->bmsr_first = unreadable_to(live_mii_word(live, phy, MII_REG_BMSR));
	for (size_t i = 0; i < sizeof(looked_at) / sizeof(looked_at[0]); i++) {
		unsigned int reg = looked_at[i];
		bool gigabit = reg == MII_REG_GCTRL || reg == MII_REG_GSTAT;

		if (!gigabit || (out->bmsr_first > 0 && out->bmsr_first & BMSR_EXT_STATUS))
			out->words.reg[reg] = unreadable_to(live_mii_word(live, phy, reg));
	}
	out->words.reg[MII_REG_BMSR] = unreadable_to(live_mii_word(live, phy, MII_REG_BMSR));
}

/* The words of an emulated link. */
static int read_lab(struct live *live, struct mii_look *out)
{
	char text[LAB_SOCKET_BYTES_MAX];
	ssize_t len = live_lab_ask(live, text, sizeof(text));
	struct answer answer = { .bytes = (uint8_t *)text };
	struct sets *sets;

	if (len < 0)
		return (int)len;
	sets = sets_new();
	if (!sets)
		return -ENOMEM;
	answer.len_bytes = (size_t)len;
	lab_words(&answer, sets);
	if (facts_known(&sets->set[SET_NEAR], FACT_MII_WORDS))
		out->words = facts_get(&sets->set[SET_NEAR], FACT_MII_WORDS)->words;
	sets_free(sets);
	return 0;
}

static int refused(struct live *live, int rc, struct err *err)
{
	if (rc == -EPERM || rc == -EACCES)
		return err_set(err, -EPERM, "%s: registers need CAP_NET_ADMIN; run with sudo",
			       live->name);
	if (rc == -ENODEV && live_ioctl_rename(live) == -ENODEV)
		return err_set(err, -ENODEV, "%s: the interface vanished while it was watched",
			       live->name);
	return err_set(err, -EOPNOTSUPP,
		       "%s: the driver offers no MII registers; etherdx show %s lists what it tells",
		       live->name, live->name);
}

int live_look(struct live *live, int64_t until_ns, struct mii_look *out, struct err *err)
{
	uint16_t phy;
	int rc = live->events ? 0 : open_events(live, err);

	if (rc < 0)
		return rc;
	rc = wait_for_news(live, until_ns);
	if (rc == -EINTR)
		return rc;
	*out = (struct mii_look){ .bmsr_first = WORD_UNREADABLE, .carrier = live->carrier };
	out->words.count = FACT_WORDS_MAX;
	for (unsigned int i = 0; i < FACT_WORDS_MAX; i++)
		out->words.reg[i] = WORD_UNREADABLE;
	if (rc == 0)
		rc = live_mii_phy(live, &phy);
	if (rc == 0)
		read_phy(live, phy, out);
	else if (rc != -ENODEV && read_lab(live, out) == 0)
		rc = 0;
	out->t_ns = clock_now_ns() - live->opened_ns;
	return rc < 0 ? refused(live, rc, err) : 0;
}
