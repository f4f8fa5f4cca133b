// SPDX-License-Identifier: GPL-3.0-or-later
#include "dev/pcapng.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_SECTION 0x0a0d0d0aU
#define BLOCK_INTERFACE 1
#define BLOCK_PACKET 2			/* obsolete */
#define BLOCK_SIMPLE 3
#define BLOCK_ENHANCED 6
#define BYTE_ORDER_OURS 0x1a2b3c4dU
#define BLOCK_HEAD_BYTES 8
#define BLOCK_TAIL_BYTES 4
#define BLOCK_MIN_BYTES 12
#define FRAME_MAX_BYTES 262144		/* the most that libpcap captures */
#define BODY_MAX_BYTES (FRAME_MAX_BYTES + 4096)
#define OPTION_END 0
#define OPTION_IF_NAME 2
#define OPTION_IF_TSRESOL 9
#define OPTION_IF_TSOFFSET 14
#define OPTION_EPB_FLAGS 2
#define FLAGS_OUTBOUND 2
#define NS_PER_S 1000000000ULL

struct interface {
	uint16_t link_type;
	uint32_t snap_bytes;
	uint64_t units_per_s;
	int64_t offset_s;
	char name[PCAPNG_NAME_MAX];
};

struct pcapng {
	FILE *in;
	char name[128];
	bool swapped;
	struct interface interface[PCAPNG_INTERFACES_MAX];
	unsigned int interfaces, first;	/* of all, and where this section's begin */
	unsigned int here;		/* of this section, with those that found no room */
	size_t body_bytes;		/* as kept: a longer block is cut off */
	uint8_t body[BODY_MAX_BYTES];
};

static uint32_t u32(const struct pcapng *p, const uint8_t *at)
{
	uint32_t n;

	memcpy(&n, at, sizeof(n));
	return p->swapped ? __builtin_bswap32(n) : n;
}

static uint16_t u16(const struct pcapng *p, const uint8_t *at)
{
	uint16_t n;

	memcpy(&n, at, sizeof(n));
	return p->swapped ? __builtin_bswap16(n) : n;
}

static int broken(const struct pcapng *p, struct err *err)
{
	return err_set(err, -EBADMSG, "%s: truncated: it breaks off within a block", p->name);
}

static int skip(struct pcapng *p, size_t len_bytes, struct err *err)
{
	uint8_t waste[4096];

	while (len_bytes) {
		size_t part = len_bytes < sizeof(waste) ? len_bytes : sizeof(waste);

		if (fread(waste, 1, part, p->in) != part)
			return broken(p, err);
		len_bytes -= part;
	}
	return 0;
}

/* In front of a section's length stands nothing that tells its byte order: that comes behind. */
static int read_order(struct pcapng *p, struct err *err)
{
	uint32_t magic;

	if (fread(p->body, 1, sizeof(magic), p->in) != sizeof(magic))
		return broken(p, err);
	memcpy(&magic, p->body, sizeof(magic));
	p->swapped = magic == __builtin_bswap32(BYTE_ORDER_OURS);
	if (!p->swapped && magic != BYTE_ORDER_OURS)
		return err_set(err, -EBADMSG, "%s: not a capture that can be read: a section of pcapng "
			       "without its byte order", p->name);
	p->first = p->interfaces;
	p->here = 0;
	return 0;
}

/* The next block: 1 and its type; 0 at the end. */
static int read_block(struct pcapng *p, uint32_t *type, struct err *err)
{
	uint8_t head[BLOCK_HEAD_BYTES];
	size_t got = fread(head, 1, sizeof(head), p->in), len_bytes, done = 0;

	if (got == 0)
		return 0;
	if (got != sizeof(head))
		return broken(p, err);
	*type = u32(p, head);
	if (*type == BLOCK_SECTION) {
		if (read_order(p, err) < 0)
			return -EBADMSG;
		done = sizeof(uint32_t);
	}
	len_bytes = u32(p, head + 4);
	if (len_bytes < BLOCK_MIN_BYTES + done || len_bytes % 4)
		return err_set(err, -EBADMSG, "%s: a block of %zu bytes, which none can have", p->name,
			       len_bytes);
	len_bytes -= BLOCK_MIN_BYTES + done;
	p->body_bytes = len_bytes < BODY_MAX_BYTES - done ? len_bytes : BODY_MAX_BYTES - done;
	if (fread(p->body + done, 1, p->body_bytes, p->in) != p->body_bytes)
		return broken(p, err);
	if (skip(p, len_bytes - p->body_bytes + BLOCK_TAIL_BYTES, err) < 0)
		return -EBADMSG;
	p->body_bytes += done;
	return 1;
}

/* Walks options from `at`; false after the last. */
static bool next_option(const struct pcapng *p, size_t *at, uint16_t *code, const uint8_t **value,
			size_t *len_bytes)
{
	if (*at + 4 > p->body_bytes)
		return false;
	*code = u16(p, p->body + *at);
	*len_bytes = u16(p, p->body + *at + 2);
	*value = p->body + *at + 4;
	if (*code == OPTION_END || *len_bytes > p->body_bytes - *at - 4)
		return false;
	*at += 4 + (*len_bytes + 3) / 4 * 4;
	return true;
}

/* Bit 7: a power of two, else of ten. */
static uint64_t units_of(uint8_t resolution)
{
	uint64_t units = 1;

	for (unsigned int i = resolution & 0x7f; i > 0 && units < UINT64_MAX / 10; i--)
		units *= resolution & 0x80 ? 2 : 10;
	return units;
}

/* A name goes to a report: nothing but plain characters. */
static void set_name(struct interface *i, const uint8_t *text, size_t len_bytes)
{
	size_t n = 0;

	for (; n < len_bytes && n + 1 < sizeof(i->name) && text[n]; n++)
		i->name[n] = text[n] > ' ' && text[n] < 0x7f ? (char)text[n] : '?';
	i->name[n] = '\0';
}

static void read_interface(struct pcapng *p)
{
	struct interface *i;
	const uint8_t *value;
	size_t at = 8, len_bytes;
	uint16_t code;

	p->here++;
	if (p->interfaces == PCAPNG_INTERFACES_MAX || p->body_bytes < 8)
		return;
	i = &p->interface[p->interfaces++];
	*i = (struct interface){ .link_type = u16(p, p->body), .snap_bytes = u32(p, p->body + 4),
				 .units_per_s = 1000000 };
	while (next_option(p, &at, &code, &value, &len_bytes)) {
		if (code == OPTION_IF_NAME)
			set_name(i, value, len_bytes);
		else if (code == OPTION_IF_TSRESOL && len_bytes == 1)
			i->units_per_s = units_of(value[0]);
		else if (code == OPTION_IF_TSOFFSET && len_bytes == 8)
			i->offset_s = (int64_t)(p->swapped ? (uint64_t)u32(p, value) << 32 | u32(p, value + 4) :
							     u32(p, value) | (uint64_t)u32(p, value + 4) << 32);
	}
}

static int64_t time_of(const struct interface *i, uint64_t units)
{
	uint64_t whole = units / i->units_per_s, rest = units % i->units_per_s;

	if (whole > INT64_MAX / NS_PER_S / 2)
		return 0;
	return (int64_t)(whole * NS_PER_S + (uint64_t)((double)rest / (double)i->units_per_s * 1e9)) +
	       i->offset_s % (int64_t)(INT64_MAX / NS_PER_S / 4) * (int64_t)NS_PER_S;
}

/* The bytes of a frame from `at`; false when there is no such interface or too little. */
static bool take(struct pcapng *p, struct pcapng_frame *f, uint32_t number, size_t at)
{
	if (number >= p->here || p->first + number >= p->interfaces || at > p->body_bytes)
		return false;
	if (f->len_bytes > p->body_bytes - at)
		f->len_bytes = p->body_bytes - at;
	f->port = p->first + number;
	f->link_type = p->interface[f->port].link_type;
	f->bytes = p->body + at;
	if (f->wire_bytes < f->len_bytes)
		f->wire_bytes = f->len_bytes;
	return true;
}

static bool read_enhanced(struct pcapng *p, struct pcapng_frame *f)
{
	const uint8_t *value;
	size_t at, len_bytes;
	uint16_t code;

	if (p->body_bytes < 20)
		return false;
	f->len_bytes = u32(p, p->body + 12);
	f->wire_bytes = u32(p, p->body + 16);
	at = 20 + (f->len_bytes + 3) / 4 * 4;
	if (!take(p, f, u32(p, p->body), 20))
		return false;
	f->t_ns = time_of(&p->interface[f->port],
			  (uint64_t)u32(p, p->body + 4) << 32 | u32(p, p->body + 8));
	while (next_option(p, &at, &code, &value, &len_bytes))
		if (code == OPTION_EPB_FLAGS && len_bytes == 4)
			f->outgoing = (u32(p, value) & 3) == FLAGS_OUTBOUND;
	return true;
}

static bool read_obsolete(struct pcapng *p, struct pcapng_frame *f)
{
	if (p->body_bytes < 20)
		return false;
	f->len_bytes = u32(p, p->body + 12);
	f->wire_bytes = u32(p, p->body + 16);
	if (!take(p, f, u16(p, p->body), 20))
		return false;
	f->t_ns = time_of(&p->interface[f->port],
			  (uint64_t)u32(p, p->body + 4) << 32 | u32(p, p->body + 8));
	return true;
}

static bool read_simple(struct pcapng *p, struct pcapng_frame *f)
{
	uint32_t snap_bytes;

	if (p->body_bytes < 4 || !p->here || p->first >= p->interfaces)
		return false;
	snap_bytes = p->interface[p->first].snap_bytes;
	f->wire_bytes = u32(p, p->body);
	f->len_bytes = snap_bytes && f->wire_bytes > snap_bytes ? snap_bytes : f->wire_bytes;
	return take(p, f, 0, 4);
}

int pcapng_next(struct pcapng *p, struct pcapng_frame *frame, struct err *err)
{
	uint32_t type;
	int rc;

	while ((rc = read_block(p, &type, err)) > 0) {
		*frame = (struct pcapng_frame){ .port = 0 };
		if (type == BLOCK_INTERFACE)
			read_interface(p);
		else if ((type == BLOCK_ENHANCED && read_enhanced(p, frame)) ||
			 (type == BLOCK_SIMPLE && read_simple(p, frame)) ||
			 (type == BLOCK_PACKET && read_obsolete(p, frame)))
			return 1;
	}
	return rc;
}

int pcapng_open(struct pcapng **out, FILE *in, const char *name, struct err *err)
{
	struct pcapng *p = calloc(1, sizeof(*p));
	uint32_t type;
	int rc;

	if (!p)
		return err_set(err, -ENOMEM, "out of memory");
	p->in = in;
	snprintf(p->name, sizeof(p->name), "%s", name);
	rc = read_block(p, &type, err);
	if (rc == 0 || (rc > 0 && type != BLOCK_SECTION))
		rc = err_set(err, -EBADMSG, "%s: not a capture that can be read: no section of pcapng "
			     "at its front", name);
	if (rc < 0) {
		pcapng_close(p);
		return rc;
	}
	*out = p;
	return 0;
}

const char *pcapng_port_name(const struct pcapng *p, unsigned int port)
{
	return port < p->interfaces && p->interface[port].name[0] ? p->interface[port].name : NULL;
}

void pcapng_close(struct pcapng *p)
{
	free(p);
}
