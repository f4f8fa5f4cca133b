// SPDX-License-Identifier: GPL-3.0-or-later
#include "dev/translate.h"

#include <errno.h>
#include <string.h>

#include "dev/translate-private.h"

#define ROW(name_, group_, run_, ...) \
	{ .name = name_, .group = group_, .run = run_, \
	  .gives = (const enum fact_id[]){ __VA_ARGS__ }, \
	  .gives_count = sizeof((const enum fact_id[]){ __VA_ARGS__ }) / sizeof(enum fact_id) }

#define MODULE_MEMORY_GIVES \
	FACT_MODULE_FORM, FACT_MODULE_MEMORY, FACT_MODULE_TYPE, FACT_MODULE_HOST, \
	FACT_MODULE_MEDIUM, FACT_MODULE_FEC, FACT_MODULE_CONNECTOR, FACT_MODULE_LANES, \
	FACT_MODULE_REACH, FACT_MODULE_WAVELENGTH, FACT_MODULE_VENDOR, FACT_MODULE_OUI, \
	FACT_MODULE_PART, FACT_MODULE_REVISION, FACT_MODULE_SERIAL, FACT_MODULE_DATE, \
	FACT_MODULE_POWER_CLASS, FACT_MODULE_POWER, FACT_MODULE_STATE, FACT_MODULE_DATA_PATH, \
	FACT_MODULE_CONFIG, FACT_MODULE_TEMPERATURE, FACT_MODULE_VOLTAGE, FACT_MODULE_RX_POWER, \
	FACT_MODULE_TX_POWER, FACT_MODULE_TX_BIAS, FACT_MODULE_THRESHOLDS_TEMPERATURE, \
	FACT_MODULE_THRESHOLDS_VOLTAGE, FACT_MODULE_THRESHOLDS_RX_POWER, \
	FACT_MODULE_THRESHOLDS_TX_POWER, FACT_MODULE_THRESHOLDS_TX_BIAS, FACT_MODULE_FLAGS, \
	FACT_MODULE_RX_LOS, FACT_MODULE_RX_LOL, FACT_MODULE_TX_LOS, FACT_MODULE_TX_LOL, \
	FACT_MODULE_TX_FAULT, FACT_MODULE_TX_DISABLE

const struct translator translators[] = {
	ROW("rtnl link", GROUP_PORT, rtnl_port, FACT_PORT_NAME, FACT_PORT_ALTNAMES,
	    FACT_PORT_KIND, FACT_PORT_MAC, FACT_PORT_PERM_MAC, FACT_PORT_MTU, FACT_PORT_MASTER,
	    FACT_PORT_MASTER_KIND, FACT_PORT_LOWER),
	ROW("rtnl master", GROUP_PORT, rtnl_master, FACT_PORT_MASTER),
	ROW("rtnl lower", GROUP_PORT, rtnl_lower, FACT_PORT_LOWER),
	ROW("ioctl drvinfo", GROUP_PORT, ioctl_drvinfo, FACT_PORT_DRIVER,
	    FACT_PORT_DRIVER_VERSION, FACT_PORT_FIRMWARE, FACT_PORT_BUS_INFO),
	ROW("ioctl permaddr", GROUP_PORT, ioctl_permaddr, FACT_PORT_PERM_MAC),
	ROW("sysfs device", GROUP_PORT, sysfs_device, FACT_PORT_PHYSICAL, FACT_PORT_VIRTUAL),
	ROW("sysfs driver", GROUP_PORT, sysfs_driver, FACT_PORT_DRIVER),
	ROW("sysfs subsystem", GROUP_PORT, sysfs_subsystem, FACT_PORT_BUS),

	ROW("sysfs pcie", GROUP_HOST, sysfs_pcie, FACT_HOST_BUS_RATE, FACT_HOST_BUS_LIMIT,
	    FACT_HOST_BUS_CARD, FACT_HOST_BUS_SLOT, FACT_HOST_BUS_CAUSE),
	ROW("sysfs usb", GROUP_HOST, sysfs_usb, FACT_HOST_BUS_RATE, FACT_HOST_BUS_LIMIT),
	ROW("sysfs numa_node", GROUP_HOST, sysfs_numa, FACT_HOST_NUMA_NODE),
	ROW("netlink rings", GROUP_HOST, netlink_rings, FACT_HOST_RING_RX, FACT_HOST_RING_RX_MAX,
	    FACT_HOST_RING_TX, FACT_HOST_RING_TX_MAX),
	ROW("netlink channels", GROUP_HOST, netlink_channels, FACT_HOST_RX_CHANNELS,
	    FACT_HOST_RX_CHANNELS_MAX),
	ROW("netlink coalesce", GROUP_HOST, netlink_coalesce, FACT_HOST_RX_USECS,
	    FACT_HOST_TX_USECS, FACT_HOST_RX_ADAPTIVE),
	ROW("netlink features", GROUP_HOST, netlink_features, FACT_HOST_OFFLOADS),

	ROW("rtnl link", GROUP_LINK, rtnl_state, FACT_LINK_ADMIN_UP, FACT_LINK_UP,
	    FACT_LINK_EVER_UP, FACT_LINK_OPERSTATE, FACT_LINK_CARRIER_UPS,
	    FACT_LINK_CARRIER_DOWNS),
	ROW("netlink linkstate", GROUP_LINK, netlink_linkstate, FACT_LINK_UP, FACT_LINK_SQI,
	    FACT_LINK_SQI_MAX, FACT_LINK_EXT_STATE, FACT_LINK_EXT_SUBSTATE,
	    FACT_LINK_EXT_DOWN_COUNT),
	ROW("ioctl link", GROUP_LINK, ioctl_link, FACT_LINK_UP),
	ROW("netlink linkmodes", GROUP_LINK, netlink_linkmodes, FACT_LINK_MODES_SUPPORTED,
	    FACT_LINK_MODES_ADVERTISED, FACT_LINK_AUTONEG, FACT_LINK_SPEED, FACT_LINK_DUPLEX,
	    FACT_LINK_LANES, FACT_LINK_RATE_MATCHING, FACT_MS_CONFIG, FACT_MS_ROLE,
	    FACT_MS_FAULT),
	ROW("netlink linkinfo", GROUP_LINK, netlink_linkinfo, FACT_LINK_PORT, FACT_LINK_MDIX),
	ROW("ioctl linksettings", GROUP_LINK, ioctl_linksettings, FACT_LINK_MODES_SUPPORTED,
	    FACT_LINK_MODES_ADVERTISED, FACT_LINK_AUTONEG, FACT_LINK_SPEED, FACT_LINK_DUPLEX,
	    FACT_LINK_PORT, FACT_LINK_MDIX),
	ROW("sysfs speed", GROUP_LINK, sysfs_speed, FACT_LINK_SPEED),
	ROW("sysfs duplex", GROUP_LINK, sysfs_duplex, FACT_LINK_DUPLEX),
	ROW("sysfs carrier_up_count", GROUP_LINK, sysfs_carrier_ups, FACT_LINK_CARRIER_UPS,
	    FACT_LINK_EVER_UP),
	ROW("sysfs carrier_down_count", GROUP_LINK, sysfs_carrier_downs,
	    FACT_LINK_CARRIER_DOWNS),

	ROW("netlink pause", GROUP_PAUSE, netlink_pause, FACT_PAUSE_AUTONEG, FACT_PAUSE_RX,
	    FACT_PAUSE_TX),
	ROW("ioctl pause", GROUP_PAUSE, ioctl_pause, FACT_PAUSE_AUTONEG, FACT_PAUSE_RX,
	    FACT_PAUSE_TX),
	ROW("netlink eee", GROUP_EEE, netlink_eee, FACT_EEE_ENABLED, FACT_EEE_ACTIVE,
	    FACT_EEE_TX_LPI, FACT_EEE_MODES_SUPPORTED, FACT_EEE_MODES_ADVERTISED),
	ROW("ioctl eee", GROUP_EEE, ioctl_eee, FACT_EEE_ENABLED, FACT_EEE_ACTIVE,
	    FACT_EEE_TX_LPI, FACT_EEE_MODES_SUPPORTED, FACT_EEE_MODES_ADVERTISED),
	ROW("netlink fec", GROUP_FEC, netlink_fec, FACT_FEC_CONFIGURED, FACT_FEC_AUTO,
	    FACT_FEC_ACTIVE),
	ROW("ioctl fec", GROUP_FEC, ioctl_fec, FACT_FEC_CONFIGURED, FACT_FEC_AUTO,
	    FACT_FEC_ACTIVE),

	ROW("mii phy", GROUP_MII, mii_phy, FACT_MII_PHY_ADDR, FACT_MII_WORDS,
	    FACT_MII_BMSR_FIRST, FACT_MII_ANER_FIRST, FACT_MII_GSTAT_FIRST),
	ROW("mii words", GROUP_MII, mii_words, FACT_MII_WORDS, FACT_MII_BMSR_FIRST,
	    FACT_MII_ANER_FIRST, FACT_MII_GSTAT_FIRST),

	ROW("rtnl bond", GROUP_BOND, rtnl_bond, FACT_BOND_NAME, FACT_BOND_KIND, FACT_BOND_MODE,
	    FACT_BOND_MONITOR, FACT_BOND_AGGREGATOR, FACT_BOND_PARTNER_MAC),
	ROW("proc bonding", GROUP_BOND, proc_bonding, FACT_BOND_MEMBERS, FACT_BOND_SPEEDS,
	    FACT_BOND_FAILURES, FACT_BOND_ACTIVE, FACT_BOND_AGGREGATORS, FACT_BOND_LACP,
	    FACT_BOND_CHURNED),

	ROW("kernel log", GROUP_LOG, kernel_log, FACT_LOG_SPAN, FACT_LOG_EVENTS, FACT_LOG_FLAPS,
	    FACT_LOG_LAST_FLAP, FACT_LOG_OUTAGE, FACT_LOG_DOWNSHIFT, FACT_LOG_MS_FAULT,
	    FACT_LOG_MODULE_REFUSED, FACT_LOG_MODULE_FAULT, FACT_LOG_TX_HANGS, FACT_LOG_BUS_RATE,
	    FACT_LOG_FLAP_SPEEDS, FACT_LOG_OWN_ADDRESS, FACT_LOG_ADDRESS_TAKEN, FACT_LOG_LACP_LOOP),

	ROW("rtnl link", GROUP_COUNTERS, rtnl_totals, FACT_TOTAL_RX_FRAMES, FACT_TOTAL_TX_FRAMES,
	    FACT_TOTAL_RX_BYTES, FACT_TOTAL_TX_BYTES, FACT_TOTAL_RX_ERRORS, FACT_TOTAL_TX_ERRORS,
	    FACT_TOTAL_CRC, FACT_TOTAL_ALIGNMENT, FACT_TOTAL_LENGTH, FACT_TOTAL_COLLISIONS,
	    FACT_TOTAL_LATE_COLLISIONS, FACT_TOTAL_EXCESSIVE_COLLISIONS, FACT_TOTAL_CARRIER,
	    FACT_TOTAL_HOST_DROPS, FACT_TOTAL_FIFO_OVERRUNS, FACT_TOTAL_CARRIER_CHANGES),
	ROW("ioctl stats", GROUP_COUNTERS, ioctl_stats, FACT_TOTAL_RUNTS, FACT_TOTAL_SYMBOL,
	    FACT_TOTAL_RING_EMPTY),
	ROW("netlink stats", GROUP_COUNTERS, netlink_stats, FACT_TOTAL_RUNTS, FACT_TOTAL_SYMBOL),
	ROW("rtnl member", GROUP_COUNTERS, rtnl_member_frames, FACT_BOND_RX_TOTALS,
	    FACT_BOND_TX_TOTALS),
	ROW("proc softnet_stat", GROUP_COUNTERS, proc_softnet, FACT_TOTAL_SOFTNET_DROPS,
	    FACT_TOTAL_SOFTNET_SQUEEZED),
	ROW("proc snmp", GROUP_COUNTERS, proc_snmp, FACT_TOTAL_SOCKET_DROPS),
	ROW("proc snmp6", GROUP_COUNTERS, proc_snmp6, FACT_TOTAL_SOCKET_DROPS),
	ROW("netlink pause", GROUP_COUNTERS, netlink_pause_totals, FACT_TOTAL_PAUSE_TX,
	    FACT_TOTAL_PAUSE_RX),
	ROW("netlink fec", GROUP_COUNTERS, netlink_fec_totals, FACT_TOTAL_FEC_CORRECTED,
	    FACT_TOTAL_FEC_UNCORRECTABLE, FACT_FEC_LANE_CORRECTED, FACT_FEC_LANE_UNCORRECTABLE,
	    FACT_FEC_LANE_CORRECTED_BITS, FACT_FEC_CORRECTED_BITS),

	ROW("lab port", GROUP_PORT, lab_port, FACT_PORT_PHYSICAL, FACT_PORT_VIRTUAL),
	ROW("lab port", GROUP_MII, lab_words, FACT_MII_WORDS),
	ROW("lab port", GROUP_COUNTERS, lab_totals, FACT_TOTAL_RUNTS),

	ROW("mii c45", GROUP_MII, mii_c45, FACT_MII_C45_PACKAGE, FACT_MII_C45_PMA,
	    FACT_MII_C45_PCS, FACT_MII_C45_AN),
	ROW("ioctl phy downshift", GROUP_LINK, phy_downshift, FACT_PHY_DOWNSHIFT),
	ROW("ioctl phy fast_link_down", GROUP_LINK, phy_fast_link_down, FACT_PHY_FAST_LINK_DOWN),
	ROW("ioctl phy energy_detect", GROUP_LINK, phy_energy_detect, FACT_PHY_ENERGY_DETECT),
	ROW("ioctl phystats", GROUP_MII, phy_statistics, FACT_PHY_STATISTICS),
	ROW("sysfs csr", GROUP_LINK, sysfs_csr, FACT_TULIP_CHIP, FACT_TULIP_CSR, FACT_TULIP_NWAY),
	ROW("netlink module power", GROUP_MODULE, netlink_module_power, FACT_MODULE_POWER_POLICY,
	    FACT_MODULE_POWER_MODE),
	ROW("netlink module", GROUP_MODULE, netlink_module, MODULE_MEMORY_GIVES),
	ROW("ioctl module", GROUP_MODULE, ioctl_module, MODULE_MEMORY_GIVES),
	ROW("rtnl member", GROUP_BOND, rtnl_member, FACT_BOND_MEMBERS),
	ROW("netlink member", GROUP_BOND, netlink_member, FACT_BOND_SPEEDS),
};

const size_t translators_count = sizeof(translators) / sizeof(translators[0]);

static const struct translator *translator_of(const struct answer *answer)
{
	for (size_t i = 0; i < translators_count; i++)
		if (translators[i].group == answer->group &&
		    strcmp(translators[i].name, answer->name) == 0)
			return &translators[i];
	return NULL;
}

/*
 * For most asks ENODEV is a device that sleeps.  MII handlers give it for a
 * driver without a PHY (phy_do_ioctl() in Linux drivers/net/phy/phy.c), module
 * readers for an empty cage (sfp_module_eeprom() in drivers/net/phy/sfp.c), and
 * sysfs gives EINVAL for a port that has no such thing, or none while down.
 */
static enum fact_state state_of(const struct answer *answer)
{
	if (answer->error == -ENODEV &&
	    (answer->group == GROUP_MII || answer->group == GROUP_MODULE))
		return FACT_ABSENT;
	if (answer->error == -EINVAL && strncmp(answer->name, "sysfs ", 6) == 0)
		return FACT_ABSENT;
	return fact_state_of(answer->error);
}

void translate_answer(const struct answer *answer, struct sets *sets)
{
	const struct translator *row = translator_of(answer);
	enum fact_state state;

	if (!row)
		return;
	if (!answer->error) {
		row->run(answer, sets);
		return;
	}
	state = state_of(answer);
	for (size_t i = 0; i < row->gives_count; i++)
		facts_gap(&sets->set[SET_NEAR], row->gives[i], state,
			  state == FACT_FAILED ? -answer->error : 0);
}

bool translate_answers(enum fact_group group, enum fact_source source)
{
	switch (source) {
	case FROM_NOWHERE:
		return true;
	case FROM_NETLINK:
	case FROM_IOCTL:
	case FROM_SYSFS:
	case FROM_PROC:
		return group != GROUP_MII;
	case FROM_MII:
		return group == GROUP_MII;
	case FROM_LAB:
		return group == GROUP_PORT || group == GROUP_MII || group == GROUP_COUNTERS;
	case FROM_LOG:
		return group == GROUP_LOG;
	case FROM_LLDP:
	case FROM_CDP:
	case FROM_PEER:
	case FROM_PASTE:
	case FROM_MEASURED:
	case FROM_HOST:
	case FROM_COUNT:
		break;
	}
	return false;
}

/*
 * What an earlier read of this group found makes room, or its values would
 * stand as a disagreement with themselves.  Facts from elsewhere stay: partner
 * modes out of MII words are in the group LINK, too.
 */
static void forget(struct facts *f, enum fact_group group)
{
	unsigned int kept = 0;

	for (int id = 0; id < FACT_COUNT; id++)
		if (fact_row((enum fact_id)id)->group == group &&
		    translate_answers(group, f->item[id].source))
			f->item[id] = (struct fact){ 0 };
	for (unsigned int i = 0; i < f->others; i++)
		if (fact_row(f->other[i].id)->group != group ||
		    !translate_answers(group, f->other[i].fact.source))
			f->other[kept++] = f->other[i];
	f->others = kept;
}

unsigned int translate(const struct answers *answers, enum fact_group group, unsigned int round,
		       struct sets *sets)
{
	struct facts *near = &sets->set[SET_NEAR];
	unsigned int seen = 0;

	forget(near, group);
	forget(&sets->set[SET_PARTNER], group);
	for (size_t i = 0; i < answers->count; i++) {
		if (answers->item[i].group != group || answers->item[i].round != round)
			continue;
		translate_answer(&answers->item[i], sets);
		seen++;
	}
	if (group == GROUP_PORT)
		translate_virtual(near);
	facts_settle(near, group, 0);
	return seen;
}
