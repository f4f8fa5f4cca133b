// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/neighbor.h"

#include <string.h>
#include <strings.h>

#define NS_PER_S INT64_C(1000000000)
#define TTL_DEFAULT_S 120		/* 802.1AB-2016 9.2.5.2: when the TLV is missing */

void neighbors_init(struct neighbors *n)
{
	memset(n, 0, sizeof(*n));
}

static bool is_own(const struct neighbors *n, const uint8_t *mac)
{
	for (unsigned int i = 0; i < n->owns; i++)
		if (memcmp(n->own[i], mac, ETH_MAC_BYTES) == 0)
			return true;
	return false;
}

void neighbors_own(struct neighbors *n, const uint8_t mac[static ETH_MAC_BYTES])
{
	if (n->owns < NEIGHBOR_OWN_MAX && !is_own(n, mac))
		memcpy(n->own[n->owns++], mac, ETH_MAC_BYTES);
}

/* A frame being fed. */
struct heard {
	enum eth_link link;
	struct eth eth;
	int64_t t_ns;
};

static void keep_frame(struct neighbor_frame *kept, const struct heard *h, unsigned int ttl_s)
{
	bool other = kept->times && memcmp(kept->mac, h->eth.from, ETH_MAC_BYTES) != 0;

	if (!kept->times++)
		kept->first_ns = h->t_ns;
	kept->several = kept->several || other;
	kept->last_ns = h->t_ns;
	kept->until_ns = h->t_ns + ttl_s * NS_PER_S;
	kept->link = h->link;
	memcpy(kept->mac, h->eth.from, ETH_MAC_BYTES);
	kept->len_bytes = h->eth.len_bytes < NEIGHBOR_FRAME_MAX ? h->eth.len_bytes :
								  NEIGHBOR_FRAME_MAX;
	kept->wire_bytes = h->eth.cut ? h->eth.len_bytes + 1 : h->eth.len_bytes;
	memcpy(kept->bytes, h->eth.frame, kept->len_bytes);
}

static bool read_kept(const struct neighbor_frame *kept, struct eth *e)
{
	if (!kept->times)
		return false;
	eth_parse_link(e, kept->link, kept->bytes, kept->len_bytes, kept->wire_bytes);
	return true;
}

bool neighbor_lldp(const struct neighbor *one, struct eth *e, struct lldp *l)
{
	return read_kept(&one->of[NEIGHBOR_LLDP], e) && lldp_parse(l, e) == 0;
}

bool neighbor_cdp(const struct neighbor *one, struct eth *e, struct cdp *d)
{
	return read_kept(&one->of[NEIGHBOR_CDP], e) && cdp_parse(d, e) == 0;
}

bool neighbors_sign(const struct neighbors *n, enum l2_kind kind, struct eth *e, struct l2 *l)
{
	return read_kept(&n->sign[kind], e) && l2_parse(l, e) == 0;
}

static bool same_text(const struct wire_text *a, const struct wire_text *b)
{
	return a->at && b->at && a->len_bytes == b->len_bytes &&
	       memcmp(a->at, b->at, a->len_bytes) == 0;
}

static bool same_name(const struct wire_text *a, const struct wire_text *b)
{
	return a->at && b->at && a->len_bytes == b->len_bytes && a->len_bytes &&
	       strncasecmp((const char *)a->at, (const char *)b->at, a->len_bytes) == 0;
}

static struct wire_text until(const struct wire_text *text, const char *ends)
{
	struct wire_text head = { .at = text->at };

	while (head.len_bytes < text->len_bytes && !strchr(ends, text->at[head.len_bytes]))
		head.len_bytes++;
	return head;
}

/*
 * CDP says "switch", "switch.example.org" or "switch(SERIAL)", LLDP one of the
 * first two.
 */
static bool same_system(const struct wire_text *cdp, const struct wire_text *lldp)
{
	struct wire_text a, b;

	if (!cdp->at || !lldp->at)
		return false;
	a = until(cdp, "(");
	b = until(lldp, "");
	if (same_name(&a, &b))
		return true;
	a = until(cdp, ".(");
	b = until(lldp, ".");
	return same_name(&a, &b);
}

/* The CDP port is a full name; LLDP has it as the port ID or in the description. */
static bool same_device(const struct cdp *d, const struct lldp *l)
{
	const struct wire_text *system = d->system_name.len_bytes ? &d->system_name : &d->device;

	return (same_system(system, &l->system_name) ||
		same_system(&d->device, &l->system_name)) &&
	       (same_name(&d->port, &l->port.id) || same_name(&d->port, &l->port_description));
}

static bool lldp_has_key(const struct lldp *l)
{
	return l->chassis.id.at && l->port.id.at;
}

static bool cdp_has_key(const struct cdp *d)
{
	return d->device.at && d->port.at;
}

static bool same_mac(const struct neighbor *one, const struct heard *h)
{
	return memcmp(one->mac, h->eth.from, ETH_MAC_BYTES) == 0;
}

/* An announcement mostly comes again as it was: then nothing need be decoded to know it. */
static bool same_frame(const struct neighbor_frame *kept, const struct heard *h)
{
	return kept->times && kept->link == h->link && kept->len_bytes == h->eth.len_bytes &&
	       memcmp(kept->bytes, h->eth.frame, kept->len_bytes) == 0;
}

static bool lldp_is(const struct neighbor *one, const struct heard *h, const struct lldp *l)
{
	struct lldp kept;
	struct eth e;

	if (same_frame(&one->of[NEIGHBOR_LLDP], h))
		return true;
	if (!neighbor_lldp(one, &e, &kept))
		return false;
	if (!lldp_has_key(l) || !lldp_has_key(&kept))
		return same_mac(one, h);
	return l->chassis.subtype == kept.chassis.subtype && l->port.subtype == kept.port.subtype &&
	       same_text(&l->chassis.id, &kept.chassis.id) && same_text(&l->port.id, &kept.port.id);
}

static bool cdp_is(const struct neighbor *one, const struct heard *h, const struct cdp *d)
{
	struct cdp kept;
	struct eth e;

	if (same_frame(&one->of[NEIGHBOR_CDP], h))
		return true;
	if (!neighbor_cdp(one, &e, &kept))
		return false;
	if (!cdp_has_key(d) || !cdp_has_key(&kept))
		return same_mac(one, h);
	return same_text(&d->device, &kept.device) && same_text(&d->port, &kept.port);
}

/* Speaks the other protocol only, and is the same device by its names. */
static bool twin(const struct neighbor *one, const struct lldp *l, const struct cdp *d)
{
	struct lldp kept_l;
	struct cdp kept_d;
	struct eth e;

	if (l)
		return !one->of[NEIGHBOR_LLDP].times && neighbor_cdp(one, &e, &kept_d) &&
		       same_device(&kept_d, l);
	return !one->of[NEIGHBOR_CDP].times && neighbor_lldp(one, &e, &kept_l) &&
	       same_device(d, &kept_l);
}

/* By the address, when just one speaker of the other protocol alone has it. */
static struct neighbor *twin_by_mac(struct neighbors *n, const struct heard *h,
				    enum neighbor_protocol of)
{
	struct neighbor *hit = NULL;

	for (unsigned int i = 0; i < n->count; i++) {
		struct neighbor *one = &n->list[i];

		if (one->of[of].times || !same_mac(one, h))
			continue;
		if (hit)
			return NULL;
		hit = one;
	}
	return hit;
}

static struct neighbor *find(struct neighbors *n, const struct heard *h, const struct lldp *l,
			     const struct cdp *d)
{
	for (unsigned int i = 0; i < n->count; i++)
		if (l ? lldp_is(&n->list[i], h, l) : cdp_is(&n->list[i], h, d))
			return &n->list[i];
	for (unsigned int i = 0; i < n->count; i++)
		if (twin(&n->list[i], l, d))
			return &n->list[i];
	return twin_by_mac(n, h, l ? NEIGHBOR_LLDP : NEIGHBOR_CDP);
}

/* One that has left or whose time has passed makes room. */
static struct neighbor *add(struct neighbors *n, const struct heard *h)
{
	struct neighbor *one = NULL;

	if (n->count < NEIGHBORS_MAX)
		one = &n->list[n->count++];
	for (unsigned int i = 0; !one && i < n->count; i++)
		if (!neighbor_alive(n, &n->list[i], h->t_ns))
			one = &n->list[i];
	if (!one) {
		n->left_out++;
		return NULL;
	}
	*one = (struct neighbor){ .own = is_own(n, h->eth.from) };
	memcpy(one->mac, h->eth.from, ETH_MAC_BYTES);
	return one;
}

static bool same_fault(const struct wire_fault *a, const struct wire_fault *b)
{
	return a->rule == b->rule && a->tlv == b->tlv && strcmp(a->name, b->name) == 0;
}

static void keep_faults(struct neighbors *n, const struct wire_faults *faults)
{
	for (unsigned int i = 0; i < faults->count; i++) {
		unsigned int k = 0;

		while (k < n->faults.count && !same_fault(&n->faults.list[k], &faults->list[i]))
			k++;
		if (k == n->faults.count && k < NEIGHBOR_FAULTS_MAX)
			wire_fault_add(&n->faults, &faults->list[i]);
		else if (k == n->faults.count)
			n->faults.left_out++;
	}
}

static enum neighbor_fed feed_speaker(struct neighbors *n, const struct heard *h,
				      const struct lldp *l, const struct cdp *d)
{
	enum neighbor_protocol protocol = l ? NEIGHBOR_LLDP : NEIGHBOR_CDP;
	bool own = is_own(n, h->eth.from);
	bool has_key = l ? lldp_has_key(l) : cdp_has_key(d);
	bool has_ttl = l ? l->must[LLDP_TTL].number != 0 : d->version != 0;
	unsigned int ttl_s = !has_ttl ? TTL_DEFAULT_S : l ? l->ttl_s : d->ttl_s;
	struct neighbor *one = find(n, h, l, d);
	bool known = one && !one->gone;

	n->announcements++;
	n->own_frames += own;
	if (!own)
		keep_faults(n, l ? &l->faults : &d->faults);
	if (!ttl_s) {			/* 802.1AB-2016 9.2.7.7.2: forget it */
		if (one)
			one->gone = true;
		return own ? NEIGHBOR_IS_OWN : NEIGHBOR_LEFT;
	}
	if (!one)
		one = add(n, h);
	if (!one)
		return NEIGHBOR_NO_ROOM;
	/* A frame that lost its key is no better word than the one before it. */
	if (has_key || !one->keyed || !one->of[protocol].times)
		keep_frame(&one->of[protocol], h, ttl_s);
	memcpy(one->mac, h->eth.from, ETH_MAC_BYTES);
	one->gone = false;
	one->keyed = one->keyed || has_key;
	return own ? NEIGHBOR_IS_OWN : known ? NEIGHBOR_AGAIN : NEIGHBOR_NEW;
}

static enum neighbor_fed feed_other(struct neighbors *n, const struct heard *h)
{
	struct l2 l;

	l2_parse(&l, &h->eth);
	if (l.kind == L2_UNKNOWN)
		return NEIGHBOR_OTHER;
	if (is_own(n, h->eth.from))
		return NEIGHBOR_IS_OWN;
	keep_faults(n, &l.faults);
	n->stp_waited += l.stp.rapid && !l.stp.forwarding && l.kind != L2_PVST;
	keep_frame(&n->sign[l.kind], h, 0);
	return NEIGHBOR_SIGN;
}

enum neighbor_fed neighbors_feed(struct neighbors *n, enum eth_link link, const void *frame,
				 size_t len_bytes, size_t wire_bytes, int64_t t_ns)
{
	struct heard h = { .link = link, .t_ns = t_ns };
	int rc = eth_parse_link(&h.eth, link, frame, len_bytes, wire_bytes);
	struct lldp l;
	struct cdp d;

	n->frames++;
	if (!n->timed || t_ns < n->first_ns)
		n->first_ns = t_ns;
	if (!n->timed || t_ns > n->last_ns)
		n->last_ns = t_ns;
	n->timed = true;
	if (rc)
		return NEIGHBOR_OTHER;
	if (h.eth.outgoing)
		neighbors_own(n, h.eth.from);
	if (h.eth.type == ETH_TYPE_LLDP) {
		lldp_parse(&l, &h.eth);
		return feed_speaker(n, &h, &l, NULL);
	}
	if (h.eth.kind == ETH_IS_SNAP && cdp_parse(&d, &h.eth) == 0)
		return feed_speaker(n, &h, NULL, &d);
	return feed_other(n, &h);
}

static int64_t last_heard_ns(const struct neighbor *one)
{
	const struct neighbor_frame *l = &one->of[NEIGHBOR_LLDP], *d = &one->of[NEIGHBOR_CDP];

	if (!l->times || !d->times)
		return l->times ? l->last_ns : d->last_ns;
	return l->last_ns > d->last_ns ? l->last_ns : d->last_ns;
}

static int64_t first_heard_ns(const struct neighbor *one)
{
	const struct neighbor_frame *l = &one->of[NEIGHBOR_LLDP], *d = &one->of[NEIGHBOR_CDP];

	if (!l->times || !d->times)
		return l->times ? l->first_ns : d->first_ns;
	return l->first_ns < d->first_ns ? l->first_ns : d->first_ns;
}

/* A port that was given another name: the old name is not heard again. */
static bool replaced(const struct neighbors *n, const struct neighbor *one)
{
	for (unsigned int i = 0; i < n->count; i++) {
		const struct neighbor *other = &n->list[i];

		if (other != one && !other->gone &&
		    memcmp(other->mac, one->mac, ETH_MAC_BYTES) == 0 &&
		    first_heard_ns(other) > last_heard_ns(one))
			return true;
	}
	return false;
}

bool neighbor_alive(const struct neighbors *n, const struct neighbor *one, int64_t now_ns)
{
	bool holds = false;

	for (int i = 0; i < NEIGHBOR_PROTOCOLS; i++)
		holds = holds || (one->of[i].times && now_ns < one->of[i].until_ns);
	return holds && !one->own && !one->gone && !replaced(n, one);
}

unsigned int neighbors_alive(const struct neighbors *n, int64_t now_ns)
{
	unsigned int alive = 0;

	for (unsigned int i = 0; i < n->count; i++)
		alive += neighbor_alive(n, &n->list[i], now_ns);
	return alive;
}

static enum neighbor_kind kind_by_lldp(const struct lldp *l)
{
	unsigned int on = l->enabled;
	bool station = !l->has_capabilities || !(on & ~LLDP_STATION_ONLY);

	if (!l->cut && !l->system_name.len_bytes && station &&
	    l->chassis.subtype == LLDP_CHASSIS_MAC && l->port.subtype == LLDP_PORT_MAC &&
	    !same_text(&l->chassis.id, &l->port.id))
		return NEIGHBOR_NIC_AGENT;
	if (!l->has_capabilities)
		return NEIGHBOR_UNKNOWN;
	if (on & LLDP_CAN_PHONE)
		return NEIGHBOR_PHONE;
	if (on & LLDP_CAN_WLAN_AP)
		return NEIGHBOR_ACCESS_POINT;
	if (on & LLDP_CAN_BRIDGE)
		return NEIGHBOR_SWITCH;
	if (on & LLDP_CAN_ROUTE)
		return NEIGHBOR_ROUTER;
	if (on & LLDP_CAN_REPEAT)
		return NEIGHBOR_REPEATER;
	return on & LLDP_STATION_ONLY ? NEIGHBOR_HOST : NEIGHBOR_UNKNOWN;
}

static enum neighbor_kind kind_by_cdp(const struct cdp *d)
{
	if (!d->has_capabilities)
		return NEIGHBOR_UNKNOWN;
	if (d->capabilities & CDP_IS_PHONE)
		return NEIGHBOR_PHONE;
	if (d->capabilities & (CDP_CAN_SWITCH | CDP_CAN_BRIDGE | CDP_CAN_SOURCE_BRIDGE))
		return NEIGHBOR_SWITCH;
	if (d->capabilities & CDP_CAN_ROUTE)
		return NEIGHBOR_ROUTER;
	if (d->capabilities & CDP_CAN_REPEAT)
		return NEIGHBOR_REPEATER;
	return d->capabilities & CDP_IS_HOST ? NEIGHBOR_HOST : NEIGHBOR_UNKNOWN;
}

enum neighbor_kind neighbor_kind(const struct neighbor *one)
{
	enum neighbor_kind kind = NEIGHBOR_UNKNOWN;
	struct lldp l;
	struct cdp d;
	struct eth e;

	if (neighbor_lldp(one, &e, &l))
		kind = kind_by_lldp(&l);
	if (kind == NEIGHBOR_UNKNOWN && neighbor_cdp(one, &e, &d))
		kind = kind_by_cdp(&d);
	return kind;
}

const char *neighbor_kind_name(enum neighbor_kind kind)
{
	static const char *const name[] = {
		[NEIGHBOR_UNKNOWN] = "unknown", [NEIGHBOR_SWITCH] = "switch",
		[NEIGHBOR_ROUTER] = "router", [NEIGHBOR_ACCESS_POINT] = "access point",
		[NEIGHBOR_PHONE] = "phone", [NEIGHBOR_REPEATER] = "repeater",
		[NEIGHBOR_HOST] = "host", [NEIGHBOR_NIC_AGENT] = "NIC agent",
	};

	return name[kind];
}

bool neighbor_is_leaf(enum neighbor_kind kind)
{
	return kind == NEIGHBOR_HOST || kind == NEIGHBOR_NIC_AGENT;
}

const struct neighbor *neighbors_partner(const struct neighbors *n, int64_t now_ns)
{
	const struct neighbor *only = NULL, *device = NULL;
	unsigned int alive = 0, devices = 0;

	for (unsigned int i = 0; i < n->count; i++) {
		const struct neighbor *one = &n->list[i];

		if (!neighbor_alive(n, one, now_ns))
			continue;
		alive++;
		only = one;
		if (!neighbor_is_leaf(neighbor_kind(one))) {
			devices++;
			device = one;
		}
	}
	return alive == 1 ? only : devices == 1 ? device : NULL;
}
