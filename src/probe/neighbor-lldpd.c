// SPDX-License-Identifier: GPL-3.0-or-later
/* What lldpd heard, out of `lldpcli -f json0 show neighbors details` (lldpd 1.0). */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "probe/neighbor.h"
#include "wire/text.h"

#define MW_PER_W 1000

/* In this form every member is an array; the first counts. */
static const json_t *first(const json_t *object, const char *key)
{
	return json_array_get(json_object_get(object, key), 0);
}

static const char *value(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(first(object, key), "value"));
}

static void offer(struct facts *f, enum fact_id id, enum fact_source from, const char *text)
{
	const struct wire_text bytes = { .at = (const uint8_t *)text,
					 .len_bytes = text ? strlen(text) : 0 };

	probe_offer_text(f, id, from, &bytes);
}

static void offer_num(struct facts *f, enum fact_id id, enum fact_source from, const char *text,
		      long scale)
{
	char *end;
	long num = text ? strtol(text, &end, 10) : 0;

	if (text && end != text)
		facts_offer_num(f, id, from, num * scale);
}

/* "100BaseTXFD - 2 pair category 5 UTP, full duplex mode", "10GbaseLR - ...". */
static void mau(struct facts *f, enum fact_source from, const char *text)
{
	size_t len = text ? strcspn(text, " ") : 0;
	char *unit;
	double speed;

	if (!len || !isdigit((unsigned char)text[0]))
		return;
	offer(f, FACT_NEIGHBOR_MAU, from, text);
	speed = strtod(text, &unit);
	if (*unit == 'G' || *unit == 'g')
		speed *= 1000;
	facts_offer_num(f, FACT_LINK_SPEED, from, (int64_t)speed);
	if (strstr(text, "full duplex"))
		facts_offer_text(f, FACT_LINK_DUPLEX, from, "full");
	else if (strstr(text, "half duplex"))
		facts_offer_text(f, FACT_LINK_DUPLEX, from, "half");
}

static void port(const json_t *p, enum fact_source from, struct facts *f)
{
	const json_t *an = first(p, "auto-negotiation"), *power = first(p, "power");

	offer(f, FACT_NEIGHBOR_PORT, from, value(p, "id"));
	offer(f, FACT_NEIGHBOR_PORT_DESCRIPTION, from, value(p, "descr"));
	offer_num(f, FACT_NEIGHBOR_TTL, from, value(p, "ttl"), 1);
	offer_num(f, FACT_NEIGHBOR_FRAME_MAX, from, value(p, "mfs"), 1);
	if (an) {
		facts_offer_bool(f, FACT_LINK_AUTONEG, from,
				 json_is_true(json_object_get(an, "enabled")));
		mau(f, from, value(an, "current"));
	}
	if (!power)
		return;
	facts_offer_text(f, FACT_POWER_ROLE, from,
			 strcmp(value(power, "device-type") ? value(power, "device-type") : "", "PD") ?
				 "pse" : "pd");
	offer_num(f, FACT_POWER_WANTED, from, value(power, "requested"), 1);
	offer_num(f, FACT_POWER_GIVEN, from, value(power, "allocated"), 1);
}

static void vlans(const json_t *one, enum fact_source from, struct facts *f)
{
	const json_t *vlan;
	size_t i;

	json_array_foreach(json_object_get(one, "vlan"), i, vlan)
		if (json_is_true(json_object_get(vlan, "pvid")))
			offer_num(f, FACT_VLAN_NATIVE, from,
				  json_string_value(json_object_get(vlan, "vlan-id")), 1);
}

static bool has(const json_t *chassis, const char *type)
{
	const json_t *capability;
	size_t i;

	json_array_foreach(json_object_get(chassis, "capability"), i, capability) {
		const char *name = json_string_value(json_object_get(capability, "type"));

		if (name && strcmp(name, type) == 0)
			return json_is_true(json_object_get(capability, "enabled"));
	}
	return false;
}

static void kind(const json_t *chassis, enum fact_source from, struct facts *f)
{
	static const struct {
		const char *type;
		enum neighbor_kind kind;
	} kinds[] = {
		{ "Tel", NEIGHBOR_PHONE }, { "Wlan", NEIGHBOR_ACCESS_POINT },
		{ "Bridge", NEIGHBOR_SWITCH }, { "Router", NEIGHBOR_ROUTER },
		{ "Repeater", NEIGHBOR_REPEATER }, { "Station", NEIGHBOR_HOST },
	};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (has(chassis, kinds[i].type)) {
			facts_offer_text(f, FACT_NEIGHBOR_KIND, from,
					 neighbor_kind_name(kinds[i].kind));
			return;
		}
}

static void speaker(const json_t *one, struct facts *f)
{
	const char *via = json_string_value(json_object_get(one, "via"));
	enum fact_source from = via && strncmp(via, "CDP", 3) == 0 ? FROM_CDP : FROM_LLDP;
	const json_t *chassis = first(one, "chassis"), *address;
	size_t i;

	offer(f, FACT_NEIGHBOR_PROTOCOL, from, from == FROM_CDP ? "cdp" : "lldp");
	offer(f, FACT_NEIGHBOR_SYSTEM, from, value(chassis, "name"));
	offer(f, FACT_NEIGHBOR_CHASSIS, from, value(chassis, "id"));
	offer(f, FACT_NEIGHBOR_PLATFORM, from, value(chassis, "descr"));
	json_array_foreach(json_object_get(chassis, "mgmt-ip"), i, address) {
		const char *text = json_string_value(json_object_get(address, "value"));

		if (text)
			facts_list_add(f, FACT_NEIGHBOR_ADDRESSES, from, text);
	}
	kind(chassis, from, f);
	port(first(one, "port"), from, f);
	vlans(one, from, f);
}

/* LLDP and CDP of one port are two entries here: the system's name joins them. */
static bool known_by(const struct facts *f, unsigned int count, const struct facts *one)
{
	const char *name = facts_text(one, FACT_NEIGHBOR_SYSTEM);

	for (unsigned int i = 0; name && i < count; i++)
		if (facts_text_is(&f[i], FACT_NEIGHBOR_SYSTEM, name) &&
		    !facts_text_is(&f[i], FACT_NEIGHBOR_PROTOCOL,
				   facts_text(one, FACT_NEIGHBOR_PROTOCOL)))
			return true;
	return false;
}

unsigned int probe_neighbor_lldpd(const json_t *answer, struct facts *out, unsigned int max)
{
	const json_t *entry;
	unsigned int count = 0;
	size_t i;

	json_array_foreach(json_object_get(first(answer, "lldp"), "interface"), i, entry) {
		if (count == max)
			break;
		out[count] = (struct facts){ .others = 0 };
		speaker(entry, &out[count]);
		if (!known_by(out, count, &out[count]))
			count++;
	}
	return count;
}
