/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef LAB_NET_H
#define LAB_NET_H

#include "lab/load.h"
#include "lab/port.h"
#include "lab/scene.h"
#include "lab/switch.h"

/*
 * A scene come to life: all its elements on one engine.  Ports have the
 * indices they have in the scene.  Everything is borrowed from the net.
 */
struct lab_net {
	struct lab lab;
	struct lab_scene scene;
	struct lab_wire wire[LAB_WIRES];
	struct lab_switch sw[LAB_NODES];		/* by node; of hosts unused */
	struct lab_switch_port switch_port[LAB_PORTS];	/* by port; of hosts unused */
	struct lab_port host_port[LAB_PORTS];		/* by port; of switches unused */
	struct lab_load load[LAB_LOADS];
};

/* NULL with err filled: a value an element refused, no memory. */
struct lab_net *lab_net_new(const struct lab_scene *scene, struct err *err);
void lab_net_free(struct lab_net *net);		/* NULL is allowed */

/* Time begins here, and so do the loads; without it they send nothing. */
void lab_net_start(struct lab_net *net, int64_t now_ns);

/* NULL when there is no such port, or it is a switch's. */
struct lab_port *lab_net_port(struct lab_net *net, const char *port);
const struct lab_mac *lab_net_mac(const struct lab_net *net, unsigned int port);
const struct lab_counters *lab_net_counters(const struct lab_net *net, unsigned int port);

#endif
