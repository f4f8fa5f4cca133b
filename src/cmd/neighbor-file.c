// SPDX-License-Identifier: GPL-3.0-or-later
/* Neighbors out of capture files. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/neighbor.h"
#include "cmd/run.h"
#include "dev/capture.h"
#include "probe/neighbor.h"
#include "wire/text.h"

#define NS_PER_S 1e9
#define LINKS_MAX 64

/* The interfaces that frames of a file came in at. */
struct links {
	struct neighbors *at[LINKS_MAX];
	char name[LINKS_MAX][32];
	unsigned int count;		/* one more than the highest that was seen */
	bool left_out;
};

static struct neighbors *link_of(struct links *links, unsigned int port, const uint8_t *own)
{
	if (port >= LINKS_MAX) {
		links->left_out = true;
		return NULL;
	}
	if (!links->at[port]) {
		links->at[port] = malloc(sizeof(*links->at[port]));
		if (!links->at[port])
			return NULL;
		neighbors_init(links->at[port]);
		if (own)
			neighbors_own(links->at[port], own);
	}
	if (port >= links->count)
		links->count = port + 1;
	return links->at[port];
}

static void free_links(struct links *links)
{
	for (unsigned int i = 0; i < links->count; i++)
		free(links->at[i]);
}

static int read_frames(struct capture *capture, struct links *links, const uint8_t *own,
		       struct err *err)
{
	struct capture_frame frame;
	int rc;

	while ((rc = capture_next(capture, &frame, err)) > 0) {
		struct neighbors *n = link_of(links, frame.port, own);

		if (n && frame.outgoing && frame.len_bytes >= 2 * ETH_MAC_BYTES)
			neighbors_own(n, frame.bytes + ETH_MAC_BYTES);
		if (n)
			neighbors_feed(n, frame.link, frame.bytes, frame.len_bytes,
				       frame.wire_bytes, frame.t_ns);
		else if (!links->left_out)
			return err_set(err, -ENOMEM, "out of memory");
	}
	return rc;
}

/* Names tell several interfaces apart; one alone needs none. */
static void note_names(const struct capture *capture, struct links *links)
{
	for (unsigned int i = 0; links->count > 1 && i < links->count; i++) {
		const char *name = capture_port_name(capture, i);

		if (name)
			snprintf(links->name[i], sizeof(links->name[i]), "%s", name);
	}
}

int neighbor_details(const struct neighbors *n, int64_t now_ns, struct report_port *port)
{
	unsigned int alive = neighbors_alive(n, now_ns);

	port->neighbor = calloc(alive ? alive : 1, sizeof(*port->neighbor));
	if (!port->neighbor)
		return -ENOMEM;
	for (unsigned int i = 0; i < n->count; i++)
		if (neighbor_alive(n, &n->list[i], now_ns))
			probe_neighbor_one(&n->list[i], &port->neighbor[port->neighbors++]);
	return 0;
}

/* "file#eth0" or "file#1" where there are several; a file can have any name. */
static void name_link(const struct links *links, unsigned int which, const char *name, char *out,
		      size_t size)
{
	const char *slash = strrchr(name, '/');
	const char *from = slash && slash[1] ? slash + 1 : name;
	const struct wire_text text = { .at = (const uint8_t *)from, .len_bytes = strlen(from) };
	char base[48];

	wire_text_print(&text, base, links->count > 1 ? 31 : sizeof(base));
	if (links->name[which][0])
		snprintf(out, size, "%s#%s", base, links->name[which]);
	else if (links->count > 1)
		snprintf(out, size, "%s#%u", base, which);
	else
		snprintf(out, size, "%s", base[0] ? base : "capture");
}

static int add_link(const struct links *links, unsigned int which, const char *name,
		    const struct neighbor_files *how, struct report *report, struct err *err)
{
	static const struct neighbors nobody;
	const struct neighbors *n = links->at[which] ? links->at[which] : &nobody;
	struct report_port *port;
	char label[64];

	name_link(links, which, name, label, sizeof(label));
	port = report_add_port(report, label);
	if (!port || neighbor_details(n, n->last_ns, port) < 0)
		return err_set(err, -ENOMEM, "out of memory");
	snprintf(port->origin, sizeof(port->origin), "%s", name);
	if (n->timed)
		port->started = (time_t)(n->first_ns / (int64_t)NS_PER_S);
	port->duration_s = (double)(n->last_ns - n->first_ns) / NS_PER_S;
	probe_neighbor(n, n->last_ns, port->duration_s, port->sets);
	port->complete = true;
	if (links->left_out)
		err_set(&port->err, -E2BIG, "%s: more than %d interfaces; the others were left out",
			name, LINKS_MAX);
	return how->judge ? run_judge(port, err) : 0;
}

int neighbor_read_stream(FILE *in, const char *name, const struct neighbor_files *how,
			 struct report *report, struct err *err)
{
	struct links links = { .count = 0 };
	struct capture *capture = NULL;
	struct err broken = { 0 };
	unsigned int first = report->ports;
	int rc = capture_open_file(&capture, in, name, err), added = 0;

	if (rc < 0)
		return rc;
	rc = read_frames(capture, &links, how->own, &broken);
	note_names(capture, &links);
	if (!links.count && capture_left_out(capture))
		rc = err_set(err, -EPROTONOSUPPORT, "%s: no interface in it is Ethernet or Linux cooked",
			     name);
	else if (capture_left_out(capture))
		fprintf(stderr, "etherdx: %s: %" PRIu64 " frame%s of other link types left out\n", name,
			capture_left_out(capture), capture_left_out(capture) == 1 ? "" : "s");
	capture_close(capture);
	if (err->code)
		return rc;
	/* One link at least, so that a file without a frame is reported too. */
	for (unsigned int i = 0; i < (links.count ? links.count : 1) && added == 0; i++)
		if (links.at[i] || !links.count)
			added = add_link(&links, i, name, how, report, err);
	free_links(&links);
	for (unsigned int i = first; rc < 0 && i < report->ports; i++) {
		report->port[i].err = broken;
		report->port[i].complete = false;
	}
	return added;
}

int neighbor_read(const char *file, const struct neighbor_files *how, struct report *report,
		  struct err *err)
{
	FILE *in = strcmp(file, "-") == 0 ? stdin : fopen(file, "re");

	if (!in)
		return err_set(err, -errno, "%s: cannot read: %s; name a capture, or - for standard input",
			       file, strerror(errno));
	return neighbor_read_stream(in, in == stdin ? "standard input" : file, how, report, err);
}
