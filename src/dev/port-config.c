// SPDX-License-Identifier: GPL-3.0-or-later
#include "dev/port-config.h"

#include <errno.h>
#include <linux/dcbnl.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "dev/attr.h"

#define VLANS 4096
#define REPLY_MAX_BYTES 8192
#define PFC_ENABLED_AT 1		/* struct ieee_pfc: pfc_cap, pfc_en */

/* "eth0.10        | 10  | eth0" */
static bool vlan_line(const char *line, const char *iface, unsigned int *vlan)
{
	char lower[IFNAMSIZ + 1];

	return sscanf(line, "%*[^|]| %u | %16s", vlan, lower) == 2 && strcmp(lower, iface) == 0 &&
	       *vlan > 0 && *vlan < VLANS;
}

int port_vlans(const char *config, const char *iface, uint64_t ids[static PORT_VLAN_WORDS])
{
	FILE *in = fopen(config, "re");
	char line[256];
	unsigned int vlan;
	int count = 0;

	memset(ids, 0, PORT_VLAN_WORDS * sizeof(ids[0]));
	if (!in)
		return -errno;
	while (fgets(line, sizeof(line), in)) {
		if (!vlan_line(line, iface, &vlan))
			continue;
		count += !(ids[vlan / 64] >> vlan % 64 & 1);
		ids[vlan / 64] |= UINT64_C(1) << vlan % 64;
	}
	fclose(in);
	return count;
}

static bool pfc_of(const struct attr *a, uint8_t *enabled)
{
	if (!a->data || a->len_bytes <= PFC_ENABLED_AT)
		return false;
	*enabled = a->data[PFC_ENABLED_AT];
	return true;
}

void port_pfc_parse(struct port_pfc *out, const uint8_t *bytes, size_t len_bytes)
{
	struct attr tb[DCB_ATTR_IEEE + 1], ieee[DCB_ATTR_IEEE_PEER_PFC + 1];
	struct cur c;

	*out = (struct port_pfc){ .has_own = false };
	cur_init(&c, bytes, len_bytes);
	if (!cur_bytes(&c, sizeof(struct dcbmsg)))
		return;
	attrs_sort(c, tb, DCB_ATTR_IEEE + 1);
	attrs_sort(attr_inside(&tb[DCB_ATTR_IEEE]), ieee, DCB_ATTR_IEEE_PEER_PFC + 1);
	out->has_own = pfc_of(&ieee[DCB_ATTR_IEEE_PFC], &out->own);
	out->has_peer = pfc_of(&ieee[DCB_ATTR_IEEE_PEER_PFC], &out->peer);
}

static int ask(int fd, const char *iface)
{
	struct {
		struct nlmsghdr head;
		struct dcbmsg dcb;
		struct nlattr attr;
		char name[IFNAMSIZ];
	} request = {
		.head = { .nlmsg_len = sizeof(request), .nlmsg_type = RTM_GETDCB,
			  .nlmsg_flags = NLM_F_REQUEST },
		.dcb = { .dcb_family = AF_UNSPEC, .cmd = DCB_CMD_IEEE_GET },
		.attr = { .nla_len = sizeof(request.attr) + sizeof(request.name),
			  .nla_type = DCB_ATTR_IFNAME },
	};

	snprintf(request.name, sizeof(request.name), "%.*s", IFNAMSIZ - 1, iface);
	return send(fd, &request, sizeof(request), 0) < 0 ? -errno : 0;
}

static int answer(int fd, struct port_pfc *out)
{
	uint8_t reply[REPLY_MAX_BYTES];
	struct nlmsghdr head;
	struct nlmsgerr error;
	ssize_t len = recv(fd, reply, sizeof(reply), 0);

	if (len < 0)
		return -errno;
	if ((size_t)len < sizeof(head))
		return -EBADMSG;
	memcpy(&head, reply, sizeof(head));
	if (head.nlmsg_len < sizeof(head) || head.nlmsg_len > (size_t)len)
		return -EBADMSG;
	if (head.nlmsg_type == NLMSG_ERROR) {
		if (head.nlmsg_len < sizeof(head) + sizeof(error))
			return -EBADMSG;
		memcpy(&error, reply + sizeof(head), sizeof(error));
		return error.error ? error.error : -EOPNOTSUPP;
	}
	port_pfc_parse(out, reply + sizeof(head), head.nlmsg_len - sizeof(head));
	return 0;
}

int port_pfc(const char *iface, struct port_pfc *out)
{
	static const struct timeval patience = { .tv_sec = 1 };
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE), rc;

	*out = (struct port_pfc){ .has_own = false };
	if (fd < 0)
		return -errno;
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
	rc = ask(fd, iface);
	if (rc == 0)
		rc = answer(fd, out);
	close(fd);
	return rc;
}
