// SPDX-License-Identifier: GPL-3.0-or-later
/* What the kernel log told of the port: flaps, downshifts, refused modules, hangs. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/cur.h"
#include "dev/translate-private.h"
#include "text/klog.h"

#define US_PER_S INT64_C(1000000)
#define DAY_US (24 * 3600 * US_PER_S)
#define QUIET_US (60 * US_PER_S)	/* after a start links come and go */
#define LINE_MAX_BYTES 512

struct story {
	int64_t now_us, oldest_us;
	int64_t quiet_until_us;
	int64_t down_us;	/* -1: no loss without a return yet */
	int64_t flaps, hangs, last_flap_us, longest_us, bus_mbps;
	int64_t own_address, lacp_loop;
	int64_t speed_mbps;	/* of the last link; 0: not told */
	char downshift[48], refused[FACT_TEXT_MAX], fault[FACT_TEXT_MAX];
	char events[FACT_TEXT_MAX];
	char flap_speeds[48], taken[128];
	struct fact own_addresses;
	bool ms_fault;
};

/* The newest lines stay. */
static void remember(struct story *s, const struct klog *k)
{
	char line[96], speed[32] = "", *rest;
	size_t used, len;

	if (k->speed_mbps)
		snprintf(speed, sizeof(speed), " %" PRId64, k->speed_mbps);
	len = (size_t)snprintf(line, sizeof(line), "%.1f %s%s%s", (double)k->t_us / US_PER_S,
			       klog_kind_name[k->kind], speed,
			       k->duplex == KLOG_FULL ? " full" :
			       k->duplex == KLOG_HALF ? " half" : "");
	while (strlen(s->events) + 1 + len >= sizeof(s->events)) {
		rest = strchr(s->events, '\n');
		if (!rest) {
			s->events[0] = '\0';
			break;
		}
		memmove(s->events, rest + 1, strlen(rest + 1) + 1);
	}
	used = strlen(s->events);
	snprintf(s->events + used, sizeof(s->events) - used, "%s%s", used ? "\n" : "", line);
}

/* A start or a set-up between loss and return explains both. */
static void link_went(struct story *s, const struct klog *k)
{
	s->downshift[0] = '\0';
	s->down_us = k->t_us >= s->quiet_until_us ? k->t_us : -1;
}

static void link_came(struct story *s, const struct klog *k)
{
	int64_t outage_us = k->t_us - s->down_us, before_mbps = s->speed_mbps;

	s->speed_mbps = k->speed_mbps;
	s->refused[0] = s->fault[0] = '\0';
	s->ms_fault = false;
	if (k->downshifted)
		klog_downshift(k, s->downshift, sizeof(s->downshift));
	if (s->down_us < 0 || outage_us < 0)
		return;
	if (s->now_us - s->down_us <= DAY_US) {
		s->flaps++;
		s->last_flap_us = s->down_us;
		s->longest_us = outage_us > s->longest_us ? outage_us : s->longest_us;
		klog_speeds(before_mbps, k->speed_mbps, s->flap_speeds, sizeof(s->flap_speeds));
	}
	s->down_us = -1;
}

static void tell(struct story *s, const struct klog *k)
{
	switch (k->kind) {
	case KLOG_LINK_UP:
		link_came(s, k);
		break;
	case KLOG_LINK_DOWN:
		link_went(s, k);
		break;
	case KLOG_STARTED:
	case KLOG_RENAMED:
	case KLOG_ENSLAVED:
		s->quiet_until_us = k->t_us + QUIET_US;
		s->down_us = -1;
		break;
	case KLOG_DOWNSHIFT:
		klog_downshift(k, s->downshift, sizeof(s->downshift));
		break;
	case KLOG_MS_FAULT:
		s->ms_fault = true;
		break;
	case KLOG_MODULE_REFUSED:
		snprintf(s->refused, sizeof(s->refused), "%s", k->text);
		break;
	case KLOG_MODULE_FAULT:
		snprintf(s->fault, sizeof(s->fault), "%s", k->text);
		break;
	case KLOG_TX_HANG:
		s->hangs += s->now_us - k->t_us <= DAY_US;
		break;
	case KLOG_OWN_ADDRESS:
		if (s->now_us - k->t_us > DAY_US)
			break;
		s->own_address++;
		klog_add_own_address(k, &s->own_addresses);
		break;
	case KLOG_LACP_LOOP:
		s->lacp_loop += s->now_us - k->t_us <= DAY_US;
		break;
	case KLOG_ADDRESS_TAKEN:
		if (s->now_us - k->t_us <= DAY_US)
			klog_taken(k, s->taken, sizeof(s->taken));
		break;
	case KLOG_PCIE_RATE:
		s->bus_mbps = k->speed_mbps;
		break;
	case KLOG_READY:
	case KLOG_MEMBER_UP:
	case KLOG_MEMBER_DOWN:
	case KLOG_PARTNER_SILENT:
	case KLOG_LATE_COLLISION:
	case KLOG_CABLE_UNPLUGGED:
	case KLOG_OTHER:
	case KLOG_COUNT:
		break;
	}
	remember(s, k);
}

static bool line_of(struct cur *c, char *line)
{
	size_t len = 0;

	if (!cur_left(c))
		return false;
	while (cur_left(c)) {
		char byte = (char)cur_u8(c);

		if (byte == '\n')
			break;
		if (len < LINE_MAX_BYTES - 1)
			line[len++] = byte;
	}
	line[len] = '\0';
	return true;
}

static void offer(struct facts *near, const struct story *s)
{
	struct fact list = { .state = FACT_KNOWN, .source = FROM_LOG };

	if (s->oldest_us >= 0 && s->oldest_us <= s->now_us)
		facts_offer_num(near, FACT_LOG_SPAN, FROM_LOG,
				(s->now_us - s->oldest_us) / US_PER_S);
	facts_offer_num(near, FACT_LOG_FLAPS, FROM_LOG, s->flaps);
	facts_offer_num(near, FACT_LOG_TX_HANGS, FROM_LOG, s->hangs);
	facts_offer_bool(near, FACT_LOG_MS_FAULT, FROM_LOG, s->ms_fault);
	if (s->flaps) {
		facts_offer_num(near, FACT_LOG_LAST_FLAP, FROM_LOG,
				(s->now_us - s->last_flap_us) / US_PER_S);
		facts_offer_real(near, FACT_LOG_OUTAGE, FROM_LOG, (double)s->longest_us / US_PER_S);
	}
	if (s->flap_speeds[0])
		facts_offer_text(near, FACT_LOG_FLAP_SPEEDS, FROM_LOG, s->flap_speeds);
	facts_offer_num(near, FACT_LOG_OWN_ADDRESS, FROM_LOG, s->own_address);
	if (s->own_addresses.state == FACT_KNOWN)
		facts_offer(near, FACT_LOG_OWN_ADDRESSES, &s->own_addresses);
	facts_offer_num(near, FACT_LOG_LACP_LOOP, FROM_LOG, s->lacp_loop);
	if (s->taken[0])
		facts_offer_text(near, FACT_LOG_ADDRESS_TAKEN, FROM_LOG, s->taken);
	if (s->downshift[0])
		facts_offer_text(near, FACT_LOG_DOWNSHIFT, FROM_LOG, s->downshift);
	if (s->refused[0])
		facts_offer_text(near, FACT_LOG_MODULE_REFUSED, FROM_LOG, s->refused);
	if (s->fault[0])
		facts_offer_text(near, FACT_LOG_MODULE_FAULT, FROM_LOG, s->fault);
	if (s->bus_mbps)
		facts_offer_num(near, FACT_LOG_BUS_RATE, FROM_LOG, s->bus_mbps);
	if (s->events[0]) {
		memcpy(list.text, s->events, sizeof(list.text));
		facts_offer(near, FACT_LOG_EVENTS, &list);
	}
}

/* "now NUM oldest NUM", then lines of /dev/kmsg about this port, oldest first. */
void kernel_log(const struct answer *answer, struct sets *sets)
{
	struct story s = { .down_us = -1, .quiet_until_us = INT64_MIN };
	char line[LINE_MAX_BYTES];
	struct klog k;
	struct cur c;

	cur_init(&c, answer->bytes, answer->len_bytes);
	if (!line_of(&c, line) || sscanf(line, "now %18" SCNd64 " oldest %18" SCNd64, &s.now_us,
					 &s.oldest_us) != 2)
		return;
	while (line_of(&c, line))
		if (klog_read(line, &k) && k.t_us >= 0) {
			/* The log's clock is not disciplined and may be ahead. */
			s.now_us = k.t_us > s.now_us ? k.t_us : s.now_us;
			tell(&s, &k);
		}
	offer(&sets->set[SET_NEAR], &s);
}
