// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * What happened between two looks at the registers?  Of a bit that was read
 * twice in one look the second reading is the state; the first one has the
 * latch, which tells of losses shorter than the time between two looks.
 */
#include "mii/watch.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "mii/reg.h"
#include "mii/resolve.h"

#define GSTAT_LP (GSTAT_LP_FULL | GSTAT_LP_HALF)
#define GSTAT_RECEIVER (GSTAT_MASTER | GSTAT_LOCAL_RX_OK | GSTAT_REMOTE_RX_OK)
#define ANER_LP (ANER_LP_AN_ABLE | ANER_LP_NEXT_PAGE)
#define NS_PER_MS 1000000

static const char *const names[MII_EVENT_COUNT] = {
	[MII_EVENT_STATE] = "state",
	[MII_EVENT_UNREADABLE] = "unreadable",
	[MII_EVENT_READABLE] = "readable",
	[MII_EVENT_CONTROL] = "control-changed",
	[MII_EVENT_OFFER] = "offer-changed",
	[MII_EVENT_LINK_LOST] = "link-lost",
	[MII_EVENT_RESTARTED] = "negotiation-restarted",
	[MII_EVENT_PAGE] = "page-received",
	[MII_EVENT_PARTNER] = "partner-changed",
	[MII_EVENT_FAULT] = "fault",
	[MII_EVENT_FAULT_GONE] = "fault-gone",
	[MII_EVENT_COMPLETE] = "negotiation-complete",
	[MII_EVENT_LINK_UP] = "link-up",
	[MII_EVENT_RECEIVER] = "receiver-changed",
	[MII_EVENT_IDLE_ERRORS] = "idle-errors",
	[MII_EVENT_CARRIER] = "carrier",
};

const char *mii_event_name(enum mii_event_kind kind)
{
	return names[kind];
}

/* Two looks side by side, and where events go. */
struct step {
	const struct mii_watch *watch;
	const struct mii_look *was, *now;
	struct mii_event *out;
	unsigned int count;
};

static bool readable(const struct mii_look *look)
{
	int32_t bmsr = look->words.reg[MII_REG_BMSR];

	return bmsr != WORD_UNREADABLE && bmsr != 0xffff &&
	       look->words.reg[MII_REG_BMCR] != WORD_UNREADABLE;
}

/* A register that does not exist or was not read has no bits. */
static uint16_t word(const struct mii_look *look, unsigned int reg)
{
	int32_t value = look->words.reg[reg];
	bool gigabit = reg == MII_REG_GCTRL || reg == MII_REG_GSTAT;

	if (value == WORD_UNREADABLE || value == 0xffff ||
	    (gigabit && !(look->words.reg[MII_REG_BMSR] & BMSR_EXT_STATUS)))
		return 0;
	return (uint16_t)value;
}

static bool bit(const struct mii_look *look, unsigned int reg, uint16_t mask)
{
	return word(look, reg) & mask;
}

static __attribute__((format(printf, 3, 4))) void add(struct step *s, enum mii_event_kind kind,
						      const char *fmt, ...)
{
	struct mii_event *event = &s->out[s->count++];
	va_list ap;

	event->kind = kind;
	va_start(ap, fmt);
	vsnprintf(event->text, sizeof(event->text), fmt, ap);
	va_end(ap);
}

static void append(char *out, size_t size, const char *separator, const char *sign,
		   const char *name)
{
	size_t used = strlen(out);

	snprintf(out + used, size - used, "%s%s%s", used ? separator : "", sign, name);
}

/* "+100BASE-TX full duplex -acknowledge": the fields of mask that differ. */
static void differences(const struct step *s, unsigned int reg, uint16_t mask, char *out,
			size_t size)
{
	const struct mii_field *field = mii_fields(reg, s->watch->base_x);
	uint16_t was = word(s->was, reg), now = word(s->now, reg);

	for (; field && field->mask; field++) {
		unsigned int value = (now & field->mask) >> __builtin_ctz(field->mask);
		char number[64];

		if (!(field->mask & mask) || (was & field->mask) == (now & field->mask))
			continue;
		if (__builtin_popcount(field->mask) == 1) {
			append(out, size, ", ", now & field->mask ? "+" : "-", field->name);
		} else if (field->value && field->value[value]) {
			snprintf(number, sizeof(number), "%s: %s", field->name, field->value[value]);
			append(out, size, ", ", "", number);
		} else {
			snprintf(number, sizeof(number), "%s: 0x%x", field->name, value);
			append(out, size, ", ", "", number);
		}
	}
}

static bool partner_able(const struct mii_look *look)
{
	return bit(look, MII_REG_ANLPAR, AN_ACK) || bit(look, MII_REG_ANER, ANER_LP_AN_ABLE) ||
	       bit(look, MII_REG_GSTAT, GSTAT_LP);
}

/* How the link came about, as the words tell it. */
static void agreement(const struct mii_look *look, bool base_x, char *out, size_t size)
{
	struct modes own, peer, common;
	const struct mode_row *row;

	if (!bit(look, MII_REG_BMCR, BMCR_ANEN)) {
		row = mode_row(mii_mode_forced(word(look, MII_REG_BMCR), base_x));
		snprintf(out, size, "%s, forced", row ? row->name : "reserved speed");
		return;
	}
	if (!partner_able(look)) {
		row = mode_row(mii_mode_sensed(word(look, MII_REG_ANLPAR)));
		snprintf(out, size, "%s, sensed: the partner does not negotiate",
			 row ? row->name : "speed not told");
		return;
	}
	if (base_x) {
		own = mii_modes_base_x(word(look, MII_REG_ANAR));
		peer = mii_modes_base_x(word(look, MII_REG_ANLPAR));
	} else {
		own = mii_modes_own(word(look, MII_REG_ANAR), word(look, MII_REG_GCTRL));
		peer = mii_modes_partner(word(look, MII_REG_ANLPAR), word(look, MII_REG_GSTAT));
	}
	common = modes_and(&own, &peer);
	row = mode_row(modes_hcd(&common));
	snprintf(out, size, "%s%s", row ? row->name : "no common mode",
		 row ? ", highest common mode" : "");
}

static void state(struct step *s)
{
	const struct mii_look *now = s->now;
	bool link = bit(now, MII_REG_BMSR, BMSR_LINK), anen = bit(now, MII_REG_BMCR, BMCR_ANEN);
	char how[100] = "";

	if (link)
		agreement(now, s->watch->base_x, how, sizeof(how));
	add(s, MII_EVENT_STATE, "link %s%s%s; negotiation %s", link ? "up at " : "down", how,
	    link && now->bmsr_first != WORD_UNREADABLE && !(now->bmsr_first & BMSR_LINK) ?
		    " (it was lost since register 1 was last read)" : "",
	    !anen ? "off" : bit(now, MII_REG_BMSR, BMSR_AN_COMPLETE) ? "complete" : "not complete");
}

static void settings(struct step *s)
{
	char text[400] = "";

	differences(s, MII_REG_BMCR, (uint16_t)~BMCR_AN_RESTART, text, sizeof(text));
	if (text[0])
		add(s, MII_EVENT_CONTROL, "%s", text);
	text[0] = '\0';
	differences(s, MII_REG_ANAR, (uint16_t)~AN_ACK, text, sizeof(text));
	differences(s, MII_REG_GCTRL, 0xffff, text, sizeof(text));
	if (text[0])
		add(s, MII_EVENT_OFFER, "%s", text);
}

static bool link_lost(struct step *s)
{
	bool was = bit(s->was, MII_REG_BMSR, BMSR_LINK);
	bool is = bit(s->now, MII_REG_BMSR, BMSR_LINK);
	int32_t latch = s->now->bmsr_first;
	bool latched = latch != WORD_UNREADABLE && !(latch & BMSR_LINK);

	if (!was || (is && !latched))
		return false;
	if (is)
		add(s, MII_EVENT_LINK_LOST, "and back within %d ms: only the latched bit tells",
		    (int)((s->now->t_ns - s->was->t_ns) / NS_PER_MS));
	else
		add(s, MII_EVENT_LINK_LOST, "status %04x", word(s->now, MII_REG_BMSR));
	return true;
}

static void link_up(struct step *s, bool lost)
{
	bool was = bit(s->was, MII_REG_BMSR, BMSR_LINK);
	char how[100];

	if (!bit(s->now, MII_REG_BMSR, BMSR_LINK) || (was && !lost))
		return;
	agreement(s->now, s->watch->base_x, how, sizeof(how));
	add(s, MII_EVENT_LINK_UP, "at %s", how);
}

static bool restarted(struct step *s)
{
	bool was = bit(s->was, MII_REG_BMSR, BMSR_AN_COMPLETE);
	bool is = bit(s->now, MII_REG_BMSR, BMSR_AN_COMPLETE);
	bool bit_set = bit(s->now, MII_REG_BMCR, BMCR_AN_RESTART) &&
		       !bit(s->was, MII_REG_BMCR, BMCR_AN_RESTART);

	if (!bit(s->now, MII_REG_BMCR, BMCR_ANEN) || !((was && !is) || bit_set))
		return false;
	add(s, MII_EVENT_RESTARTED, "%s", bit_set ? "restart bit of register 0" : "no longer complete");
	return true;
}

static void complete(struct step *s, bool again)
{
	bool was = bit(s->was, MII_REG_BMSR, BMSR_AN_COMPLETE) && !again;
	char how[100];

	if (was || !bit(s->now, MII_REG_BMSR, BMSR_AN_COMPLETE))
		return;
	agreement(s->now, s->watch->base_x, how, sizeof(how));
	add(s, MII_EVENT_COMPLETE, "%s", how);
}

/* PHYs that hold the bit for ever exist: only its coming is an event. */
static bool page(struct step *s)
{
	if (bit(s->was, MII_REG_ANER, ANER_PAGE_RECEIVED) ||
	    !bit(s->now, MII_REG_ANER, ANER_PAGE_RECEIVED))
		return false;
	add(s, MII_EVENT_PAGE, "register 5 reads %04x", word(s->now, MII_REG_ANLPAR));
	return true;
}

static void partner(struct step *s)
{
	char text[400] = "";

	differences(s, MII_REG_ANLPAR, 0xffff, text, sizeof(text));
	differences(s, MII_REG_ANER, ANER_LP, text, sizeof(text));
	differences(s, MII_REG_GSTAT, GSTAT_LP, text, sizeof(text));
	if (text[0])
		add(s, MII_EVENT_PARTNER, "%s", text);
}

static void faults(struct step *s)
{
	static const struct {
		unsigned int reg;
		uint16_t mask;
		const char *name;
	} row[] = {
		{ MII_REG_BMSR, BMSR_REMOTE_FAULT, "remote fault" },
		{ MII_REG_BMSR, BMSR_JABBER, "jabber" },
		{ MII_REG_ANER, ANER_PARALLEL_FAULT, "parallel detection fault" },
		{ MII_REG_GSTAT, GSTAT_MS_FAULT, "master/slave fault" },
	};
	char came[120] = "", went[120] = "";

	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		bool was = bit(s->was, row[i].reg, row[i].mask);
		bool is = bit(s->now, row[i].reg, row[i].mask);

		if (is && !was)
			append(came, sizeof(came), ", ", "", row[i].name);
		if (was && !is)
			append(went, sizeof(went), ", ", "", row[i].name);
	}
	if (went[0])
		add(s, MII_EVENT_FAULT_GONE, "%s", went);
	if (came[0])
		add(s, MII_EVENT_FAULT, "%s", came);
}

static void receiver(struct step *s)
{
	unsigned int errors = word(s->now, MII_REG_GSTAT) & GSTAT_IDLE_ERRORS;
	char text[400] = "";

	differences(s, MII_REG_GSTAT, GSTAT_RECEIVER, text, sizeof(text));
	if (text[0])
		add(s, MII_EVENT_RECEIVER, "%s", text);
	if (errors)
		add(s, MII_EVENT_IDLE_ERRORS, "%u%s since the last look", errors,
		    errors == GSTAT_IDLE_ERRORS ? " or more" : "");
}

static void carrier(struct step *s)
{
	if (s->now->carrier >= 0 && s->now->carrier != s->was->carrier)
		add(s, MII_EVENT_CARRIER, "the kernel says %s", s->now->carrier ? "up" : "down");
}

/* Link and its outages, for the summary. */
static void account(struct mii_watch *watch, const struct mii_look *now, bool lost)
{
	bool up = bit(now, MII_REG_BMSR, BMSR_LINK);

	if (lost)
		watch->link_losses++;
	if (!up && watch->down_since_ns < 0)
		watch->down_since_ns = now->t_ns;
	if (up)
		mii_watch_end(watch, now->t_ns);
}

static void changes(struct mii_watch *watch, struct step *s)
{
	bool again, lost;

	settings(s);
	lost = link_lost(s);
	again = restarted(s);
	watch->restarts += again;
	watch->pages += page(s);
	partner(s);
	faults(s);
	complete(s, again);
	link_up(s, lost);
	receiver(s);
	carrier(s);
	account(watch, s->now, lost);
}

/* True when there is nothing to compare: the last good look stays. */
static bool silent(struct mii_watch *watch, struct step *s)
{
	bool was = watch->silent;

	watch->silent = !readable(s->now);
	if (watch->silent && !was)
		add(s, MII_EVENT_UNREADABLE, "the PHY gives no answer");
	if (!watch->silent && was)
		add(s, MII_EVENT_READABLE, "the PHY answers");
	return watch->silent;
}

unsigned int mii_watch_step(struct mii_watch *watch, const struct mii_look *now,
			    struct mii_event out[static MII_EVENTS_MAX])
{
	struct step s = { .watch = watch, .was = &watch->last, .now = now, .out = out };

	watch->looks++;
	if (silent(watch, &s))
		return s.count;
	if (watch->begun) {
		changes(watch, &s);
	} else {
		watch->begun = true;
		watch->down_since_ns = -1;
		state(&s);
		account(watch, now, false);
	}
	watch->last = *now;
	return s.count;
}

void mii_watch_end(struct mii_watch *watch, int64_t t_ns)
{
	int64_t lasted_ns = t_ns - watch->down_since_ns;

	if (!watch->begun || watch->down_since_ns < 0)
		return;
	watch->down_ns += lasted_ns;
	if (lasted_ns > watch->longest_down_ns)
		watch->longest_down_ns = lasted_ns;
	watch->down_since_ns = -1;
}

bool mii_watch_link(const struct mii_watch *watch)
{
	return watch->begun && bit(&watch->last, MII_REG_BMSR, BMSR_LINK);
}
