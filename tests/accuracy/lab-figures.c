// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * What the emulated wire does, beside what other models of the same MACs gave:
 * frame loss by direction in a duplex mismatch, and bulk transfers.  Prints a
 * table; exit status 0 unless the engine cannot be set up.  "live" are figures
 * of a prototype that carried real traffic.
 *
 *	lab-figures [SECONDS [SEEDS]]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "lab/drive.h"

#define SECOND_NS 1000000000LL

struct figure {
	double sum, squares;
	int runs;
};

static void add(struct figure *figure, double value)
{
	figure->sum += value;
	figure->squares += value * value;
	figure->runs++;
}

static void print(const struct figure *figure)
{
	double mean = figure->sum / figure->runs;
	double variance = figure->squares / figure->runs - mean * mean;

	printf("%6.2f +- %5.2f  ", mean, sqrt(variance > 0 ? variance : 0));
}

static struct lab_net *make(const char *name, int rate_mbps, enum lab_late late, uint64_t seed)
{
	struct lab_scene scene;
	struct err err = { 0 };
	struct lab_net *net = NULL;

	if (lab_scene_load(&scene, name, &err) == 0 &&
	    lab_scene_apply(&scene, rate_mbps, seed, &err) == 0) {
		lab_scene_late(&scene, late);
		net = lab_net_new(&scene, &err);
	}
	if (!net) {
		fprintf(stderr, "lab-figures: %s\n", err.text);
		exit(1);
	}
	return net;
}

/* End a is half, b full: flow 0 goes from the half to the full end. */
static void both_ways(int rate_mbps, enum lab_late late, double load, unsigned int len_bytes,
		      int seconds, int seeds, const char *note)
{
	struct figure to_half = { 0 }, to_full = { 0 }, offered = { 0 };

	for (int seed = 1; seed <= seeds; seed++) {
		struct lab_net *net = make("duplex-mismatch", rate_mbps, late, (uint64_t)seed);
		struct lab_drive drive;

		lab_drive_init(&drive, net, 2);
		for (unsigned int i = 0; i < 2; i++) {
			struct lab_flow_plan plan = {
				.from = i, .to = !i, .kind = LAB_FLOW_POISSON, .load = load,
				.len_bytes = len_bytes, .stop_ns = seconds * SECOND_NS,
			};

			lab_drive_add(&drive, &plan);
		}
		lab_drive_run(&drive, (seconds + 1) * SECOND_NS);
		add(&to_full, 100 * lab_flow_loss(&drive.flow[0]));
		add(&to_half, 100 * lab_flow_loss(&drive.flow[1]));
		add(&offered, 100 - 100 * (double)drive.flow[0].received /
					(double)drive.flow[0].offered);
		lab_drive_fini(&drive);
		lab_net_free(net);
	}
	printf("%4d  %-5s  %4.0f %%  %4u  ", rate_mbps, late == LAB_LATE_RETRY ? "retry" : "drop",
	       100 * load, len_bytes);
	print(&to_half);
	print(&to_full);
	print(&offered);
	printf("%s\n", note);
}

static void losses(int seconds, int seeds)
{
	static const struct {
		double load;
		unsigned int len_bytes;
		const char *retry, *drop;
	} row[] = {
		{ 0.05, 1514, "", "live: 2..11 / 2..5" },
		{ 0.10, 1514, "10-13 / 0", "10-13 / 9" },
		{ 0.15, 1514, "", "live: 11..30 / 8..16" },
		{ 0.20, 300, "24-31 / 0 (contrast)", "24-31 / 14-18 (contrast)" },
		{ 0.30, 1514, "40-55 / 0", "40-55 / 25; live: 26..37 / 23..29" },
		{ 0.90, 1514, "14-22 / 90-98", "14-22 / 90-98" },
	};

	puts("Loss in a duplex mismatch, both ends send at random (Poisson), in % of the frames\n"
	     "that left the queue; last column: of all that were offered\n"
	     "rate  late   load    size  full>half        half>full        half>full        "
	     "by the notes, full>half / half>full");
	for (int rate_mbps = 10; rate_mbps <= 100; rate_mbps *= 10)
		for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
			both_ways(rate_mbps, LAB_LATE_RETRY, row[i].load, row[i].len_bytes, seconds,
				  seeds, row[i].retry);
			both_ways(rate_mbps, LAB_LATE_DROP, row[i].load, row[i].len_bytes, seconds,
				  seeds, row[i].drop);
		}
}

/* Saturated one way, every second frame answered with 66 bytes after 20 to 60 us. */
static void bulk(const char *scene, int rate_mbps, enum lab_late late, unsigned int from,
		 unsigned int window, int seconds, int seeds, const char *note)
{
	struct figure rate = { 0 }, answers = { 0 };

	for (int seed = 1; seed <= seeds; seed++) {
		struct lab_net *net = make(scene, rate_mbps, late, (uint64_t)seed);
		struct lab_drive drive;
		struct lab_flow_plan data = {
			.from = from, .to = !from, .kind = LAB_FLOW_SATURATE, .len_bytes = 1514,
			.stop_ns = seconds * SECOND_NS, .window_frames = window,
		};
		struct lab_flow_plan ack = {
			.from = !from, .to = from, .kind = LAB_FLOW_ANSWER, .len_bytes = 66,
			.stop_ns = seconds * SECOND_NS, .every = 2, .think_ns = 40000,
		};

		lab_drive_init(&drive, net, 2);
		lab_drive_add(&drive, &data);
		lab_drive_add(&drive, &ack);
		lab_drive_run(&drive, seconds * SECOND_NS);
		add(&rate, (double)drive.flow[0].received * 1448 * 8 / seconds / 1e6);
		add(&answers, 100 * lab_flow_loss(&drive.flow[1]));
		lab_drive_fini(&drive);
		lab_net_free(net);
	}
	printf("%4d  %-15s  %-5s  %s  ", rate_mbps, scene,
	       late == LAB_LATE_RETRY ? "retry" : "drop", from == 0 ? "a>b" : "b>a");
	print(&rate);
	print(&answers);
	printf("%s\n", note);
}

/*
 * Nothing is sent again and nobody slows down.  So only the first rows, where
 * hardly a frame is lost, compare with TCP, and of a half-duplex line only with
 * the window that TCP happened to have: a small one waits for answers that
 * cannot get through.  The last rows show who destroys whom.
 */
static void transfers(int seconds, int seeds)
{
	puts("\nBulk with answers; payload in Mb/s, answers lost in %\n"
	     "rate  scene            late   way  payload          answers lost     "
	     "by the notes (TCP)");
	bulk("clean", 100, LAB_LATE_DROP, 0, 42, seconds, seeds, "94.1");
	bulk("half-duplex", 100, LAB_LATE_DROP, 0, 42, seconds, seeds, "window 64 KB");
	bulk("half-duplex", 100, LAB_LATE_DROP, 0, 160, seconds, seeds, "86-89; window 240 KB");
	bulk("half-duplex", 100, LAB_LATE_DROP, 0, 0, seconds, seeds, "no window: capture");
	bulk("clean", 10, LAB_LATE_DROP, 0, 42, seconds, seeds, "9.41");
	bulk("half-duplex", 10, LAB_LATE_DROP, 0, 160, seconds, seeds, "8.4; live: 7.7");
	bulk("duplex-mismatch", 100, LAB_LATE_RETRY, 0, 0, seconds, seeds, "63-88, no acks");
	bulk("duplex-mismatch", 100, LAB_LATE_DROP, 0, 0, seconds, seeds, "0-14");
	bulk("duplex-mismatch", 100, LAB_LATE_RETRY, 1, 0, seconds, seeds, "43-52");
	bulk("duplex-mismatch", 100, LAB_LATE_DROP, 1, 0, seconds, seeds, "6-52");
}

int main(int argc, char **argv)
{
	int seconds = argc > 1 ? atoi(argv[1]) : 5, seeds = argc > 2 ? atoi(argv[2]) : 5;

	if (seconds < 1 || seconds > 3600 || seeds < 1 || seeds > 1000) {
		fprintf(stderr, "usage: lab-figures [SECONDS [SEEDS]]\n");
		return 1;
	}
	losses(seconds, seeds);
	transfers(seconds, seeds);
	return 0;
}
