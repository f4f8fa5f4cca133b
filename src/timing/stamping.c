// SPDX-License-Identifier: GPL-3.0-or-later
#include "timing/stamping.h"

#include <errno.h>
#include <string.h>

static int refuse(struct err *err, int code, const char *cause)
{
	if (err)
		err->cause = cause;
	return code;
}

int timing_stamping_none(const char *name, const char *what, bool ptp_would_do, struct err *err)
{
	return refuse(err, err_set(err, -EOPNOTSUPP, "%s: has no hardware stamps of %s; ethtool -T %s lists "
				   "what it has; say %s--stamps software", name, what, name,
				   ptp_would_do ? "--ptp or " : ""), "no-hardware-stamps");
}

static int look(const char *name, struct stamp_config *now, struct err *err)
{
	int rc = stamp_config_get(name, now);

	if (rc < 0)
		return refuse(err, err_set(err, -EOPNOTSUPP, "%s: its stamping cannot be read: %s; say "
					   "--stamps software", name, strerror(-rc)), "no-stamps");
	if (!now->tx_type && !now->rx_filter)
		return 0;
	return refuse(err, err_set(err, -EBUSY, "%s: another program uses its hardware stamps (ptp4l?); "
				   "end it, then hwstamp_ctl -i %s -t 0 -r 0, or say --stamps software",
				   name, name), "stamps-in-use");
}

/* In the guard. */
static void put_back(void *what)
{
	const struct timing_stamping *s = what;

	for (unsigned int i = 0; i < s->ports; i++)
		stamp_config_set(s->port[i].name, &s->port[i].before);
}

static int switch_on(const char *name, const struct stamp_config *wanted, struct err *err)
{
	int rc = stamp_config_set(name, wanted);

	if (rc == -EPERM)
		return refuse(err, err_set(err, rc, "%s: hardware stamps need CAP_NET_ADMIN; run with sudo, "
					   "or say --stamps software", name), "denied");
	if (rc < 0)
		return refuse(err, err_set(err, -EOPNOTSUPP, "%s: hardware stamps cannot be switched on: %s; "
					   "say --stamps software", name, strerror(-rc)), "no-stamps");
	return 0;
}

int timing_stamping_on(struct timing_stamping *s, struct err *err)
{
	int rc = 0;

	s->guard = (struct guard){ .fd = -1 };
	for (unsigned int i = 0; i < s->ports && rc == 0; i++)
		rc = look(s->port[i].name, &s->port[i].before, err);
	if (rc == 0)
		rc = guard_start(&s->guard, put_back, s, err);
	for (unsigned int i = 0; i < s->ports && rc == 0; i++)
		rc = switch_on(s->port[i].name, &s->port[i].wanted, err);
	return rc;
}

void timing_stamping_off(struct timing_stamping *s)
{
	guard_end(&s->guard);
}
