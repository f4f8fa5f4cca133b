// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/scene.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lab/scene-check.h"

/* Made from data/lab by its generator: rows { "name", "text" },. */
const struct lab_scene_text lab_scenes[] = {
#include "lab-scenes.inc"
};

const unsigned int lab_scene_count = sizeof(lab_scenes) / sizeof(lab_scenes[0]);

int lab_scene_wrong(const struct lab_scene *scene, int line, struct err *err, const char *fmt, ...)
{
	char text[384];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	if (line == 0)
		return err_set(err, -EINVAL, "scene %s: %s", scene->name, text);
	return err_set(err, -EINVAL, "scene %s, line %d: %s", scene->name, line, text);
}

int lab_scene_port(const struct lab_scene *scene, const char *port)
{
	for (unsigned int i = 0; i < scene->ports; i++)
		if (strcmp(scene->port[i].name, port) == 0)
			return (int)i;
	return -1;
}

static int rate_of(const struct lab_scene_wire *wire, int scene_mbps)
{
	return wire->rate_mbps ? wire->rate_mbps : scene_mbps * wire->times / wire->over;
}

int lab_scene_wire_rate_mbps(const struct lab_scene *scene, const struct lab_scene_wire *wire)
{
	return rate_of(wire, scene->rate_mbps);
}

void lab_scene_mac(const struct lab_scene *scene, unsigned int port, uint8_t out[LAB_MAC_BYTES])
{
	const uint8_t mac[LAB_MAC_BYTES] = { 0x02, 'e', 'd', 'x', 0, 1 };
	unsigned int node = scene->port[port].node;

	memcpy(out, mac, LAB_MAC_BYTES);
	for (unsigned int i = 0; i < port; i++)
		out[4] = (uint8_t)(out[4] + (scene->port[i].node == node));
	for (unsigned int i = 0; i < node; i++)
		out[5] = (uint8_t)(out[5] + (scene->node[i].kind == LAB_HOST));
}

/*
 * What two ends would really do: both negotiate and agree; or one does not,
 * and the other senses its speed and takes half duplex (28.2.3.1).
 */
static int check_wire(const struct lab_scene *scene, const struct lab_scene_wire *wire,
		      struct err *err)
{
	const struct lab_scene_port *a = &scene->port[wire->port[0]];
	const struct lab_scene_port *b = &scene->port[wire->port[1]];
	const struct lab_scene_port *senses = a->autoneg ? a : b;

	if (a->node == b->node)
		return lab_scene_wrong(scene, wire->line, err, "both ends are at %s",
				       scene->node[a->node].name);
	for (unsigned int i = 0; i < scene->rates; i++)
		if (lab_bit_ns(rate_of(wire, scene->rates_mbps[i])) == 0)
			return lab_scene_wrong(scene, wire->line, err,
					       "at a rate of %d Mb/s it would have none of 10, "
					       "100, 1000", scene->rates_mbps[i]);
	if (a->autoneg && b->autoneg && a->duplex != b->duplex)
		return lab_scene_wrong(scene, wire->line, err,
				       "%s and %s negotiate: they would agree on one duplex",
				       a->name, b->name);
	if (a->autoneg != b->autoneg && senses->duplex == LAB_FULL)
		return lab_scene_wrong(scene, wire->line, err,
				       "%s negotiates, its partner does not: it would take "
				       "half duplex", senses->name);
	return 0;
}

static int check_node(const struct lab_scene *scene, unsigned int node, struct err *err)
{
	const struct lab_stall *stall = &scene->node[node].stall;
	unsigned int ports = 0;

	for (unsigned int i = 0; i < scene->ports; i++)
		ports += scene->port[i].node == node;
	if (ports == 0)
		return lab_scene_wrong(scene, scene->node[node].line, err, "%s has no wire",
				       scene->node[node].name);
	if (stall->period_ns && stall->service_ns >= stall->period_ns - stall->stall_ns)
		return lab_scene_wrong(scene, scene->node[node].line, err,
				       "a stall must leave time for a frame in its period");
	return 0;
}

/* Switches in a ring would send a broadcast round for ever: no spanning tree here. */
static int check_loops(const struct lab_scene *scene, struct err *err)
{
	unsigned int group[LAB_NODES];

	for (unsigned int i = 0; i < scene->nodes; i++)
		group[i] = i;
	for (unsigned int i = 0; i < scene->wires; i++) {
		unsigned int a = scene->port[scene->wire[i].port[0]].node;
		unsigned int b = scene->port[scene->wire[i].port[1]].node, joined = group[b];

		if (scene->node[a].kind != LAB_SWITCH || scene->node[b].kind != LAB_SWITCH)
			continue;
		if (group[a] == group[b])
			return lab_scene_wrong(scene, scene->wire[i].line, err,
					       "this wire closes a ring of switches");
		for (unsigned int k = 0; k < scene->nodes; k++)
			if (group[k] == joined)
				group[k] = group[a];
	}
	return 0;
}

int lab_scene_check(const struct lab_scene *scene, struct err *err)
{
	unsigned int hosts = 0;

	for (unsigned int i = 0; i < scene->nodes; i++) {
		hosts += scene->node[i].kind == LAB_HOST;
		if (check_node(scene, i, err) < 0)
			return -EINVAL;
	}
	if (hosts < 2)
		return lab_scene_wrong(scene, 0, err, "two hosts are needed, it has %u", hosts);
	for (unsigned int i = 0; i < scene->wires; i++)
		if (check_wire(scene, &scene->wire[i], err) < 0)
			return -EINVAL;
	return check_loops(scene, err);
}

static int check_gigabit(const struct lab_scene *scene, int rate_mbps, struct err *err)
{
	for (unsigned int i = 0; i < scene->ports; i++) {
		const struct lab_scene_port *port = &scene->port[i];
		const struct lab_scene_wire *wire = &scene->wire[port->wire];

		if (rate_of(wire, rate_mbps) != 1000)
			continue;
		if (port->duplex == LAB_HALF)
			return lab_scene_wrong(scene, wire->line, err,
					       "half duplex at 1000 Mb/s is not modelled (%s)",
					       port->name);
		if (!port->autoneg)
			return lab_scene_wrong(scene, wire->line, err,
					       "1000 Mb/s needs negotiation (%s)", port->name);
	}
	return 0;
}

static bool offers(const struct lab_scene *scene, int rate_mbps)
{
	for (unsigned int i = 0; i < scene->rates; i++)
		if (scene->rates_mbps[i] == rate_mbps)
			return true;
	return false;
}

int lab_scene_apply(struct lab_scene *scene, int rate_mbps, uint64_t seed, struct err *err)
{
	char list[32] = "";

	if (rate_mbps == 0)
		rate_mbps = scene->rates_mbps[0];
	if (check_gigabit(scene, rate_mbps, err) < 0)
		return -EINVAL;
	for (unsigned int i = 0; i < scene->rates; i++)
		snprintf(list + strlen(list), sizeof(list) - strlen(list), "%s%d", i ? ", " : "",
			 scene->rates_mbps[i]);
	if (!offers(scene, rate_mbps))
		return lab_scene_wrong(scene, 0, err, "rate %d Mb/s is not offered, only %s",
				       rate_mbps, list);
	scene->rate_mbps = rate_mbps;
	scene->seed = seed;
	return 0;
}

void lab_scene_late(struct lab_scene *scene, enum lab_late late)
{
	for (unsigned int i = 0; i < scene->ports; i++)
		scene->port[i].late = late;
}

static const struct lab_scene_port *first_port(const struct lab_scene *scene, unsigned int host)
{
	for (unsigned int node = 0; node < scene->nodes; node++) {
		if (scene->node[node].kind != LAB_HOST || host-- != 0)
			continue;
		for (unsigned int i = 0; i < scene->ports; i++)
			if (scene->port[i].node == node)
				return &scene->port[i];
	}
	return NULL;
}

int lab_scene_direct(struct lab_scene *scene, struct err *err)
{
	const struct lab_scene_port *end[2] = { first_port(scene, 0), first_port(scene, 1) };
	struct lab_scene old = *scene;

	if (end[0]->wire == end[1]->wire)
		return lab_scene_wrong(scene, 0, err, "there is no switch between the hosts");
	scene->nodes = scene->ports = scene->loads = 0;
	scene->wires = 1;
	scene->wire[0] = old.wire[end[0]->wire];
	for (unsigned int i = 0; i < 2; i++) {
		struct lab_scene_port port = old.port[end[i] - scene->port];

		scene->node[scene->nodes] = old.node[port.node];
		port.node = scene->nodes++;
		port.wire = 0;
		port.end = i;
		scene->port[i] = port;
		scene->wire[0].port[i] = scene->ports++;
	}
	scene->port[1].duplex = scene->port[0].duplex;
	scene->port[1].autoneg = scene->port[0].autoneg;
	return lab_scene_check(scene, err);
}

/* The n-th port of the first host; NULL: it has fewer. */
static const struct lab_scene_port *port_of_first(const struct lab_scene *scene, unsigned int n)
{
	const struct lab_scene_port *first = first_port(scene, 0);

	for (unsigned int i = 0; first && i < scene->ports; i++)
		if (scene->port[i].node == first->node && n-- == 0)
			return &scene->port[i];
	return NULL;
}

bool lab_scene_has_loop(const struct lab_scene *scene)
{
	return port_of_first(scene, 1) != NULL;
}

int lab_scene_loop(struct lab_scene *scene, struct err *err)
{
	const struct lab_scene old = *scene;
	const struct lab_scene_port *end[2] = { port_of_first(&old, 0), port_of_first(&old, 1) };

	if (!end[1])
		return lab_scene_wrong(scene, 0, err, "the first host has one port");
	scene->nodes = scene->loads = 0;
	for (unsigned int node = 0; node < old.nodes; node++)
		if (old.node[node].kind == LAB_HOST)
			scene->node[scene->nodes++] = old.node[node];
	scene->wires = 1;
	scene->wire[0] = old.wire[end[1]->wire];
	for (unsigned int i = 0; i < 2; i++) {
		scene->port[i] = *end[i];
		scene->port[i].node = scene->port[i].wire = 0;
		scene->port[i].end = i;
		scene->wire[0].port[i] = i;
		for (unsigned int node = 0; node < scene->nodes; node++)
			if (strcmp(scene->node[node].name, old.node[end[i]->node].name) == 0)
				scene->port[i].node = node;
	}
	scene->ports = 2;
	scene->port[1].duplex = scene->port[0].duplex;
	scene->port[1].autoneg = scene->port[0].autoneg;
	return 0;
}

int lab_scene_load(struct lab_scene *scene, const char *name, struct err *err)
{
	char list[400] = "";

	for (unsigned int i = 0; i < lab_scene_count; i++) {
		if (strcmp(lab_scenes[i].name, name) == 0)
			return lab_scene_parse(scene, name, lab_scenes[i].text, err);
		snprintf(list + strlen(list), sizeof(list) - strlen(list), "%s%s", i ? ", " : "",
			 lab_scenes[i].name);
	}
	return err_set(err, -ENOENT, "there is no scene %s; there are %s (a file is named with its path: "
				     "./%s)", name, list, name);
}
