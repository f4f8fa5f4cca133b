/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DEV_GUARD_H
#define DEV_GUARD_H

#include <sys/types.h>

#include "base/err.h"

/*
 * A process that puts settings back, whatever becomes of us: it waits for the
 * end of a pipe that only we hold.  It takes no signal, so kill -9 of us is an
 * end like any other.
 */
struct guard {
	int fd;			/* -1: no guard */
	pid_t pid;
};

/*
 * Starts it before the first setting is changed.  restore runs in a copy of this
 * process as it is now, once; what must be known then.
 */
int guard_start(struct guard *guard, void (*restore)(void *what), void *what, struct err *err);

/* Everything is put back when this returns. */
void guard_end(struct guard *guard);

#endif
