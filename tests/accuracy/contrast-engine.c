// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * The contrast and its decision over emulated links in virtual time: the plan is
 * sent as real probe frames through both MACs, and only what arrives is looked
 * at.  Every scene that comes with the program, at 10 and 100 Mb/s, with both
 * policies after a late collision.  An undetermined run is extended up to three
 * times.
 *
 * Usage: contrast-engine [LINKS [SEED]], links a row.  Prints TAP, one test a
 * row: misses and false alarms at most 0.1 %, the half end always among those
 * named.  The intervals are Clopper and Pearson's, 95 %.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/net.h"
#include "stat/proportion.h"
#include "stream/contrast.h"
#include "stream/plan.h"
#include "stream/verdict.h"
#include "wire/probe.h"

#define EXTENSIONS_MAX 3
#define SLOTS_MAX 2048
#define ERRORS_MAX 0.001
#define SETTLE_NS 500000000	/* a slow host hands its frames over late */

static const struct {
	const char *name;
	unsigned int half_end;		/* 0: no mismatch */
	bool direct;
} scenes[] = {
	{ "duplex-mismatch", MAC_NEAR, true },
	{ "duplex-mismatch-far", MAC_FAR, true },
	{ "switched-mismatch-near", MAC_NEAR, false },
	{ "switched-mismatch-near-partner", MAC_NEAR_PARTNER, false },
	{ "switched-mismatch-far-partner", MAC_FAR_PARTNER, false },
	{ "switched-mismatch-far", MAC_FAR, false },
	{ "clean", 0, true },
	{ "half-duplex", 0, true },
	{ "lossy-cable", 0, true },
	{ "policer", 0, true },
	{ "slow-host", 0, true },
	{ "store-and-forward", 0, false },
	{ "cut-through", 0, false },
};

#define SCENES (sizeof(scenes) / sizeof(scenes[0]))

struct link_run {
	struct lab_net *net;
	struct lab_port *port[STREAM_DIRS];	/* that sends in this direction */
	struct stream_plan plan;
	struct slot_result slot[SLOTS_MAX];
	unsigned int slots;			/* so far */
	int64_t pauses_ns;			/* so far, beside the plan */
};

struct tally {
	uint64_t links, outcome[DUPLEX_MISMATCH + 1], at_once, end_named, end_wrong;
	double diff[STREAM_DIRS], low[STREAM_DIRS];
};

static void delivered(void *owner, int64_t at_ns, const uint8_t *bytes, size_t len_bytes)
{
	struct link_run *run = owner;
	struct probe p;

	(void)at_ns;
	if (probe_parse(&p, bytes, len_bytes) == 0 && p.slot < run->slots)
		run->slot[p.slot].received[p.leg]++;
}

static void run_open(struct link_run *run, const char *scene_name, unsigned int rate_mbps,
		     enum lab_late late, uint64_t seed)
{
	static const char *const ports[STREAM_DIRS] = { "a.eth0", "b.eth0" };
	struct lab_scene scene;
	struct err err = { 0 };

	memset(run, 0, sizeof(*run));
	if (lab_scene_load(&scene, scene_name, &err) == 0 &&
	    lab_scene_apply(&scene, (int)rate_mbps, seed, &err) == 0 &&
	    stream_plan_init(&run->plan, rate_mbps, STREAM_LOAD_PERCENT, seed, &err) == 0) {
		lab_scene_late(&scene, late);
		run->net = lab_net_new(&scene, &err);
	}
	if (!run->net) {
		fprintf(stderr, "contrast-engine: %s: %s\n", scene_name, err.text);
		exit(1);
	}
	for (int dir = 0; dir < STREAM_DIRS; dir++) {
		run->port[dir] = lab_net_port(run->net, ports[dir]);
		run->port[dir]->owner = run;
		run->port[dir]->deliver = delivered;
	}
}

static void send_one(struct link_run *run, unsigned int slot, enum stream_dir dir, uint32_t seq,
		     int64_t at_ns)
{
	struct probe p = { .to = { 2, 0, 0, 0, 0, !dir }, .from = { 2, 0, 0, 0, 0, dir },
			   .leg = (enum probe_leg)dir, .size_bytes = run->plan.frame_bytes,
			   .token = run->plan.seed, .slot = slot, .seq = seq };
	uint8_t frame[PROBE_FRAME_MAX];
	int len_bytes = probe_build(&p, frame, sizeof(frame));

	at_ns += run->pauses_ns;
	lab_run_until(&run->net->lab, at_ns);
	if (lab_send(run->port[dir], at_ns, frame, (size_t)len_bytes) == 0)
		run->slot[slot].sent[dir]++;
}

/* Both lists of times, merged. */
static void run_slot(struct link_run *run, unsigned int slot)
{
	int64_t at_ns[STREAM_DIRS][STREAM_SLOT_FRAMES_MAX];
	unsigned int frames[STREAM_DIRS], next[STREAM_DIRS] = { 0, 0 };

	run->slot[slot] = (struct slot_result){ .round = stream_plan_round(&run->plan, slot),
						.kind = stream_plan_kind(&run->plan, slot) };
	run->slots = slot + 1;
	for (int dir = 0; dir < STREAM_DIRS; dir++)
		frames[dir] = stream_plan_times(&run->plan, slot, (enum stream_dir)dir, at_ns[dir],
						STREAM_SLOT_FRAMES_MAX);
	while (next[0] < frames[0] || next[1] < frames[1]) {
		int dir = next[0] == frames[0] || (next[1] < frames[1] &&
			  at_ns[1][next[1]] < at_ns[0][next[0]]);

		send_one(run, slot, (enum stream_dir)dir, next[dir], at_ns[dir][next[dir]]);
		next[dir]++;
	}
}

/* What is still under way arrives; an extension begins that much later. */
static void run_slots(struct link_run *run, struct contrast *c)
{
	struct contrast_gate gate = { .path_ok = true };

	while (run->slots < stream_plan_slots(&run->plan))
		run_slot(run, run->slots);
	run->pauses_ns += SETTLE_NS;
	lab_run_until(&run->net->lab,
		      stream_plan_duration_ns(&run->plan) + run->pauses_ns);
	contrast_measure(c, &run->plan, run->slot, run->slots, &gate);
}

static void run_link(struct tally *t, size_t scene, unsigned int rate_mbps, enum lab_late late,
		     uint64_t seed)
{
	static struct link_run run;
	struct duplex_verdict v;
	struct contrast c;
	struct duplex_evidence e = { .contrast = &c, .direct = scenes[scene].direct };
	unsigned int extensions = 0;

	run_open(&run, scenes[scene].name, rate_mbps, late, seed);
	for (;;) {
		run_slots(&run, &c);
		duplex_judge(&v, &e, DUPLEX_ODDS);
		if (extensions == 0)
			for (int dir = 0; dir < STREAM_DIRS; dir++) {
				t->diff[dir] += c.dir[dir].full.diff;
				t->low[dir] += c.dir[dir].low.diff;
			}
		if (!v.extend || extensions == EXTENSIONS_MAX || !stream_plan_extend(&run.plan))
			break;
		extensions++;
	}
	lab_net_free(run.net);
	t->links++;
	t->outcome[v.outcome]++;
	t->at_once += extensions == 0 && v.outcome != DUPLEX_UNDETERMINED;
	if (v.outcome != DUPLEX_MISMATCH)
		return;
	t->end_named += c.toward_known;
	t->end_wrong += !(v.half_ends & scenes[scene].half_end);
}

static void print_share(const char *what, uint64_t hits, uint64_t n)
{
	struct stat_interval in = stat_clopper_pearson(hits, n, 0.95);

	printf("#   %-22s %6" PRIu64 " of %" PRIu64 " = %.3f %% (%.3f to %.3f)\n", what, hits, n,
	       100 * stat_share(hits, n), 100 * in.low, 100 * in.high);
}

/* Returns whether the row meets its targets. */
static bool report(unsigned int number, size_t scene, unsigned int rate_mbps, enum lab_late late,
		   const struct tally *t)
{
	uint64_t alarms = t->outcome[DUPLEX_MISMATCH], missed = t->links - alarms;
	bool mismatch = scenes[scene].half_end;
	double n = (double)t->links;
	bool ok = stat_share(mismatch ? missed : alarms, t->links) <= ERRORS_MAX &&
		  (!mismatch || t->end_wrong == 0);

	printf("%sok %u - %s at %u Mb/s, late %s\n", ok ? "" : "not ", number, scenes[scene].name,
	       rate_mbps, late == LAB_LATE_RETRY ? "retry" : "drop");
	printf("#   contrast near to far %.3f, far to near %.3f; at half load %.3f, %.3f\n",
	       t->diff[0] / n, t->diff[1] / n, t->low[0] / n, t->low[1] / n);
	print_share(mismatch ? "not found" : "false alarms", mismatch ? missed : alarms, t->links);
	print_share(mismatch ? "called clean" : "undetermined",
		    t->outcome[mismatch ? DUPLEX_CLEAN : DUPLEX_UNDETERMINED], t->links);
	print_share("decided at once", t->at_once, t->links);
	if (mismatch) {
		print_share("wrong half end", t->end_wrong, alarms);
		print_share("side not known", alarms - t->end_named, alarms);
	}
	fflush(stdout);
	return ok;
}

int main(int argc, char **argv)
{
	static const unsigned int rates[] = { 100, 10 };
	static const enum lab_late lates[] = { LAB_LATE_DROP, LAB_LATE_RETRY };
	uint64_t links = argc > 1 ? strtoull(argv[1], NULL, 0) : 200;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
	unsigned int number = 0, failed = 0;

	printf("1..%zu\n# %" PRIu64 " links a row, seed %" PRIu64 "\n", 4 * SCENES, links, seed);
	for (size_t row = 0; row < 4 * SCENES; row++) {
		unsigned int rate_mbps = rates[row / SCENES % 2];
		enum lab_late late = lates[row / SCENES / 2];
		struct tally t = { .links = 0 };

		while (t.links < links)
			run_link(&t, row % SCENES, rate_mbps, late, seed + t.links);
		failed += !report(++number, row % SCENES, rate_mbps, late, &t);
	}
	return failed > 0;
}
