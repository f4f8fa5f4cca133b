// SPDX-License-Identifier: GPL-3.0-or-later
/* Structures of SIOCETHTOOL, include/uapi/linux/ethtool.h. */
#include <linux/ethtool.h>
#include <stdio.h>
#include <string.h>

#include "base/cur.h"
#include "dev/translate-private.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static struct facts *near_of(struct sets *sets)
{
	return &sets->set[SET_NEAR];
}

/* The structure, if all of it is there.  Recorded bytes need not be aligned. */
static bool take(const struct answer *answer, void *out, size_t size)
{
	if (!answer->bytes || answer->len_bytes < size)
		return false;
	memcpy(out, answer->bytes, size);
	return true;
}

static void offer_field(struct facts *near, enum fact_id id, const char *field, size_t size)
{
	char text[64];
	size_t len = strnlen(field, size);

	if (len == 0 || len >= sizeof(text))
		return;
	memcpy(text, field, len);
	text[len] = '\0';
	if (strcmp(text, "N/A") != 0 && strcmp(text, "n/a") != 0)
		facts_offer_text(near, id, FROM_IOCTL, text);
}

void ioctl_drvinfo(const struct answer *answer, struct sets *sets)
{
	struct facts *near = near_of(sets);
	struct ethtool_drvinfo info;

	if (!take(answer, &info, sizeof(info)))
		return;
	offer_field(near, FACT_PORT_DRIVER, info.driver, sizeof(info.driver));
	offer_field(near, FACT_PORT_DRIVER_VERSION, info.version, sizeof(info.version));
	offer_field(near, FACT_PORT_FIRMWARE, info.fw_version, sizeof(info.fw_version));
	offer_field(near, FACT_PORT_BUS_INFO, info.bus_info, sizeof(info.bus_info));
}

/* All zero is what a device without an address of its own gives. */
void ioctl_permaddr(const struct answer *answer, struct sets *sets)
{
	struct ethtool_perm_addr head;
	const uint8_t *data;
	char text[3 * 32 + 1];
	bool zero = true;
	struct cur c;

	if (!take(answer, &head, sizeof(head)) || head.size == 0 || head.size > 32)
		return;
	cur_init(&c, answer->bytes + sizeof(head), answer->len_bytes - sizeof(head));
	data = cur_bytes(&c, head.size);
	if (!data)
		return;
	for (unsigned int i = 0; i < head.size; i++) {
		sprintf(text + (i ? 3 * i - 1 : 0), "%s%02x", i ? ":" : "", data[i]);
		zero = zero && data[i] == 0;
	}
	if (!zero)
		facts_offer_text(near_of(sets), FACT_PORT_PERM_MAC, FROM_IOCTL, text);
}

/* ETHTOOL_GLINK: what LINKSTATE asks the driver, before there was LINKSTATE. */
void ioctl_link(const struct answer *answer, struct sets *sets)
{
	struct ethtool_value value;

	if (!take(answer, &value, sizeof(value)))
		return;
	prefer_bool(near_of(sets), FACT_LINK_UP, FROM_IOCTL, value.data);
	if (value.data)
		prefer_bool(near_of(sets), FACT_LINK_EVER_UP, FROM_IOCTL, true);
}

static struct modes take_modes(struct cur *c, unsigned int words)
{
	const uint8_t *bytes = cur_bytes(c, words * sizeof(uint32_t));
	uint32_t word[INT8_MAX];

	if (!bytes)
		return (struct modes){ 0 };
	memcpy(word, bytes, words * sizeof(uint32_t));
	return modes_from_u32(word, words);
}

/*
 * Master/slave and rate matching are left out: net/ethtool/ioctl.c overwrites
 * them with "unsupported" whatever the driver says.
 */
void ioctl_linksettings(const struct answer *answer, struct sets *sets)
{
	struct facts *near = near_of(sets);
	struct ethtool_link_settings link;
	struct mode_sets modes = { 0 };
	unsigned int words;
	struct cur c;

	if (!take(answer, &link, sizeof(link)))
		return;
	words = link.link_mode_masks_nwords > 0 ? (unsigned int)link.link_mode_masks_nwords : 0;
	cur_init(&c, answer->bytes + sizeof(link), answer->len_bytes - sizeof(link));
	modes.supported = take_modes(&c, words);
	modes.advertised = take_modes(&c, words);
	modes.peer = take_modes(&c, words);
	if (!c.short_read)
		offer_link_modes(sets, FROM_IOCTL, &modes);
	offer_flag(near, FACT_LINK_AUTONEG, FROM_IOCTL, link.autoneg);
	offer_speed(near, FROM_IOCTL, link.speed);
	offer_duplex(near, FROM_IOCTL, link.duplex);
	offer_port(near, FROM_IOCTL, link.port);
	offer_mdix(near, FROM_IOCTL, link.eth_tp_mdix);
}

void ioctl_pause(const struct answer *answer, struct sets *sets)
{
	struct facts *near = near_of(sets);
	struct ethtool_pauseparam pause;

	if (!take(answer, &pause, sizeof(pause)))
		return;
	facts_offer_bool(near, FACT_PAUSE_AUTONEG, FROM_IOCTL, pause.autoneg);
	facts_offer_bool(near, FACT_PAUSE_RX, FROM_IOCTL, pause.rx_pause);
	facts_offer_bool(near, FACT_PAUSE_TX, FROM_IOCTL, pause.tx_pause);
}

/* The old structure's SUPPORTED_ and ADVERTISED_ bits are the first 32 link modes. */
void ioctl_eee(const struct answer *answer, struct sets *sets)
{
	struct facts *near = near_of(sets);
	struct ethtool_eee eee;
	struct mode_sets modes;

	if (!take(answer, &eee, sizeof(eee)))
		return;
	modes.supported = modes_from_u32(&eee.supported, 1);
	modes.advertised = modes_from_u32(&eee.advertised, 1);
	modes.peer = modes_from_u32(&eee.lp_advertised, 1);
	offer_eee_modes(sets, FROM_IOCTL, &modes);
	facts_offer_bool(near, FACT_EEE_ACTIVE, FROM_IOCTL, eee.eee_active);
	facts_offer_bool(near, FACT_EEE_ENABLED, FROM_IOCTL, eee.eee_enabled);
	facts_offer_bool(near, FACT_EEE_TX_LPI, FROM_IOCTL, eee.tx_lpi_enabled);
}

void ioctl_fec(const struct answer *answer, struct sets *sets)
{
	static const struct value_name names[] = {
		{ ETHTOOL_FEC_OFF, "Off" },
		{ ETHTOOL_FEC_RS, "RS" },
		{ ETHTOOL_FEC_BASER, "BaseR" },
		{ ETHTOOL_FEC_LLRS, "LLRS" },
	};
	struct facts *near = near_of(sets);
	struct ethtool_fecparam fec;
	const char *active;

	if (!take(answer, &fec, sizeof(fec)))
		return;
	for (size_t i = 0; i < COUNT(names); i++)
		if (fec.fec & names[i].num)
			facts_list_add(near, FACT_FEC_CONFIGURED, FROM_IOCTL, names[i].name);
	facts_offer_bool(near, FACT_FEC_AUTO, FROM_IOCTL, fec.fec & ETHTOOL_FEC_AUTO);
	active = value_name(names, COUNT(names), fec.active_fec);
	if (active)
		facts_offer_text(near, FACT_FEC_ACTIVE, FROM_IOCTL, active);
}
