// SPDX-License-Identifier: GPL-3.0-or-later
/* `ethtool -i`, and outputs of ethtool that tell nothing of the link: -T, -c, -g, -k, -l. */
#include <stdio.h>
#include <string.h>

#include "text/reader.h"

static bool take_bus(struct text_section *s, const struct text_key *key, const char *value)
{
	facts_offer_text(text_near(s), key->id, FROM_PASTE, value);
	/* A port with a place on a bus has a device. */
	if (*value)
		facts_offer_bool(text_near(s), FACT_PORT_PHYSICAL, FROM_PASTE, true);
	return true;
}

/* Drivers of devices that a hypervisor or the kernel makes up (dev/translate-sysfs.c). */
static bool take_driver(struct text_section *s, const struct text_key *key, const char *value)
{
	static const char *const made_up[] = { "bonding", "bridge", "dummy", "ena", "gve", "hv_netvsc",
					       "tun", "veth", "virtio_net", "vmxnet3", "xen_netfront" };

	if (!*value)
		return false;
	facts_offer_text(text_near(s), key->id, FROM_PASTE, value);
	for (size_t i = 0; i < sizeof(made_up) / sizeof(made_up[0]); i++)
		if (strcmp(value, made_up[i]) == 0)
			facts_offer_bool(text_near(s), FACT_PORT_VIRTUAL, FROM_PASTE, true);
	return true;
}

static const struct text_key keys[] = {
	{ "driver", take_driver, FACT_PORT_DRIVER, 0 },
	{ "version", text_take_text, FACT_PORT_DRIVER_VERSION, 0 },
	{ "firmware-version", text_take_text, FACT_PORT_FIRMWARE, 0 },
	{ "bus-info", take_bus, FACT_PORT_BUS_INFO, 0 },
	{ "expansion-rom-version", text_take_nothing, 0, 0 },
	{ "supports-statistics", text_take_nothing, 0, 0 },
	{ "supports-test", text_take_nothing, 0, 0 },
	{ "supports-eeprom-access", text_take_nothing, 0, 0 },
	{ "supports-register-dump", text_take_nothing, 0, 0 },
	{ "supports-priv-flags", text_take_nothing, 0, 0 },
	{ NULL, NULL, 0, 0 },
};

static bool info_begins(struct text_section *s, const struct text_line *line)
{
	return strncmp(line->text, "driver: ", 8) == 0 && text_take_key(s, keys, line->text);
}

static bool info_line(struct text_section *s, const struct text_line *line)
{
	return text_take_key(s, keys, line->text);
}

const struct text_reader text_info = {
	.name = "driver",
	.help = "ethtool -i IFACE",
	.begins = info_begins,
	.line = info_line,
};

static bool other_begins(struct text_section *s, const struct text_line *line)
{
	static const char *const heads[] = {
		"Time stamping parameters for ", "Coalesce parameters for ", "Ring parameters for ",
		"Features for ", "Channel parameters for ", "Offload parameters for ",
		"Private flags for ",
	};
	const char *text = line->text;
	char name[20];

	for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++) {
		if (!text_skip(&text, heads[i]))
			continue;
		if (!text_word(&text, name, sizeof(name)) || *text || name[strlen(name) - 1] != ':')
			return false;
		name[strlen(name) - 1] = '\0';
		return text_port_is(s, name);
	}
	return false;
}

static bool other_line(struct text_section *s, const struct text_line *line)
{
	static const char *const lines[] = { "Capabilities", "Hardware Transmit", "Hardware Receive",
					     "hardware-", "software-", "off", "on", "none", "all",
					     "ptpv2-" };

	(void)s;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		if (strncmp(line->text, lines[i], strlen(lines[i])) == 0)
			return true;
	return strchr(line->text, ':') != NULL;
}

const struct text_reader text_other = {
	.name = "ethtool-other",
	.help = "ethtool -T, -c, -g, -k, -l: read over",
	.begins = other_begins,
	.line = other_line,
};
