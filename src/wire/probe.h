/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_PROBE_H
#define WIRE_PROBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Our own frames: EtherType 0x88B5, IEEE 802 local experimental (802-2014,
 * 9.2.4).  After the addresses, any VLAN tags and the EtherType, big-endian:
 *
 *	0   4  magic "EDXP"
 *	4   1  version
 *	5   1  leg: which end sent it
 *	6   2  size of the frame: addresses to the end of the filling, without
 *	       tags and FCS
 *	8   8  token of the session
 *	16  4  slot of the plan
 *	20  4  number within the slot, from 0
 *	24     zeros up to the size
 *
 * Many NICs stamp event messages of PTP only.  In that shape a probe is a Sync
 * message (EtherType 0x88F7, IEEE 1588-2019 annex E and 13.3, 13.6) of an unused
 * domain, to the receiver alone; from the EtherType on:
 *
 *	0   2  messageType Sync, versionPTP 2
 *	2   2  messageLength 44
 *	4   1  domainNumber 255
 *	16  4  messageTypeSpecific: magic
 *	20  8  clockIdentity: token
 *	28  2  portNumber: version, leg
 *	30  2  sequenceId: the low half of the slot
 *	34 10  originTimestamp: slot, number, size
 *
 * A bridge may add or take a tag on the way; size says what was sent without
 * one.  Lengths are in bytes as sockets see them, without the FCS.
 */
#define PROBE_ETHERTYPE 0x88b5
#define PROBE_ETHERTYPE_PTP 0x88f7
#define PROBE_VERSION 1
#define PROBE_SIZE_MIN 60
#define PROBE_SIZE_MAX 9614		/* jumbo; plain Ethernet ends at 1514 */
#define PROBE_TAG_BYTES 4
#define PROBE_FRAME_MAX (PROBE_SIZE_MAX + PROBE_TAG_BYTES)
#define PROBE_MAC_BYTES 6

enum probe_leg { PROBE_NEAR_TO_FAR, PROBE_FAR_TO_NEAR };

struct probe {
	uint8_t to[PROBE_MAC_BYTES], from[PROBE_MAC_BYTES];
	bool tagged;			/* one tag more than none, the outer one */
	uint16_t tci;			/* priority and VLAN of that tag, 0 without */
	bool ptp;			/* in the shape of PTP */
	enum probe_leg leg;
	uint16_t size_bytes;		/* PROBE_SIZE_MIN...PROBE_SIZE_MAX */
	uint64_t token;
	uint32_t slot, seq;
};

static inline uint16_t probe_ethertype(bool ptp)
{
	return ptp ? PROBE_ETHERTYPE_PTP : PROBE_ETHERTYPE;
}

/*
 * Writes the frame.  Returns its length (size_bytes, and PROBE_TAG_BYTES when
 * tagged), -EINVAL when the size or leg is out of range, -ENOSPC when there is
 * no room; then nothing was written.
 */
int probe_build(const struct probe *p, uint8_t *frame, size_t room_bytes);

/*
 * Reads any bytes.  Accepts up to two tags (0x8100, 0x88A8) and more bytes than
 * the size says, as from a driver that leaves the FCS.  Returns 0, -ENOMSG when
 * this is no frame of ours, -EPROTONOSUPPORT for another version of it, -EBADMSG
 * when it is ours but cut short or impossible.  *p is filled only for 0.
 */
int probe_parse(struct probe *p, const void *frame, size_t len_bytes);

/* The same for a capture that holds len_bytes of a frame of wire_bytes. */
int probe_parse_cut(struct probe *p, const void *frame, size_t len_bytes, size_t wire_bytes);

#endif
