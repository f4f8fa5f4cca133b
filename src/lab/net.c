// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/net.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int make_wire(struct lab_net *net, unsigned int index)
{
	const struct lab_scene_wire *wire = &net->scene.wire[index];
	int rate_mbps = lab_scene_wire_rate_mbps(&net->scene, wire);

	for (unsigned int i = 0; i < 2; i++) {
		struct lab_way *way = &net->wire[index].way[i];
		char name[4 * LAB_NAME_MAX + 2];
		int rc;

		snprintf(name, sizeof(name), "%s>%s", net->scene.port[wire->port[i]].name,
			 net->scene.port[wire->port[!i]].name);
		rc = lab_way_init(way, &net->lab, rate_mbps, wire->delay_ns, net->scene.seed, name);
		if (rc < 0)
			return rc;
		lab_way_loss(way, wire->frame_loss[i], wire->bit_loss[i]);
	}
	return 0;
}

static int make_host_port(struct lab_net *net, unsigned int index)
{
	const struct lab_scene_port *port = &net->scene.port[index];
	const struct lab_node *node = &net->scene.node[port->node];
	struct lab_wire *wire = &net->wire[port->wire];
	const struct lab_scene_wire *text = &net->scene.wire[port->wire];
	int64_t rate_bps = 1000000LL * lab_scene_wire_rate_mbps(&net->scene, text);
	struct lab_port_setup setup = {
		.mac = { port->duplex, port->late, port->queue_frames },
		.latency_ns = node->latency_ns,
		.stall = node->stall,
		.ring_frames = node->ring_frames,
		.police_bps = (int64_t)(port->police_share * (double)rate_bps),
		.police_burst_bytes = port->police_burst_bytes,
	};

	return lab_port_init(&net->host_port[index], &net->lab, &setup, &wire->way[port->end],
			     &wire->way[!port->end], net->scene.seed, port->name);
}

static int make_switch_port(struct lab_net *net, unsigned int index)
{
	const struct lab_scene_port *port = &net->scene.port[index];
	struct lab_wire *wire = &net->wire[port->wire];
	struct lab_mac_setup setup = { port->duplex, port->late, port->queue_frames };

	return lab_switch_join(&net->sw[port->node], &net->switch_port[index], &setup,
			       &wire->way[port->end], &wire->way[!port->end], net->scene.seed,
			       port->name);
}

static int make_load(struct lab_net *net, unsigned int index)
{
	const struct lab_scene_load *load = &net->scene.load[index];
	struct lab_load_setup setup = { .share = load->share, .size_bytes = load->size_bytes };
	char name[LAB_NAME_MAX];

	lab_scene_mac(&net->scene, load->to, setup.to);
	lab_scene_mac(&net->scene, load->from, setup.from);
	snprintf(name, sizeof(name), "load %u", index);
	return lab_load_init(&net->load[index], &net->host_port[load->from], &setup,
			     net->scene.seed, name);
}

static bool of_host(const struct lab_net *net, unsigned int port)
{
	return net->scene.node[net->scene.port[port].node].kind == LAB_HOST;
}

static int make(struct lab_net *net)
{
	int rc = 0;

	for (unsigned int i = 0; i < net->scene.nodes; i++) {
		const struct lab_node *node = &net->scene.node[i];
		struct lab_switch_setup setup = { node->begin_bytes, node->latency_ns,
						  node->floods };

		if (node->mode == LAB_STORE_AND_FORWARD)
			setup.begin_bytes = 0;
		lab_switch_init(&net->sw[i], &net->lab, &setup);
	}
	for (unsigned int i = 0; rc == 0 && i < net->scene.wires; i++)
		rc = make_wire(net, i);
	for (unsigned int i = 0; rc == 0 && i < net->scene.ports; i++)
		rc = of_host(net, i) ? make_host_port(net, i) : make_switch_port(net, i);
	for (unsigned int i = 0; rc == 0 && i < net->scene.loads; i++)
		rc = make_load(net, i);
	return rc;
}

struct lab_net *lab_net_new(const struct lab_scene *scene, struct err *err)
{
	struct lab_net *net = calloc(1, sizeof(*net));
	int rc = -ENOMEM;

	if (net) {
		lab_init(&net->lab);
		net->scene = *scene;
		rc = make(net);
	}
	if (rc == 0)
		return net;
	lab_net_free(net);
	err_set(err, rc, "scene %s: cannot be set up: %s", scene->name, strerror(-rc));
	return NULL;
}

void lab_net_free(struct lab_net *net)
{
	if (!net)
		return;
	for (unsigned int i = 0; i < net->scene.ports; i++)
		lab_port_fini(&net->host_port[i]);
	for (unsigned int i = 0; i < net->scene.nodes; i++)
		lab_switch_fini(&net->sw[i]);
	for (unsigned int i = 0; i < net->scene.wires; i++)
		for (int k = 0; k < 2; k++)
			lab_way_fini(&net->wire[i].way[k]);
	lab_fini(&net->lab);
	free(net);
}

void lab_net_start(struct lab_net *net, int64_t now_ns)
{
	net->lab.now_ns = now_ns;
	for (unsigned int i = 0; i < net->scene.loads; i++)
		lab_load_start(&net->load[i]);
}

struct lab_port *lab_net_port(struct lab_net *net, const char *port)
{
	int index = lab_scene_port(&net->scene, port);

	return index < 0 || !of_host(net, (unsigned int)index) ? NULL : &net->host_port[index];
}

const struct lab_mac *lab_net_mac(const struct lab_net *net, unsigned int port)
{
	return of_host(net, port) ? &net->host_port[port].mac : &net->switch_port[port].mac;
}

const struct lab_counters *lab_net_counters(const struct lab_net *net, unsigned int port)
{
	return &lab_net_mac(net, port)->count;
}
