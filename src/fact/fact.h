/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FACT_FACT_H
#define FACT_FACT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fact/ids.h"
#include "fact/modes.h"

/*
 * A fact is a named value with a state and a source.  Facts are plain data
 * without pointers: copy them, compare them, write them in a test by hand.
 */
enum fact_state {
	FACT_UNREAD,	/* nobody asked */
	FACT_ABSENT,	/* the device or driver has no such thing */
	FACT_FAILED,	/* asked, got an error */
	FACT_DENIED,	/* it may have, but we lack the privilege */
	FACT_KNOWN,
};

enum fact_source {
	FROM_NOWHERE, FROM_NETLINK, FROM_IOCTL, FROM_MII, FROM_SYSFS, FROM_LLDP, FROM_CDP,
	FROM_LOG, FROM_PEER, FROM_PASTE, FROM_MEASURED, FROM_LAB,
	FROM_HOST,	/* how this host uses the port: routes, mounts, sessions */
	FROM_PROC,
	FROM_COUNT
};

enum fact_kind { KIND_BOOL, KIND_NUM, KIND_REAL, KIND_TEXT, KIND_LIST, KIND_MODES, KIND_WORDS,
		 KIND_REALS };

#define FACT_TEXT_MAX 256
#define FACT_WORDS_MAX 32
#define WORD_UNREADABLE (-1)

/* MII registers from 0 on; WORD_UNREADABLE where the read failed. */
struct words {
	int32_t reg[FACT_WORDS_MAX];
	unsigned int count;
};

#define FACT_REALS_MAX 16

/* One number a lane, or the four limits of a reading; NAN where there is none. */
struct reals {
	double at[FACT_REALS_MAX];
	unsigned int count;
};

struct fact {
	enum fact_state state;
	enum fact_source source;
	int error;			/* positive errno of FACT_FAILED, else 0 */
	union {
		bool yes;
		int64_t num;
		double real;
		char text[FACT_TEXT_MAX];	/* KIND_TEXT; KIND_LIST: one item a line */
		struct modes modes;
		struct words words;
		struct reals reals;
	};
};

/* A second answer that differs from the first. */
struct fact_other {
	enum fact_id id;
	struct fact fact;
};

#define FACTS_OTHERS_MAX 16

struct facts {
	struct fact item[FACT_COUNT];
	struct fact_other other[FACTS_OTHERS_MAX];
	unsigned int others;
};

/*
 * The four MACs of a path and what was measured between the ends:
 * partner is the port at the other end of the near cable, far_partner the one
 * at the other end of the far cable.
 */
enum fact_set { SET_NEAR, SET_PARTNER, SET_FAR, SET_FAR_PARTNER, SET_PATH, SET_COUNT };

struct sets {
	struct facts set[SET_COUNT];
};

struct fact_row {
	const char *name;	/* "link.speed": interface, never renamed */
	enum fact_kind kind;
	enum fact_group group;
	const char *unit;	/* NULL: none */
	const char *help;
};

extern const char *const fact_set_name[SET_COUNT];
extern const char *const fact_source_name[FROM_COUNT];
extern const char *const fact_state_name[];

const struct fact_row *fact_row(enum fact_id id);
int fact_find(const char *name);	/* id, or -1 */
bool fact_equal(enum fact_kind kind, const struct fact *a, const struct fact *b);

struct sets *sets_new(void);		/* all unread; NULL without memory */
void sets_free(struct sets *sets);

/*
 * put overwrites.  offer lets the first answer stand; a later answer that
 * differs is kept beside it (facts_other) and offer returns false.
 */
void facts_put(struct facts *f, enum fact_id id, const struct fact *value);
bool facts_offer(struct facts *f, enum fact_id id, const struct fact *value);

/* Copies text; control bytes, which a terminal would obey, become '?'. */
void fact_set_text(struct fact *fact, const char *text);
void fact_list_add(struct fact *fact, const char *item);

void facts_put_bool(struct facts *f, enum fact_id id, enum fact_source from, bool yes);
void facts_put_num(struct facts *f, enum fact_id id, enum fact_source from, int64_t num);
void facts_put_text(struct facts *f, enum fact_id id, enum fact_source from, const char *text);

bool facts_offer_bool(struct facts *f, enum fact_id id, enum fact_source from, bool yes);
bool facts_offer_num(struct facts *f, enum fact_id id, enum fact_source from, int64_t num);
bool facts_offer_real(struct facts *f, enum fact_id id, enum fact_source from, double real);
bool facts_offer_text(struct facts *f, enum fact_id id, enum fact_source from, const char *text);
bool facts_offer_modes(struct facts *f, enum fact_id id, enum fact_source from,
		       const struct modes *modes);
bool facts_offer_reals(struct facts *f, enum fact_id id, enum fact_source from,
		       const struct reals *reals);
/* A KIND_LIST that is known and has no item yet. */
bool facts_offer_list(struct facts *f, enum fact_id id, enum fact_source from);
/* Appends an item to a KIND_LIST fact; what does not fit is left out. */
void facts_list_add(struct facts *f, enum fact_id id, enum fact_source from, const char *item);

/* Why there is no value.  Never overwrites a known one; denied outweighs
 * failed, failed outweighs absent.  error: a positive errno or 0. */
void facts_gap(struct facts *f, enum fact_id id, enum fact_state state, int error);

/* All of from is offered to the other set: its first words, its second ones, its gaps. */
void facts_join(struct facts *to, const struct facts *from);

/* The state that a negative errno stands for: denied, absent or failed. */
enum fact_state fact_state_of(int rc);

/* All facts of the group that nobody settled become gaps by rc (0: absent). */
void facts_settle(struct facts *f, enum fact_group group, int rc);

const struct fact *facts_get(const struct facts *f, enum fact_id id);
const struct fact *facts_other(const struct facts *f, enum fact_id id);	/* NULL: all agree */
bool facts_known(const struct facts *f, enum fact_id id);
bool facts_yes(const struct facts *f, enum fact_id id);	/* known and true */
bool facts_no(const struct facts *f, enum fact_id id);		/* known and false */
int64_t facts_num(const struct facts *f, enum fact_id id, int64_t if_unknown);
double facts_real(const struct facts *f, enum fact_id id, double if_unknown);
const char *facts_text(const struct facts *f, enum fact_id id);	/* NULL: unknown */
bool facts_text_is(const struct facts *f, enum fact_id id, const char *text);
bool facts_list_has(const struct facts *f, enum fact_id id, const char *item);
struct modes facts_modes(const struct facts *f, enum fact_id id);	/* unknown: empty */
/* Unknown: count 0. */
struct reals facts_reals(const struct facts *f, enum fact_id id);

/* One line for people: "100 Mb/s", "yes", "10baseT/Half 10baseT/Full". */
void fact_print(enum fact_id id, const struct fact *fact, char *out, size_t size);

#endif
