/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STREAM_TASK_H
#define STREAM_TASK_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

/* A thread that works by itself until it is done or told to stop. */
struct task {
	pthread_t thread;
	bool started;
	atomic_bool done, stop;
	void (*work)(void *arg);
	void *arg;
};

int task_start(struct task *task, void (*work)(void *arg), void *arg, struct err *err);

/* Tells it to stop (if stop), waits for its end.  Nothing when it was never started. */
void task_join(struct task *task, bool stop);

/* Sleeps until then, in steps: false when the task was told to stop. */
bool task_sleep_until_ns(struct task *task, int64_t until_ns);

/*
 * The calling thread is woken as exactly as the system allows: timer slack of
 * 1 ns; real-time priority below that of the lab, or nice -10.  Returns what it
 * got: "fifo", "nice" or "normal".
 */
const char *task_hasten(void);

/* Nice -10, for a thread that may want a whole CPU. */
void task_favour(void);

/* How long the calling thread was ready and had no CPU, so far; 0 when the kernel does not
 * tell (CONFIG_SCHED_INFO). */
int64_t task_waited_ns(void);

/* CPU time that the hypervisor kept for itself, from /proc/stat. */
struct task_cpu {
	uint64_t steal, all;
};

struct task_cpu task_cpu_now(void);
double task_cpu_steal(const struct task_cpu *from, const struct task_cpu *to);	/* 0...1 */

#endif
