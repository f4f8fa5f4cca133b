// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * The port of an emulated link: what its TAP cannot hold comes from the lab
 * socket, base/lab-socket.h.  Asked last, and only where the driver is tun.  No
 * socket is no answer: most TAPs are no lab's.
 */
#include <errno.h>
#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/lab-socket.h"
#include "dev/live-private.h"

static bool is_tap(struct live *live)
{
	struct ethtool_drvinfo info = { .cmd = ETHTOOL_GDRVINFO };
	struct ifreq ifr = { .ifr_data = (void *)&info };

	return live_ioctl_request(live, SIOCETHTOOL, &ifr) == 0 && strcmp(info.driver, "tun") == 0;
}

/* Served by root, or not believed: anybody can bind an abstract name. */
static bool of_root(int fd)
{
	struct ucred who = { .uid = (uid_t)-1 };
	socklen_t size = sizeof(who);

	return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &size) == 0 && who.uid == 0;
}

static int connect_to(const char *ifname)
{
	struct sockaddr_un to = { .sun_family = AF_UNIX };
	struct timeval wait = { .tv_sec = 1 };
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), len;

	if (fd < 0)
		return -errno;
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof(wait));
	setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof(wait));
	len = snprintf(to.sun_path + 1, sizeof(to.sun_path) - 1, LAB_SOCKET_NAME, ifname);
	if (connect(fd, (struct sockaddr *)&to,
		    (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)len)) == 0 &&
	    of_root(fd))
		return fd;
	close(fd);
	return -ECONNREFUSED;
}

/* All of it, or the error: a lab that stopped in the middle has said nothing. */
static ssize_t receive(int fd, char *out, size_t size)
{
	size_t used = 0;
	ssize_t len;

	while (used < size) {
		len = recv(fd, out + used, size - used, 0);
		if (len < 0 && errno == EINTR)
			continue;
		if (len < 0)
			return -errno;
		if (len == 0)
			return (ssize_t)used;
		used += (size_t)len;
	}
	return -EMSGSIZE;
}

ssize_t live_lab_ask(struct live *live, char *out, size_t size)
{
	ssize_t len;
	int fd;

	if (!live_asks(live, ASK_LAB) || !is_tap(live))
		return -EOPNOTSUPP;
	fd = connect_to(live->name);
	if (fd < 0)
		return -EOPNOTSUPP;
	len = receive(fd, out, size);
	close(fd);
	return len;
}

void live_lab(struct live *live)
{
	char text[LAB_SOCKET_BYTES_MAX];
	ssize_t len = live_lab_ask(live, text, sizeof(text));

	if (len == -EOPNOTSUPP)
		return;
	live_note(live, "lab port", len < 0 ? (int)len : 0, text, len < 0 ? 0 : (size_t)len);
}
