/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef LAB_SCENE_H
#define LAB_SCENE_H

#include "base/err.h"
#include "lab/limit.h"
#include "lab/mac.h"

/*
 * A scene: hosts and switches, the wires between them, what each port is set
 * to.  Plain data without pointers.  As text, one thing a line; '#' to the end
 * of the line is a comment; nodes stand before their wires, wires before what
 * is said of their ports:
 *
 *	summary TEXT
 *	rates N ...                     those it is made for; the first unless told
 *	report true|hidden
 *	host NAME [latency TIME] [service TIME] [stall TIME every TIME] [ring FRAMES]
 *	switch NAME [store-and-forward | cut-through BYTES | threshold BYTES] [latency TIME]
 *	            [learning on|off]
 *	wire PORT PORT [delay TIME] [rate N | xN | /N]
 *	port PORT [duplex half|full] [autoneg on|off] [late drop|retry] [queue FRAMES]
 *	          [police SHARE burst BYTES]
 *	loss FROM TO [frames SHARE] [bits SHARE]
 *	load FROM TO SHARE [bytes BYTES]
 *
 * PORT is NODE.NAME, as a.eth0 or sw.1; a wire makes its two ports.  TIME has
 * a unit: 500ns, 20us, 5ms.  SHARE is 0.01 or 1%; of police, of the line rate,
 * in what the port receives; of load, of the line rate of FROM.  A wire without
 * a rate runs at the rate of the scene, with xN or /N at so many times that.
 * The first host is the near end, the second the far end.
 */
#define LAB_NODES 8
#define LAB_WIRES 12
#define LAB_PORTS (2 * LAB_WIRES)
#define LAB_LOADS 4
#define LAB_NAME_MAX 32

enum lab_node_kind { LAB_HOST, LAB_SWITCH };

/* Threshold is cut-through that begins late; the two differ in what they are called. */
enum lab_switch_mode { LAB_STORE_AND_FORWARD, LAB_CUT_THROUGH, LAB_THRESHOLD };

struct lab_node {
	enum lab_node_kind kind;
	char name[LAB_NAME_MAX];
	int line;
	int64_t latency_ns;		/* host: receive path; switch: frame in to queue out */
	struct lab_stall stall;		/* host */
	unsigned int ring_frames;	/* host */
	enum lab_switch_mode mode;	/* switch */
	unsigned int begin_bytes;	/* switch that is not store-and-forward */
	bool floods;			/* switch that learns no address */
};

struct lab_scene_port {
	char name[2 * LAB_NAME_MAX];	/* a.eth0 */
	unsigned int node, wire, end;	/* indices; end 0 or 1 of its wire */
	enum lab_duplex duplex;
	bool autoneg;
	enum lab_late late;
	unsigned int queue_frames;
	double police_share;		/* 0: no policer */
	int64_t police_burst_bytes;
};

struct lab_scene_wire {
	unsigned int port[2];
	int line;
	int64_t delay_ns;
	int rate_mbps;			/* 0: that of the scene, by these two */
	int times, over;
	double frame_loss[2], bit_loss[2];	/* [0]: from port[0] to port[1] */
};

/* Frames of nobody's from one host to another, all the time: see lab/load.h. */
struct lab_scene_load {
	unsigned int from, to;		/* ports of hosts */
	int line;
	double share;			/* of the line rate of `from` */
	unsigned int size_bytes;	/* with FCS */
};

struct lab_scene {
	char name[LAB_NAME_MAX];
	char summary[128];
	int rates_mbps[3];
	unsigned int rates, nodes, wires, ports, loads;
	bool hidden;			/* ports report full duplex, negotiated, always */
	int rate_mbps;
	uint64_t seed;
	struct lab_node node[LAB_NODES];
	struct lab_scene_wire wire[LAB_WIRES];
	struct lab_scene_port port[LAB_PORTS];
	struct lab_scene_load load[LAB_LOADS];
};

/*
 * Reads a scene and checks it; then its first rate and seed 1 are applied.
 * Returns 0, or -EINVAL with the line that is wrong and why.
 */
int lab_scene_parse(struct lab_scene *scene, const char *name, const char *text, struct err *err);

/*
 * Rate 0 is the scene's own.  Refuses with -EINVAL a rate that is not among
 * the scene's, half duplex at 1000 Mb/s (not modelled) and 1000 Mb/s without
 * negotiation (802.3 28D.5: it cannot be had).
 */
int lab_scene_apply(struct lab_scene *scene, int rate_mbps, uint64_t seed, struct err *err);

/*
 * Bypasses the switches: the first port of the first two hosts on one wire, with
 * the first one's settings.  -EINVAL when there is no switch between them.
 */
int lab_scene_direct(struct lab_scene *scene, struct err *err);

/*
 * Has the first host two ports?  Then this joins the first two by one wire, as
 * the second one's, with the settings of the first one's, and leaves the switch
 * and all else out: the direct cable of the same two ports, at the rate at which
 * the second one receives in either case.  -EINVAL when it has one.
 */
bool lab_scene_has_loop(const struct lab_scene *scene);
int lab_scene_loop(struct lab_scene *scene, struct err *err);

/* The address of a host's port: locally administered, 02, "edx", port and host. */
#define LAB_MAC_BYTES 6
void lab_scene_mac(const struct lab_scene *scene, unsigned int port, uint8_t out[LAB_MAC_BYTES]);

/* What every half-duplex port does after a late collision. */
void lab_scene_late(struct lab_scene *scene, enum lab_late late);

int lab_scene_port(const struct lab_scene *scene, const char *port);	/* index, or -1 */
int lab_scene_wire_rate_mbps(const struct lab_scene *scene, const struct lab_scene_wire *wire);

/* The scenes that come with the program: data/lab/. */
struct lab_scene_text {
	const char *name, *text;
};

extern const struct lab_scene_text lab_scenes[];
extern const unsigned int lab_scene_count;

/* One of them by name: 0, or -ENOENT with the names there are. */
int lab_scene_load(struct lab_scene *scene, const char *name, struct err *err);

#endif
