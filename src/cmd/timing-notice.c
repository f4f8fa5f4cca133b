// SPDX-License-Identifier: GPL-3.0-or-later
/* What is noticed beside the delays of frames. */
#include "cmd/timing-notice.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

/* As many as the first frames, before the switch knows where the receiver is. */
#define FLOODED_MAX 0.01

static const struct {
	enum fact_id id;
	const char *what;
	bool pause;
} changes[] = {
	{ FACT_COUNTER_PAUSE_RX, "pause frames received", true },
	{ FACT_COUNTER_PAUSE_TX, "pause frames sent", true },
	{ FACT_COUNTER_CRC, "FCS errors", false },
	{ FACT_COUNTER_ALIGNMENT, "alignment errors", false },
	{ FACT_COUNTER_RUNTS, "runts", false },
	{ FACT_COUNTER_SYMBOL, "symbol errors", false },
	{ FACT_COUNTER_FEC_UNCORRECTABLE, "FEC blocks lost", false },
	{ FACT_COUNTER_COLLISIONS, "collisions", false },
	{ FACT_COUNTER_HOST_DROPS, "frames dropped because the host was late", false },
	{ FACT_COUNTER_FIFO_OVERRUNS, "frames lost because the bus was late", false },
};

void timing_notice_counters(struct timing_run *run, const char *name, const struct facts *port)
{
	for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
		int64_t more = facts_num(port, changes[i].id, 0);

		if (more <= 0)
			continue;
		run->setup.pause_seen |= changes[i].pause;
		timing_note(run, "%s: %" PRId64 " %s meanwhile", name, more, changes[i].what);
	}
}

static void add(char *text, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void add(char *text, const char *fmt, ...)
{
	size_t used = strlen(text);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text + used, TIMING_NOTE_BYTES - used, fmt, ap);
	va_end(ap);
}

static void add_moderation(char *text, const struct facts *port)
{
	int64_t usecs = facts_num(port, FACT_HOST_RX_USECS, -1);

	if (usecs < 0)
		add(text, ", interrupt moderation not told");
	else if (usecs == 0)
		add(text, ", interrupt moderation off");
	else
		add(text, ", interrupt moderation %" PRId64 " us%s", usecs,
		    facts_yes(port, FACT_HOST_RX_ADAPTIVE) ? ", adaptive" : "");
}

void timing_notice_port(struct timing_run *run, unsigned int which, const char *name,
			const struct facts *port)
{
	const char *firmware = facts_text(port, FACT_PORT_FIRMWARE);
	char *text = run->port[which];

	text[0] = '\0';
	add(text, "%s: driver %.40s", name, facts_text(port, FACT_PORT_DRIVER) ?: "not told");
	if (firmware && firmware[0])
		add(text, ", firmware %.40s", firmware);
	if (facts_known(port, FACT_PORT_MTU))
		add(text, ", MTU %" PRId64, facts_num(port, FACT_PORT_MTU, 0));
	add_moderation(text, port);
	add(text, ", EEE %s", facts_yes(port, FACT_EEE_ACTIVE) ? "on" :
	    facts_no(port, FACT_EEE_ACTIVE) ? "off" : "not told");
}

void timing_notice_load(struct timing_run *run, struct timing_setup *setup, const char *name,
			const struct port_bytes *before, const struct port_bytes *after,
			double ours_bytes)
{
	double window_ns = (double)(after->t_ns - before->t_ns);
	double bytes = (double)(after->rx - before->rx) - ours_bytes;

	if (!(window_ns > 0) || after->rx < before->rx)
		return;
	setup->load_known = true;
	setup->other_load = fmax(bytes, 0) * timing_ns_per_byte(setup->rate_out_mbps) / window_ns;
	if (timing_is_loaded(setup))
		timing_note(run, "other frames took %.0f %% of the link to %s meanwhile",
			    100 * setup->other_load, name);
}

void timing_notice_flood(struct timing_run *run, const struct timing_flood *flood, uint64_t sent)
{
	char where[TIMING_FLOOD_NAMED * (IF_NAMESIZE + 2)] = "";

	for (unsigned int i = 0; i < flood->names; i++)
		snprintf(where + strlen(where), sizeof(where) - strlen(where), "%s%s", i ? ", " : "",
			 flood->name[i]);
	run->third_ports = flood->fd < 0 ? 0 : flood->ports;
	run->flooded = flood->frames;
	if (flood->frames == 0)
		return;
	timing_note(run, "%" PRIu64 " frames came at %s as well: the switch floods", flood->frames,
		    where[0] ? where : "another port");
	if ((double)flood->frames > FLOODED_MAX * (double)sent)
		run->setup.flooding = true;
}
