// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd/neighbor.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/run.h"
#include "dev/capture.h"
#include "probe/neighbor.h"
#include "report/wrap.h"
#include "wire/text.h"

#define LABEL_WIDTH 14
#define INDENT 4
#define READS_MAX 64

struct options {
	const char *read[READS_MAX];
	unsigned int reads;
	bool has_own;
	uint8_t own[ETH_MAC_BYTES];
	double wait_s;
	bool has_wait;
	bool fail_on_critical;
};

enum { OPT_READ, OPT_WAIT, OPT_OWN, OPT_FAIL_ON };

static const struct opt neighbor_options[] = {
	{ 'r', "read", "FILE", "read a capture, pcap or pcapng; - is standard input; repeatable",
	  OPT_READ },
	{ 0, "own", "MAC", "with -r: frames from this address are this end's own", OPT_OWN },
	{ 0, "wait", "S", "listen for S seconds at most (default 65)", OPT_WAIT },
	{ 0, "fail-on", "LEVEL", "warning (default) or critical: warnings then exit 0", OPT_FAIL_ON },
	{ 0, NULL, NULL, NULL, 0 },
};

static void *new_options(void)
{
	struct options *o = calloc(1, sizeof(*o));

	if (o)
		o->wait_s = NEIGHBOR_WAIT_S;
	return o;
}

static int take_own(struct options *o, const char *value, struct err *err)
{
	o->has_own = wire_mac_parse(value, o->own);
	if (o->has_own)
		return 0;
	return err_set(err, -EINVAL, "--own %s: an address like 00:1b:21:aa:bb:cc is wanted", value);
}

static int take(int id, const char *value, void *into, struct err *err)
{
	struct options *o = into;

	switch (id) {
	case OPT_READ:
		if (o->reads == READS_MAX)
			return err_set(err, -EINVAL, "-r %s: more than %d files", value, READS_MAX);
		o->read[o->reads++] = value;
		return 0;
	case OPT_OWN:
		return take_own(o, value, err);
	case OPT_WAIT:
		o->has_wait = true;
		return opt_number("wait", value, 0, 3600, &o->wait_s, err);
	case OPT_FAIL_ON:
		return opt_fail_on(value, &o->fail_on_critical, err);
	}
	return -EINVAL;
}

/* What is told of a speaker, in this order. */
static const struct {
	enum fact_id id;
	const char *label;
} lines[] = {
	{ FACT_NEIGHBOR_PORT, "port" },
	{ FACT_NEIGHBOR_PORT_DESCRIPTION, "description" },
	{ FACT_NEIGHBOR_CHASSIS, "chassis" },
	{ FACT_NEIGHBOR_MAC, "address" },
	{ FACT_NEIGHBOR_PLATFORM, "platform" },
	{ FACT_NEIGHBOR_SOFTWARE, "software" },
	{ FACT_NEIGHBOR_CAPABILITIES, "capable of" },
	{ FACT_NEIGHBOR_ADDRESSES, "management" },
	{ FACT_NEIGHBOR_TTL, "holds for" },
	{ FACT_NEIGHBOR_TAG, "in VLAN tag" },
	{ FACT_LINK_SPEED, "speed" },
	{ FACT_LINK_DUPLEX, "duplex" },
	{ FACT_LINK_AUTONEG, "negotiates" },
	{ FACT_LINK_MODES_ADVERTISED, "advertises" },
	{ FACT_NEIGHBOR_MAU, "MAU type" },
	{ FACT_NEIGHBOR_PAUSE, "pause" },
	{ FACT_NEIGHBOR_FRAME_MAX, "largest frame" },
	{ FACT_NEIGHBOR_MTU, "MTU" },
	{ FACT_NEIGHBOR_AGGREGATION, "aggregation" },
	{ FACT_VLAN_NATIVE, "native VLAN" },
	{ FACT_VLAN_IDS, "VLANs" },
	{ FACT_VLAN_NAMES, "VLAN names" },
	{ FACT_VLAN_PROTOCOL, "protocol VLAN" },
	{ FACT_VLAN_VOICE, "voice VLAN" },
	{ FACT_VTP_DOMAIN, "VTP domain" },
	{ FACT_DCBX_VERSION, "DCBX form" },
	{ FACT_PFC_ENABLED, "PFC" },
	{ FACT_PFC_WILLING, "PFC willing" },
	{ FACT_ETS_CLASSES, "ETS classes" },
	{ FACT_ETS_SHARES, "ETS shares" },
	{ FACT_ETS_WANTED, "ETS wanted" },
	{ FACT_DCBX_APPS, "DCBX" },
	{ FACT_EEE_TX_WAKE, "EEE tx wake" },
	{ FACT_EEE_RX_WAKE, "EEE rx wake" },
	{ FACT_EEE_FALLBACK, "EEE fallback" },
	{ FACT_EEE_ECHO_TX, "EEE echo tx" },
	{ FACT_EEE_ECHO_RX, "EEE echo rx" },
	{ FACT_PREEMPTION, "preemption" },
	{ FACT_POWER_ROLE, "power" },
	{ FACT_POWER_ON, "power on" },
	{ FACT_POWER_CLASS, "power class" },
	{ FACT_POWER_WANTED, "power wanted" },
	{ FACT_POWER_GIVEN, "power given" },
	{ FACT_MED_POLICIES, "MED policies" },
	{ FACT_MED_INVENTORY, "MED inventory" },
	{ FACT_NEIGHBOR_OTHERS, "other TLVs" },
};

/* What other protocols tell of the partner. */
static const struct {
	enum fact_id id;
	const char *label;
} signs[] = {
	{ FACT_STP_PROTOCOL, "spanning tree" },
	{ FACT_STP_ROLE, "role" },
	{ FACT_STP_STATE, "state" },
	{ FACT_STP_BRIDGE, "bridge" },
	{ FACT_STP_ROOT, "root" },
	{ FACT_LACP_SYSTEM, "LACP system" },
	{ FACT_LACP_KEY, "LACP key" },
	{ FACT_LACP_STATE, "LACP state" },
	{ FACT_UDLD_ECHO, "UDLD hears us" },
	{ FACT_DTP_WANTS, "DTP trunk" },
	{ FACT_VTP_DOMAIN, "VTP domain" },
};

static void one_line(const struct facts *f, enum fact_id id, const char *label,
		     const struct report_style *style, FILE *out)
{
	const struct fact *fact = facts_get(f, id), *other = facts_other(f, id);
	char value[1600], second[512], text[2400];

	if (fact->state != FACT_KNOWN || (fact_row(id)->kind == KIND_TEXT && !fact->text[0]))
		return;
	fact_print(id, fact, value, sizeof(value));
	if (other)
		fact_print(id, other, second, sizeof(second));
	snprintf(text, sizeof(text), "%s (%s)%s%s%s%s%s", value, fact_source_name[fact->source],
		 other ? ", but " : "", other ? second : "", other ? " (" : "",
		 other ? fact_source_name[other->source] : "", other ? ")" : "");
	fprintf(out, "%*s%-*s", INDENT, "", LABEL_WIDTH, label);
	wrap(out, text, INDENT + LABEL_WIDTH, INDENT + LABEL_WIDTH, style->columns);
}

static void one_speaker(const struct facts *f, const struct report_style *style, FILE *out)
{
	const char *name = facts_text(f, FACT_NEIGHBOR_SYSTEM);
	const char *kind = facts_text(f, FACT_NEIGHBOR_KIND);

	if (!name)
		name = facts_text(f, FACT_NEIGHBOR_CHASSIS);
	fprintf(out, "  %s  (%s%s%s)\n", name ? name : "no name",
		facts_text(f, FACT_NEIGHBOR_PROTOCOL), kind ? ", " : "", kind ? kind : "");
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		one_line(f, lines[i].id, lines[i].label, style, out);
	if (facts_yes(f, FACT_NEIGHBOR_PMD_REVERSED)) {
		fprintf(out, "%*s%-*s", INDENT, "", LABEL_WIDTH, "note");
		wrap(out, "the advertised bits came in reverse order and were turned",
		     INDENT + LABEL_WIDTH, INDENT + LABEL_WIDTH, style->columns);
	}
}

static void preface(const struct report_port *port, const struct report_style *style, FILE *out)
{
	const struct facts *near = &port->sets->set[SET_NEAR];
	const struct facts *partner = &port->sets->set[SET_PARTNER];
	char heard[FACT_TEXT_MAX * 2] = "nothing that tells of a neighbor", line[800];

	if (facts_known(near, FACT_NEIGHBOR_HEARD))
		fact_print(FACT_NEIGHBOR_HEARD, facts_get(near, FACT_NEIGHBOR_HEARD), heard,
			   sizeof(heard));
	if (facts_known(near, FACT_NEIGHBOR_LISTENED)) {
		snprintf(line, sizeof(line), "  heard in %.1f s: %s",
			 facts_get(near, FACT_NEIGHBOR_LISTENED)->real, heard);
		wrap(out, line, 0, 4, style->columns);
	}
	for (unsigned int i = 0; i < port->neighbors; i++)
		one_speaker(&port->neighbor[i], style, out);
	for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++)
		if (facts_get(partner, signs[i].id)->source == FROM_MEASURED)
			one_line(partner, signs[i].id, signs[i].label, style, out);
}

static int read_all(const struct options *o, int count, char **argv, struct report *report,
		    struct err *err)
{
	const struct neighbor_files how = { .own = o->has_own ? o->own : NULL, .judge = true };
	unsigned int bad = 0, files = o->reads + (unsigned int)count;
	struct err first = { 0 };

	for (unsigned int i = 0; i < files; i++) {
		const char *file = i < o->reads ? o->read[i] : argv[i - o->reads];
		struct err one = { 0 };

		if (neighbor_read(file, &how, report, &one) < 0) {
			first = first.code ? first : one;
			bad++;
		}
	}
	report->many = files > 1 || report->ports > 1;
	if (bad > 1)
		err_set(err, first.code, "%s (and %u more that cannot be read)", first.text, bad - 1);
	else if (bad)
		*err = first;
	return first.code;
}

static int run(const struct settings *settings, void *options, int count, char **argv,
	       struct report *report, struct err *err)
{
	struct run_plan plan = { .judge = true, .listen = { .on = true, .daemons = true,
							      .stop_early = true } };
	const struct options *o = options;
	int rc;

	(void)settings;
	report->preface = preface;
	report->fail_on_critical = o->fail_on_critical;
	if (o->reads && o->has_wait)
		return err_set(err, -EINVAL, "neighbor: --wait goes with an interface, not with -r");
	if (!o->reads && o->has_own)
		return err_set(err, -EINVAL, "neighbor: --own goes with -r; a live port knows its "
			       "address");
	if (o->reads)
		return read_all(o, count, argv, report, err);
	if (count == 0)
		return err_set(err, -EINVAL, "neighbor: which interface? (or -r FILE)");
	rc = capture_allowed(err);
	if (rc < 0)
		return rc;
	plan.listen.wait_s = o->wait_s;
	report->many = count != 1;
	return run_ports(&plan, count, argv, report, err);
}

const struct command cmd_neighbor = {
	.name = "neighbor",
	.arguments = "[OPTIONS] IFACE... | -r FILE...",
	.summary = "what the switch says of the link: LLDP and CDP",
	.help = "Reads what the other end of the cable announces of itself and its port, by LLDP, CDP, "
		"STP, LACP and the like, and compares it with what this port says. Listens on IFACE, "
		"which needs CAP_NET_RAW, or reads a capture. Nothing is sent.",
	.options = neighbor_options,
	.take = take,
	.new_options = new_options,
	.run = run,
};
