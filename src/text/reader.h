/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TEXT_READER_H
#define TEXT_READER_H

#include "fact/fact.h"
#include "text/line.h"

/*
 * For those who write readers.  A reader knows the output of one tool, line by
 * line, whatever the indentation: forums eat tabs.  It is pure, keeps nothing
 * but what the section has room for, and takes no value that it is not sure
 * of: a line it does not know is said to be not understood.
 */
struct text_reader;
struct text_port;

/* Lines of one tool about one port. */
struct text_section {
	const struct text_reader *reader;
	struct text_case *of;
	struct text_port *port;		/* never NULL */
	unsigned long serial;		/* no two sections have the same */
	/* The reader's own; 0 when the section begins. */
	int state, column[12];
	unsigned int columns;
	struct modes modes[4];
	struct words words;
	char note[64];
};

struct text_reader {
	const char *name;	/* what --type takes and messages say */
	const char *help;
	bool sure;	/* its lines tell themselves: no other reader is asked first */
	bool headless;	/* its lines are known without a head */
	bool lists;	/* shows every port of a machine: none of them is meant above others */
	bool fields;	/* its counters are fields of rtnl_link_stats64 */
	bool is_switch;	/* tells of ports at the other end of the cable */
	/* Does a section begin with this line?  Then it says whose. */
	bool (*begins)(struct text_section *s, const struct text_line *line);
	/* NULL, or: the section in front is closed; what both keep in the case is free. */
	void (*opened)(struct text_section *s, const struct text_line *line);
	/* A line inside; false: not of this tool. */
	bool (*line)(struct text_section *s, const struct text_line *line);
	void (*ends)(struct text_section *s);	/* NULL: nothing is left to do */
};

/* NULL-ended, in the order they are asked. */
extern const struct text_reader *const text_readers[];
extern const struct text_reader text_bonding, text_eee, text_ethtool, text_fec, text_ifconfig,
	text_info, text_ip_link, text_json, text_log, text_mii_diag, text_mii_tool, text_module,
	text_other, text_pause, text_proc_net_dev, text_statistics, text_switch, text_switch_status,
	text_sysfs, text_words;
const struct text_reader *text_reader_find(const char *name);	/* NULL: no such kind */

/* The section goes on with this port.  False: no such name can be, or too many. */
bool text_port_is(struct text_section *s, const char *name);

/* The section goes on with no port that has a name. */
void text_port_none(struct text_section *s);

/*
 * The section goes on with the port that has this place on the bus, or, if it may be the
 * only one, with that.  False: there is none.
 */
bool text_port_at(struct text_section *s, const char *place, bool or_only);

/* The kernel gave the port another name. */
void text_port_renamed(struct text_section *s, const char *old, const char *name);

struct text_log *text_log_of(struct text_section *s);
void text_log_time(struct text_section *s, double now_s);	/* the log goes on until then */

/* Has somebody said whose lines these are? */
bool text_named(const struct text_section *s);

/* Where facts go.  weak stands only if nobody else tells the same. */
struct facts *text_near(struct text_section *s);
struct facts *text_partner(struct text_section *s);
struct facts *text_weak(struct text_section *s);

/*
 * A total.  The tool that told it first is believed; its word in a later section
 * counts as later.  In one section the first of two names for a counter counts.
 */
void text_count(struct text_section *s, enum fact_id total, int64_t count);

/* The same where several names stand for one loss: the largest counts. */
void text_count_most(struct text_section *s, enum fact_id total, int64_t count);

/* A counter of a driver, by the number of its name. */
void text_count_named(struct text_section *s, int name, int64_t count);

/* FEC blocks corrected on that lane, from 0 on and in order. */
void text_count_lane(struct text_section *s, unsigned int lane, int64_t blocks);

/* Register words up to the end of the line are appended.  False, and nothing is
 * appended: something else stands there, or too much. */
bool text_add_words(struct words *words, const char *text);
/* The words collected are a fact, if they are enough to be one. */
void text_put_words(struct text_section *s);

/* Values as tools write them; -1, 65535 and "Unknown!" are no speed and a gap. */
void text_speed(struct text_section *s, int64_t mbps);
void text_gap(struct facts *f, enum fact_id id);
bool text_yes_no(const char *value, bool *yes);	/* yes no on off enabled disabled true false */

/* One row of "Key: value" lines. */
struct text_key {
	const char *key;	/* NULL ends a table */
	/* False: the value is not one of this key's. */
	bool (*take)(struct text_section *s, const struct text_key *key, const char *value);
	enum fact_id id;
	int arg;
};

/* The rows of the line are taken, several where two spaces stand between them; false: none,
 * or one refused its value. */
bool text_take_key(struct text_section *s, const struct text_key *keys, const char *text);

/* Takers of their own. */
bool text_take_bool(struct text_section *s, const struct text_key *key, const char *value);
bool text_take_text(struct text_section *s, const struct text_key *key, const char *value);
bool text_take_nothing(struct text_section *s, const struct text_key *key, const char *value);

#endif
