/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STUB_DEV_H
#define STUB_DEV_H

/*
 * A port made up by a test: it tells what it was given, group by group, on a
 * clock of its own, and fails when it is told to.
 */
#include <errno.h>
#include <stdlib.h>

#include "dev/dev-private.h"

#define STUB_READS_MAX 32

struct stub {
	struct dev dev;
	const struct sets *first;	/* what the port tells; borrowed */
	const struct sets *again;	/* from the second reading on, NULL: the same */
	unsigned int fail_at;		/* this read fails, from 1; 0: none */
	int fail_rc;
	int wait_rc;			/* what a wait ends with */
	int64_t wait_ends_ns;		/* the clock then; 0: when it was asked for */
	int64_t now_ns, read_ns;	/* the clock, and what a read takes */
	int64_t waited_for_ns;		/* what was asked for */
	unsigned int reads, waits;
	enum fact_group group[STUB_READS_MAX];
	unsigned int *closed;		/* counts closes; borrowed, NULL: nobody counts */
};

static inline struct stub *stub_of(struct dev *dev)
{
	return (struct stub *)dev;	/* first member */
}

static inline void stub_close(struct dev *dev)
{
	struct stub *stub = stub_of(dev);

	if (stub->closed)
		(*stub->closed)++;
	free(stub);
}

static inline unsigned int stub_times(const struct stub *stub, enum fact_group group)
{
	unsigned int times = 0;

	for (unsigned int i = 0; i < stub->reads && i < STUB_READS_MAX; i++)
		times += stub->group[i] == group;
	return times;
}

static inline void stub_tell(const struct facts *told, enum fact_group group, struct facts *f)
{
	for (int id = 0; id < FACT_COUNT; id++)
		if (fact_row((enum fact_id)id)->group == group &&
		    told->item[id].state != FACT_UNREAD)
			facts_put(f, (enum fact_id)id, &told->item[id]);
}

static inline int stub_read(struct dev *dev, enum fact_group group, struct sets *sets,
			    struct err *err)
{
	struct stub *stub = stub_of(dev);
	const struct sets *told = stub->first;

	if (stub->again && stub_times(stub, group))
		told = stub->again;
	if (stub->reads < STUB_READS_MAX)
		stub->group[stub->reads] = group;
	stub->reads++;
	stub->now_ns += stub->read_ns;
	if (stub->reads == stub->fail_at)
		return err_set(err, stub->fail_rc, "stub: read %u failed", stub->reads);
	stub_tell(&told->set[SET_NEAR], group, &sets->set[SET_NEAR]);
	stub_tell(&told->set[SET_PARTNER], group, &sets->set[SET_PARTNER]);
	facts_settle(&sets->set[SET_NEAR], group, 0);
	return 0;
}

static inline int64_t stub_now_ns(struct dev *dev)
{
	return stub_of(dev)->now_ns;
}

static inline int stub_wait_until_ns(struct dev *dev, int64_t t_ns)
{
	struct stub *stub = stub_of(dev);

	stub->waits++;
	stub->waited_for_ns = t_ns;
	if (stub->wait_ends_ns)
		t_ns = stub->wait_ends_ns;
	if (t_ns > stub->now_ns)
		stub->now_ns = t_ns;
	return stub->wait_rc;
}

/* Told facts are borrowed until dev_close(). */
static inline struct stub *stub_open(const struct sets *first, const struct sets *again)
{
	static const struct dev_ops ops = {
		.name = "stub",
		.close = stub_close,
		.read = stub_read,
		.now_ns = stub_now_ns,
		.wait_until_ns = stub_wait_until_ns,
	};
	struct stub *stub = calloc(1, sizeof(*stub));

	if (!stub)
		return NULL;
	stub->dev.ops = &ops;
	stub->first = first;
	stub->again = again;
	return stub;
}

#endif
