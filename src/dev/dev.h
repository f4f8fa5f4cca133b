/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DEV_DEV_H
#define DEV_DEV_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "dev/cable.h"
#include "fact/answers.h"
#include "fact/fact.h"
#include "mii/watch.h"

/*
 * A port: live, recorded, or made up by a test.  Nobody asks which: what
 * differs is a fact, or a slot that answers -EOPNOTSUPP.
 */
struct dev;

/*
 * name is an interface name ("eth0", or an altname), or "bundle:FILE" for the
 * first port of a recording.  Errors: -ENODEV no such interface, -EINVAL a
 * name the kernel can not have, others as met on the way.
 */
int dev_open(struct dev **out, const char *name, struct err *err);
void dev_close(struct dev *dev);		/* NULL is allowed */

/*
 * The recorded port as a device.  Both are borrowed until dev_close; facts are
 * what the bundle holds, answers what the kernel said then (may be empty).
 */
int dev_open_recorded(struct dev **out, const struct sets *facts, const struct answers *answers,
		      struct err *err);

/*
 * Asks everything of the group and translates it into sets->set[SET_NEAR] and
 * SET_PARTNER.  Every fact of the group is settled afterwards.  Lack of
 * knowledge is no error; the only errors are -ENODEV (the interface has
 * vanished; err says so) and -ENOMEM.
 */
int dev_read(struct dev *dev, enum fact_group group, struct sets *sets, struct err *err);

/*
 * From now on GROUP_MII reads registers 16 to 31 too.  They are the maker's own
 * and some clear when read, so only who wants to see them asks for them.
 */
void dev_want_all_words(struct dev *dev);

/* Nanoseconds since the port was opened, on the port's own clock; 0 without one. */
int64_t dev_now_ns(struct dev *dev);

/* Sleeps, or jumps in a recording.  0, -EINTR after a signal, or -ENODEV when
 * the interface vanished meanwhile. */
int dev_wait_until_ns(struct dev *dev, int64_t t_ns);

/*
 * Waits until that time or until the kernel reports a change of this link, then
 * reads the registers that follow a negotiation, and nothing else.  Nothing is
 * kept in dev_answers.  Clears latched bits, each time.  Errors: -EOPNOTSUPP no
 * registers here, -EPERM, -EINTR after a signal, -ENODEV the interface vanished.
 */
int dev_look(struct dev *dev, int64_t until_ns, struct mii_look *out, struct err *err);

/*
 * Runs a cable test; the link drops for some seconds.  What was found before an
 * error is in out.  Errors: -EOPNOTSUPP no such test here, -EPERM, -EBUSY,
 * -ERANGE, -ETIMEDOUT, -EINTR, -ENODEV.
 */
int dev_cable(struct dev *dev, const struct cable_request *request, struct cable_test *out,
	      struct err *err);

/*
 * Blinks the port's lamp for this many seconds.  The driver puts the lamp back,
 * also when a signal ends it (-EINTR).  Errors: -EOPNOTSUPP, -EPERM, -EBUSY.
 */
int dev_blink(struct dev *dev, unsigned int seconds, struct err *err);

/* All answers so far, borrowed; NULL when the device keeps none. */
const struct answers *dev_answers(const struct dev *dev);

#endif
