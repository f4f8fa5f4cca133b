// SPDX-License-Identifier: GPL-3.0-or-later
/* What `ethtool -m` prints of readings: value, limits and flags, by lane.  Offsets as in module/. */
#include <stdio.h>
#include <string.h>

#include "text/module-memory.h"
#include "text/reader.h"

struct place {
	enum module_page page;
	unsigned int at;
};

static const struct monitor {
	const char *names[5];	/* of SFP, of QSFP and CMIS, of JSON; the longer first */
	const char *unit;
	double factor;
	enum fact_id reading, limits;
	struct place value[LAYOUTS], limit[LAYOUTS];
	bool lanes;
	/* Flags: the bit of the high alarm; of a QSFP the byte of the first lanes. */
	unsigned int sfp_byte, sfp_bit, qsfp_byte, cmis_bit;
} monitors[] = {
	{ { "Module temperature measurement", "Module temperature" }, MODULE_DEGREES, 256,
	  FACT_MODULE_TEMPERATURE, FACT_MODULE_THRESHOLDS_TEMPERATURE,
	  { { PAGE_DIAG, 96 }, { PAGE_LOW, 22 }, { PAGE_LOW, 14 } },
	  { { PAGE_DIAG, 0 }, { PAGE_3, 128 }, { PAGE_2, 128 } }, false, 112, 0x80, 6, 0x01 },
	{ { "Module voltage measurement", "Module voltage" }, "V", 10000,
	  FACT_MODULE_VOLTAGE, FACT_MODULE_THRESHOLDS_VOLTAGE,
	  { { PAGE_DIAG, 98 }, { PAGE_LOW, 26 }, { PAGE_LOW, 16 } },
	  { { PAGE_DIAG, 8 }, { PAGE_3, 144 }, { PAGE_2, 136 } }, false, 112, 0x20, 7, 0x10 },
	{ { "Laser bias current", "Laser tx bias current" }, "mA", 500,
	  FACT_MODULE_TX_BIAS, FACT_MODULE_THRESHOLDS_TX_BIAS,
	  { { PAGE_DIAG, 100 }, { PAGE_LOW, 42 }, { PAGE_11, 170 } },
	  { { PAGE_DIAG, 16 }, { PAGE_3, 184 }, { PAGE_2, 184 } }, true, 112, 0x08, 11, 0 },
	{ { "Laser output power", "Laser tx power", "Transmit avg optical power" }, "mW", 10000,
	  FACT_MODULE_TX_POWER, FACT_MODULE_THRESHOLDS_TX_POWER,
	  { { PAGE_DIAG, 102 }, { PAGE_LOW, 50 }, { PAGE_11, 154 } },
	  { { PAGE_DIAG, 24 }, { PAGE_3, 192 }, { PAGE_2, 176 } }, true, 112, 0x02, 13, 0 },
	{ { "Laser rx power", "Receiver signal average optical power", "Receiver signal OMA",
	    "Rcvr signal avg optical power", "Rx power" }, "mW", 10000,
	  FACT_MODULE_RX_POWER, FACT_MODULE_THRESHOLDS_RX_POWER,
	  { { PAGE_DIAG, 104 }, { PAGE_LOW, 34 }, { PAGE_11, 186 } },
	  { { PAGE_DIAG, 32 }, { PAGE_3, 176 }, { PAGE_2, 192 } }, true, 113, 0x80, 9, 0 },
};

/* "Laser rx power", and " high alarm threshold" in *rest; NULL: no reading. */
static const struct monitor *monitor_of(const char *key, const char **rest)
{
	for (size_t i = 0; i < sizeof(monitors) / sizeof(monitors[0]); i++)
		for (size_t k = 0; k < 5 && monitors[i].names[k]; k++) {
			*rest = key;
			if (text_skip(rest, monitors[i].names[k]) && (!**rest || **rest == ' ' ||
								      **rest == '('))
				return &monitors[i];
		}
	return NULL;
}

/* In the order in which all three maps have them; -1: neither. */
static int limit_of(const char **rest)
{
	static const char *const limits[] = { "high alarm", "low alarm", "high warning",
					      "low warning" };

	for (int i = 0; i < 4; i++)
		if (text_skip(rest, limits[i]))
			return i;
	return -1;
}

/* "(Channel 3)", "(Chan 3)": counted from 0; nothing: the first; -1: neither. */
static int lane_of(const char *rest)
{
	int64_t number;

	rest += strspn(rest, " ");
	if (!*rest)
		return 0;
	if (!text_skip(&rest, "(Channel") && !text_skip(&rest, "(Chan"))
		return -1;
	return text_number(&rest, &number) && *rest == ')' && number > 0 && number <= 32 ?
		       (int)number - 1 : -1;
}

static bool lane_is(const struct text_module *m, const struct monitor *monitor, int lane)
{
	static const int lanes[LAYOUTS] = { 1, 4, 8 };

	return lane >= 0 && lane < (monitor->lanes ? lanes[m->layout] : 1);
}

/*
 * Of CMIS only those of the module: for a lane ethtool tests its number where its
 * bit is meant (cmis_show_dom_chan_lvl_flag() up to 6.14).
 */
static bool put_flag(struct text_module *m, const struct monitor *monitor, int limit, int lane,
		     bool on)
{
	unsigned int nibble = 8U >> limit;
	uint8_t *at;

	switch (m->layout) {
	case LAYOUT_SFP:
		at = text_module_at(m, PAGE_DIAG, monitor->sfp_byte + (limit >= 2 ? 4 : 0));
		*at |= on ? (uint8_t)(monitor->sfp_bit >> (limit & 1)) : 0;
		return true;
	case LAYOUT_QSFP:
		at = text_module_at(m, PAGE_LOW, monitor->qsfp_byte + (unsigned int)lane / 2);
		*at |= on ? (uint8_t)(lane % 2 ? nibble : nibble << 4) : 0;
		return true;
	case LAYOUT_CMIS:
		at = text_module_at(m, PAGE_LOW, 9);
		*at |= on ? (uint8_t)(monitor->cmis_bit << limit) : 0;
		return monitor->cmis_bit;
	case LAYOUT_NONE:
		break;
	}
	return false;
}

void text_module_monitor(struct text_module *m, const char *key, const char *value)
{
	const char *rest;
	const struct monitor *monitor = monitor_of(key, &rest);
	int limit = monitor ? limit_of(&rest) : -1;
	int lane;

	if (!monitor)
		return;
	if (limit >= 0 && text_skip(&rest, "threshold")) {
		const struct place *place = &monitor->limit[m->layout];

		if (text_module_number(m, value, monitor->unit, monitor->factor, place->page,
				       place->at + 2 * (unsigned int)limit))
			text_module_seen(m, monitor->limits);
		return;
	}
	lane = lane_of(rest);
	if (!lane_is(m, monitor, lane))
		return;
	if (limit >= 0) {
		bool on;

		if (text_yes_no(value, &on) && put_flag(m, monitor, limit, lane, on))
			text_module_seen(m, FACT_MODULE_FLAGS);
	} else if (text_module_number(m, value, monitor->unit, monitor->factor,
				      monitor->value[m->layout].page,
				      monitor->value[m->layout].at + 2 * (unsigned int)lane)) {
		text_module_seen(m, monitor->reading);
		if (m->layout == LAYOUT_CMIS && monitor->lanes)
			text_module_seen(m, FACT_MODULE_LANES);
	}
}
