// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/steps.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

static bool is_later_step(enum step step)
{
	return step == STEP_NEIGHBOR || step == STEP_TRAFFIC || step == STEP_TIMING;
}

enum step_status step_status(const struct judgement *j, enum step step)
{
	enum step_status status = j->step_seen[step] ? STATUS_OK :
				  j->step_denied[step] ? STATUS_DENIED : STATUS_NO_DATA;
	enum severity worst = SEV_INFO;

	for (unsigned int i = 0; i < j->found_count; i++)
		if (j->found[i].rule->step == step && !j->found[i].far &&
		    j->found[i].verdict.severity > worst)
			worst = j->found[i].verdict.severity;
	switch (worst) {
	case SEV_UNKNOWN:
		return STATUS_UNKNOWN;
	case SEV_WARNING:
		return STATUS_WARNING;
	case SEV_CRITICAL:
		return STATUS_CRITICAL;
	case SEV_INFO:
	case SEV_COUNT:
		break;
	}
	return status;
}

const char *step_status_name(enum step_status status)
{
	static const char *const name[] = {
		[STATUS_OK] = "ok",
		[STATUS_WARNING] = "warning",
		[STATUS_CRITICAL] = "critical",
		[STATUS_UNKNOWN] = "unknown",
		[STATUS_DENIED] = "no-data",
		[STATUS_NO_DATA] = "no-data",
	};

	return name[status];
}

const char *step_mark(enum step_status status, enum step step)
{
	static const char *const mark[] = {
		[STATUS_OK] = "ok",
		[STATUS_WARNING] = "warn",
		[STATUS_CRITICAL] = "FAIL",
		[STATUS_UNKNOWN] = "?",
		[STATUS_DENIED] = "denied",
		[STATUS_NO_DATA] = "no data",
	};

	return is_later_step(step) && status == STATUS_NO_DATA ? "-" : mark[status];
}

/* A line put together from parts that may be missing. */
struct line {
	char *out;
	size_t size;
};

static void part(struct line *line, const char *sep, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

static void part(struct line *line, const char *sep, const char *fmt, ...)
{
	size_t used = strlen(line->out);
	va_list ap;

	if (used) {
		snprintf(line->out + used, line->size - used, "%s", sep);
		used = strlen(line->out);
	}
	va_start(ap, fmt);
	vsnprintf(line->out + used, line->size - used, fmt, ap);
	va_end(ap);
}

void link_word(const struct facts *near, char *out, size_t size)
{
	int64_t speed_mbps = facts_num(near, FACT_LINK_SPEED, 0);
	const char *duplex = facts_text(near, FACT_LINK_DUPLEX);
	const char *hcd = facts_text(near, FACT_AN_HCD);
	const struct mode_row *row = mode_row(hcd ? mode_bit(hcd) : -1);

	if (facts_no(near, FACT_LINK_UP)) {
		snprintf(out, size, "down");
		return;
	}
	if (row && row->speed_mbps == speed_mbps && duplex &&
	    row->full == (strcmp(duplex, "full") == 0)) {
		snprintf(out, size, "%s", hcd);
		return;
	}
	if (speed_mbps == 0)
		snprintf(out, size, "%s", duplex ? duplex : "-");
	else if (facts_text_is(near, FACT_LINK_MEDIUM, "base-t") && duplex)
		snprintf(out, size, "%" PRId64 "baseT/%s", speed_mbps,
			 strcmp(duplex, "full") == 0 ? "Full" : "Half");
	else
		snprintf(out, size, "%" PRId64 " Mb/s%s%s", speed_mbps, duplex ? " " : "",
			 duplex ? duplex : "");
}

static void host_line(const struct facts *near, struct line *line)
{
	const char *limit = facts_text(near, FACT_HOST_BUS_LIMIT);
	const char *bus = facts_text(near, FACT_PORT_BUS);

	if (limit)
		part(line, "; ", "%s%s: %" PRId64 " Mb/s", strncmp(limit, "USB", 3) == 0 ? "" : "PCIe ",
		     limit, facts_num(near, FACT_HOST_BUS_RATE, 0));
	else if (bus)
		part(line, "; ", "%s, bus rate not known", bus);
	else if (facts_get(near, FACT_PORT_BUS)->state == FACT_ABSENT)
		part(line, "; ", "no bus of its own");
	if (!facts_known(near, FACT_RUN_WINDOW) && !facts_yes(near, FACT_RUN_TOTALS))
		return;
	if (facts_known(near, FACT_COUNTER_HOST_DROPS))
		part(line, "; ", "%" PRId64 " frames dropped at the ring",
		     facts_num(near, FACT_COUNTER_HOST_DROPS, 0));
	if (facts_num(near, FACT_COUNTER_SOFTNET_DROPS, 0) > 0)
		part(line, "; ", "%" PRId64 " behind it, all ports together",
		     facts_num(near, FACT_COUNTER_SOFTNET_DROPS, 0));
}

static void receivers(const struct facts *near, struct line *line)
{
	if (!facts_known(near, FACT_MS_LOCAL_RX_OK))
		return;
	part(line, "; ", "receivers %s, partner's %s",
	     facts_yes(near, FACT_MS_LOCAL_RX_OK) ? "ok" : "not ok",
	     facts_yes(near, FACT_MS_REMOTE_RX_OK) ? "ok" : "not ok");
}

static void cable_line(const struct facts *near, struct line *line)
{
	const char *name = facts_text(near, FACT_MII_PHY_NAME);

	if (facts_no(near, FACT_LINK_ADMIN_UP))
		part(line, "; ", "interface not up");
	else if (facts_known(near, FACT_LINK_UP))
		part(line, "; ", "%s", facts_yes(near, FACT_LINK_UP) ? "carrier" : "no carrier");
	else if (facts_get(near, FACT_LINK_UP)->state == FACT_UNREAD)
		part(line, "; ", "carrier is not told");
	else
		part(line, "; ", "the driver does not report carrier");
	if (facts_known(near, FACT_TOTAL_CARRIER_CHANGES))
		part(line, ", ", "changes since the driver came up: %" PRId64,
		     facts_num(near, FACT_TOTAL_CARRIER_CHANGES, 0));
	receivers(near, line);
	if (name)
		part(line, "; ", "PHY %s", name);
	else if (facts_get(near, FACT_MII_WORDS)->state == FACT_DENIED)
		part(line, "; ", "registers need CAP_NET_ADMIN (sudo)");
}

static void how_agreed(const struct facts *near, struct line *line)
{
	if (facts_no(near, FACT_LINK_AUTONEG))
		part(line, ", ", "negotiation off");
	else if (facts_yes(near, FACT_AN_PARALLEL_DETECTION))
		part(line, " ", "by parallel detection: partner does not negotiate");
	else if (facts_yes(near, FACT_LINK_AUTONEG))
		part(line, ", ", facts_no(near, FACT_AN_COMPLETE) ? "negotiation not complete" :
								   "negotiated");
}

static void negotiation_line(const struct facts *near, struct line *line)
{
	char word[48];

	link_word(near, word, sizeof(word));
	if (strcmp(word, "-") == 0)
		part(line, "", "neither speed nor duplex is told");
	else
		part(line, "", "%s", word);
	how_agreed(near, line);
	if (facts_known(near, FACT_MS_ROLE))
		part(line, ", ", "%s", facts_text(near, FACT_MS_ROLE));
	if (facts_known(near, FACT_PAUSE_FLOW))
		part(line, "; ", "pause %s", facts_text_is(near, FACT_PAUSE_FLOW, "both") ?
						     "rx+tx" : facts_text(near, FACT_PAUSE_FLOW));
	if (facts_known(near, FACT_FEC_ACTIVE))
		part(line, "; ", "FEC %s", facts_text(near, FACT_FEC_ACTIVE));
}

static const struct {
	enum fact_id id;
	const char *name;
} errors[] = {
	{ FACT_COUNTER_CRC, "FCS errors" },
	{ FACT_COUNTER_ALIGNMENT, "alignment errors" },
	{ FACT_COUNTER_RUNTS, "runts" },
	{ FACT_COUNTER_LENGTH, "length errors" },
	{ FACT_COUNTER_SYMBOL, "symbol errors" },
	{ FACT_COUNTER_CARRIER, "carrier errors" },
	{ FACT_COUNTER_COLLISIONS, "collisions" },
	{ FACT_COUNTER_LATE_COLLISIONS, "late collisions" },
	{ FACT_COUNTER_EXCESSIVE_COLLISIONS, "excessive collisions" },
	{ FACT_COUNTER_FEC_UNCORRECTABLE, "FEC blocks lost" },
};

static void counters_line(const struct facts *near, struct line *line)
{
	bool known = false;

	if (!facts_known(near, FACT_RUN_WINDOW) && !facts_yes(near, FACT_RUN_TOTALS)) {
		part(line, "", "not watched over time");
		return;
	}
	for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++) {
		known = known || facts_known(near, errors[i].id);
		if (facts_num(near, errors[i].id, 0) > 0)
			part(line, ", ", "%" PRId64 " %s", facts_num(near, errors[i].id, 0),
			     errors[i].name);
	}
	if (!known)
		part(line, "", "none exported");
	else if (!line->out[0])
		part(line, "", "no errors");
	if (!facts_known(near, FACT_RUN_WINDOW)) {
		part(line, " ", "in all, as pasted");
		return;
	}
	part(line, " ", "in %.1f s", facts_get(near, FACT_RUN_WINDOW)->real);
	if (facts_known(near, FACT_TOTAL_CRC) && facts_known(near, FACT_TOTAL_RX_FRAMES))
		part(line, "; ", "%" PRId64 " FCS errors in %" PRId64 " frames since the start",
		     facts_num(near, FACT_TOTAL_CRC, 0), facts_num(near, FACT_TOTAL_RX_FRAMES, 0));
}

void step_key_facts(const struct report_port *port, enum step step, char *out, size_t size)
{
	const struct facts *near = &port->sets->set[SET_NEAR];
	struct line line = { .out = out, .size = size };

	out[0] = '\0';
	switch (step) {
	case STEP_HOST:
		host_line(near, &line);
		break;
	case STEP_CABLE:
		cable_line(near, &line);
		break;
	case STEP_NEGOTIATION:
		negotiation_line(near, &line);
		break;
	case STEP_COUNTERS:
		counters_line(near, &line);
		break;
	case STEP_NEIGHBOR:
		part(&line, "", "not listened to");
		break;
	case STEP_TRAFFIC:
		part(&line, "", "not tested%s",
		     facts_known(&port->sets->set[SET_FAR], FACT_PORT_NAME) ? "" : ": no far end");
		break;
	case STEP_TIMING:
	case STEP_COUNT:
		break;
	}
}
