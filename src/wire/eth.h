/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_ETH_H
#define WIRE_ETH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The head of an Ethernet frame: IEEE 802.3-2022 3.1.1 and 3.2.6 (type or
 * length), up to two tags of IEEE 802.1Q-2022 9.5, LLC and SNAP of IEEE
 * 802-2014 9.  Pointers are into the frame, which must outlive this.
 */
#define ETH_MAC_BYTES 6
#define ETH_HEADER_BYTES 14
#define ETH_TAGS_MAX 2
#define ETH_LENGTH_MAX 1500
#define ETH_TYPE_VLAN 0x8100
#define ETH_TYPE_SVLAN 0x88a8
#define ETH_TYPE_LLDP 0x88cc

/*
 * What a captured frame begins with: an Ethernet header, or one of the cooked
 * headers of Linux (LINKTYPE_LINUX_SLL and SLL2), which have no destination.
 */
enum eth_link { ETH_LINK_ETHERNET, ETH_LINK_SLL, ETH_LINK_SLL2 };

enum eth_kind { ETH_IS_TYPE, ETH_IS_LLC, ETH_IS_SNAP };

struct eth_tag {
	uint16_t tpid, tci;
};

struct eth {
	const uint8_t *frame;
	size_t len_bytes;
	bool outgoing;			/* a cooked header says so */
	bool cut;			/* the capture holds less than was on the wire */
	const uint8_t *to, *from;
	unsigned int tags;
	struct eth_tag tag[ETH_TAGS_MAX];	/* the outer one first */
	enum eth_kind kind;
	uint16_t type;			/* EtherType, that of a SNAP head with OUI 0 too; else 0 */
	uint8_t dsap, ssap, control;	/* LLC and SNAP */
	uint32_t oui;			/* SNAP */
	uint16_t pid;
	size_t length_at;		/* where type or length stands */
	uint16_t length_bytes;		/* 802.3 length, 0 for a type */
	bool length_beyond;		/* it says more than there is, and not because of a cut */
	const uint8_t *payload;
	size_t payload_bytes;		/* of a type: with padding and FCS, which cannot be told */
	size_t trailer_bytes;		/* padding and FCS after what the length says */
};

static inline unsigned int eth_vlan(const struct eth_tag *t)
{
	return t->tci & 0xfff;
}

/*
 * wire_bytes is the length of the frame when it was received; len_bytes of it
 * are there.  Returns 0, or -EBADMSG when the bytes end within the head.
 */
int eth_parse(struct eth *e, const void *frame, size_t len_bytes, size_t wire_bytes);

/*
 * The same behind any of these headers.  Behind a cooked one `to` points to
 * zeros, `from` to zeros when no address of six bytes was kept, and a frame of
 * 802.3 has lost its length field: padding cannot be told from it.
 */
int eth_parse_link(struct eth *e, enum eth_link link, const void *frame, size_t len_bytes,
		   size_t wire_bytes);

/* Where in the frame a pointer into it is. */
size_t eth_offset(const struct eth *e, const uint8_t *at);

#endif
