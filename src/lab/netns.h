/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef LAB_NETNS_H
#define LAB_NETNS_H

#include "base/err.h"

/*
 * Named network namespaces, kept as ip-netns(8) keeps them: a file below
 * /run/netns on which the namespace is mounted, so `ip netns exec NAME` works.
 */
#define NETNS_DIR "/run/netns"

/* 0; -EEXIST when the name is taken; others with the step that failed. */
int netns_add(const char *name, struct err *err);

/* The namespace ends when its last process and device have gone.  0 when there
 * is none of that name. */
int netns_del(const char *name, struct err *err);

/* Ends the processes that live in it: asks them to, then kills them.  The caller's own stays. */
void netns_end(const char *name);

/* A descriptor of the namespace, of the caller's own for NULL; or -errno. */
int netns_open(const char *name);

/* This thread works in it from now on. */
int netns_enter(int fd, struct err *err);

/*
 * Runs a function in the namespace and comes back; its result, or -errno when
 * the way there or back failed.
 */
int netns_within(const char *name, int (*work)(void *arg, struct err *err), void *arg,
		 struct err *err);

#endif
