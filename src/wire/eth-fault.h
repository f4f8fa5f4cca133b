/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_ETH_FAULT_H
#define WIRE_ETH_FAULT_H

#include <stddef.h>
#include <stdint.h>

/*
 * What a decoder found wrong with a frame.  A decoder never gives up at the
 * first: it keeps what could be read, and lists what broke which rule where.
 */
#define WIRE_FAULTS_MAX 16
#define WIRE_FAULT_TEXT_MAX 192

enum wire_rule {
	WIRE_LENGTH_BEYOND,	/* IEEE 802.3-2022 3.2.6: the length field counts what follows */
	WIRE_HEADER_SHORT,	/* the frame ends within the fixed part of the protocol */
	WIRE_FIXED_PART,	/* it ends early, or says what it must not */
	WIRE_TLV_BEYOND,	/* a TLV ends after the frame */
	WIRE_TLV_SHORT,		/* fewer bytes than the fields of this TLV need */
	WIRE_TLV_LONG,		/* more bytes than this TLV may have */
	WIRE_TLV_VALUE,		/* a field inside says something impossible */
	WIRE_TLV_TWICE,		/* may come only once; the first stands */
	WIRE_TLV_ORDER,		/* 802.1AB-2016 8.2: chassis, port, TTL first, in that order */
	WIRE_TLV_MISSING,	/* 802.1AB-2016 8.2: the same three are mandatory */
	WIRE_END_NOT_EMPTY,	/* 802.1AB-2016 8.5.1: the length of End is 0 */
	WIRE_CHECKSUM,
	WIRE_VERSION,		/* a version nobody has described */
};

struct wire_fault {
	enum wire_rule rule;
	unsigned int tlv;	/* its number from 1; 0: of no TLV */
	const char *name;	/* of the TLV or field; static */
	size_t byte;		/* of the frame, from 0 */
	unsigned int have, want;
	const char *other;	/* WIRE_TLV_ORDER: what stands where it should */
	size_t other_byte;
};

struct wire_faults {
	struct wire_fault list[WIRE_FAULTS_MAX];
	unsigned int count;
	unsigned int left_out;	/* more than the list holds */
};

/* A slice of the frame: any bytes, no NUL at the end.  at is NULL when it was not sent. */
struct wire_text {
	const uint8_t *at;
	size_t len_bytes;
};

void wire_fault_add(struct wire_faults *f, const struct wire_fault *fault);

/* One sentence without a full stop, always ended; nothing of the frame's text is in it. */
void wire_fault_text(const struct wire_fault *f, char *out, size_t size);

#endif
