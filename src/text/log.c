// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * The kernel log, from dmesg, a syslog file or the journal.  Single lines are
 * read by klog; here they become a history: what was lost, for how long, and
 * what came after.
 */
#include "text/log.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mii/reg.h"
#include "mii/resolve.h"
#include "text/klog.h"
#include "text/reader.h"
#include "text/stamp.h"

/* While a driver comes up links come and go. */
#define QUIET_S 60.0
#define DAY_S 86400.0
#define NO_TIME (-1.0)

/*
 * One of these stands in every line that tells of a link, and most lines of a log
 * have none: they are sorted out in one pass.
 */
static bool may_tell(const char *text)
{
	static const char *const words[] = {
		"ink", "LINK", "SFP", "module", "SmartSpeed", "ownshift", "aster/", "bandwidth",
		"WATCHDOG", "nqualified", "interface modes", "able ", "nslaving", "renamed", "PHY",
		"configuring", "ollision", "Transmit", "ability", "transceiver", "Hang", "hang",
		"Network Connection", "failed to load", "own address", "icate address",
		"oopback occ", "overheated", "power ", "Temperature", "NIC Up", "carrier o",
		"network connection",
	};
	static const bool first[256] = {
		['i'] = true, ['L'] = true, ['S'] = true, ['m'] = true, ['o'] = true, ['a'] = true,
		['b'] = true, ['W'] = true, ['n'] = true, ['r'] = true, ['P'] = true, ['c'] = true,
		['T'] = true, ['t'] = true, ['H'] = true, ['h'] = true, ['N'] = true, ['f'] = true,
	};

	for (; *text; text++) {
		if (!first[(unsigned char)*text])
			continue;
		for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
			if (words[i][0] == *text && words[i][1] == text[1] &&
			    strncmp(text, words[i], strlen(words[i])) == 0)
				return true;
	}
	return false;
}

/* The newest lines stay: "58440.5 link-up 2500 full". */
static void remember(struct text_log *log, const struct klog *k, double now_s, bool since_boot)
{
	char line[96], time[32] = "", speed[32] = "";
	size_t len, used;

	if (now_s >= 0 && since_boot)
		snprintf(time, sizeof(time), "%.1f ", now_s);
	else if (now_s >= 0)
		snprintf(time, sizeof(time), "%02d:%02d:%02d ", (int)(fmod(now_s, DAY_S) / 3600),
			 (int)(fmod(now_s, 3600) / 60), (int)fmod(now_s, 60));
	if (k->speed_mbps)
		snprintf(speed, sizeof(speed), " %" PRId64, k->speed_mbps);
	len = (size_t)snprintf(line, sizeof(line), "%s%s%s%s", time, klog_kind_name[k->kind], speed,
			       k->duplex == KLOG_FULL ? " full" : k->duplex == KLOG_HALF ? " half" : "");
	while (log->events[0] && strlen(log->events) + 1 + len >= sizeof(log->events)) {
		const char *rest = strchr(log->events, '\n');

		memmove(log->events, rest ? rest + 1 : "", rest ? strlen(rest) : 1);
	}
	used = strlen(log->events);
	snprintf(log->events + used, sizeof(log->events) - used, "%s%s", used ? "\n" : "", line);
}

static bool quiet(const struct text_log *log, double now_s, bool since_boot)
{
	if (now_s < 0)
		return false;
	return (since_boot && now_s < QUIET_S) ||
	       (log->started_s >= 0 && now_s >= log->started_s && now_s - log->started_s < QUIET_S);
}

static void link_up(struct text_log *log, const struct klog *k, double now_s, bool since_boot)
{
	/* The first word of a log may be the end of a boot. */
	bool lost = log->up_known && !log->up &&
		    (log->seen_up || (since_boot && log->changed_s >= QUIET_S));

	int64_t before_mbps = log->speed_mbps;

	if (k->speed_mbps)
		log->speed_mbps = k->speed_mbps;
	if (k->duplex != KLOG_DUPLEX_UNKNOWN)
		log->duplex = k->duplex;
	if (k->kind == KLOG_READY && log->up_known && log->up)
		return;
	if (lost && !quiet(log, log->changed_s, since_boot)) {
		text_day_add(&log->losses, log->changed_s,
			     now_s >= 0 && log->changed_s >= 0 ? now_s - log->changed_s : NO_TIME);
		klog_speeds(before_mbps, k->speed_mbps, log->flap_speeds, sizeof(log->flap_speeds));
	}
	log->up = log->up_known = log->seen_up = true;
	log->changed_s = now_s;
	/* What was said before the link came up is over. */
	log->refused[0] = log->fault[0] = '\0';
	log->ms_fault = false;
	if (k->downshifted)
		klog_downshift(k, log->downshift, sizeof(log->downshift));
}

static void link_down(struct text_log *log, enum klog_kind kind, double now_s)
{
	/* A bond that says so, or a plug that was pulled: it was up. */
	log->seen_up = log->seen_up || kind != KLOG_LINK_DOWN;
	if (!log->up_known || log->up)
		log->changed_s = now_s;
	log->downshift[0] = '\0';
	log->up = false;
	log->up_known = true;
}

static void pcie(struct text_section *s, const struct klog *k)
{
	const char *open = strchr(k->text, '('), *by = strstr(k->text, "limited by ");
	char limit[96] = "";

	if (k->speed_mbps <= 0)
		return;
	facts_offer_num(text_near(s), FACT_LOG_BUS_RATE, FROM_LOG, k->speed_mbps);
	facts_offer_num(text_near(s), FACT_HOST_BUS_RATE, FROM_LOG, k->speed_mbps);
	if (by)
		snprintf(limit, sizeof(limit), "%.*s", (int)strcspn(by + 11, "("), by + 11);
	else if (open)
		snprintf(limit, sizeof(limit), "%.*s", (int)strcspn(open + 1, ")"), open + 1);
	if (limit[0])
		facts_offer_text(text_near(s), FACT_HOST_BUS_LIMIT, FROM_LOG, limit);
}

static void partner_silent(struct text_section *s)
{
	struct facts *weak = text_weak(s);

	facts_put_bool(weak, FACT_AN_PARTNER_ABLE, FROM_LOG, false);
	facts_put_bool(weak, FACT_AN_PARALLEL_DETECTION, FROM_LOG, true);
	facts_put_bool(weak, FACT_LINK_AUTONEG, FROM_LOG, true);
	facts_put_text(weak, FACT_LINK_DUPLEX, FROM_LOG, "half");
	facts_put_text(weak, FACT_LINK_MEDIUM, FROM_LOG, "base-t");
}

static void renamed(struct text_section *s, const struct klog *k)
{
	const char *from = strstr(k->text, "renamed from ");
	char old[16];

	if (!from)
		return;
	from += strlen("renamed from ");
	if (text_word(&from, old, sizeof(old)))
		text_port_renamed(s, old, k->port);
}

/* What is no change of the link. */
static void take_word(struct text_section *s, struct text_log *log, const struct klog *k,
		      double now_s)
{
	switch (k->kind) {
	case KLOG_DOWNSHIFT:
		klog_downshift(k, log->downshift, sizeof(log->downshift));
		break;
	case KLOG_MS_FAULT:
		log->ms_fault = true;
		break;
	case KLOG_PARTNER_SILENT:
		partner_silent(s);
		break;
	case KLOG_LATE_COLLISION:
		log->late++;
		break;
	case KLOG_TX_HANG:
		text_day_add(&log->hangs, now_s, NO_TIME);
		break;
	case KLOG_MODULE_REFUSED:
		snprintf(log->refused, sizeof(log->refused), "%s", k->text);
		break;
	case KLOG_MODULE_FAULT:
		snprintf(log->fault, sizeof(log->fault), "%s", k->text);
		break;
	case KLOG_OWN_ADDRESS:
		if (!text_day_count(&log->own_address, now_s))
			log->own_addresses = (struct fact){ .state = FACT_UNREAD };
		text_day_add(&log->own_address, now_s, NO_TIME);
		klog_add_own_address(k, &log->own_addresses);
		break;
	case KLOG_LACP_LOOP:
		text_day_add(&log->lacp_loop, now_s, NO_TIME);
		break;
	case KLOG_ADDRESS_TAKEN:
		if (klog_taken(k, log->taken, sizeof(log->taken)))
			text_day_add(&log->taken_seen, now_s, NO_TIME);
		break;
	case KLOG_PCIE_RATE:
		pcie(s, k);
		break;
	case KLOG_RENAMED:
		renamed(s, k);
		break;
	case KLOG_LINK_UP:
	case KLOG_READY:
	case KLOG_MEMBER_UP:
	case KLOG_LINK_DOWN:
	case KLOG_MEMBER_DOWN:
	case KLOG_CABLE_UNPLUGGED:
	case KLOG_STARTED:
	case KLOG_ENSLAVED:
	case KLOG_OTHER:
	case KLOG_COUNT:
		break;
	}
}

static bool comes(enum klog_kind kind)
{
	return kind == KLOG_LINK_UP || kind == KLOG_READY || kind == KLOG_MEMBER_UP;
}

static bool goes(enum klog_kind kind)
{
	return kind == KLOG_LINK_DOWN || kind == KLOG_MEMBER_DOWN || kind == KLOG_CABLE_UNPLUGGED;
}

static void take(struct text_section *s, const struct klog *k, double now_s, bool since_boot)
{
	struct text_log *log = text_log_of(s);

	if (!log->told)
		log->changed_s = log->started_s = NO_TIME;
	if (comes(k->kind))
		link_up(log, k, now_s, since_boot);
	else if (goes(k->kind))
		link_down(log, k->kind, now_s);
	else if (k->kind == KLOG_STARTED || k->kind == KLOG_ENSLAVED)
		log->started_s = now_s;
	else
		take_word(s, log, k, now_s);
	log = text_log_of(s);
	if (!log->told)
		log->first_s = now_s;
	log->told = true;
	remember(log, k, now_s, since_boot);
	if (k->kind != KLOG_STARTED && k->kind != KLOG_ENSLAVED && k->kind != KLOG_RENAMED)
		s->port->meant = true;
}

/* 3c59x: "Transmit error, Tx status register 82.": bit 1 out of window, bit 3 given up
 * after 16 collisions (linux Documentation, vortex). */
static bool vortex(struct text_section *s, const char *text)
{
	const char *at = strstr(text, "Tx status register ");
	unsigned int status;

	if (!at || sscanf(at, "Tx status register %2x", &status) != 1)
		return false;
	text_log_of(s)->late += status >> 1 & 1;
	text_log_of(s)->excessive += status >> 3 & 1;
	return true;
}

/* "MII transceiver found at address 24, status 782d." */
static bool found_phy(struct text_section *s, const char *text)
{
	const char *at = strstr(text, "MII transceiver found at address ");
	unsigned int address, status;

	if (!at || sscanf(at, "MII transceiver found at address %2u, status %4x", &address,
			  &status) != 2)
		return false;
	facts_put_bool(text_weak(s), FACT_LINK_UP, FROM_LOG, status & BMSR_LINK);
	return true;
}

/* 8139too: "Setting half-duplex based on auto-negotiated partner ability 0000."; tulip: "Setting
 * full-duplex based on MII#1 link partner capability of 45e1." */
static bool ability(struct text_section *s, const char *text)
{
	const char *at = strstr(text, "partner ");
	struct modes modes;
	unsigned int word;

	if (!at || (sscanf(at, "partner ability %4x", &word) != 1 &&
		    sscanf(at, "partner capability of %4x", &word) != 1))
		return false;
	if (!(word & AN_ACK)) {
		partner_silent(s);
		return true;
	}
	modes = mii_modes_partner((uint16_t)word, 0);
	facts_offer_modes(text_partner(s), FACT_LINK_MODES_ADVERTISED, FROM_LOG, &modes);
	facts_put_text(text_weak(s), FACT_LINK_DUPLEX, FROM_LOG,
		       text_has(text, "full-duplex") ? "full" : "half");
	return true;
}

static bool known_only_here(struct text_section *s, const char *text)
{
	if (!vortex(s, text) && !found_phy(s, text) && !ability(s, text))
		return false;
	s->port->meant = true;
	return true;
}

/* "0000:02:00.0" somewhere: domain, bus, slot, function. */
static bool is_of_device(const char *text)
{
	unsigned int bus, slot, function;

	for (const char *at = strchr(text, ':'); at; at = strchr(at + 1, ':'))
		if (at - text >= 4 && sscanf(at, ":%2x:%2x.%1x", &bus, &slot, &function) == 3)
			return true;
	return false;
}

/* The port, or the place on the bus where no port came of it; a PHY is that of a port. */
static bool whose(struct text_section *s, const struct klog *k)
{
	if (k->port[0] && text_is_iface(k->port) && text_port_is(s, k->port)) {
		if (k->place[0] && strchr(k->place, ':'))
			facts_offer_text(text_near(s), FACT_PORT_BUS_INFO, FROM_LOG, k->place);
		return true;
	}
	if (k->port[0] || !strchr(k->place, ':'))
		return false;
	return text_port_at(s, k->place, !is_of_device(k->place)) || text_port_is(s, k->place);
}

static bool of_old_driver(const struct klog *k)
{
	return k->port[0] && text_is_iface(k->port) && strpbrk(k->port, "0123456789");
}

static bool line(struct text_section *s, const struct text_line *line)
{
	struct text_stamp stamp = { .s = NO_TIME };
	bool stamped = text_stamp_read(line->text, &stamp), known;
	struct klog k;

	if (!may_tell(line->text))
		return stamped || (s->state && is_of_device(line->text));
	known = klog_read(line->text, &k);
	if (k.t_us >= 0)
		stamp = (struct text_stamp){ .since_boot = true, .s = (double)k.t_us / 1e6 };
	if (stamp.s > 0)
		text_log_time(s, stamp.s);
	if (known && whose(s, &k))
		take(s, &k, stamp.s, stamp.since_boot);
	else if (!known && of_old_driver(&k) && strstr(line->text, k.port) && whose(s, &k))
		known = known_only_here(s, k.text);
	else if (!known && !stamped)
		known = known_only_here(s, line->text);
	else if (known && !stamped)
		known = false;
	if (stamped || k.t_us >= 0 || known)
		s->state = 1;
	/* dmesg -t: the lines around tell of the same device. */
	return stamped || k.t_us >= 0 || known || (s->state && is_of_device(line->text));
}

static double tenths(double s)
{
	return (double)(int64_t)(s * 10 + 0.5) / 10;
}

/* Losses within a day of the log's end. */
static void settle_losses(const struct text_log *log, double end_s, struct facts *near)
{
	unsigned int count = text_day_count(&log->losses, end_s);
	double longest_s = text_day_longest(&log->losses, end_s), last_s = log->losses.last_s;

	facts_offer_num(near, FACT_LOG_FLAPS, FROM_LOG, count);
	if (count && longest_s >= 0)
		facts_offer_real(near, FACT_LOG_OUTAGE, FROM_LOG, tenths(longest_s));
	if (count && log->flap_speeds[0])
		facts_offer_text(near, FACT_LOG_FLAP_SPEEDS, FROM_LOG, log->flap_speeds);
	if (count && last_s >= 0 && end_s >= last_s)
		facts_offer_num(near, FACT_LOG_LAST_FLAP, FROM_LOG, (int64_t)(end_s - last_s + 0.5));
}

static void settle_collisions(struct text_port *port)
{
	struct facts *near = &port->sets->set[SET_NEAR];
	const struct text_log *log = &port->log;

	if (!log->late && !log->excessive)
		return;
	/* Full duplex has no collisions: who counts them is half. */
	facts_offer_num(near, FACT_TOTAL_LATE_COLLISIONS, FROM_LOG, log->late);
	facts_offer_num(near, FACT_TOTAL_EXCESSIVE_COLLISIONS, FROM_LOG, log->excessive);
	facts_put_text(&port->weak, FACT_LINK_DUPLEX, FROM_LOG, "half");
	facts_put_bool(&port->weak, FACT_LINK_UP, FROM_LOG, true);
}

/* A few lines of a log without such a word prove nothing: none is not told of. */
static void settle_tallies(const struct text_log *log, double end_s, struct facts *near)
{
	const struct {
		enum fact_id id;
		unsigned int count;
	} tally[] = {
		{ FACT_LOG_TX_HANGS, text_day_count(&log->hangs, end_s) },
		{ FACT_LOG_OWN_ADDRESS, text_day_count(&log->own_address, end_s) },
		{ FACT_LOG_LACP_LOOP, text_day_count(&log->lacp_loop, end_s) },
	};

	for (size_t i = 0; i < sizeof(tally) / sizeof(tally[0]); i++)
		if (tally[i].count)
			facts_offer_num(near, tally[i].id, FROM_LOG, tally[i].count);
	if (facts_known(near, FACT_LOG_OWN_ADDRESS) && log->own_addresses.state == FACT_KNOWN)
		facts_offer(near, FACT_LOG_OWN_ADDRESSES, &log->own_addresses);
	if (text_day_count(&log->taken_seen, end_s))
		facts_offer_text(near, FACT_LOG_ADDRESS_TAKEN, FROM_LOG, log->taken);
}

void text_log_settle(struct text_port *port, double end_s)
{
	struct facts *near = &port->sets->set[SET_NEAR];
	const struct text_log *log = &port->log;
	struct fact list = { .state = FACT_KNOWN, .source = FROM_LOG };

	settle_collisions(port);
	if (!log->told)
		return;
	settle_losses(log, end_s, near);
	settle_tallies(log, end_s, near);
	if (log->downshift[0])
		facts_offer_text(near, FACT_LOG_DOWNSHIFT, FROM_LOG, log->downshift);
	if (log->refused[0])
		facts_offer_text(near, FACT_LOG_MODULE_REFUSED, FROM_LOG, log->refused);
	if (log->fault[0])
		facts_offer_text(near, FACT_LOG_MODULE_FAULT, FROM_LOG, log->fault);
	if (log->ms_fault) {
		facts_offer_bool(near, FACT_LOG_MS_FAULT, FROM_LOG, true);
		facts_put_bool(&port->weak, FACT_MS_FAULT, FROM_LOG, true);
	}
	if (log->first_s >= 0 && end_s >= log->first_s)
		facts_offer_num(near, FACT_LOG_SPAN, FROM_LOG, (int64_t)(end_s - log->first_s + 0.5));
	memcpy(list.text, log->events, sizeof(list.text));
	facts_offer(near, FACT_LOG_EVENTS, &list);
	if (!log->up_known)
		return;
	facts_put_bool(&port->weak, FACT_LINK_UP, FROM_LOG, log->up);
	if (log->up && log->speed_mbps)
		facts_put_num(&port->weak, FACT_LINK_SPEED, FROM_LOG, log->speed_mbps);
	if (log->up && log->duplex != KLOG_DUPLEX_UNKNOWN)
		facts_put_text(&port->weak, FACT_LINK_DUPLEX, FROM_LOG,
			       log->duplex == KLOG_FULL ? "full" : "half");
}

const struct text_reader text_log = {
	.name = "log",
	.help = "kernel log: dmesg, journalctl -k, syslog",
	.sure = true,
	.headless = true,
	.line = line,
};
