// SPDX-License-Identifier: GPL-3.0-or-later
#include "timing/capture.h"

#include <errno.h>
#include <pcap/pcap.h>
#include <stdlib.h>
#include <string.h>

#include "wire/probe.h"

#define FRAMES_MAX 20000000
#define ETHERNET_HEAD 14
#define MAC_BYTES 6
#define LEAST_BYTES 60
#define FCS_BYTES 4
#define COOKED_HEAD 16		/* DLT_LINUX_SLL: address at 6, type at 14 */
#define COOKED2_HEAD 20		/* DLT_LINUX_SLL2: type at 0, address at 12 */
#define SNAP_MAX (TIMING_SEEN_HEAD + 64)

struct reader {
	struct timing_seen *seen;
	size_t count, room;
	uint8_t file;
};

/* The frame as it was on the wire, the receiver's address aside: that may be unknown. */
struct frame {
	uint8_t bytes[SNAP_MAX];
	size_t len_bytes, wire_bytes;
};

static bool unpack(struct frame *f, int link, const struct pcap_pkthdr *head, const u_char *bytes)
{
	size_t skip = link == DLT_LINUX_SLL ? COOKED_HEAD : link == DLT_LINUX_SLL2 ? COOKED2_HEAD :
										     ETHERNET_HEAD;
	size_t rest, kept;

	if (head->caplen < skip)
		return false;
	rest = head->caplen - skip;
	kept = rest < SNAP_MAX - ETHERNET_HEAD ? rest : SNAP_MAX - ETHERNET_HEAD;
	memset(f->bytes, 0, ETHERNET_HEAD);
	if (link == DLT_EN10MB) {
		memcpy(f->bytes, bytes, ETHERNET_HEAD);
	} else {
		memcpy(f->bytes + MAC_BYTES, bytes + (link == DLT_LINUX_SLL ? 6 : 12), MAC_BYTES);
		memcpy(f->bytes + 2 * MAC_BYTES, bytes + (link == DLT_LINUX_SLL ? 14 : 0), 2);
	}
	memcpy(f->bytes + ETHERNET_HEAD, bytes + skip, kept);
	f->len_bytes = ETHERNET_HEAD + kept;
	f->wire_bytes = ETHERNET_HEAD + head->len - skip;
	return true;
}

static uint64_t number_of(const uint8_t *mac)
{
	uint64_t number = 0;

	for (int i = 0; i < MAC_BYTES; i++)
		number = number << 8 | mac[i];
	return number;
}

static void identify(struct timing_seen *s, const struct frame *f)
{
	struct probe probe;
	size_t kept = f->len_bytes - MAC_BYTES;

	s->from = number_of(f->bytes + MAC_BYTES);
	s->size_bytes = (uint32_t)(f->wire_bytes < LEAST_BYTES ? LEAST_BYTES : f->wire_bytes) + FCS_BYTES;
	s->probe = probe_parse_cut(&probe, f->bytes, f->len_bytes, f->wire_bytes) == 0;
	s->key = timing_seen_key(f->bytes + MAC_BYTES, kept, f->wire_bytes - MAC_BYTES);
}

static int take(struct reader *r, int link, const struct pcap_pkthdr *head, const u_char *bytes,
		const char *name, struct err *err)
{
	struct frame f;

	if (!unpack(&f, link, head, bytes))
		return 0;
	if (f.len_bytes < f.wire_bytes && f.len_bytes < MAC_BYTES + TIMING_SEEN_HEAD)
		return err_set(err, -EBADMSG, "%s: keeps %u bytes of a frame; %d are wanted (tcpdump -s 128)",
			       name, head->caplen, TIMING_SEEN_HEAD + ETHERNET_HEAD);
	if (r->count == r->room) {
		size_t room = r->room ? 2 * r->room : 4096;
		struct timing_seen *all = room > FRAMES_MAX ? NULL : realloc(r->seen, room * sizeof(*all));

		if (!all)
			return err_set(err, -ENOMEM, "%s: more than %zu frames; take a part of it", name,
				       r->count);
		r->seen = all;
		r->room = room;
	}
	r->seen[r->count] = (struct timing_seen){
		.t_ns = head->ts.tv_sec * 1000000000LL + head->ts.tv_usec, .file = r->file,
	};
	identify(&r->seen[r->count++], &f);
	return 0;
}

static int read_frames(struct reader *r, pcap_t *pcap, const char *name, struct err *err)
{
	int link = pcap_datalink(pcap), got, rc = 0;
	struct pcap_pkthdr *head;
	const u_char *bytes;

	if (link != DLT_EN10MB && link != DLT_LINUX_SLL && link != DLT_LINUX_SLL2)
		return err_set(err, -EBADMSG, "%s: is a capture of %s, not of Ethernet", name,
			       pcap_datalink_val_to_name(link) ? pcap_datalink_val_to_name(link) : "?");
	while (rc == 0 && (got = pcap_next_ex(pcap, &head, &bytes)) == 1)
		rc = take(r, link, head, bytes, name, err);
	if (rc == 0 && got == PCAP_ERROR)
		rc = err_set(err, -EBADMSG, "%s: breaks off: %s", name, pcap_geterr(pcap));
	return rc;
}

static int read_file(struct reader *r, const char *name, struct err *err)
{
	char text[PCAP_ERRBUF_SIZE];
	pcap_t *pcap = pcap_open_offline_with_tstamp_precision(name, PCAP_TSTAMP_PRECISION_NANO, text);
	int rc;

	if (!pcap)
		return err_set(err, -EBADMSG, "%s%s%s; a capture (pcap, pcapng) is wanted",
			       strstr(text, name) ? "" : name,
			       strstr(text, name) ? "" : ": ", text);
	rc = read_frames(r, pcap, name, err);
	pcap_close(pcap);
	return rc;
}

int timing_capture_read(struct timing_seen **seen, size_t *count, const char *const file[2],
			struct err *err)
{
	struct reader r = { .seen = NULL };
	int rc = read_file(&r, file[0], err);

	if (rc == 0 && file[1]) {
		r.file = 1;
		rc = read_file(&r, file[1], err);
	}
	if (rc < 0)
		free(r.seen);
	*seen = rc < 0 ? NULL : r.seen;
	*count = rc < 0 ? 0 : r.count;
	return rc;
}
