// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/own.h"

#include <string.h>

#define MOMENT_NS INT64_C(100000000)	/* hosts repeat themselves after a second or so */
#define RETURN_NS INT64_C(1000000000)	/* a loop needs less; the copy of a host says the same later */
#define SURE_BYTES 38	/* addresses, type, 24 bytes: IPv4 to the ports, IPv6 into the source */

void own_init(struct own_frames *own, const uint8_t mac[static ETH_MAC_BYTES], bool joined)
{
	memset(own, 0, sizeof(*own));
	memcpy(own->mac, mac, ETH_MAC_BYTES);
	own->joined = joined;
}

static bool head_of(struct own_head *head, const void *frame, size_t len_bytes, int64_t t_ns)
{
	const uint8_t *bytes = frame;
	size_t most;

	if (len_bytes < ETH_HEADER_BYTES || !(bytes[0] & 1))
		return false;
	most = bytes[12] == 0x08 && bytes[13] == 0x06 ? OWN_HEAD_BYTES : SURE_BYTES;
	*head = (struct own_head){ .len_bytes = len_bytes < most ? len_bytes : most, .t_ns = t_ns };
	memcpy(head->bytes, bytes, head->len_bytes);
	return true;
}

/* A short frame comes back longer: padded. */
static bool begins(const struct own_head *heard, const struct own_head *known)
{
	return known->len_bytes > 0 && known->len_bytes <= heard->len_bytes &&
	       memcmp(heard->bytes, known->bytes, known->len_bytes) == 0;
}

static bool was_sent(const struct own_frames *own, const struct own_head *heard, bool elsewhere)
{
	for (size_t i = 0; i < OWN_SENT_MAX; i++)
		if (own->sent[i].elsewhere == elsewhere &&
		    heard->t_ns - own->sent[i].t_ns < RETURN_NS && begins(heard, &own->sent[i]))
			return true;
	return false;
}

/* Seen a moment ago: it goes round. */
static bool goes_round(struct own_frames *own, const struct own_head *heard)
{
	for (size_t i = 0; i < OWN_SEEN_MAX; i++) {
		struct own_head *seen = &own->seen[i];
		int64_t ago_ns = heard->t_ns - seen->t_ns;

		if (!begins(heard, seen))
			continue;
		seen->t_ns = heard->t_ns;
		return ago_ns < MOMENT_NS;
	}
	own->seen[own->seen_count++ % OWN_SEEN_MAX] = *heard;
	return false;
}

static void keep(struct own_frames *own, const void *frame, size_t len_bytes, int64_t t_ns,
		 bool elsewhere)
{
	struct own_head head, *oldest = &own->sent[own->sent_count % OWN_SENT_MAX];

	if (!head_of(&head, frame, len_bytes, t_ns))
		return;
	if (oldest->len_bytes && t_ns - oldest->t_ns < RETURN_NS)
		own->lost = true;
	head.elsewhere = elsewhere;
	*oldest = head;
	own->sent_count++;
}

void own_sent(struct own_frames *own, const void *frame, size_t len_bytes, int64_t t_ns)
{
	keep(own, frame, len_bytes, t_ns, false);
}

void own_sent_elsewhere(struct own_frames *own, const void *frame, size_t len_bytes, int64_t t_ns)
{
	keep(own, frame, len_bytes, t_ns, true);
}

void own_heard(struct own_frames *own, const void *frame, size_t len_bytes, int64_t t_ns)
{
	struct own_head head;
	bool back, elsewhere;

	if (!head_of(&head, frame, len_bytes, t_ns) ||
	    memcmp(head.bytes + ETH_MAC_BYTES, own->mac, ETH_MAC_BYTES) != 0)
		return;
	back = was_sent(own, &head, false);
	elsewhere = was_sent(own, &head, true);
	/* Two ports with one address say the same of themselves: what each sent, the other hears. */
	if (elsewhere && !(back && own->joined))
		own->elsewhere++;
	else if (back || goes_round(own, &head))
		own->back++;
	else
		own->foreign++;
}
