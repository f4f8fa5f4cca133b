// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/steps.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#define NEIGHBOR_ALL_S 65.0		/* two announcements of LLDP, one of CDP */

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
		if (j->found[i].verdict.step == step && !j->found[i].far &&
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

/* "-1.0 to -2.2", of the lanes that are read. */
static void range(const struct reals *reals, char *out, size_t size)
{
	double low = INFINITY, high = -INFINITY;

	for (unsigned int i = 0; i < reals->count; i++) {
		low = fmin(low, reals->at[i]);
		high = fmax(high, reals->at[i]);
	}
	if (high - low < 0.05)
		snprintf(out, size, "%.1f", high);
	else
		snprintf(out, size, "%.1f to %.1f", high, low);
}

static void module_part(const struct facts *near, struct line *line)
{
	struct reals rx = facts_reals(near, FACT_MODULE_RX_POWER);
	const char *type = facts_text(near, FACT_MODULE_TYPE), *form, *vendor, *number;
	char light[40];

	form = facts_text(near, FACT_MODULE_FORM);
	vendor = facts_text(near, FACT_MODULE_VENDOR);
	number = facts_text(near, FACT_MODULE_PART);
	if (!form && !type)
		return;
	part(line, "; ", "%s", form ? form : type);
	if (form && type)
		part(line, " ", "%s", type);
	if (facts_known(near, FACT_MODULE_REACH) &&
	    facts_text_is(near, FACT_MODULE_MEDIUM, "passive-copper"))
		part(line, " ", "%g m", facts_real(near, FACT_MODULE_REACH, NAN));
	if (vendor || number)
		part(line, " ", "(%s%s%s)", vendor ? vendor : "", vendor && number ? " " : "",
		     number ? number : "");
	if (rx.count > 0) {
		range(&rx, light, sizeof(light));
		part(line, ", ", "light received %s dBm", light);
	}
}

/* What an ordinary user does not get to see. */
static void denied_part(const struct facts *near, struct line *line)
{
	bool words = facts_get(near, FACT_MII_WORDS)->state == FACT_DENIED;
	bool module = facts_get(near, FACT_MODULE_FORM)->state == FACT_DENIED;

	if (words || module)
		part(line, "; ", "%s%s%s need CAP_NET_ADMIN (sudo)", words ? "registers" : "",
		     words && module ? " and " : "", module ? "module data" : "");
}

/* Of a bond itself: "members eth0 up, eth1 down". */
static void members(const struct facts *near, struct line *line)
{
	const char *at = facts_text(near, FACT_BOND_MEMBERS);
	const char *sep = "; members ";

	if (!facts_text_is(near, FACT_PORT_KIND, "bond"))
		return;
	while (at && *at) {
		size_t len = strcspn(at, "\n");

		part(line, sep, "%.*s", (int)len, at);
		sep = ", ";
		at += len + (at[len] == '\n');
	}
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
	members(near, line);
	if (name)
		part(line, "; ", "PHY %s", name);
	module_part(near, line);
	denied_part(near, line);
}

static void how_agreed(const struct facts *near, struct line *line)
{
	if (facts_no(near, FACT_LINK_AUTONEG))
		part(line, ", ", "negotiation off");
	else if (facts_yes(near, FACT_AN_PARALLEL_DETECTION))
		part(line, " ", "by parallel detection: partner does not negotiate");
	else if (facts_yes(near, FACT_LINK_AUTONEG))
		part(line, ", ", facts_no(near, FACT_AN_COMPLETE) ? "negotiation not complete" :
			    facts_no(near, FACT_LINK_UP) ? "negotiation on" : "negotiated");
}

/* What is in use while there is a link; what is set while there is none. */
static void fec_part(const struct facts *near, struct line *line)
{
	char set[FACT_TEXT_MAX];

	if (!facts_no(near, FACT_LINK_UP)) {
		if (facts_known(near, FACT_FEC_ACTIVE))
			part(line, "; ", "FEC %s", facts_text(near, FACT_FEC_ACTIVE));
		return;
	}
	if (!facts_known(near, FACT_FEC_CONFIGURED))
		return;
	fact_print(FACT_FEC_CONFIGURED, facts_get(near, FACT_FEC_CONFIGURED), set, sizeof(set));
	part(line, "; ", "FEC set to %s%s", facts_yes(near, FACT_FEC_AUTO) ? "auto, " : "", set);
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
	fec_part(near, line);
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
	if (facts_num(near, FACT_COUNTER_FEC_CORRECTED, 0) > 0)
		part(line, "; ", "FEC mended %" PRId64 " blocks",
		     facts_num(near, FACT_COUNTER_FEC_CORRECTED, 0));
	if (facts_known(near, FACT_TOTAL_CRC) && facts_known(near, FACT_TOTAL_RX_FRAMES))
		part(line, "; ", "%" PRId64 " FCS errors in %" PRId64 " frames since the start",
		     facts_num(near, FACT_TOTAL_CRC, 0), facts_num(near, FACT_TOTAL_RX_FRAMES, 0));
}

static void timing_line(const struct facts *path, struct line *line)
{
	const struct fact *fifo = facts_get(path, FACT_TIMING_LATENCY_FIFO);
	const char *reason = facts_text(path, FACT_TIMING_REASON);
	const char *mode = facts_text(path, FACT_TIMING_MODE), *why;

	if (!mode) {	/* the first note tells what stood in the way */
		why = facts_text(path, FACT_TIMING_NOTES);
		part(line, "", "not timed: %.*s", (int)strcspn(why, "\n"), why);
		return;
	}
	part(line, "", "%s", mode);
	if (reason)
		part(line, ": ", "%s", reason);
	else if (facts_yes(path, FACT_TIMING_BOUND))
		part(line, ", ", "k below %.2f", facts_real(path, FACT_TIMING_K_HIGH, 0));
	else if (facts_known(path, FACT_TIMING_K))
		part(line, ", ", "k = %.2f", facts_get(path, FACT_TIMING_K)->real);
	if (fifo->state == FACT_KNOWN)
		part(line, "; ", "FIFO %.2f us at 64 bytes, idle", fifo->real / 1000);
}

/* Loss by direction: alone, and what is added while both send. */
static void contrast_line(const struct facts *path, struct line *line)
{
	double to_far = facts_real(path, FACT_STREAM_CONTRAST_NEAR_TO_FAR, 0);
	double to_near = facts_real(path, FACT_STREAM_CONTRAST_FAR_TO_NEAR, 0);
	double alone = facts_real(path, to_far > to_near ? FACT_STREAM_LOSS_NEAR_TO_FAR :
							   FACT_STREAM_LOSS_FAR_TO_NEAR, 0);
	double most_alone = fmax(facts_real(path, FACT_STREAM_LOSS_NEAR_TO_FAR, 0),
				 facts_real(path, FACT_STREAM_LOSS_FAR_TO_NEAR, 0));
	double more = fmax(fmax(to_far, to_near), 0), load = facts_real(path, FACT_STREAM_LOAD, 0);

	if (facts_text_is(path, FACT_STREAM_DUPLEX_OUTCOME, "clean")) {
		part(line, "", "no loss beyond chance while both send (%.1f %% at %.0f %% load each way)",
		     more * 100, load * 100);
		if (most_alone > 0.0005)
			part(line, "; ", "%.1f %% lost whoever sends", most_alone * 100);
	} else {
		part(line, "", "%sloss toward %s %.1f %% while both send, %.1f %% alone (%.0f %% load each "
		     "way)", facts_text_is(path, FACT_STREAM_DUPLEX_OUTCOME, "mismatch") ?
				     "" : "duplex not decided: ",
		     to_far > to_near ? "far" : "near", (alone + more) * 100, alone * 100, load * 100);
	}
}

static void tcp_line(const struct facts *path, struct line *line)
{
	bool paced = facts_known(path, FACT_STREAM_TCP_PACED);
	enum fact_id most = paced ? FACT_STREAM_TCP_PACED : FACT_STREAM_TCP_LIMIT;

	if (!facts_known(path, FACT_STREAM_TCP_STATE))
		return;
	if (!facts_text_is(path, FACT_STREAM_TCP_STATE, "valid")) {
		part(line, "; ", "TCP not measured: %s", facts_text(path, FACT_STREAM_TCP_STATE));
		return;
	}
	part(line, "; ", "TCP");
	if (facts_known(path, FACT_STREAM_TCP_TX) && facts_known(path, FACT_STREAM_TCP_RX))
		part(line, " ", "%.1f/%.1f alone,", facts_real(path, FACT_STREAM_TCP_TX, 0),
		     facts_real(path, FACT_STREAM_TCP_RX, 0));
	if (facts_known(path, FACT_STREAM_TCP_BIDIR_TX) && facts_known(path, FACT_STREAM_TCP_BIDIR_RX))
		part(line, " ", "%.1f/%.1f both ways", facts_real(path, FACT_STREAM_TCP_BIDIR_TX, 0),
		     facts_real(path, FACT_STREAM_TCP_BIDIR_RX, 0));
	if (facts_known(path, most))
		part(line, " ", "of %.1f Mb/s%s", facts_real(path, most, 0), paced ? " paced" : "");
}

static const char *why_no_traffic(const struct sets *sets)
{
	switch (facts_get(&sets->set[SET_PATH], FACT_STREAM_STATE)->state) {
	case FACT_DENIED:
		return ": an end may not send (sudo)";
	case FACT_FAILED:
		return ": it could not be sent";
	case FACT_UNREAD:
	case FACT_ABSENT:
	case FACT_KNOWN:
		break;
	}
	return facts_known(&sets->set[SET_FAR], FACT_PORT_NAME) ? "" : ": no far end";
}

static void traffic_line(const struct facts *path, struct line *line)
{
	const char *state = facts_text(path, FACT_STREAM_STATE);

	if (state && strcmp(state, "valid") != 0)
		part(line, "", "nothing is concluded: %s", state);
	else if (state)
		contrast_line(path, line);
	tcp_line(path, line);
}

/* "sw-rack3 Fa0/7 (cdp) says 100 Mb/s full duplex" */
static void partner_line(const struct facts *partner, struct line *line)
{
	const char *name = facts_text(partner, FACT_NEIGHBOR_SYSTEM);
	const char *port = facts_text(partner, FACT_NEIGHBOR_PORT);
	const char *duplex = facts_text(partner, FACT_LINK_DUPLEX);
	int64_t speed_mbps = facts_num(partner, FACT_LINK_SPEED, 0);

	if (!name)
		name = facts_text(partner, FACT_NEIGHBOR_CHASSIS);
	part(line, "", "%s%s%s (%s)", name ? name : facts_text(partner, FACT_NEIGHBOR_MAC),
	     port ? " " : "", port ? port : "", facts_text(partner, FACT_NEIGHBOR_PROTOCOL));
	if (speed_mbps)
		part(line, " ", "says %" PRId64 " Mb/s%s%s", speed_mbps, duplex ? " " : "",
		     duplex ? duplex : "");
	else if (duplex)
		part(line, " ", "says %s duplex", duplex);
}

static void neighbor_line(const struct facts *near, const struct facts *partner, struct line *line)
{
	int64_t count = facts_num(near, FACT_NEIGHBOR_COUNT, 0);
	const char *heard = facts_text(near, FACT_NEIGHBOR_HEARD);

	if (facts_known(partner, FACT_NEIGHBOR_PROTOCOL))
		partner_line(partner, line);
	if (count > 1)
		part(line, "; ", "%" PRId64 " speakers on one link", count);
	if (facts_get(near, FACT_NEIGHBOR_COUNT)->state == FACT_DENIED)
		part(line, "", "needs CAP_NET_RAW (run with sudo)");
	else if (!facts_known(near, FACT_NEIGHBOR_COUNT))
		part(line, "", "not listened to");
	if (count || !facts_known(near, FACT_NEIGHBOR_LISTENED))
		return;
	part(line, "", "nothing heard yet (listened %.0f of %.0f s; --wait to be sure)",
	     facts_get(near, FACT_NEIGHBOR_LISTENED)->real, NEIGHBOR_ALL_S);
	if (heard)
		part(line, "; ", "only %.*s", (int)strcspn(heard, "\n"), heard);
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
		neighbor_line(near, &port->sets->set[SET_PARTNER], &line);
		break;
	case STEP_TRAFFIC:
		if (report_has_traffic(port))
			traffic_line(&port->sets->set[SET_PATH], &line);
		else
			part(&line, "", "not tested%s", why_no_traffic(port->sets));
		break;
	case STEP_TIMING:
		timing_line(&port->sets->set[SET_PATH], &line);
		break;
	case STEP_COUNT:
		break;
	}
}
