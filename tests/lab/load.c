// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Traffic between two hosts of a lab: datagrams with exponential gaps, so that
 * the two directions do not lock phase.  No program of the system is needed.
 *
 *	load MODE NETNS-A NETNS-B COUNT BYTES GAP-US
 *
 * MODE: both (ways at once), ab, ba, or turns (one under way at a time, answered).  Ends by
 * itself.  Prints one line: sent by a, received by b, sent by b, received by a.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"

#define PORT 9
#define REST_NS 600000000LL	/* for what is still under way */
#define TURN_MS 300

struct end {
	int fd;
	struct sockaddr_in6 peer;
	unsigned int sent, received;
	int64_t next_ns;
};

static int fail(const char *what)
{
	fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
	return -1;
}

static int open_end(struct end *end, const char *netns, int host)
{
	struct sockaddr_in6 own = { .sin6_family = AF_INET6, .sin6_port = htons(PORT) };
	char path[128], text[16];
	int ns, room = 4 << 20;

	snprintf(path, sizeof(path), "/run/netns/%s", netns);
	ns = open(path, O_RDONLY | O_CLOEXEC);
	if (ns < 0 || setns(ns, CLONE_NEWNET) < 0)
		return fail(netns);
	close(ns);
	end->fd = socket(AF_INET6, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	setsockopt(end->fd, SOL_SOCKET, SO_RCVBUFFORCE, &room, sizeof(room));
	own.sin6_scope_id = if_nametoindex("eth0");
	end->peer = own;
	snprintf(text, sizeof(text), "fe80::%d", host);
	inet_pton(AF_INET6, text, &own.sin6_addr);
	snprintf(text, sizeof(text), "fe80::%d", 3 - host);
	inet_pton(AF_INET6, text, &end->peer.sin6_addr);
	return bind(end->fd, (struct sockaddr *)&own, sizeof(own)) < 0 ? fail("bind") : 0;
}

static void send_one(struct end *end, size_t bytes)
{
	static const char zeros[1452];

	sendto(end->fd, zeros, bytes, 0, (struct sockaddr *)&end->peer, sizeof(end->peer));
	end->sent++;
}

static void take(struct end *end)
{
	char bytes[2048];

	while (recv(end->fd, bytes, sizeof(bytes), 0) >= 0)
		end->received++;
}

static void streams(struct end end[2], const unsigned int count[2], size_t bytes, double gap_ns)
{
	int64_t now_ns = clock_now_ns(), rest_ns = now_ns + REST_NS, wait_ns;
	struct pollfd poll_fd[2] = { { end[0].fd, POLLIN, 0 }, { end[1].fd, POLLIN, 0 } };

	end[0].next_ns = end[1].next_ns = now_ns;
	while (now_ns < rest_ns) {
		wait_ns = rest_ns - now_ns;
		for (int i = 0; i < 2; i++) {
			if (end[i].sent < count[i] && end[i].next_ns <= now_ns) {
				send_one(&end[i], bytes);
				end[i].next_ns += (int64_t)(-log(1 - drand48()) * gap_ns);
				rest_ns = now_ns + REST_NS;
			}
			if (end[i].sent < count[i] && end[i].next_ns - now_ns < wait_ns)
				wait_ns = end[i].next_ns > now_ns ? end[i].next_ns - now_ns : 0;
		}
		ppoll(poll_fd, 2, &(struct timespec){ .tv_sec = wait_ns / 1000000000,
						      .tv_nsec = wait_ns % 1000000000 }, NULL);
		take(&end[0]);
		take(&end[1]);
		now_ns = clock_now_ns();
	}
}

/* Waits for one datagram; a lost one costs TURN_MS. */
static void await(struct end *end)
{
	struct pollfd poll_fd = { end->fd, POLLIN, 0 };

	poll(&poll_fd, 1, TURN_MS);
	take(end);
}

static void turns(struct end end[2], unsigned int count, size_t bytes)
{
	for (unsigned int i = 0; i < count; i++) {
		send_one(&end[0], bytes);
		await(&end[1]);
		send_one(&end[1], bytes);
		await(&end[0]);
	}
	/* One that came after its turn. */
	for (int i = 0; i < 2; i++)
		if (end[i].received < count)
			await(&end[i]);
}

int main(int argc, char **argv)
{
	struct end end[2] = { 0 };
	unsigned int count[2], n;
	size_t bytes;

	if (argc != 7)
		return 2;
	n = (unsigned int)atoi(argv[4]);
	bytes = (size_t)atoi(argv[5]);
	count[0] = strcmp(argv[1], "ba") == 0 ? 0 : n;
	count[1] = strcmp(argv[1], "ab") == 0 ? 0 : n;
	if (n > 100000 || bytes > 1452 || open_end(&end[0], argv[2], 1) < 0 ||
	    open_end(&end[1], argv[3], 2) < 0)
		return 1;
	srand48(1);
	if (strcmp(argv[1], "turns") == 0)
		turns(end, n, bytes);
	else
		streams(end, count, bytes, 1e3 * atof(argv[6]));
	printf("%u %u %u %u\n", end[0].sent, end[1].received, end[1].sent, end[0].received);
	return 0;
}
