// SPDX-License-Identifier: GPL-3.0-or-later
/* Whose facts are these, and what is left to judge when all files are read? */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/case-private.h"
#include "text/log.h"

struct text_port *text_port_get(struct text_case *c, const char *name)
{
	struct text_port *port;

	for (unsigned int i = 0; i < c->ports; i++)
		if (strcmp(c->port[i]->name, name) == 0)
			return c->port[i];
	if (c->ports == TEXT_PORTS_MAX || strlen(name) >= sizeof(port->name))
		return NULL;
	port = calloc(1, sizeof(*port));
	if (port)
		port->sets = sets_new();
	if (!port || !port->sets) {
		c->no_memory = true;
		free(port);
		return NULL;
	}
	snprintf(port->name, sizeof(port->name), "%s", name);
	c->port[c->ports++] = port;
	return port;
}

bool text_port_is(struct text_section *s, const char *name)
{
	bool fits = s->reader->is_switch || s->reader->sure || text_is_iface(name);
	struct text_port *port = fits ? text_port_get(s->of, name) : NULL;

	if (!port)
		return false;
	port->is_switch = s->reader->is_switch;
	s->port = port;
	if (!s->reader->lists && !s->reader->sure) {
		port->meant = true;
		s->of->last = port;
	}
	return true;
}

static bool has_facts(const struct facts *f)
{
	for (int id = 0; id < FACT_COUNT; id++)
		if (facts_get(f, (enum fact_id)id)->state != FACT_UNREAD)
			return true;
	return false;
}

static bool told(const struct text_port *port)
{
	if (port->name[0] && !port->is_switch)
		return true;
	for (int i = 0; i < FACT_COUNTERS_COUNT; i++)
		if (port->counter[i].by)
			return true;
	for (int i = 0; i < COUNTER_NAMES_MAX; i++)
		if (port->named[i].sections)
			return true;
	return has_facts(&port->sets->set[SET_NEAR]) || has_facts(&port->sets->set[SET_PARTNER]) ||
	       has_facts(&port->weak);
}

static void join_counters(struct text_port *to, const struct text_port *from)
{
	for (int i = 0; i < FACT_COUNTERS_COUNT; i++)
		if (!to->counter[i].by)
			to->counter[i] = from->counter[i];
	for (int i = 0; i < COUNTER_NAMES_MAX; i++)
		if (!to->named[i].sections)
			to->named[i] = from->named[i];
	if (!to->fec.sections)
		to->fec = from->fec;
}

static void drop(struct text_case *c, unsigned int n)
{
	sets_free(c->port[n]->sets);
	free(c->port[n]);
	memmove(&c->port[n], &c->port[n + 1], (c->ports - n - 1) * sizeof(c->port[0]));
	c->ports--;
}

static void join(struct text_case *c, struct text_port *to, unsigned int from)
{
	struct text_port *port = c->port[from];

	facts_join(&to->sets->set[SET_NEAR], &port->sets->set[SET_NEAR]);
	facts_join(&to->sets->set[SET_PARTNER], &port->sets->set[SET_PARTNER]);
	facts_join(&to->weak, &port->weak);
	join_counters(to, port);
	if (!to->log.told)
		to->log = port->log;
	else if (!to->log.refused[0])	/* said while the port had no name yet */
		memcpy(to->log.refused, port->log.refused, sizeof(to->log.refused));
	to->meant = to->meant || port->meant;
	drop(c, from);
}

/* A log may know a card only by its place on the bus. */
static void join_places(struct text_case *c)
{
	for (unsigned int i = 0; i < c->ports; i++) {
		const char *place = facts_text(&c->port[i]->sets->set[SET_NEAR], FACT_PORT_BUS_INFO);

		for (unsigned int k = 0; place && k < c->ports; k++)
			if (k != i && strcmp(c->port[k]->name, place) == 0) {
				join(c, c->port[i], k);
				i -= k < i;
				break;
			}
	}
}

/* The only port of that sort; NULL: none, or several. */
static struct text_port *only(const struct text_case *c, bool is_switch, bool meant)
{
	struct text_port *one = NULL;

	for (unsigned int i = 0; i < c->ports; i++) {
		struct text_port *port = c->port[i];

		if (!port->name[0] || port->is_switch != is_switch || (meant && !port->meant))
			continue;
		if (one)
			return NULL;
		one = port;
	}
	return one;
}

static struct text_port *only_host(const struct text_case *c)
{
	struct text_port *one = only(c, false, true);

	return one ? one : only(c, false, false);
}

bool text_port_at(struct text_section *s, const char *place, bool or_only)
{
	struct text_port *port = or_only ? only_host(s->of) : NULL;

	for (unsigned int i = 0; i < s->of->ports; i++)
		if (facts_text_is(&s->of->port[i]->sets->set[SET_NEAR], FACT_PORT_BUS_INFO, place))
			port = s->of->port[i];
	if (port)
		s->port = port;
	return port;
}

static int place_of(const struct text_case *c, const struct text_port *port)
{
	for (unsigned int i = 0; i < c->ports; i++)
		if (c->port[i] == port)
			return (int)i;
	return -1;
}

void text_port_renamed(struct text_section *s, const char *old, const char *name)
{
	struct text_case *c = s->of;
	struct text_port *had = NULL, *has = NULL;

	for (unsigned int i = 1; i < c->ports; i++) {
		if (strcmp(c->port[i]->name, old) == 0)
			had = c->port[i];
		if (strcmp(c->port[i]->name, name) == 0)
			has = c->port[i];
	}
	/* The new one was made for this very line. */
	if (!had || !has || has == had || has->log.told)
		return;
	s->port = had;
	drop(c, (unsigned int)place_of(c, has));
	snprintf(had->name, sizeof(had->name), "%s", name);
}

static void join_unnamed(struct text_case *c)
{
	struct text_port *unnamed = c->port[0], *host = only_host(c);

	if (told(unnamed) && host)
		join(c, host, 0);
	else if (!told(unnamed) && c->ports > 1)
		drop(c, 0);
}

/* Every driver fills these, or the kernel does. */
static bool of_all_drivers(enum fact_id total)
{
	return total == FACT_TOTAL_RX_FRAMES || total == FACT_TOTAL_TX_FRAMES ||
	       total == FACT_TOTAL_RX_BYTES || total == FACT_TOTAL_TX_BYTES ||
	       total == FACT_TOTAL_RX_ERRORS || total == FACT_TOTAL_TX_ERRORS ||
	       total == FACT_TOTAL_CARRIER_CHANGES;
}

/* A field of rtnetlink means what the driver makes of it, as on a live port. */
static void drop_fields(struct text_port *port, const char *driver)
{
	for (int i = 0; driver && i < FACT_COUNTERS_COUNT; i++) {
		enum fact_id total = (enum fact_id)(FACT_TOTAL_FIRST + i);
		enum counter_field field = counters_field(driver, total);

		if (!port->counter[i].by || !port->counter[i].by->fields || of_all_drivers(total) ||
		    field == FIELD_FILLED || (field == FIELD_UNSURE && port->counter[i].last > 0))
			continue;
		port->counter[i] = (struct text_counter){ .by = NULL };
		text_gap(&port->sets->set[SET_NEAR], total);
	}
}

/*
 * Only now the driver is known, if it ever is.  What it counts itself says more than
 * a field of rtnetlink, unless that was pasted twice and this once.
 */
static void sum_named(struct text_port *port, const char *driver)
{
	int64_t first[COUNTER_NAMES_MAX], last[COUNTER_NAMES_MAX];
	struct counter_sum from[FACT_COUNTERS_COUNT], to[FACT_COUNTERS_COUNT];
	unsigned int sections = 0;

	for (int i = 0; i < COUNTER_NAMES_MAX; i++) {
		const struct text_named *named = &port->named[i];

		first[i] = named->sections ? named->first : -1;
		last[i] = named->sections ? named->last : -1;
		sections = named->sections > sections ? named->sections : sections;
	}
	counters_pasted(driver, first, from);
	counters_pasted(driver, last, to);
	for (int i = 0; i < FACT_COUNTERS_COUNT; i++)
		if (to[i].known && (sections > 1 || port->counter[i].sections < 2))
			port->counter[i] = (struct text_counter){
				.by = &text_statistics, .sections = sections,
				.first = from[i].num, .last = to[i].num,
			};
}

/* What is known for want of better, counters, and nothing that a dead link denies. */
static void settle(struct text_port *port, double log_end_s, double window_s)
{
	struct facts *near = &port->sets->set[SET_NEAR];
	const char *driver = facts_text(near, FACT_PORT_DRIVER);
	bool window = false;

	text_log_settle(port, log_end_s);
	drop_fields(port, driver);
	sum_named(port, driver);
	for (int i = 0; i < FACT_COUNTERS_COUNT; i++) {
		const struct text_counter *counter = &port->counter[i];
		int64_t rise = counter->last - counter->first;

		if (!counter->by)
			continue;
		facts_offer_num(near, (enum fact_id)(FACT_TOTAL_FIRST + i), FROM_PASTE, counter->last);
		if (window_s <= 0 || counter->sections < 2)
			continue;
		facts_put_num(near, (enum fact_id)(FACT_COUNTER_FIRST + i), FROM_PASTE,
			      rise < 0 ? counter->last : rise);
		window = true;
	}
	if (port->fec.sections)
		facts_offer_reals(near, FACT_FEC_LANE_CORRECTED, FROM_PASTE, &port->fec.last);
	if (window)
		facts_offer_real(near, FACT_RUN_WINDOW, FROM_PASTE, window_s);
	/* Register words tell more than what a tool concluded from them. */
	for (int id = 0; id < FACT_COUNT && !facts_known(near, FACT_MII_WORDS); id++)
		if (!facts_known(near, (enum fact_id)id) &&
		    port->weak.item[id].state == FACT_KNOWN)
			facts_put(near, (enum fact_id)id, &port->weak.item[id]);
	if (!facts_no(near, FACT_LINK_UP))
		return;
	near->item[FACT_LINK_SPEED] = (struct fact){ .state = FACT_ABSENT, .source = FROM_PASTE };
	near->item[FACT_LINK_DUPLEX] = near->item[FACT_LINK_SPEED];
}

/* The only switch port that may be at the other end: no cable is up at one end alone. */
static struct text_port *only_other(const struct text_case *c, const struct text_port *host)
{
	const struct fact *here = facts_get(&host->sets->set[SET_NEAR], FACT_LINK_UP);
	struct text_port *one = only(c, true, true);
	unsigned int count = 0;

	if (one)
		return one;
	for (unsigned int i = 0; i < c->ports; i++) {
		const struct fact *there = facts_get(&c->port[i]->sets->set[SET_NEAR], FACT_LINK_UP);

		if (!c->port[i]->is_switch || !c->port[i]->name[0] ||
		    (here->state == FACT_KNOWN && there->state == FACT_KNOWN &&
		     here->yes != there->yes))
			continue;
		if (count++)
			return NULL;
		one = c->port[i];
	}
	return one;
}

/* One host port and one switch port: the two ends of one cable. */
static void pair(struct text_case *c)
{
	struct text_port *host = only_host(c), *other = host ? only_other(c, host) : NULL;

	if (!other)
		return;
	facts_join(&host->sets->set[SET_PARTNER], &other->sets->set[SET_NEAR]);
	drop(c, (unsigned int)place_of(c, other));
}

static void note_also(struct text_case *c, const char *name)
{
	size_t used = strlen(c->also);

	if (name[0] && used + strlen(name) + 1 < sizeof(c->also))
		snprintf(c->also + used, sizeof(c->also) - used, " %s", name);
}

/* Ports that only stand in lists are not judged where others were shown alone, nor idle
 * ones where some are in use. */
static void drop_listed(struct text_case *c)
{
	bool any_meant = false;

	for (unsigned int i = 0; i < c->ports; i++)
		any_meant = any_meant || c->port[i]->meant;
	for (unsigned int i = 0; i < c->ports;) {
		const struct facts *near = &c->port[i]->sets->set[SET_NEAR];
		bool idle = facts_text_is(near, FACT_PORT_KIND, "loopback") ||
			    facts_no(near, FACT_LINK_ADMIN_UP) ||
			    (c->port[i]->is_switch && facts_no(near, FACT_LINK_UP));

		if (c->port[i]->meant || !c->port[i]->name[0] ||
		    !(any_meant || idle) || c->ports == 1) {
			i++;
			continue;
		}
		note_also(c, c->port[i]->name);
		drop(c, i);
	}
}

static int keep_iface(struct text_case *c, const char *iface, struct err *err)
{
	struct text_port *wanted = NULL;
	char have[256] = "";

	for (unsigned int i = 0; i < c->ports; i++) {
		if (strcmp(c->port[i]->name, iface) == 0)
			wanted = c->port[i];
		if (c->port[i]->name[0] && strlen(have) + strlen(c->port[i]->name) + 2 < sizeof(have))
			snprintf(have + strlen(have), sizeof(have) - strlen(have), " %s",
				 c->port[i]->name);
	}
	if (!wanted && told(c->port[0]) && !have[0])
		wanted = text_port_get(c, iface);
	if (!wanted)
		return err_set(err, -ENODEV, "--iface %s: nothing is told of it (have:%s)", iface,
			       have[0] ? have : " no port by name");
	for (unsigned int i = c->ports; i-- > 1;)
		if (c->port[i] != wanted && (!c->port[i]->is_switch || wanted->is_switch))
			drop(c, i);
	wanted->meant = true;
	return 0;
}

int text_case_finish(struct text_case *c, const char *iface, double window_s, struct err *err)
{
	bool any = false;
	int rc;

	for (unsigned int i = 0; i < c->ports; i++)
		any = any || told(c->port[i]);
	if (c->no_memory)
		return err_set(err, -ENOMEM, "out of memory");
	if (!any)
		return -ENODATA;
	join_places(c);
	rc = iface ? keep_iface(c, iface, err) : 0;
	if (rc < 0)
		return rc;
	join_unnamed(c);
	for (unsigned int i = 0; i < c->ports; i++)
		settle(c->port[i], c->log_end_s, window_s);
	pair(c);
	drop_listed(c);
	return 0;
}

const struct text_port *text_case_port(const struct text_case *c, unsigned int n)
{
	return n < c->ports ? c->port[n] : NULL;
}

const char *text_case_also(const struct text_case *c)
{
	return c->also;
}
