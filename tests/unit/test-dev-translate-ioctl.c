// SPDX-License-Identifier: GPL-3.0-or-later
#include <linux/ethtool.h>

#include "test-dev-help.h"

static void drvinfo(void **state)
{
	struct ethtool_drvinfo info = { .driver = "e1000e", .version = "6.1.0", .fw_version = "N/A",
					.bus_info = "0000:00:19.0" };

	help_answer(*state, "ioctl drvinfo", GROUP_PORT, &info, sizeof(info));
	assert_fact_text(near_of(*state), FACT_PORT_DRIVER, "e1000e");
	assert_fact_text(near_of(*state), FACT_PORT_DRIVER_VERSION, "6.1.0");
	assert_unread(near_of(*state), FACT_PORT_FIRMWARE);
	assert_fact_text(near_of(*state), FACT_PORT_BUS_INFO, "0000:00:19.0");
}

/* A driver that fills a field to the last byte leaves no room for a NUL. */
static void drvinfo_without_nul(void **state)
{
	struct ethtool_drvinfo info = { .cmd = 0 };

	memset(info.driver, 'd', sizeof(info.driver));
	help_answer(*state, "ioctl drvinfo", GROUP_PORT, &info, sizeof(info));
	assert_int_equal(strlen(facts_text(near_of(*state), FACT_PORT_DRIVER)), 32);
	assert_unread(near_of(*state), FACT_PORT_BUS_INFO);
}

static void perm_addr(struct sets *sets, const char *mac, uint32_t size, size_t len)
{
	uint8_t bytes[sizeof(struct ethtool_perm_addr) + 32] = { 0 };
	struct ethtool_perm_addr head = { .cmd = ETHTOOL_GPERMADDR, .size = size };

	memcpy(bytes, &head, sizeof(head));
	memcpy(bytes + sizeof(head), mac, 6);
	help_answer(sets, "ioctl permaddr", GROUP_PORT, bytes, len);
}

static void permaddr(void **state)
{
	perm_addr(*state, "\0\0\0\0\0\0", 6, sizeof(struct ethtool_perm_addr) + 32);
	perm_addr(*state, "\x02\xfc\0\0\0\1", 6, sizeof(struct ethtool_perm_addr) + 5);
	perm_addr(*state, "\x02\xfc\0\0\0\1", 0xffffffff, sizeof(struct ethtool_perm_addr) + 32);
	assert_unread(near_of(*state), FACT_PORT_PERM_MAC);
	perm_addr(*state, "\x02\xfc\0\0\0\1", 6, sizeof(struct ethtool_perm_addr) + 32);
	assert_fact_text(near_of(*state), FACT_PORT_PERM_MAC, "02:fc:00:00:00:01");
}

static void link_detected(void **state)
{
	struct ethtool_value value = { .data = 1 };

	help_answer(*state, "ioctl link", GROUP_LINK, &value, sizeof(value));
	assert_true(facts_yes(near_of(*state), FACT_LINK_UP));
	assert_true(facts_yes(near_of(*state), FACT_LINK_EVER_UP));
}

struct settings {
	struct ethtool_link_settings *link;
	size_t len;
};

static struct settings settings_new(int words)
{
	struct settings s = { .len = sizeof(*s.link) + 12 * (size_t)(words > 0 ? words : 0) };

	s.link = calloc(1, s.len);
	assert_non_null(s.link);
	s.link->link_mode_masks_nwords = (int8_t)words;
	s.link->speed = 100;
	s.link->duplex = DUPLEX_HALF;
	s.link->autoneg = AUTONEG_ENABLE;
	s.link->port = PORT_MII;
	s.link->eth_tp_mdix = ETH_TP_MDI;
	s.link->master_slave_state = MASTER_SLAVE_STATE_MASTER;
	return s;
}

static void linksettings(void **state)
{
	struct settings s = settings_new(4);
	const struct sets *sets = *state;
	struct modes modes;

	s.link->link_mode_masks[0] = 0x2f;
	s.link->link_mode_masks[3] = 0x10000000;
	s.link->link_mode_masks[4] = 0x08;
	s.link->link_mode_masks[8] = 0x04;
	help_answer(*state, "ioctl linksettings", GROUP_LINK, s.link, s.len);
	free(s.link);
	assert_fact_num(near_of(sets), FACT_LINK_SPEED, 100);
	assert_fact_text(near_of(sets), FACT_LINK_DUPLEX, "half");
	assert_true(facts_yes(near_of(sets), FACT_LINK_AUTONEG));
	assert_fact_text(near_of(sets), FACT_LINK_PORT, "mii");
	assert_fact_text(near_of(sets), FACT_LINK_MDIX, "mdi");
	assert_unread(near_of(sets), FACT_MS_ROLE);
	modes = facts_modes(near_of(sets), FACT_LINK_MODES_SUPPORTED);
	assert_int_equal(modes_count(&modes), 6);
	assert_true(modes_has(&modes, 124));
	modes = facts_modes(near_of(sets), FACT_LINK_MODES_ADVERTISED);
	assert_true(modes_has(&modes, MODE_100_FULL));
	modes = facts_modes(&sets->set[SET_PARTNER], FACT_LINK_MODES_ADVERTISED);
	assert_true(modes_has(&modes, MODE_100_HALF));
}

static void linksettings_of_other_lengths(void **state)
{
	static const int words[] = { 0, -3, 1, 127 };

	for (size_t i = 0; i < COUNT(words); i++) {
		struct settings s = settings_new(words[i]);

		memset(*state, 0, sizeof(struct sets));
		if (words[i] > 0)
			s.link->link_mode_masks[0] = 0x2f;
		help_answer(*state, "ioctl linksettings", GROUP_LINK, s.link, s.len);
		free(s.link);
		assert_fact_num(near_of(*state), FACT_LINK_SPEED, 100);
		assert_int_equal(facts_known(near_of(*state), FACT_LINK_MODES_SUPPORTED),
				 words[i] > 0);
	}
}

static void linksettings_that_know_nothing(void **state)
{
	struct settings s = settings_new(3);

	s.link->speed = (uint32_t)SPEED_UNKNOWN;
	s.link->duplex = DUPLEX_UNKNOWN;
	s.link->autoneg = 0xff;
	s.link->eth_tp_mdix = ETH_TP_MDI_INVALID;
	help_answer(*state, "ioctl linksettings", GROUP_LINK, s.link, s.len);
	free(s.link);
	assert_unread(near_of(*state), FACT_LINK_SPEED);
	assert_unread(near_of(*state), FACT_LINK_DUPLEX);
	assert_unread(near_of(*state), FACT_LINK_AUTONEG);
	assert_unread(near_of(*state), FACT_LINK_MDIX);
	assert_unread(near_of(*state), FACT_LINK_MODES_SUPPORTED);
}

static void linksettings_cut_at_every_byte(void **state)
{
	struct settings s = settings_new(3);

	for (size_t len = 0; len < s.len; len++)
		help_answer(*state, "ioctl linksettings", GROUP_LINK, s.link, len);
	free(s.link);
	assert_unread(near_of(*state), FACT_LINK_MODES_SUPPORTED);
}

static void pause_eee_fec(void **state)
{
	struct ethtool_pauseparam pause = { .autoneg = 1, .tx_pause = 1 };
	struct ethtool_eee eee = { .supported = 0x28, .advertised = 0x20, .lp_advertised = 0x20,
				   .eee_active = 1, .eee_enabled = 1 };
	struct ethtool_fecparam fec = {
		.fec = ETHTOOL_FEC_AUTO | ETHTOOL_FEC_RS | ETHTOOL_FEC_BASER,
		.active_fec = ETHTOOL_FEC_BASER,
	};
	const struct sets *sets = *state;

	help_answer(*state, "ioctl pause", GROUP_PAUSE, &pause, sizeof(pause));
	help_answer(*state, "ioctl eee", GROUP_EEE, &eee, sizeof(eee));
	help_answer(*state, "ioctl fec", GROUP_FEC, &fec, sizeof(fec));
	assert_true(facts_yes(near_of(sets), FACT_PAUSE_AUTONEG));
	assert_true(facts_no(near_of(sets), FACT_PAUSE_RX));
	assert_true(facts_yes(near_of(sets), FACT_PAUSE_TX));
	assert_true(facts_yes(near_of(sets), FACT_EEE_ACTIVE));
	assert_true(facts_no(near_of(sets), FACT_EEE_TX_LPI));
	assert_true(facts_known(&sets->set[SET_PARTNER], FACT_EEE_MODES_ADVERTISED));
	assert_fact_text(near_of(sets), FACT_FEC_CONFIGURED, "RS\nBaseR");
	assert_true(facts_yes(near_of(sets), FACT_FEC_AUTO));
	assert_fact_text(near_of(sets), FACT_FEC_ACTIVE, "BaseR");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_SETS(drvinfo),
		WITH_SETS(drvinfo_without_nul),
		WITH_SETS(permaddr),
		WITH_SETS(link_detected),
		WITH_SETS(linksettings),
		WITH_SETS(linksettings_of_other_lengths),
		WITH_SETS(linksettings_that_know_nothing),
		WITH_SETS(linksettings_cut_at_every_byte),
		WITH_SETS(pause_eee_fec),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("dev-translate-ioctl", tests, NULL, NULL);
}
