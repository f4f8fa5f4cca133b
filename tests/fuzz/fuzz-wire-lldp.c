// SPDX-License-Identifier: GPL-3.0-or-later
/* Any frame: what is read lies within it, the lists are no longer than they can be. */
#include "standalone.h"

#include <string.h>

#include "wire/l2.h"
#include "wire/lldp.h"

static const uint8_t *start;
static size_t frame_bytes;

static void check_text(const struct wire_text *text)
{
	if (!text->at)
		return;
	FUZZ_CHECK(text->at >= start && text->at <= start + frame_bytes);
	FUZZ_CHECK(text->len_bytes <= (size_t)(start + frame_bytes - text->at));
}

static void check_faults(const struct wire_faults *f)
{
	FUZZ_CHECK(f->count <= WIRE_FAULTS_MAX);
	FUZZ_CHECK(f->count == WIRE_FAULTS_MAX || !f->left_out);
	for (unsigned int i = 0; i < f->count; i++) {
		char text[WIRE_FAULT_TEXT_MAX];

		memset(text, 'x', sizeof(text));
		wire_fault_text(&f->list[i], text, sizeof(text));
		FUZZ_CHECK(memchr(text, '\0', sizeof(text)) && text[0]);
		FUZZ_CHECK(f->list[i].byte <= frame_bytes);
	}
}

static void check_lists(const struct lldp *l)
{
	FUZZ_CHECK(l->addresses <= LLDP_ADDRESSES_MAX);
	FUZZ_CHECK(l->q.vlans <= LLDP_VLANS_MAX && l->q.ppvids <= LLDP_VLANS_MAX);
	FUZZ_CHECK(l->dcbx.apps <= LLDP_APPS_MAX && l->med.policies <= LLDP_POLICIES_MAX);
	FUZZ_CHECK(l->others <= LLDP_OTHERS_MAX && l->names <= LLDP_NAMED_MAX);
	for (unsigned int i = 0; i < l->addresses; i++)
		check_text(&l->address[i].address);
	for (unsigned int i = 0; i < l->q.vlans; i++)
		check_text(&l->q.vlan[i].name);
	for (unsigned int i = 0; i < l->others; i++)
		check_text(&l->other[i].bytes);
}

static void check_lldp(const struct lldp *l)
{
	const struct wire_text *const text[] = {
		&l->chassis.id, &l->port.id, &l->port_description, &l->system_name,
		&l->system_description, &l->med.hardware, &l->med.firmware, &l->med.software,
		&l->med.serial, &l->med.maker, &l->med.model, &l->med.asset,
	};
	const struct lldp_mac_phy *m = &l->mac.mac_phy;

	for (size_t i = 0; i < sizeof(text) / sizeof(text[0]); i++)
		check_text(text[i]);
	check_lists(l);
	check_faults(&l->faults);
	FUZZ_CHECK(m->pmd == m->pmd_sent || m->pmd == lldp_pmd_turned(m->pmd_sent));
	FUZZ_CHECK(lldp_pmd_way(m->pmd, m->mau) != LLDP_PMD_REVERSED);
	for (int i = 0; i < LLDP_MUSTS; i++)
		FUZZ_CHECK(l->must[i].number <= l->tlvs && l->must[i].byte <= frame_bytes);
}

static void check_l2(const struct l2 *l)
{
	const struct wire_text *const text[] = {
		&l->udld.device, &l->udld.port, &l->udld.name, &l->udld.echo_device,
		&l->udld.echo_port, &l->dtp.domain, &l->vtp.domain,
	};

	for (size_t i = 0; i < sizeof(text) / sizeof(text[0]); i++)
		check_text(text[i]);
	check_faults(&l->faults);
	FUZZ_CHECK(l2_name(l->kind) && l2_role_name(l->stp.role));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	start = data;
	frame_bytes = size;
	for (size_t more = 0; more < 2; more++) {
		struct lldp l;
		struct eth e;
		struct l2 other;
		int rc = eth_parse(&e, data, size, size + more);

		FUZZ_CHECK(rc || (e.payload >= data && e.payload_bytes <= size));
		FUZZ_CHECK(e.tags <= ETH_TAGS_MAX);
		lldp_parse(&l, &e);
		check_lldp(&l);
		l2_parse(&other, &e);
		check_l2(&other);
	}
	return 0;
}
