// SPDX-License-Identifier: GPL-3.0-or-later
/* rtnetlink and the generic netlink family "ethtool". */
#include <errno.h>
#include <linux/ethtool_netlink.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <netlink/errno.h>
#include <netlink/genl/ctrl.h>
#include <netlink/genl/genl.h>
#include <netlink/msg.h>
#include <netlink/netlink.h>
#include <netlink/socket.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dev/attr.h"
#include "dev/keep.h"
#include "dev/live-private.h"
#include "module/image.h"
#include "text/bond-file.h"

/* Every request of ethtool netlink has its header nest as attribute 1, but STATS. */
#define REQUEST_HEADER 1

struct reply {
	size_t skip;		/* bytes between the netlink header and what is kept */
	uint8_t *bytes;
	size_t len_bytes;
	int error;
	bool done;
	bool only_ack;		/* nothing but the acknowledgement is wanted */
	/* Of a dump: takes each message, and none is kept. */
	void (*each)(void *arg, const uint8_t *bytes, size_t len_bytes);
	void *arg;
};

static int on_reply(struct nl_msg *msg, void *arg)
{
	struct nlmsghdr *head = nlmsg_hdr(msg);
	struct reply *reply = arg;
	size_t len = (size_t)nlmsg_datalen(head);

	if (reply->bytes || len < reply->skip)
		return NL_SKIP;
	len -= reply->skip;
	if (reply->each) {
		reply->each(reply->arg, (uint8_t *)nlmsg_data(head) + reply->skip, len);
		return NL_OK;
	}
	reply->bytes = malloc(len + 1);
	if (!reply->bytes) {
		reply->error = -ENOMEM;
		return NL_SKIP;
	}
	memcpy(reply->bytes, (uint8_t *)nlmsg_data(head) + reply->skip, len);
	reply->len_bytes = len;
	return NL_OK;
}

static int on_ack(struct nl_msg *msg, void *arg)
{
	struct reply *reply = arg;

	(void)msg;
	reply->done = true;
	return NL_STOP;
}

static int on_error(struct sockaddr_nl *from, struct nlmsgerr *error, void *arg)
{
	struct reply *reply = arg;

	(void)from;
	reply->done = true;
	reply->error = error->error;
	return NL_STOP;
}

/* Errors of libnl itself have numbers of their own. */
static int errno_of(int nl_error)
{
	return nl_error == -NLE_NOMEM ? -ENOMEM : -EIO;
}

static int receive(struct nl_sock *sock, struct reply *reply)
{
	struct nl_cb *cb = nl_cb_alloc(NL_CB_DEFAULT);
	int rc = 0;

	if (!cb)
		return -ENOMEM;
	nl_cb_set(cb, NL_CB_VALID, NL_CB_CUSTOM, on_reply, reply);
	nl_cb_set(cb, NL_CB_ACK, NL_CB_CUSTOM, on_ack, reply);
	nl_cb_set(cb, NL_CB_FINISH, NL_CB_CUSTOM, on_ack, reply);
	nl_cb_err(cb, NL_CB_CUSTOM, on_error, reply);
	while (!reply->done && rc >= 0)
		rc = nl_recvmsgs(sock, cb);
	nl_cb_put(cb);
	return reply->done ? reply->error : errno_of(rc);
}

/* Takes the message.  On 0 reply->bytes is the caller's. */
static int exchange(struct nl_sock *sock, struct nl_msg *msg, struct reply *reply)
{
	int rc = nl_send_auto(sock, msg);

	nlmsg_free(msg);
	rc = rc < 0 ? errno_of(rc) : receive(sock, reply);
	if (rc == 0 && !reply->bytes && !reply->only_ack && !reply->each)
		rc = -EIO;
	if (rc < 0) {
		free(reply->bytes);
		reply->bytes = NULL;
	}
	return rc;
}

static struct nl_sock *sock_open(int protocol)
{
	struct nl_sock *sock = nl_socket_alloc();

	if (!sock)
		return NULL;
	nl_socket_enable_msg_peek(sock);
	if (nl_connect(sock, protocol) < 0) {
		nl_socket_free(sock);
		return NULL;
	}
	return sock;
}

int live_netlink_open(struct live *live, struct err *err)
{
	live->family = -EOPNOTSUPP;
	live->rtnl = sock_open(NETLINK_ROUTE);
	if (!live->rtnl)
		return err_set(err, -EPROTONOSUPPORT,
			       "no netlink socket; is NETLINK_ROUTE forbidden here?");
	if (!(live->sources & ASK_NETLINK))
		return 0;
	live->genl = sock_open(NETLINK_GENERIC);
	if (live->genl)
		live->family = genl_ctrl_resolve(live->genl, ETHTOOL_GENL_NAME);
	return 0;
}

void live_netlink_close(struct live *live)
{
	nl_socket_free(live->rtnl);
	nl_socket_free(live->genl);
}

/* flags: NLM_F_DUMP, or none */
static struct nl_msg *link_message(const struct ifinfomsg *info, int flags)
{
	struct nl_msg *msg = nlmsg_alloc_simple(RTM_GETLINK, NLM_F_REQUEST | flags);

	if (msg && nlmsg_append(msg, (void *)(uintptr_t)info, sizeof(*info), NLMSG_ALIGNTO) < 0) {
		nlmsg_free(msg);
		return NULL;
	}
	return msg;
}

/* Kernels before 5.5 know no altnames and say so in various ways. */
static int find_error(int rc, bool alt)
{
	return alt && (rc == -EINVAL || rc == -EOPNOTSUPP || rc == -ERANGE) ? -ENODEV : rc;
}

int live_netlink_find(struct live *live, const char *name, bool alt)
{
	struct ifinfomsg info = { .ifi_family = AF_UNSPEC };
	struct reply reply = { .skip = 0 };
	struct nl_msg *msg = link_message(&info, 0);
	int rc;

	if (!msg)
		return -ENOMEM;
	if (nla_put_string(msg, alt ? IFLA_ALT_IFNAME : IFLA_IFNAME, name) < 0) {
		nlmsg_free(msg);
		return -ENOMEM;
	}
	rc = exchange(live->rtnl, msg, &reply);
	if (rc < 0)
		return find_error(rc, alt);
	if (reply.len_bytes < sizeof(info)) {
		free(reply.bytes);
		return -EIO;
	}
	memcpy(&info, reply.bytes, sizeof(info));
	live->ifindex = (unsigned int)info.ifi_index;
	free(reply.bytes);
	return 0;
}

static void keep_mac(struct live *live, const struct attr *a)
{
	live->mac[0] = '\0';
	if (a->data && a->len_bytes == 6)
		snprintf(live->mac, sizeof(live->mac), "%02x:%02x:%02x:%02x:%02x:%02x", a->data[0],
			 a->data[1], a->data[2], a->data[3], a->data[4], a->data[5]);
}

/* IFLA_LINK of these is the other end of the pair, not something below. */
static bool is_pair(const struct attr *linkinfo)
{
	struct attr tb[IFLA_INFO_KIND + 1];
	char kind[32];

	attrs_sort(attr_inside(linkinfo), tb, IFLA_INFO_KIND + 1);
	return attr_text(&tb[IFLA_INFO_KIND], kind, sizeof(kind)) &&
	       (strcmp(kind, "veth") == 0 || strcmp(kind, "netkit") == 0);
}

static bool is_bond(const struct attr *kind)
{
	char text[32];

	return attr_text(kind, text, sizeof(text)) &&
	       (strcmp(text, "bond") == 0 || strcmp(text, "team") == 0);
}

/* The bond or team that the port is or belongs to. */
static unsigned int bond_of(const struct live *live, const struct attr *linkinfo,
			    const struct live_ties *ties)
{
	struct attr tb[IFLA_INFO_SLAVE_KIND + 1];

	attrs_sort(attr_inside(linkinfo), tb, IFLA_INFO_SLAVE_KIND + 1);
	if (is_bond(&tb[IFLA_INFO_KIND]))
		return live->ifindex;
	return is_bond(&tb[IFLA_INFO_SLAVE_KIND]) ? ties->master : 0;
}

static void read_ties(struct live *live, const uint8_t *bytes, size_t len, struct live_ties *ties)
{
	struct attr tb[IFLA_PERM_ADDRESS + 1];
	struct cur c;
	int64_t num;

	cur_init(&c, bytes, len);
	cur_bytes(&c, sizeof(struct ifinfomsg));
	attrs_sort(c, tb, IFLA_PERM_ADDRESS + 1);
	keep_mac(live, &tb[IFLA_ADDRESS]);
	if (!ties)
		return;
	if (attr_num(&tb[IFLA_MASTER], &num))
		ties->master = (unsigned int)num;
	if (attr_num(&tb[IFLA_LINK], &num) && num != live->ifindex &&
	    !tb[IFLA_LINK_NETNSID].data && !is_pair(&tb[IFLA_LINKINFO]))
		ties->lower = (unsigned int)num;
	ties->bond = bond_of(live, &tb[IFLA_LINKINFO], ties);
	ties->perm_mac = tb[IFLA_PERM_ADDRESS].data;
	ties->carrier_counts = tb[IFLA_CARRIER_UP_COUNT].data;
}

static int link_of(struct live *live, unsigned int ifindex, const char *name,
		   struct live_ties *ties)
{
	struct ifinfomsg info = { .ifi_family = AF_UNSPEC, .ifi_index = (int)ifindex };
	struct reply reply = { .skip = 0 };
	struct nl_msg *msg = link_message(&info, 0);
	uint8_t *kept = NULL;
	int rc = msg ? exchange(live->rtnl, msg, &reply) : -ENOMEM;

	if (rc == 0)
		kept = malloc(NLMSG_ALIGN(reply.len_bytes) + 1);
	if (rc == 0 && !kept)
		rc = -ENOMEM;
	if (rc == 0) {
		if (ifindex == live->ifindex)
			read_ties(live, reply.bytes, reply.len_bytes, ties);
		rc = live_note(live, name, 0, kept, keep_link(reply.bytes, reply.len_bytes, kept));
	} else {
		live_note(live, name, rc, NULL, 0);
	}
	free(kept);
	free(reply.bytes);
	return rc;
}

int live_netlink_link(struct live *live, struct live_ties *ties)
{
	return link_of(live, live->ifindex, "rtnl link", ties);
}

int live_netlink_bond(struct live *live, unsigned int ifindex)
{
	return link_of(live, ifindex, "rtnl bond", NULL);
}

/* The four standard groups as a compact bitset; the kernel gives those the driver has. */
static int put_groups(struct nl_msg *msg)
{
	uint32_t groups = 1U << ETHTOOL_STATS_ETH_PHY | 1U << ETHTOOL_STATS_ETH_MAC |
			  1U << ETHTOOL_STATS_ETH_CTRL | 1U << ETHTOOL_STATS_RMON;
	struct nlattr *nest = nla_nest_start(msg, ETHTOOL_A_STATS_GROUPS);

	if (!nest || nla_put_flag(msg, ETHTOOL_A_BITSET_NOMASK) < 0 ||
	    nla_put_u32(msg, ETHTOOL_A_BITSET_SIZE, ETHTOOL_STATS_RMON + 1) < 0 ||
	    nla_put_u32(msg, ETHTOOL_A_BITSET_VALUE, groups) < 0)
		return -ENOMEM;
	nla_nest_end(msg, nest);
	return 0;
}

static struct nl_msg *message_of(struct live *live, unsigned int ifindex, int message,
				 unsigned int flags)
{
	struct nl_msg *msg = nlmsg_alloc();
	struct nlattr *nest;

	if (!msg)
		return NULL;
	if (!genlmsg_put(msg, NL_AUTO_PORT, NL_AUTO_SEQ, live->family, 0, 0, (uint8_t)message,
			 ETHTOOL_GENL_VERSION))
		goto fail;
	nest = nla_nest_start(msg, message == ETHTOOL_MSG_STATS_GET ? ETHTOOL_A_STATS_HEADER :
								     REQUEST_HEADER);
	if (!nest || nla_put_u32(msg, ETHTOOL_A_HEADER_DEV_INDEX, ifindex) < 0)
		goto fail;
	if (flags && nla_put_u32(msg, ETHTOOL_A_HEADER_FLAGS, flags) < 0)
		goto fail;
	nla_nest_end(msg, nest);
	if (message == ETHTOOL_MSG_STATS_GET && put_groups(msg) < 0)
		goto fail;
	return msg;
fail:
	nlmsg_free(msg);
	return NULL;
}

struct nl_msg *live_netlink_message(struct live *live, int message, unsigned int flags)
{
	return message_of(live, live->ifindex, message, flags);
}

/* Who has that master, until there are too many. */
struct members {
	struct live *live;
	unsigned int master;
	unsigned int ifindex[BOND_MEMBERS_MAX], count;
};

static void note_member(void *arg, const uint8_t *bytes, size_t len_bytes)
{
	struct members *members = arg;
	struct attr tb[IFLA_MASTER + 1];
	struct ifinfomsg info;
	uint8_t *kept;
	int64_t master;
	struct cur c;

	if (len_bytes < sizeof(info) || members->count == BOND_MEMBERS_MAX)
		return;
	memcpy(&info, bytes, sizeof(info));
	cur_init(&c, bytes + sizeof(info), len_bytes - sizeof(info));
	attrs_sort(c, tb, IFLA_MASTER + 1);
	/* Kernels before 4.6 know no filter and tell of every interface. */
	if (!attr_num(&tb[IFLA_MASTER], &master) || master != members->master)
		return;
	members->ifindex[members->count++] = (unsigned int)info.ifi_index;
	kept = malloc(NLMSG_ALIGN(len_bytes) + 1);
	live_note(members->live, "rtnl member", kept ? 0 : -ENOMEM, kept,
		  kept ? keep_member(bytes, len_bytes, kept) : 0);
	free(kept);
}

static void note_members(struct live *live, unsigned int bond, struct members *members)
{
	struct ifinfomsg info = { .ifi_family = AF_UNSPEC };
	struct reply reply = { .each = note_member, .arg = members };
	struct nl_msg *msg = link_message(&info, NLM_F_DUMP);
	int rc = -ENOMEM;

	*members = (struct members){ .live = live, .master = bond };
	if (msg && nla_put_u32(msg, IFLA_MASTER, bond) == 0)
		rc = exchange(live->rtnl, msg, &reply);
	else
		nlmsg_free(msg);
	if (rc < 0)
		live_note(live, "rtnl member", rc, NULL, 0);
}

void live_netlink_members(struct live *live, unsigned int bond, bool modes)
{
	struct members members;

	note_members(live, bond, &members);
	for (unsigned int i = 0; modes && live->family >= 0 && i < members.count; i++) {
		struct reply reply = { .skip = GENL_HDRLEN };
		struct nl_msg *msg = message_of(live, members.ifindex[i], ETHTOOL_MSG_LINKMODES_GET,
						ETHTOOL_FLAG_COMPACT_BITSETS);
		int rc = msg ? exchange(live->genl, msg, &reply) : -ENOMEM;

		live_note(live, "netlink member", rc, reply.bytes, reply.len_bytes);
		free(reply.bytes);
	}
}

int live_netlink_get(struct live *live, int message, unsigned int flags, uint8_t **bytes,
		     size_t *len_bytes)
{
	struct reply reply = { .skip = GENL_HDRLEN };
	struct nl_msg *msg;
	int rc;

	*bytes = NULL;
	*len_bytes = 0;
	if (live->family < 0)
		return -EOPNOTSUPP;
	msg = live_netlink_message(live, message, flags);
	rc = msg ? exchange(live->genl, msg, &reply) : -ENOMEM;
	*bytes = reply.bytes;
	*len_bytes = reply.len_bytes;
	return rc;
}

int live_netlink_ask(struct live *live, const char *name, int message, unsigned int flags)
{
	size_t len_bytes;
	uint8_t *bytes;
	int rc = live_netlink_get(live, message, flags, &bytes, &len_bytes);

	live_note(live, name, rc, bytes, len_bytes);
	free(bytes);
	return rc;
}

static int put_part(struct nl_msg *msg, const struct module_part *want)
{
	if (nla_put_u32(msg, ETHTOOL_A_MODULE_EEPROM_OFFSET, want->offset) < 0 ||
	    nla_put_u32(msg, ETHTOOL_A_MODULE_EEPROM_LENGTH, want->len_bytes) < 0 ||
	    nla_put_u8(msg, ETHTOOL_A_MODULE_EEPROM_PAGE, want->page) < 0 ||
	    nla_put_u8(msg, ETHTOOL_A_MODULE_EEPROM_BANK, want->bank) < 0 ||
	    nla_put_u8(msg, ETHTOOL_A_MODULE_EEPROM_I2C_ADDRESS, want->i2c) < 0)
		return -ENOMEM;
	return 0;
}

int live_netlink_module(struct live *live, const struct module_part *want,
			uint8_t out[static MODULE_PART_MAX])
{
	struct attr tb[ETHTOOL_A_MODULE_EEPROM_DATA + 1];
	struct reply reply = { .skip = GENL_HDRLEN };
	struct nl_msg *msg;
	struct cur c;
	int rc;

	if (live->family < 0)
		return -EOPNOTSUPP;
	msg = live_netlink_message(live, ETHTOOL_MSG_MODULE_EEPROM_GET, 0);
	if (!msg || put_part(msg, want) < 0) {
		nlmsg_free(msg);
		return -ENOMEM;
	}
	rc = exchange(live->genl, msg, &reply);
	if (rc < 0)
		return rc;
	cur_init(&c, reply.bytes, reply.len_bytes);
	attrs_sort(c, tb, ETHTOOL_A_MODULE_EEPROM_DATA + 1);
	if (tb[ETHTOOL_A_MODULE_EEPROM_DATA].len_bytes == want->len_bytes)
		memcpy(out, tb[ETHTOOL_A_MODULE_EEPROM_DATA].data, want->len_bytes);
	else
		rc = -EIO;
	free(reply.bytes);
	return rc;
}

int live_netlink_act(struct live *live, struct nl_msg *msg)
{
	struct reply reply = { .skip = GENL_HDRLEN, .only_ack = true };
	int rc = exchange(live->genl, msg, &reply);

	free(reply.bytes);
	return rc;
}
