// SPDX-License-Identifier: GPL-3.0-or-later
/* What depends on a port: the system is asked. */
#include <errno.h>
#include <inttypes.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <netdb.h>
#include <netlink/msg.h>
#include <netlink/netlink.h>
#include <netlink/socket.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "dev/port-use.h"

#define LINKS_MAX 4096

struct ask {
	struct nl_sock *sock;
	struct use_link *link;
	size_t links;
	struct use_stack stack;
	bool through;		/* a route that was asked for leaves by the stack */
	bool only_default;
};

static int on_link(struct nl_msg *msg, void *arg)
{
	struct nlmsghdr *head = nlmsg_hdr(msg);
	struct ask *ask = arg;

	if (ask->links < LINKS_MAX &&
	    use_link_parse(&ask->link[ask->links], nlmsg_data(head), (size_t)nlmsg_datalen(head)))
		ask->links++;
	return NL_OK;
}

static int on_route(struct nl_msg *msg, void *arg)
{
	struct nlmsghdr *head = nlmsg_hdr(msg);
	struct ask *ask = arg;
	struct use_route route;

	if (!use_route_parse(&route, nlmsg_data(head), (size_t)nlmsg_datalen(head)) ||
	    (ask->only_default && !route.is_default))
		return NL_OK;
	for (unsigned int i = 0; i < route.hops; i++)
		ask->through |= use_stack_has(&ask->stack, route.oif[i]);
	return NL_OK;
}

static int dump(struct ask *ask, int type, int family, int (*on_message)(struct nl_msg *, void *))
{
	struct rtgenmsg head = { .rtgen_family = (unsigned char)family };

	nl_socket_modify_cb(ask->sock, NL_CB_VALID, NL_CB_CUSTOM, on_message, ask);
	if (nl_send_simple(ask->sock, type, NLM_F_DUMP, &head, sizeof(head)) < 0 ||
	    nl_recvmsgs_default(ask->sock) < 0)
		return -EIO;
	return 0;
}

static int build_stack(struct ask *ask, unsigned int port)
{
	int rc;

	ask->link = calloc(LINKS_MAX, sizeof(*ask->link));
	if (!ask->link)
		return -ENOMEM;
	rc = dump(ask, RTM_GETLINK, AF_UNSPEC, on_link);
	if (rc == 0)
		use_stack_build(&ask->stack, port, ask->link, ask->links);
	free(ask->link);
	ask->link = NULL;
	return rc;
}

static int default_route(struct ask *ask)
{
	int rc;

	ask->only_default = true;
	ask->through = false;
	rc = dump(ask, RTM_GETROUTE, AF_INET, on_route);
	/* A kernel without IPv6 has no default route of it. */
	dump(ask, RTM_GETROUTE, AF_INET6, on_route);
	return rc;
}

/* An address without a route goes through no port. */
static bool goes_through(struct ask *ask, const struct use_address *address)
{
	size_t len = address->family == AF_INET ? 4 : 16;
	struct rtmsg head = { .rtm_family = (unsigned char)address->family,
			      .rtm_dst_len = (unsigned char)(8 * len) };
	struct nl_msg *msg = nlmsg_alloc_simple(RTM_GETROUTE, 0);

	ask->only_default = false;
	ask->through = false;
	nl_socket_modify_cb(ask->sock, NL_CB_VALID, NL_CB_CUSTOM, on_route, ask);
	if (msg && nlmsg_append(msg, &head, sizeof(head), NLMSG_ALIGNTO) == 0 &&
	    nla_put(msg, RTA_DST, (int)len, address->bytes) == 0 && nl_send_auto(ask->sock, msg) >= 0)
		nl_wait_for_ack(ask->sock);
	nlmsg_free(msg);
	return ask->through;
}

static bool server_goes_through(struct ask *ask, const char *server)
{
	struct addrinfo hints = { .ai_socktype = SOCK_STREAM }, *all = NULL;
	struct use_address address;
	bool through = false;

	if (use_address_parse(&address, server))
		return goes_through(ask, &address);
	if (getaddrinfo(server, NULL, &hints, &all) != 0)
		return false;
	for (const struct addrinfo *at = all; at && !through; at = at->ai_next) {
		char text[NI_MAXHOST];

		through = getnameinfo(at->ai_addr, at->ai_addrlen, text, sizeof(text), NULL, 0,
				      NI_NUMERICHOST) == 0 &&
			  use_address_parse(&address, text) && goes_through(ask, &address);
	}
	freeaddrinfo(all);
	return through;
}

static int netfs(struct ask *ask, struct facts *near)
{
	FILE *file = fopen("/proc/self/mountinfo", "re");
	struct fact list = { .state = FACT_KNOWN, .source = FROM_HOST };
	struct use_mount mount;
	char *line = NULL;
	size_t size = 0;

	if (!file)
		return -errno;
	while (getline(&line, &size, file) >= 0)
		if (use_mount_parse(&mount, line) && server_goes_through(ask, mount.server)) {
			char item[sizeof(mount.type) + sizeof(mount.where) + 1];

			snprintf(item, sizeof(item), "%s %s", mount.type, mount.where);
			fact_list_add(&list, item);
		}
	free(line);
	fclose(file);
	facts_put(near, FACT_PORT_NETFS, &list);
	return 0;
}

/* -ENOENT: no such table, and no session in it. */
static int tcp_session(struct ask *ask, const char *path, bool *found)
{
	FILE *file = fopen(path, "re");
	struct use_address peer;
	char line[512];

	if (!file)
		return -errno;
	while (!*found && fgets(line, sizeof(line), file))
		*found = use_tcp_parse(&peer, line) && goes_through(ask, &peer);
	fclose(file);
	return 0;
}

static int session(struct ask *ask, bool *found)
{
	const char *ssh = getenv("SSH_CONNECTION");
	char scope[IF_NAMESIZE];
	struct use_address peer;
	int rc;

	*found = false;
	if (ssh && use_ssh_parse(&peer, scope, sizeof(scope), ssh)) {
		*found = scope[0] ? use_stack_has(&ask->stack, if_nametoindex(scope)) :
				    goes_through(ask, &peer);
		return 0;
	}
	rc = tcp_session(ask, "/proc/net/tcp", found);
	tcp_session(ask, "/proc/net/tcp6", found);
	return rc;
}

/* A fact, or why there is none. */
static void settle(struct facts *near, enum fact_id id, int rc, bool yes)
{
	if (rc < 0)
		facts_gap(near, id, fact_state_of(rc), -rc);
	else
		facts_put_bool(near, id, FROM_HOST, yes);
}

int port_use_read(struct facts *near, const char *name, struct err *err)
{
	struct ask ask = { .sock = nl_socket_alloc() };
	unsigned int port = if_nametoindex(name);
	bool found;
	int rc;

	if (!port) {
		nl_socket_free(ask.sock);
		return err_set(err, -ENODEV, "%s: no such interface; see ip -br link", name);
	}
	if (!ask.sock || nl_connect(ask.sock, NETLINK_ROUTE) < 0 || build_stack(&ask, port) < 0) {
		nl_socket_free(ask.sock);
		facts_settle(near, GROUP_USE, -EIO);
		return err_set(err, -EIO, "%s: no routes can be read; is NETLINK_ROUTE forbidden here?",
			       name);
	}
	rc = default_route(&ask);
	settle(near, FACT_PORT_DEFAULT_ROUTE, rc, ask.through);
	rc = netfs(&ask, near);
	if (rc < 0)
		facts_gap(near, FACT_PORT_NETFS, fact_state_of(rc), -rc);
	rc = session(&ask, &found);
	settle(near, FACT_PORT_SESSION, rc, found);
	nl_socket_free(ask.sock);
	return 0;
}

static int read_bytes(const char *name, const char *which, uint64_t *bytes)
{
	char path[128];
	FILE *file;
	int got;

	snprintf(path, sizeof(path), "/sys/class/net/%s/statistics/%s", name, which);
	file = fopen(path, "re");
	if (!file)
		return -errno;
	got = fscanf(file, "%" SCNu64, bytes);
	fclose(file);
	return got == 1 ? 0 : -EIO;
}

int port_bytes_read(struct port_bytes *bytes, const char *name)
{
	int rc = read_bytes(name, "rx_bytes", &bytes->rx);

	if (rc == 0)
		rc = read_bytes(name, "tx_bytes", &bytes->tx);
	bytes->t_ns = clock_now_ns();
	return rc;
}

void port_use_ambient(struct facts *near, const struct port_bytes *before,
		      const struct port_bytes *after)
{
	int64_t speed_mbps = facts_num(near, FACT_LINK_SPEED, 0);

	if (speed_mbps > 0 && after->t_ns > before->t_ns)
		facts_offer_real(near, FACT_PORT_AMBIENT, FROM_MEASURED,
				 use_ambient_share(before, after, speed_mbps));
}
