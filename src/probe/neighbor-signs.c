// SPDX-License-Identifier: GPL-3.0-or-later
/* What STP, LACP, UDLD, DTP and VTP frames tell of the port at the other end. */
#include <stdio.h>
#include <string.h>

#include "probe/neighbor.h"
#include "wire/text.h"

static void offer_mac(struct facts *f, enum fact_id id, const uint8_t *mac)
{
	const struct wire_text bytes = { .at = mac, .len_bytes = ETH_MAC_BYTES };
	char text[32];

	if (!mac)
		return;
	wire_hex_print(&bytes, ':', text, sizeof(text));
	facts_offer_text(f, id, FROM_MEASURED, text);
}

/* The frames heard, and who of the speakers is the partner. */
struct signs {
	const struct neighbors *heard;
	const struct neighbor *partner;	/* NULL: it cannot be told */
	bool one_device;		/* nobody but a switch, or nobody at all, announces itself */
};

/*
 * Two senders of a kind, or a host among the speakers: what another address than
 * the partner's sent may be of a third device behind a hub.
 */
static bool read(const struct signs *s, enum l2_kind kind, struct eth *e, struct l2 *l)
{
	const struct neighbor_frame *kept = &s->heard->sign[kind];
	bool of_partner = s->one_device ||
			  (s->partner && memcmp(s->partner->mac, kept->mac, ETH_MAC_BYTES) == 0);

	return of_partner && !kept->several && neighbors_sign(s->heard, kind, e, l);
}

static void offer_bridge(struct facts *f, enum fact_id id, const struct l2_bridge *b)
{
	const struct wire_text mac = { .at = b->mac, .len_bytes = ETH_MAC_BYTES };
	char address[24], text[40];

	if (!b->mac)
		return;
	wire_hex_print(&mac, ':', address, sizeof(address));
	snprintf(text, sizeof(text), "%04x.%s", b->priority, address);
	facts_offer_text(f, id, FROM_MEASURED, text);
}

static void stp(const struct signs *s, struct facts *f)
{
	static const enum l2_kind kind[] = { L2_MSTP, L2_RSTP, L2_STP, L2_PVST };
	struct eth e;
	struct l2 l;

	for (size_t i = 0; i < sizeof(kind) / sizeof(kind[0]); i++) {
		if (!read(s, kind[i], &e, &l) || l.stp.topology_notice)
			continue;
		facts_offer_text(f, FACT_STP_PROTOCOL, FROM_MEASURED, l2_name(kind[i]));
		facts_offer_num(f, FACT_STP_HELLOS, FROM_MEASURED, s->heard->sign[kind[i]].times);
		offer_bridge(f, FACT_STP_BRIDGE, &l.stp.bridge);
		offer_bridge(f, FACT_STP_ROOT, &l.stp.root);
		if (l.stp.rapid) {
			facts_offer_text(f, FACT_STP_ROLE, FROM_MEASURED, l2_role_name(l.stp.role));
			facts_offer_text(f, FACT_STP_STATE, FROM_MEASURED,
					 l.stp.forwarding ? "forwarding" :
					 l.stp.learning ? "learning" : "discarding");
			facts_offer_num(f, FACT_STP_WAITED, FROM_MEASURED, s->heard->stp_waited);
			facts_offer_bool(f, FACT_STP_PROPOSAL, FROM_MEASURED, l.stp.proposal);
		}
		return;
	}
}

static void lacp(const struct signs *s, struct facts *f)
{
	static const char *const bit[] = { "active", "short timeout", "aggregates", "in sync",
					   "collecting", "distributing", "defaulted", "expired" };
	struct eth e;
	struct l2 l;

	if (!read(s, L2_LACP, &e, &l))
		return;
	offer_mac(f, FACT_LACP_SYSTEM, l.lacp.actor.system);
	facts_offer_num(f, FACT_LACP_KEY, FROM_MEASURED, l.lacp.actor.key);
	for (unsigned int i = 0; i < sizeof(bit) / sizeof(bit[0]); i++)
		if (l.lacp.actor.state >> i & 1)
			facts_list_add(f, FACT_LACP_STATE, FROM_MEASURED, bit[i]);
}

static void cisco(const struct signs *s, struct facts *f)
{
	static const char *const wants[] = { NULL, "on", "off", "desirable", "auto" };
	struct eth e;
	struct l2 l;

	if (read(s, L2_UDLD, &e, &l) && l.udld.has_echo)
		facts_offer_bool(f, FACT_UDLD_ECHO, FROM_MEASURED, l.udld.echoes > 0);
	if (read(s, L2_DTP, &e, &l) && l.dtp.has_status && l.dtp.wants >= 1 && l.dtp.wants <= 4)
		facts_offer_text(f, FACT_DTP_WANTS, FROM_MEASURED, wants[l.dtp.wants]);
	if (read(s, L2_VTP, &e, &l) && l.vtp.domain.len_bytes)
		probe_offer_text(f, FACT_VTP_DOMAIN, FROM_MEASURED, &l.vtp.domain);
}

void probe_neighbor_signs(const struct neighbors *n, int64_t now_ns, struct facts *f)
{
	struct signs s = { .heard = n, .partner = neighbors_partner(n, now_ns) };
	unsigned int alive = neighbors_alive(n, now_ns);

	s.one_device = alive == 0 || (alive == 1 && !neighbor_is_leaf(neighbor_kind(s.partner)));
	stp(&s, f);
	lacp(&s, f);
	cisco(&s, f);
}
