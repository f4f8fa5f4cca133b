// SPDX-License-Identifier: GPL-3.0-or-later
/* CDP's TLVs as facts. */
#include "probe/neighbor.h"
#include "wire/text.h"

#define POWER_UNLIMITED UINT32_MAX	/* in place of a figure */

static void addresses(const struct cdp_addresses *a, struct facts *f)
{
	char text[128];

	if (facts_known(f, FACT_NEIGHBOR_ADDRESSES))
		return;
	for (unsigned int i = 0; i < a->count; i++) {
		wire_address_print(a->list[i].family, &a->list[i].address, text, sizeof(text));
		facts_list_add(f, FACT_NEIGHBOR_ADDRESSES, FROM_CDP, text);
	}
}

/* The first figure counts; who has something available gives power. */
static void power(const struct cdp *d, struct facts *f)
{
	if (d->available.count && d->available.mw[0] && d->available.mw[0] != POWER_UNLIMITED) {
		facts_offer_text(f, FACT_POWER_ROLE, FROM_CDP, "pse");
		facts_offer_num(f, FACT_POWER_GIVEN, FROM_CDP, d->available.mw[0]);
		return;
	}
	if (d->has_power_used && d->power_used_mw) {
		facts_offer_text(f, FACT_POWER_ROLE, FROM_CDP, "pd");
		facts_offer_num(f, FACT_POWER_WANTED, FROM_CDP, d->power_used_mw);
	} else if (d->wanted.count && d->wanted.mw[0]) {
		facts_offer_text(f, FACT_POWER_ROLE, FROM_CDP, "pd");
		facts_offer_num(f, FACT_POWER_WANTED, FROM_CDP, d->wanted.mw[0]);
	}
}

/* As tcpdump names them (print-cdp.c). */
static const char *const capabilities[] = {
	"router", "bridge", "source route bridge", "switch", "host", "IGMP snooping", "repeater",
	"telephone", "remotely managed", "camera", "two-port MAC relay",
};

void probe_neighbor_cdp(const struct cdp *d, struct facts *f)
{
	/* Names differ between the protocols by custom ("Fa0/13"): no disagreement. */
	if (!facts_known(f, FACT_NEIGHBOR_SYSTEM))
		probe_offer_text(f, FACT_NEIGHBOR_SYSTEM, FROM_CDP,
				 d->system_name.len_bytes ? &d->system_name : &d->device);
	if (!facts_known(f, FACT_NEIGHBOR_PORT))
		probe_offer_text(f, FACT_NEIGHBOR_PORT, FROM_CDP, &d->port);
	if (d->platform.len_bytes)
		f->item[FACT_NEIGHBOR_PLATFORM] = (struct fact){ 0 };
	probe_offer_text(f, FACT_NEIGHBOR_PLATFORM, FROM_CDP, &d->platform);
	if (!facts_known(f, FACT_NEIGHBOR_TTL) && d->version)
		facts_offer_num(f, FACT_NEIGHBOR_TTL, FROM_CDP, d->ttl_s);
	probe_offer_text(f, FACT_NEIGHBOR_SOFTWARE, FROM_CDP, &d->software);
	probe_offer_capabilities(f, FROM_CDP, d->capabilities, capabilities,
				 sizeof(capabilities) / sizeof(capabilities[0]));
	addresses(d->addresses.count ? &d->addresses : &d->management, f);
	if (d->duplex != CDP_DUPLEX_NOT_SENT)
		facts_offer_text(f, FACT_LINK_DUPLEX, FROM_CDP,
				 d->duplex == CDP_FULL ? "full" : "half");
	if (d->has_native_vlan)
		facts_offer_num(f, FACT_VLAN_NATIVE, FROM_CDP, d->native_vlan);
	if (d->has_voice_vlan)
		facts_offer_num(f, FACT_VLAN_VOICE, FROM_CDP, d->voice_vlan);
	if (d->has_mtu)
		facts_offer_num(f, FACT_NEIGHBOR_MTU, FROM_CDP, d->mtu_bytes);
	if (d->vtp_domain.len_bytes)
		probe_offer_text(f, FACT_VTP_DOMAIN, FROM_CDP, &d->vtp_domain);
	power(d, f);
}
