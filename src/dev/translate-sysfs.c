// SPDX-License-Identifier: GPL-3.0-or-later
/* Texts of /sys/class/net/NAME and of the PCI devices above it. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dev/translate-private.h"
#include "mii/csr.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static struct facts *near_of(struct sets *sets)
{
	return &sets->set[SET_NEAR];
}

static void offer_answer(const struct answer *answer, struct sets *sets, enum fact_id id)
{
	char text[FACT_TEXT_MAX];

	if (answer_text(answer, text, sizeof(text)))
		facts_offer_text(near_of(sets), id, FROM_SYSFS, text);
}

static bool answer_num(const struct answer *answer, int64_t *num)
{
	char text[32], *end;

	if (!answer_text(answer, text, sizeof(text)))
		return false;
	*num = strtoll(text, &end, 10);
	return end != text && *end == '\0';
}

/* The path of the device below /sys; an empty answer: there is none. */
void sysfs_device(const struct answer *answer, struct sets *sets)
{
	facts_offer_bool(near_of(sets), FACT_PORT_PHYSICAL, FROM_SYSFS, answer->len_bytes > 0);
}

void sysfs_driver(const struct answer *answer, struct sets *sets)
{
	offer_answer(answer, sets, FACT_PORT_DRIVER);
}

void sysfs_subsystem(const struct answer *answer, struct sets *sets)
{
	offer_answer(answer, sets, FACT_PORT_BUS);
}

void sysfs_speed(const struct answer *answer, struct sets *sets)
{
	int64_t num;

	if (answer_num(answer, &num))
		offer_speed(near_of(sets), FROM_SYSFS, num);
}

void sysfs_duplex(const struct answer *answer, struct sets *sets)
{
	char text[16];

	if (!answer_text(answer, text, sizeof(text)) || facts_no(near_of(sets), FACT_LINK_UP))
		return;
	if (strcmp(text, "half") == 0 || strcmp(text, "full") == 0)
		facts_offer_text(near_of(sets), FACT_LINK_DUPLEX, FROM_SYSFS, text);
}

void sysfs_carrier_ups(const struct answer *answer, struct sets *sets)
{
	struct facts *near = near_of(sets);
	int64_t num;

	if (!answer_num(answer, &num))
		return;
	offer_count(near, FACT_LINK_CARRIER_UPS, FROM_SYSFS, num);
	if (num > 0)
		facts_offer_bool(near, FACT_LINK_EVER_UP, FROM_SYSFS, true);
	else if (num == 0 && facts_no(near, FACT_LINK_UP))
		facts_offer_bool(near, FACT_LINK_EVER_UP, FROM_SYSFS, false);
}

void sysfs_carrier_downs(const struct answer *answer, struct sets *sets)
{
	int64_t num;

	if (answer_num(answer, &num))
		offer_count(near_of(sets), FACT_LINK_CARRIER_DOWNS, FROM_SYSFS, num);
}

static int chip_of(const char *name)
{
	for (int chip = 0; chip < CSR_CHIPS; chip++)
		if (strcmp(csr_chip_name((enum csr_chip)chip), name) == 0)
			return chip;
	return -1;
}

/* The chip, then "NUMBER WORD" a line: live_sysfs_csr(). */
void sysfs_csr(const struct answer *answer, struct sets *sets)
{
	struct facts *near = near_of(sets);
	char text[FACT_TEXT_MAX], *rest = text, *line, one[24];
	unsigned int reg, word;
	int chip, len;

	if (!answer_text(answer, text, sizeof(text)))
		return;
	chip = chip_of(strsep(&rest, "\n"));
	if (chip < 0)
		return;
	facts_offer_text(near, FACT_TULIP_CHIP, FROM_SYSFS, csr_chip_name((enum csr_chip)chip));
	while ((line = strsep(&rest, "\n"))) {
		if (sscanf(line, "%2u %8x%n", &reg, &word, &len) != 2 || line[len])
			continue;
		snprintf(one, sizeof(one), "%u %08x", reg, word);
		facts_list_add(near, FACT_TULIP_CSR, FROM_SYSFS, one);
		if (reg == 12 && csr_nway((enum csr_chip)chip, word))
			facts_offer_text(near, FACT_TULIP_NWAY, FROM_SYSFS,
					 csr_nway((enum csr_chip)chip, word));
	}
}

/*
 * Drivers of devices that a hypervisor or the kernel makes up: what they say
 * of speed and duplex is a setting, and no cable hangs on them.  Names are those
 * of ETHTOOL_GDRVINFO or of the bus driver, from the Linux sources below
 * drivers/net.  Emulated hardware with a real driver (e1000) can not be told.
 */
static const char *const virtual_drivers[] = {
	"802.1Q VLAN Support", "bonding", "bridge", "dummy", "ena",	   "geneve",
	"gve",		       "hv_netvsc", "ibmveth", "ibmvnic", "ifb",   "ipvlan",
	"macsec",	       "macvlan", "mana",   "net_failover", "netdevsim", "netkit",
	"nlmon",	       "openvswitch", "team", "tun",	"veth",	   "vif",
	"virtio_net",	       "vmxnet3", "vrf",    "vxlan",	"xen-netfront", "xen_netfront",
};

void translate_virtual(struct facts *near)
{
	const struct fact *driver = facts_get(near, FACT_PORT_DRIVER);
	const struct fact *physical = facts_get(near, FACT_PORT_PHYSICAL);

	if (facts_get(near, FACT_PORT_VIRTUAL)->source == FROM_LAB)
		return;
	for (size_t i = 0; driver->state == FACT_KNOWN && i < COUNT(virtual_drivers); i++)
		if (strcmp(driver->text, virtual_drivers[i]) == 0) {
			facts_offer_bool(near, FACT_PORT_VIRTUAL, driver->source, true);
			return;
		}
	if (facts_no(near, FACT_PORT_PHYSICAL))
		facts_offer_bool(near, FACT_PORT_VIRTUAL, physical->source, true);
	else if (facts_known(near, FACT_PORT_PHYSICAL) && driver->state == FACT_KNOWN)
		facts_offer_bool(near, FACT_PORT_VIRTUAL, physical->source, false);
}
