// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * `ethtool --json IFACE` (6.10), `--json -a`, `-m`, `--show-fec` and `-S --all-groups`: an
 * array of objects.  Each key is turned into the line that ethtool prints without --json,
 * and read as such.
 */
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "fact/counters.h"
#include "text/case-private.h"
#include "text/module-json.h"

static const struct {
	const char *key, *words;
	const struct text_reader *reader;
} keys[] = {
	{ "supported-link-modes", "Supported link modes", &text_ethtool },
	{ "supported-pause-frame-use", "Supported pause frame use", &text_ethtool },
	{ "supports-auto-negotiation", "Supports auto-negotiation", &text_ethtool },
	{ "advertised-link-modes", "Advertised link modes", &text_ethtool },
	{ "advertised-pause-frame-use", "Advertised pause frame use", &text_ethtool },
	{ "advertised-auto-negotiation", "Advertised auto-negotiation", &text_ethtool },
	{ "link-partner-advertised-link-modes", "Link partner advertised link modes", &text_ethtool },
	{ "link-partner-advertised-pause-frame-use", "Link partner advertised pause frame use",
	  &text_ethtool },
	{ "link-partner-advertised-auto-negotiation", "Link partner advertised auto-negotiation",
	  &text_ethtool },
	{ "speed", "Speed", &text_ethtool },
	{ "duplex", "Duplex", &text_ethtool },
	{ "auto-negotiation", "Auto-negotiation", &text_ethtool },
	{ "port", "Port", &text_ethtool },
	{ "link-detected", "Link detected", &text_ethtool },
	{ "autonegotiate", "Autonegotiate", &text_pause },
	{ "rx", "RX", &text_pause },
	{ "tx", "TX", &text_pause },
	{ "config", "Configured FEC encodings", &text_fec },
	{ "active", "Active FEC encoding", &text_fec },
};

#define GROUPS_DEEP 3	/* "statistics", "corrected_blocks", "total" */

static void value_text(const json_t *value, bool rate, char *out, size_t size)
{
	const json_t *item;
	size_t i, used = 0;

	out[0] = '\0';
	if (json_is_boolean(value))
		snprintf(out, size, "%s", json_is_true(value) ? "yes" : "no");
	else if (json_is_integer(value))
		snprintf(out, size, "%" PRId64 "%s", (int64_t)json_integer_value(value),
			 rate ? "Mb/s" : "");
	else if (json_is_string(value))
		snprintf(out, size, "%s", json_string_value(value));
	json_array_foreach((json_t *)value, i, item) {
		if (!json_is_string(item) || used + strlen(json_string_value(item)) + 2 > size)
			continue;
		used += (size_t)snprintf(out + used, size - used, "%s%s", i ? " " : "",
					 json_string_value(item));
	}
}

static void one_key(struct text_section *s, const json_t *object, size_t row)
{
	const json_t *value = json_object_get(object, keys[row].key);
	struct text_section inner = *s;
	struct text_line line = { .number = 1 };
	char text[2048];

	if (!value)
		return;
	value_text(value, strcmp(keys[row].key, "speed") == 0, text, sizeof(text));
	snprintf(line.text, sizeof(line.text), "%s: %s", keys[row].words, text);
	inner.reader = keys[row].reader;
	keys[row].reader->line(&inner, &line);
	inner.reader = s->reader;
	*s = inner;
}

static void one_count(struct text_section *s, const char *name, int64_t count)
{
	static const struct {
		const char *name;
		enum fact_id total;
	} totals[] = {
		{ "corrected_blocks", FACT_TOTAL_FEC_CORRECTED },
		{ "uncorrectable_blocks", FACT_TOTAL_FEC_UNCORRECTABLE },
		{ "tx_pause_frames", FACT_TOTAL_PAUSE_TX },
		{ "rx_pause_frames", FACT_TOTAL_PAUSE_RX },
	};
	int number = counters_name(name, strlen(name));

	if (count < 0)
		return;
	if (number >= 0)
		text_count_named(s, number, count);
	for (size_t i = 0; i < sizeof(totals) / sizeof(totals[0]); i++)
		if (strcmp(name, totals[i].name) == 0)
			text_count(s, totals[i].total, count);
}

/* Counters stand in groups, some with a total beside their lanes. */
static void counts(struct text_section *s, const json_t *object, int deep)
{
	const char *name;
	json_t *value;

	json_object_foreach((json_t *)object, name, value) {
		const json_t *total = json_is_integer(value) ? value : json_object_get(value, "total");

		if (json_is_integer(total))
			one_count(s, name, (int64_t)json_integer_value(total));
		else if (json_is_object(value) && deep > 1)
			counts(s, value, deep - 1);
	}
}

static void one_object(struct text_section *s, const json_t *object)
{
	const char *name = json_string_value(json_object_get(object, "ifname"));
	const json_t *agreed = json_object_get(object, "negotiated");

	if (text_module_json(s, object))
		return;
	if (!name || !text_port_is(s, name))
		return;
	s->port->meant = true;
	for (size_t row = 0; row < sizeof(keys) / sizeof(keys[0]); row++)
		one_key(s, object, row);
	counts(s, object, GROUPS_DEEP);
	if (json_is_boolean(json_object_get(agreed, "rx")) &&
	    json_is_boolean(json_object_get(agreed, "tx"))) {
		static const char *const flow[] = { "none", "rx", "tx", "both" };

		facts_offer_text(text_near(s), FACT_PAUSE_FLOW, FROM_PASTE,
				 flow[json_is_true(json_object_get(agreed, "rx")) +
				      2 * json_is_true(json_object_get(agreed, "tx"))]);
	}
	text_ethtool.ends(s);
	s->state = s->column[0] = s->column[1] = 0;
	s->columns = 0;
	memset(s->modes, 0, sizeof(s->modes));
}

/* How many brackets are open behind this line; strings hold none of ethtool's. */
static int depth_after(const char *text, int depth)
{
	for (; *text; text++)
		depth += (*text == '[' || *text == '{') - (*text == ']' || *text == '}');
	return depth;
}

/*
 * Until 6.18 a reading has the name of its limits, which come later and would
 * stand for both: it gets the name that it has since.
 */
static const char *undoubled(const char *text, char *out, size_t size)
{
	static const char *const names[][2] = {
		{ "\"module_temperature\": ", "\"module_temperature_measurement\": " },
		{ "\"module_voltage\": ", "\"module_voltage_measurement\": " },
		{ "\"laser_bias_current\": ", "\"laser_tx_bias_current\": " },
		{ "\"laser_output_power\": ", "\"transmit_avg_optical_power\": " },
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const char *value = text;

		if (text_skip(&value, names[i][0]) && *value != '{') {
			snprintf(out, size, "%s%.64s", names[i][1], value);
			return out;
		}
	}
	return text;
}

static bool keep(struct text_section *s, const char *text)
{
	struct text_case *c = s->of;
	char other[160];
	size_t len;

	text = undoubled(text, other, sizeof(other));
	len = strlen(text);
	if (c->kept_len + len + 2 > sizeof(c->kept))
		return false;
	memcpy(c->kept + c->kept_len, text, len);
	c->kept_len += len;
	c->kept[c->kept_len++] = '\n';
	s->state = depth_after(text, s->state);
	return true;
}

static bool begins(struct text_section *s, const struct text_line *line)
{
	const char *rest = line->text + 1 + strspn(line->text + (*line->text != 0), " ");

	(void)s;
	return line->text[0] == '[' && (!*rest || *rest == '{');
}

static void opened(struct text_section *s, const struct text_line *line)
{
	s->of->kept_len = 0;
	keep(s, line->text);
}

static bool line(struct text_section *s, const struct text_line *line)
{
	return s->state > 0 && s->of->kept_len && keep(s, line->text);
}

static void ends(struct text_section *s)
{
	struct text_case *c = s->of;
	json_t *array = s->state == 0 && c->kept_len ?
			json_loadb(c->kept, c->kept_len, 0, NULL) : NULL, *object;
	size_t i;

	c->kept_len = 0;
	json_array_foreach(array, i, object)
		one_object(s, object);
	json_decref(array);
}

const struct text_reader text_json = {
	.name = "ethtool-json",
	.help = "ethtool --json IFACE, --json -a, -m, --show-fec, -S --all-groups",
	.begins = begins,
	.opened = opened,
	.line = line,
	.ends = ends,
};
