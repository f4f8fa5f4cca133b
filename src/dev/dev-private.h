/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DEV_DEV_PRIVATE_H
#define DEV_DEV_PRIVATE_H

/* For those who write a backend; everybody else includes "dev/dev.h". */
#include "dev/dev.h"

struct dev_ops {
	const char *name;

	/* Required. */
	void (*close)(struct dev *dev);
	int (*read)(struct dev *dev, enum fact_group group, struct sets *sets, struct err *err);

	/* Optional. */
	int64_t (*now_ns)(struct dev *dev);
	int (*wait_until_ns)(struct dev *dev, int64_t t_ns);
	const struct answers *(*answers)(const struct dev *dev);
	void (*want_all_words)(struct dev *dev);
	int (*cable)(struct dev *dev, const struct cable_request *request, struct cable_test *out,
		     struct err *err);
	int (*blink)(struct dev *dev, unsigned int seconds, struct err *err);
	int (*look)(struct dev *dev, int64_t until_ns, struct mii_look *out, struct err *err);
};

/* A backend embeds this as its first member. */
struct dev {
	const struct dev_ops *ops;
};

int live_open(struct dev **out, const char *name, struct err *err);

/* The first port of the bundle in that file. */
int recorded_open_file(struct dev **out, const char *file, struct err *err);

#endif
