// SPDX-License-Identifier: GPL-3.0-or-later
#include "stream/task.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include "base/clock.h"

#define PRIORITY 40	/* the lab's engine has 50 */
#define NICE -10
#define STEP_NS 20000000LL
#define STEAL_FIELD 7	/* proc(5): user nice system idle iowait irq softirq steal */

static void *begin(void *arg)
{
	struct task *task = arg;
	sigset_t all;

	/* Signals are for the thread that talks with people and the other end. */
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, NULL);
	task->work(task->arg);
	atomic_store(&task->done, true);
	return NULL;
}

int task_start(struct task *task, void (*work)(void *arg), void *arg, struct err *err)
{
	int rc;

	*task = (struct task){ .work = work, .arg = arg };
	rc = pthread_create(&task->thread, NULL, begin, task);
	if (rc)
		return err_set(err, -rc, "no thread for the traffic: %s", strerror(rc));
	task->started = true;
	return 0;
}

void task_join(struct task *task, bool stop)
{
	if (!task->started)
		return;
	if (stop)
		atomic_store(&task->stop, true);
	pthread_join(task->thread, NULL);
	task->started = false;
}

bool task_sleep_until_ns(struct task *task, int64_t until_ns)
{
	int64_t now_ns;

	while (!atomic_load(&task->stop)) {
		now_ns = clock_now_ns();
		if (now_ns >= until_ns)
			return true;
		clock_wait_until_ns(until_ns - now_ns > STEP_NS ? now_ns + STEP_NS : until_ns);
	}
	return false;
}

/* Linux has a nice value for each thread. */
const char *task_hasten(void)
{
	struct sched_param param = { .sched_priority = PRIORITY };

	prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0);
	if (sched_setscheduler(0, SCHED_FIFO, &param) == 0)
		return "fifo";
	return setpriority(PRIO_PROCESS, 0, NICE) == 0 ? "nice" : "normal";
}

void task_favour(void)
{
	setpriority(PRIO_PROCESS, 0, NICE);
}

int64_t task_waited_ns(void)
{
	unsigned long long ran, waited = 0;
	FILE *in = fopen("/proc/thread-self/schedstat", "re");

	if (!in)
		return 0;
	if (fscanf(in, "%llu %llu", &ran, &waited) != 2)
		waited = 0;
	fclose(in);
	return (int64_t)waited;
}

struct task_cpu task_cpu_now(void)
{
	struct task_cpu cpu = { 0, 0 };
	unsigned long long field;
	FILE *in = fopen("/proc/stat", "re");

	if (!in)
		return cpu;
	if (fscanf(in, "cpu") == 0)
		for (int i = 0; i <= STEAL_FIELD && fscanf(in, "%llu", &field) == 1; i++) {
			cpu.all += field;
			if (i == STEAL_FIELD)
				cpu.steal = field;
		}
	fclose(in);
	return cpu;
}

double task_cpu_steal(const struct task_cpu *from, const struct task_cpu *to)
{
	if (to->all <= from->all || to->steal < from->steal)
		return 0;
	return (double)(to->steal - from->steal) / (double)(to->all - from->all);
}
