// SPDX-License-Identifier: GPL-3.0-or-later
#include "stream/tcp.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/tcp.h>
#include <net/if.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"

#define NS_PER_MS 1000000LL
#define NS_PER_S 1e9
#define BLOCK_BYTES 131072
#define UNSENT_BYTES 16384	/* in the socket; more would go on after the phase */
#define MEET_NS (4000 * NS_PER_MS)	/* until both connections are there */
#define SYN_NS (200 * NS_PER_MS)	/* the first wait for an answer; then twice that */
#define POLL_NS (50 * NS_PER_MS)
#define LOOK_NS (100 * NS_PER_MS)	/* between two looks at the carrier and the flows */
#define STALLED_NS (1200 * NS_PER_MS)	/* some time-outs long, which a mismatch causes */
#define STARVED_SHARE 0.1
#define STEAL_SHARE 0.05	/* as for the contrast */
#define TICKET_BYTES 9		/* token, and which way: 0 from near, 1 to near */

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static bool has_carrier(const struct tcp_end *end, int fd)
{
	struct ifreq ifr = { 0 };

	memcpy(ifr.ifr_name, end->iface, sizeof(ifr.ifr_name));
	return ioctl(fd, SIOCGIFFLAGS, &ifr) == 0 && ifr.ifr_flags & IFF_UP &&
	       ifr.ifr_flags & IFF_RUNNING;
}

/* 0; -ETIMEDOUT; -EINTR when told to stop; -ENETDOWN. */
static int await(struct tcp_end *end, int fd, short events, int64_t until_ns)
{
	struct pollfd p = { .fd = fd, .events = events };

	while (clock_now_ns() < until_ns) {
		if (atomic_load(&end->task.stop))
			return -EINTR;
		if (!has_carrier(end, fd)) {
			end->result.state = TCP_NO_CARRIER;
			return -ENETDOWN;
		}
		if (poll(&p, 1, POLL_NS / NS_PER_MS) > 0)
			return 0;
	}
	return -ETIMEDOUT;
}

/* Sockets. */

static void prepare(struct tcp_end *end, int fd)
{
	int yes = 1, unsent = UNSENT_BYTES;
	uint64_t pace = end->job.pace_bps / 8;
	socklen_t size = sizeof(end->result.congestion);

	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
	setsockopt(fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &unsent, sizeof(unsent));
	if (pace)
		setsockopt(fd, SOL_SOCKET, SO_MAX_PACING_RATE, &pace, sizeof(pace));
	if (setsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, "cubic", strlen("cubic")) < 0)
		setsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, "reno", strlen("reno"));
	getsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, end->result.congestion, &size);
}

static int socket_on_port(const struct tcp_end *end, struct err *err)
{
	int fd = socket(AF_INET6, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), no = 0, rc;

	if (fd >= 0 &&
	    setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof(no)) == 0 &&
	    setsockopt(fd, SOL_SOCKET, SO_BINDTODEVICE, end->iface,
		       (socklen_t)strlen(end->iface)) == 0)
		return fd;
	rc = err_set(err, -errno, "%s: no TCP socket on this port: %s", end->iface,
		     strerror(errno));
	close_fd(&fd);
	return rc;
}

/* The flows. */

/* How much of it the kernel knows; 0: nothing. */
static size_t read_info(int fd, struct tcp_info *info)
{
	socklen_t size = sizeof(*info);

	memset(info, 0, sizeof(*info));
	return getsockopt(fd, IPPROTO_TCP, TCP_INFO, info, &size) == 0 ? size : 0;
}

static void send_some(struct tcp_end *end)
{
	static const char block[BLOCK_BYTES];

	while (send(end->out_fd, block, sizeof(block), MSG_NOSIGNAL) > 0)
		;
}

/* Returns what came in; the bytes themselves say nothing. */
static uint64_t receive_some(struct tcp_end *end)
{
	static char sink[BLOCK_BYTES];
	uint64_t bytes = 0;
	ssize_t len;

	while ((len = recv(end->in_fd, sink, sizeof(sink), MSG_TRUNC)) > 0)
		bytes += (uint64_t)len;
	if (bytes)
		end->heard_ns = clock_now_ns();
	return bytes;
}

/* What must not stand still while the other end is alive. */
enum expected { EXPECT_NOTHING, EXPECT_DATA, EXPECT_ANY };

/* The far end goes by its near end, which may be gone: then its session ends. */
static enum expected expected_in(const struct tcp_end *end, enum tcp_phase phase)
{
	if (end->job.far)
		return EXPECT_NOTHING;
	return phase == TCP_BACK ? EXPECT_DATA : EXPECT_ANY;
}

/* Bytes that arrived, here and perhaps there. */
static uint64_t bytes_moved(const struct tcp_end *end, enum expected expected)
{
	struct tcp_info out = { 0 }, in;

	if (expected == EXPECT_ANY)
		read_info(end->out_fd, &out);
	read_info(end->in_fd, &in);
	return out.tcpi_bytes_acked + in.tcpi_bytes_received;
}

/* False when the cable or the other end is gone: that is the end of the test. */
static bool may_go_on(struct tcp_end *end, enum expected expected)
{
	int64_t now_ns = clock_now_ns();
	uint64_t bytes;

	if (atomic_load(&end->task.stop))
		end->result.state = TCP_STOPPED;
	if (end->result.state != TCP_VALID || now_ns - end->looked_ns < LOOK_NS)
		return end->result.state == TCP_VALID;
	end->looked_ns = now_ns;
	bytes = bytes_moved(end, expected);
	if (expected == EXPECT_NOTHING || bytes != end->moved_bytes)
		end->moved_ns = now_ns;
	end->moved_bytes = bytes;
	if (!has_carrier(end, end->in_fd))
		end->result.state = TCP_NO_CARRIER;
	else if (now_ns - end->moved_ns > STALLED_NS)
		end->result.state = TCP_NO_ANSWER;
	return end->result.state == TCP_VALID;
}

/* Sleeps until something can be done; a paced socket is writable only now and then. */
static void rest(struct tcp_end *end, bool sending, int64_t until_ns)
{
	struct pollfd p[2] = {
		{ .fd = end->in_fd, .events = POLLIN },
		{ .fd = sending ? end->out_fd : -1, .events = POLLOUT },
	};
	int64_t left_ns = until_ns - clock_now_ns();
	struct timespec wait = { 0 };

	if (left_ns > POLL_NS)
		left_ns = POLL_NS;
	wait.tv_nsec = left_ns > 0 ? left_ns : 0;
	ppoll(p, 2, &wait, NULL);
}

/* Until that time; returns the bytes that came in. */
static uint64_t flow(struct tcp_end *end, enum expected expected, bool sending, int64_t until_ns)
{
	uint64_t bytes = 0;

	while (clock_now_ns() < until_ns && may_go_on(end, expected)) {
		if (sending)
			send_some(end);
		bytes += receive_some(end);
		rest(end, sending, until_ns);
	}
	return bytes;
}

static void run_phase(struct tcp_end *end, enum tcp_phase phase)
{
	struct tcp_result *r = &end->result;
	int64_t from_ns = end->start_ns + tcp_phase_start_ns(&end->job, phase);
	int64_t to_ns = from_ns + end->job.phase_ms[phase] * NS_PER_MS;
	bool sending = tcp_sends(end->job.far, phase);
	struct tcp_info before, after;
	size_t told_bytes;
	uint64_t bytes;

	flow(end, EXPECT_NOTHING, false, from_ns);
	read_info(end->out_fd, &before);
	bytes = flow(end, expected_in(end, phase), sending, to_ns);
	r->received_bps[phase] = (double)bytes * 8 * NS_PER_S / (double)(to_ns - from_ns);
	flow(end, EXPECT_NOTHING, false, to_ns + end->job.gap_ms * NS_PER_MS);
	told_bytes = read_info(end->out_fd, &after);
	if (!told_bytes)
		return;
	r->has_order = told_bytes >= offsetof(struct tcp_info, tcpi_reord_seen) +
				     sizeof(after.tcpi_reord_seen);
	r->reordered[phase] = after.tcpi_reord_seen - before.tcpi_reord_seen;
	r->doubled[phase] = after.tcpi_dsack_dups - before.tcpi_dsack_dups;
	r->segments[phase] = after.tcpi_data_segs_out - before.tcpi_data_segs_out;
	r->resent[phase] = after.tcpi_total_retrans - before.tcpi_total_retrans;
	r->acks[phase] = after.tcpi_segs_in - before.tcpi_segs_in;
	if (sending)
		r->host_limited |= 2 * (after.tcpi_rwnd_limited - before.tcpi_rwnd_limited) >
				     (after.tcpi_busy_time - before.tcpi_busy_time) &&
				     after.tcpi_busy_time > before.tcpi_busy_time;
}

/* The CPU was somebody else's: another process's, or the hypervisor's. */
static bool starved(int64_t waited_ns, int64_t all_ns, double steal)
{
	return (double)waited_ns > STARVED_SHARE * (double)all_ns || steal > STEAL_SHARE;
}

static void run_phases(struct tcp_end *end)
{
	struct task_cpu from = task_cpu_now(), to;
	int64_t waited_ns;

	task_favour();
	waited_ns = task_waited_ns();
	end->start_ns = end->moved_ns = clock_now_ns();
	end->result.state = TCP_VALID;
	for (int phase = 0; phase < TCP_PHASES && end->result.state == TCP_VALID; phase++)
		run_phase(end, (enum tcp_phase)phase);
	to = task_cpu_now();
	end->result.host_limited |= starved(task_waited_ns() - waited_ns,
					    clock_now_ns() - end->start_ns,
					    task_cpu_steal(&from, &to));
}

/* Meeting: the near end shows its ticket twice, the far end says "go". */

static void make_ticket(uint8_t ticket[static TICKET_BYTES], uint64_t token, bool to_near)
{
	for (int i = 0; i < 8; i++)
		ticket[i] = (uint8_t)(token >> 8 * (7 - i));
	ticket[8] = to_near;
}

static bool exchange(struct tcp_end *end, int fd, const void *out, size_t out_bytes, void *in,
		     size_t in_bytes, int64_t until_ns)
{
	if (out_bytes && (await(end, fd, POLLOUT, until_ns) < 0 ||
			  send(fd, out, out_bytes, MSG_NOSIGNAL) != (ssize_t)out_bytes))
		return false;
	return !in_bytes || (await(end, fd, POLLIN, until_ns) == 0 &&
			     recv(fd, in, in_bytes, 0) == (ssize_t)in_bytes);
}

/* One try.  -ETIMEDOUT: no answer until then; -ENOTCONN: it was refused. */
static int connect_until(struct tcp_end *end, int64_t until_ns)
{
	struct err ignored = { 0 };
	int fd = socket_on_port(end, &ignored), error = 0, rc = -ENOTCONN;
	socklen_t size = sizeof(error);

	if (fd < 0)
		return rc;
	prepare(end, fd);
	if (bind(fd, (struct sockaddr *)&end->own, sizeof(end->own)) == 0 &&
	    (connect(fd, (struct sockaddr *)&end->peer, sizeof(end->peer)) == 0 ||
	     errno == EINPROGRESS))
		rc = await(end, fd, POLLOUT, until_ns);
	if (rc == 0 && (getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size) < 0 || error != 0))
		rc = -ENOTCONN;
	if (rc == 0)
		return fd;
	close_fd(&fd);
	return rc;
}

/*
 * The kernel repeats a lost SYN after a whole second, and a mismatch loses some:
 * after a shorter wait another connection is tried.
 */
static int connect_one(struct tcp_end *end, bool to_near, int64_t until_ns)
{
	int64_t wait_ns = SYN_NS, next_ns = clock_now_ns();
	uint8_t ticket[TICKET_BYTES];
	int fd = -ETIMEDOUT;

	while (fd == -ETIMEDOUT && clock_now_ns() < until_ns) {
		next_ns += wait_ns;
		fd = connect_until(end, next_ns < until_ns ? next_ns : until_ns);
		wait_ns *= 2;
	}
	make_ticket(ticket, end->job.token, to_near);
	if (fd >= 0 && !exchange(end, fd, ticket, sizeof(ticket), NULL, 0, until_ns))
		close_fd(&fd);
	return fd;
}

static void near_work(void *arg)
{
	struct tcp_end *end = arg;
	int64_t until_ns = clock_now_ns() + MEET_NS;
	char go;

	end->result.state = TCP_NO_CONNECTION;
	end->out_fd = connect_one(end, false, until_ns);
	if (end->out_fd >= 0)
		end->in_fd = connect_one(end, true, until_ns);
	if (end->in_fd >= 0 && exchange(end, end->out_fd, NULL, 0, &go, 1, until_ns))
		run_phases(end);
}

/* Whoever has no ticket, or one of a way that is taken, is sent away. */
static void admit(struct tcp_end *end, int64_t until_ns)
{
	int fd = accept4(end->listen_fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
	uint8_t ticket[TICKET_BYTES], right[TICKET_BYTES];

	if (fd < 0)
		return;
	if (exchange(end, fd, NULL, 0, ticket, sizeof(ticket), until_ns)) {
		for (int to_near = 0; to_near < 2; to_near++) {
			int *own = to_near ? &end->out_fd : &end->in_fd;

			make_ticket(right, end->job.token, to_near);
			if (*own < 0 && memcmp(ticket, right, sizeof(right)) == 0) {
				prepare(end, fd);
				*own = fd;
				return;
			}
		}
	}
	close_fd(&fd);
}

static void far_work(void *arg)
{
	struct tcp_end *end = arg;
	int64_t until_ns = clock_now_ns() + 2 * MEET_NS;

	end->result.state = TCP_NO_CONNECTION;
	while (end->in_fd < 0 || end->out_fd < 0) {
		if (await(end, end->listen_fd, POLLIN, until_ns) < 0)
			return;
		admit(end, until_ns);
	}
	close_fd(&end->listen_fd);
	if (exchange(end, end->in_fd, "g", 1, NULL, 0, until_ns))
		run_phases(end);
}

/* Start and end. */

static void tcp_end_init(struct tcp_end *end, const struct tcp_job *job, const char *iface)
{
	*end = (struct tcp_end){ .job = *job, .listen_fd = -1, .out_fd = -1, .in_fd = -1 };
	snprintf(end->iface, sizeof(end->iface), "%s", iface);
}

int tcp_far_start(struct tcp_end *end, const struct tcp_job *job, const char *iface,
		  uint16_t *port_number, struct err *err)
{
	struct sockaddr_in6 any = { .sin6_family = AF_INET6 };
	socklen_t size = sizeof(any);
	int rc;

	tcp_end_init(end, job, iface);
	rc = end->listen_fd = socket_on_port(end, err);
	if (rc < 0)
		return rc;
	if (bind(end->listen_fd, (struct sockaddr *)&any, sizeof(any)) < 0 ||
	    listen(end->listen_fd, 4) < 0 ||
	    getsockname(end->listen_fd, (struct sockaddr *)&any, &size) < 0)
		rc = err_set(err, -errno, "%s: cannot listen: %s", iface, strerror(errno));
	else
		rc = task_start(&end->task, far_work, end, err);
	*port_number = ntohs(any.sin6_port);
	if (rc < 0)
		tcp_end_fini(end);
	return rc < 0 ? rc : 0;
}

int tcp_near_start(struct tcp_end *end, const struct tcp_job *job, const char *iface,
		   const struct sockaddr_in6 *own, const struct sockaddr_in6 *peer,
		   struct err *err)
{
	tcp_end_init(end, job, iface);
	end->own = *own;
	end->peer = *peer;
	return task_start(&end->task, near_work, end, err);
}

void tcp_end_join(struct tcp_end *end, bool stop)
{
	task_join(&end->task, stop);
}

void tcp_end_fini(struct tcp_end *end)
{
	task_join(&end->task, true);
	close_fd(&end->listen_fd);
	close_fd(&end->out_fd);
	close_fd(&end->in_fd);
}
