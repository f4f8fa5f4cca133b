// SPDX-License-Identifier: GPL-3.0-or-later
#include "dev/dev-private.h"

#include <errno.h>
#include <string.h>

int dev_open(struct dev **out, const char *name, struct err *err)
{
	static const char bundle[] = "bundle:";
	size_t len = sizeof(bundle) - 1;

	*out = NULL;
	if (strncmp(name, bundle, len) == 0)
		return recorded_open_file(out, name + len, err);
	return live_open(out, name, err);
}

void dev_close(struct dev *dev)
{
	if (dev)
		dev->ops->close(dev);
}

int dev_read(struct dev *dev, enum fact_group group, struct sets *sets, struct err *err)
{
	return dev->ops->read(dev, group, sets, err);
}

void dev_want_all_words(struct dev *dev)
{
	if (dev->ops->want_all_words)
		dev->ops->want_all_words(dev);
}

int64_t dev_now_ns(struct dev *dev)
{
	return dev->ops->now_ns ? dev->ops->now_ns(dev) : 0;
}

int dev_wait_until_ns(struct dev *dev, int64_t t_ns)
{
	return dev->ops->wait_until_ns ? dev->ops->wait_until_ns(dev, t_ns) : -EOPNOTSUPP;
}

int dev_look(struct dev *dev, int64_t until_ns, struct mii_look *out, struct err *err)
{
	if (!dev->ops->look)
		return err_set(err, -EOPNOTSUPP, "only a live port can be watched");
	return dev->ops->look(dev, until_ns, out, err);
}

int dev_cable(struct dev *dev, const struct cable_request *request, struct cable_test *out,
	      struct err *err)
{
	cable_init(out);
	if (!dev->ops->cable)
		return err_set(err, -EOPNOTSUPP, "only the cable of a live port can be tested");
	return dev->ops->cable(dev, request, out, err);
}

int dev_blink(struct dev *dev, unsigned int seconds, struct err *err)
{
	if (!dev->ops->blink)
		return err_set(err, -EOPNOTSUPP, "only the lamp of a live port can blink");
	return dev->ops->blink(dev, seconds, err);
}

const struct answers *dev_answers(const struct dev *dev)
{
	return dev->ops->answers ? dev->ops->answers(dev) : NULL;
}
