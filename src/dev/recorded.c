// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * A port out of a recording.  Where the raw answers are there, they are
 * translated again, so a translator mended since then tells the truth about an
 * old bundle; the facts of other sources stay as they were recorded.
 */
#include <errno.h>
#include <stdlib.h>

#include "dev/dev-private.h"
#include "dev/translate-private.h"
#include "fact/bundle.h"

struct recorded {
	struct dev dev;
	const struct sets *facts;
	const struct answers *answers;	/* may be NULL */
	struct bundle *bundle;		/* owned; NULL when facts and answers are borrowed */
	unsigned int rounds[GROUP_COUNT];
	int64_t now_ns;
};

static struct recorded *recorded_of(struct dev *dev)
{
	return (struct recorded *)dev;
}

static bool in_group(enum fact_id id, enum fact_group group)
{
	return fact_row(id)->group == group;
}

static void forget_others(struct facts *f, enum fact_group group)
{
	unsigned int kept = 0;

	for (unsigned int i = 0; i < f->others; i++)
		if (!in_group(f->other[i].id, group))
			f->other[kept++] = f->other[i];
	f->others = kept;
}

static void offer_others(struct facts *out, const struct facts *from, enum fact_group group)
{
	for (unsigned int i = 0; i < from->others; i++)
		if (in_group(from->other[i].id, group))
			facts_offer(out, from->other[i].id, &from->other[i].fact);
}

static void copy(struct facts *out, const struct facts *from, enum fact_group group)
{
	forget_others(out, group);
	for (int id = 0; id < FACT_COUNT; id++)
		if (in_group((enum fact_id)id, group))
			facts_put(out, (enum fact_id)id, facts_get(from, (enum fact_id)id));
	offer_others(out, from, group);
}

/* Recorded facts that no translation gives: of the lab, of a paste, of MII words. */
static void offer_foreign(struct facts *out, const struct facts *from, enum fact_group group)
{
	const struct fact *fact;

	for (int id = 0; id < FACT_COUNT; id++) {
		fact = facts_get(from, (enum fact_id)id);
		if (in_group((enum fact_id)id, group) && fact->state == FACT_KNOWN &&
		    !translate_answers(group, fact->source))
			facts_offer(out, (enum fact_id)id, fact);
	}
	for (unsigned int i = 0; i < from->others; i++)
		if (in_group(from->other[i].id, group) &&
		    !translate_answers(group, from->other[i].fact.source))
			facts_offer(out, from->other[i].id, &from->other[i].fact);
}

static void advance(struct recorded *rec, enum fact_group group, unsigned int round)
{
	const struct answer *item = rec->answers->item;

	for (size_t i = 0; i < rec->answers->count; i++)
		if (item[i].group == group && item[i].round == round &&
		    item[i].t_ns > rec->now_ns)
			rec->now_ns = item[i].t_ns;
}

static int translate_again(struct recorded *rec, enum fact_group group, unsigned int round,
			   struct sets *sets)
{
	static const enum fact_set set[] = { SET_NEAR, SET_PARTNER };
	struct sets *fresh = sets_new();

	if (!fresh)
		return -ENOMEM;
	/* What a counter means hangs on the driver. */
	fresh->set[SET_NEAR].item[FACT_PORT_DRIVER] = *facts_get(&sets->set[SET_NEAR],
								  FACT_PORT_DRIVER);
	if (translate(rec->answers, group, round, fresh) > 0)
		for (size_t i = 0; i < sizeof(set) / sizeof(set[0]); i++) {
			copy(&sets->set[set[i]], &fresh->set[set[i]], group);
			offer_foreign(&sets->set[set[i]], &rec->facts->set[set[i]], group);
		}
	sets_free(fresh);
	advance(rec, group, round);
	return 0;
}

/* A recording older than the group tells nothing of it, not that there is none. */
static bool was_asked(const struct recorded *rec, enum fact_group group)
{
	for (size_t i = 0; rec->answers && i < rec->answers->count; i++)
		if (rec->answers->item[i].group == group)
			return true;
	for (int id = 0; id < FACT_COUNT; id++)
		if (in_group((enum fact_id)id, group) &&
		    facts_get(&rec->facts->set[SET_NEAR], (enum fact_id)id)->state != FACT_UNREAD)
			return true;
	return false;
}

static int recorded_read(struct dev *dev, enum fact_group group, struct sets *sets,
			 struct err *err)
{
	struct recorded *rec = recorded_of(dev);
	unsigned int round = rec->rounds[group]++;

	copy(&sets->set[SET_NEAR], &rec->facts->set[SET_NEAR], group);
	copy(&sets->set[SET_PARTNER], &rec->facts->set[SET_PARTNER], group);
	if (rec->answers && translate_again(rec, group, round, sets) < 0)
		return err_set(err, -ENOMEM, "out of memory");
	if (was_asked(rec, group))
		facts_settle(&sets->set[SET_NEAR], group, 0);
	return 0;
}

static void recorded_close(struct dev *dev)
{
	bundle_free(recorded_of(dev)->bundle);
	free(dev);
}

static int64_t recorded_now_ns(struct dev *dev)
{
	return recorded_of(dev)->now_ns;
}

static int recorded_wait_until_ns(struct dev *dev, int64_t t_ns)
{
	struct recorded *rec = recorded_of(dev);

	if (t_ns > rec->now_ns)
		rec->now_ns = t_ns;
	return 0;
}

static const struct answers *recorded_answers(const struct dev *dev)
{
	return ((const struct recorded *)dev)->answers;
}

static const struct dev_ops recorded_ops = {
	.name = "recorded",
	.close = recorded_close,
	.read = recorded_read,
	.now_ns = recorded_now_ns,
	.wait_until_ns = recorded_wait_until_ns,
	.answers = recorded_answers,
};

int dev_open_recorded(struct dev **out, const struct sets *facts, const struct answers *answers,
		      struct err *err)
{
	struct recorded *rec = calloc(1, sizeof(*rec));

	*out = NULL;
	if (!rec)
		return err_set(err, -ENOMEM, "out of memory");
	rec->dev.ops = &recorded_ops;
	rec->facts = facts;
	rec->answers = answers;
	*out = &rec->dev;
	return 0;
}

int recorded_open_file(struct dev **out, const char *file, struct err *err)
{
	struct bundle *bundle = NULL;
	int rc = bundle_load(&bundle, file, err);

	if (rc < 0)
		return rc;
	if (bundle->ports == 0)
		rc = err_set(err, -ENODEV,
			     "%s: a bundle without a port; record one with "
			     "etherdx record IFACE --bundle FILE",
			     file);
	if (rc == 0)
		rc = dev_open_recorded(out, bundle->port[0].facts, &bundle->port[0].answers, err);
	if (rc < 0) {
		bundle_free(bundle);
		return rc;
	}
	recorded_of(*out)->bundle = bundle;
	return 0;
}
