/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef LAB_LIVE_PROCESS_H
#define LAB_LIVE_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

#include "lab/live.h"

/*
 * A live lab is a process of its own.  It takes away what it has made, however
 * it is asked to end, also by the death of the process that started it.  Only
 * when it is killed itself something can be left: lab_process_down().
 */
struct lab_process {
	pid_t pid;
	char name[LAB_LIVE_NAME_MAX];
	unsigned int hosts;
	char netns[LAB_NODES][LAB_LIVE_NETNS_MAX];	/* in the order of the scene */
};

/*
 * Makes namespaces, devices and sockets, and returns when they work.  name
 * NULL: the lowest free number.  stays: it outlives the caller.  Returns 0;
 * -EINVAL for a bad name, -EEXIST for one in use; others as met, then nothing
 * is left.
 */
int lab_process_start(struct lab_process *process, const struct lab_scene *scene,
		      const char *name, bool stays, struct err *err);

/* Ends it and waits for that.  For who started it. */
void lab_process_stop(struct lab_process *process);

/* Ends any lab, or takes away what is left of it.  -ENOENT: there is none. */
int lab_process_down(const char *name, struct err *err);

/* Names of the labs there are, or remnants of; sorted.  Returns how many. */
unsigned int lab_process_names(char names[][LAB_LIVE_NAME_MAX], unsigned int max);

#endif
