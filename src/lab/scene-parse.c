// SPDX-License-Identifier: GPL-3.0-or-later
/* Scenes as text; the grammar is in lab/scene.h. */
#include "lab/scene.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/scene-check.h"
#include "lab/scene-words.h"

#define FRAMES_MAX 65536
#define LOAD_BYTES 1518

static bool name_is_fine(const char *name, size_t len)
{
	if (len == 0 || len >= LAB_NAME_MAX)
		return false;
	for (size_t i = 0; i < len; i++)
		if (!isalnum((unsigned char)name[i]) && name[i] != '-' && name[i] != '_')
			return false;
	return true;
}

static int read_summary(struct scene_line *line)
{
	snprintf(line->scene->summary, sizeof(line->scene->summary), "%s", line->rest);
	line->at = line->words;
	return 0;
}

static int read_rates(struct scene_line *line)
{
	struct lab_scene *scene = line->scene;
	const char *word;

	scene->rates = 0;
	while ((word = scene_word(line)) != NULL) {
		int rate_mbps = atoi(word);

		if (lab_bit_ns(rate_mbps) == 0 || scene->rates == 3)
			return scene_wrong(line,
					   "rates: %s: up to three of 10, 100, 1000 are wanted",
					   word);
		scene->rates_mbps[scene->rates++] = rate_mbps;
	}
	return scene->rates ? 0 : scene_wrong(line, "rates needs a value");
}

static int read_report(struct scene_line *line)
{
	return scene_either(line, "report", "true", "hidden", &line->scene->hidden);
}

static int add_node(struct scene_line *line, enum lab_node_kind kind, struct lab_node **out)
{
	struct lab_scene *scene = line->scene;
	struct lab_node *node = &scene->node[scene->nodes];
	const char *name;

	if (scene_value(line, line->word[0], &name) < 0)
		return -EINVAL;
	if (!name_is_fine(name, strlen(name)))
		return scene_wrong(line, "%s is no name: letters, digits, - and _", name);
	if (scene->nodes == LAB_NODES)
		return scene_wrong(line, "more than %d hosts and switches", LAB_NODES);
	for (unsigned int i = 0; i < scene->nodes; i++)
		if (strcmp(scene->node[i].name, name) == 0)
			return scene_wrong(line, "%s is there already (line %d)", name,
					   scene->node[i].line);
	*node = (struct lab_node){ .kind = kind, .line = line->number, .ring_frames = 512 };
	snprintf(node->name, sizeof(node->name), "%s", name);
	scene->nodes++;
	*out = node;
	return 0;
}

static int read_stall(struct scene_line *line, struct lab_stall *stall)
{
	const char *every;

	if (scene_time(line, "stall", &stall->stall_ns) < 0 ||
	    scene_value(line, "stall", &every) < 0)
		return -EINVAL;
	if (strcmp(every, "every") != 0)
		return scene_wrong(line, "stall TIME every TIME is wanted, not %s", every);
	return scene_time(line, "every", &stall->period_ns);
}

static int read_host(struct scene_line *line)
{
	struct lab_node *node;
	const char *key;
	long frames;
	int rc = add_node(line, LAB_HOST, &node);

	while (rc == 0 && (key = scene_word(line)) != NULL) {
		if (strcmp(key, "latency") == 0) {
			rc = scene_time(line, key, &node->latency_ns);
		} else if (strcmp(key, "service") == 0) {
			rc = scene_time(line, key, &node->stall.service_ns);
		} else if (strcmp(key, "stall") == 0) {
			rc = read_stall(line, &node->stall);
		} else if (strcmp(key, "ring") == 0) {
			rc = scene_number(line, key, 1, FRAMES_MAX, &frames);
			if (rc == 0)
				node->ring_frames = (unsigned int)frames;
		} else {
			rc = scene_wrong(line, "a host has no %s", key);
		}
	}
	return rc;
}

static int read_switch(struct scene_line *line)
{
	struct lab_node *node;
	const char *key;
	long bytes;
	int rc = add_node(line, LAB_SWITCH, &node);

	while (rc == 0 && (key = scene_word(line)) != NULL) {
		if (strcmp(key, "store-and-forward") == 0) {
			node->mode = LAB_STORE_AND_FORWARD;
		} else if (strcmp(key, "cut-through") == 0 || strcmp(key, "threshold") == 0) {
			node->mode = key[0] == 'c' ? LAB_CUT_THROUGH : LAB_THRESHOLD;
			rc = scene_number(line, key, 14, LAB_FRAME_MAX, &bytes);
			if (rc == 0)
				node->begin_bytes = (unsigned int)bytes;
		} else if (strcmp(key, "latency") == 0) {
			rc = scene_time(line, key, &node->latency_ns);
			if (rc == 0 && node->latency_ns > 10000000)
				rc = scene_wrong(line, "a switch has a latency of up to 10 ms");
		} else if (strcmp(key, "learning") == 0) {
			rc = scene_either(line, key, "on", "off", &node->floods);
		} else {
			rc = scene_wrong(line, "a switch has no %s", key);
		}
	}
	return rc;
}

static int node_of(const struct lab_scene *scene, const char *name, size_t len)
{
	for (unsigned int i = 0; i < scene->nodes; i++)
		if (strlen(scene->node[i].name) == len &&
		    memcmp(scene->node[i].name, name, len) == 0)
			return (int)i;
	return -1;
}

/* A wire makes its ports. */
static int add_port(struct scene_line *line, unsigned int end)
{
	struct lab_scene *scene = line->scene;
	struct lab_scene_port *port = &scene->port[scene->ports];
	const char *name, *dot;
	int node;

	if (scene_value(line, "wire", &name) < 0)
		return -EINVAL;
	dot = strchr(name, '.');
	if (!dot || !name_is_fine(dot + 1, strlen(dot + 1)))
		return scene_wrong(line, "%s is no port: NODE.NAME is wanted, as a.eth0", name);
	node = node_of(scene, name, (size_t)(dot - name));
	if (node < 0)
		return scene_wrong(line, "%s: there is no host or switch %.*s above", name,
				   (int)(dot - name), name);
	if (lab_scene_port(scene, name) >= 0)
		return scene_wrong(line, "%s has a wire already", name);
	*port = (struct lab_scene_port){
		.node = (unsigned int)node, .wire = scene->wires, .end = end, .duplex = LAB_FULL,
		.autoneg = true, .queue_frames = scene->node[node].kind == LAB_HOST ? 32 : 128,
	};
	snprintf(port->name, sizeof(port->name), "%s", name);
	scene->wire[scene->wires].port[end] = scene->ports++;
	return 0;
}

/* 100, or so many times the rate of the scene: x10, /10. */
static int read_rate(struct scene_line *line, const char *of, struct lab_scene_wire *wire)
{
	const char *word = line->at < line->words ? line->word[line->at] : "";
	bool times = word[0] == 'x', over = word[0] == '/';
	long value;

	if (times || over)
		line->word[line->at]++;
	if (scene_number(line, of, 10, 1000, &value) < 0)
		return -EINVAL;
	if (lab_bit_ns((int)value) == 0)
		return scene_wrong(line, "rate: 10, 100 or 1000 is wanted");
	if (times)
		wire->times = (int)value;
	else if (over)
		wire->over = (int)value;
	else
		wire->rate_mbps = (int)value;
	return 0;
}

static int read_wire(struct scene_line *line)
{
	struct lab_scene *scene = line->scene;
	struct lab_scene_wire *wire = &scene->wire[scene->wires];
	const char *key;
	int rc;

	if (scene->wires == LAB_WIRES)
		return scene_wrong(line, "more than %d wires", LAB_WIRES);
	*wire = (struct lab_scene_wire){ .line = line->number, .delay_ns = 500, .times = 1,
					 .over = 1 };
	if (add_port(line, 0) < 0 || add_port(line, 1) < 0)
		return -EINVAL;
	scene->wires++;
	while ((key = scene_word(line)) != NULL) {
		if (strcmp(key, "delay") == 0) {
			rc = scene_time(line, key, &wire->delay_ns);
		} else if (strcmp(key, "rate") == 0) {
			rc = read_rate(line, key, wire);
		} else {
			rc = scene_wrong(line, "a wire has no %s", key);
		}
		if (rc < 0)
			return rc;
	}
	return 0;
}

static int port_named(struct scene_line *line, struct lab_scene_port **out)
{
	const char *name;
	int index;

	if (scene_value(line, line->word[0], &name) < 0)
		return -EINVAL;
	index = lab_scene_port(line->scene, name);
	if (index < 0)
		return scene_wrong(line, "no wire above ends at %s", name);
	*out = &line->scene->port[index];
	return 0;
}

static int read_police(struct scene_line *line, struct lab_scene_port *port)
{
	const char *burst;
	long bytes;

	if (line->scene->node[port->node].kind != LAB_HOST)
		return scene_wrong(line, "only a port of a host has a policer");
	if (scene_share(line, "police", &port->police_share) < 0 ||
	    scene_value(line, "police", &burst) < 0)
		return -EINVAL;
	if (strcmp(burst, "burst") != 0)
		return scene_wrong(line, "police SHARE burst BYTES is wanted, not %s", burst);
	if (scene_number(line, burst, LAB_FRAME_MAX + LAB_FCS_BYTES, 1000000000, &bytes) < 0)
		return -EINVAL;
	port->police_burst_bytes = bytes;
	return 0;
}

static int port_option(struct scene_line *line, struct lab_scene_port *port, const char *key)
{
	bool yes = false;
	long frames = 0;
	int rc;

	if (strcmp(key, "duplex") == 0) {
		rc = scene_either(line, key, "half", "full", &yes);
		port->duplex = yes ? LAB_FULL : LAB_HALF;
	} else if (strcmp(key, "autoneg") == 0) {
		rc = scene_either(line, key, "off", "on", &port->autoneg);
	} else if (strcmp(key, "late") == 0) {
		rc = scene_either(line, key, "drop", "retry", &yes);
		port->late = yes ? LAB_LATE_RETRY : LAB_LATE_DROP;
	} else if (strcmp(key, "queue") == 0) {
		rc = scene_number(line, key, 1, FRAMES_MAX, &frames);
		port->queue_frames = (unsigned int)frames;
	} else if (strcmp(key, "police") == 0) {
		rc = read_police(line, port);
	} else {
		rc = scene_wrong(line, "a port has no %s", key);
	}
	return rc;
}

static int read_port(struct scene_line *line)
{
	struct lab_scene_port *port;
	const char *key;
	int rc = port_named(line, &port);

	while (rc == 0 && (key = scene_word(line)) != NULL)
		rc = port_option(line, port, key);
	return rc;
}

static int read_loss(struct scene_line *line)
{
	struct lab_scene_port *from, *to;
	struct lab_scene_wire *wire;
	const char *key;
	int rc;

	if (port_named(line, &from) < 0 || port_named(line, &to) < 0)
		return -EINVAL;
	if (from->wire != to->wire || from == to)
		return scene_wrong(line, "%s and %s are not the ends of one wire", from->name,
				   to->name);
	wire = &line->scene->wire[from->wire];
	while ((key = scene_word(line)) != NULL) {
		if (strcmp(key, "frames") == 0)
			rc = scene_share(line, key, &wire->frame_loss[from->end]);
		else if (strcmp(key, "bits") == 0)
			rc = scene_share(line, key, &wire->bit_loss[from->end]);
		else
			rc = scene_wrong(line, "loss is of frames or bits, not %s", key);
		if (rc < 0)
			return rc;
	}
	return 0;
}

static int host_port(struct scene_line *line, unsigned int *out)
{
	struct lab_scene_port *port;

	if (port_named(line, &port) < 0)
		return -EINVAL;
	if (line->scene->node[port->node].kind != LAB_HOST)
		return scene_wrong(line, "%s is no port of a host", port->name);
	*out = (unsigned int)(port - line->scene->port);
	return 0;
}

static int read_load(struct scene_line *line)
{
	struct lab_scene *scene = line->scene;
	struct lab_scene_load *load = &scene->load[scene->loads];
	const char *key;
	long bytes = LOAD_BYTES;

	if (scene->loads == LAB_LOADS)
		return scene_wrong(line, "more than %d loads", LAB_LOADS);
	*load = (struct lab_scene_load){ .line = line->number };
	if (host_port(line, &load->from) < 0 || host_port(line, &load->to) < 0 ||
	    scene_share(line, "load", &load->share) < 0)
		return -EINVAL;
	if (load->share == 0)
		return scene_wrong(line, "a load of nothing is none");
	key = scene_word(line);
	if (key && strcmp(key, "bytes") != 0)
		return scene_wrong(line, "a load has no %s", key);
	if (key && scene_number(line, key, LAB_FRAME_MIN + LAB_FCS_BYTES,
				LAB_FRAME_MAX + LAB_FCS_BYTES, &bytes) < 0)
		return -EINVAL;
	load->size_bytes = (unsigned int)bytes;
	scene->loads++;
	return 0;
}

static int read_line(struct scene_line *line)
{
	static const struct {
		const char *key;
		int (*read)(struct scene_line *line);
	} keys[] = {
		{ "summary", read_summary }, { "rates", read_rates },	{ "report", read_report },
		{ "host", read_host },	     { "switch", read_switch }, { "wire", read_wire },
		{ "port", read_port },	     { "loss", read_loss },	{ "load", read_load },
	};
	const char *key = scene_word(line);

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		if (strcmp(keys[i].key, key) != 0)
			continue;
		if (keys[i].read(line) < 0)
			return -EINVAL;
		if (line->at < line->words)
			return scene_wrong(line, "%s: nothing is wanted after that",
					   line->word[line->at]);
		return 0;
	}
	return scene_wrong(line, "%s: unknown word", key);
}

int lab_scene_parse(struct lab_scene *scene, const char *name, const char *text, struct err *err)
{
	struct scene_line line = { .scene = scene, .err = err };

	memset(scene, 0, sizeof(*scene));
	snprintf(scene->name, sizeof(scene->name), "%s", name);
	scene->rates = 2;
	scene->rates_mbps[0] = 100;
	scene->rates_mbps[1] = 10;
	while (*text) {
		size_t len = strcspn(text, "\n");

		line.number++;
		if (scene_split(&line, text, len) < 0 || (line.words && read_line(&line) < 0))
			return -EINVAL;
		text += len + (text[len] == '\n');
	}
	if (lab_scene_check(scene, err) < 0)
		return -EINVAL;
	return lab_scene_apply(scene, 0, 1, err);
}
