// SPDX-License-Identifier: GPL-3.0-or-later
/* Scenes as text; the grammar is in lab/scene.h. */
#include "lab/scene.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/scene-check.h"

#define WORDS_MAX 24
#define LINE_MAX_BYTES 256
#define TIME_MAX_NS 10000000000LL
#define FRAMES_MAX 65536

/* A line as words, and where reading them has got to. */
struct line {
	struct lab_scene *scene;
	struct err *err;
	int number;
	char text[LINE_MAX_BYTES];
	const char *rest;		/* the line from its second word on, as it was */
	char *word[WORDS_MAX];
	unsigned int words, at;
};

#define bad_line(line, ...) lab_scene_wrong((line)->scene, (line)->number, (line)->err, __VA_ARGS__)

static const char *next_word(struct line *line)
{
	return line->at < line->words ? line->word[line->at++] : NULL;
}

/* The word after a keyword. */
static int value(struct line *line, const char *of, const char **out)
{
	*out = next_word(line);
	return *out ? 0 : bad_line(line, "%s needs a value", of);
}

static int number(struct line *line, const char *of, long least, long most, long *out)
{
	const char *word;
	char *end;

	if (value(line, of, &word) < 0)
		return -EINVAL;
	errno = 0;
	*out = strtol(word, &end, 10);
	if (*end || end == word || errno || *out < least || *out > most)
		return bad_line(line, "%s: %s is not a whole number from %ld to %ld", of, word,
				least, most);
	return 0;
}

static int time_of(struct line *line, const char *of, int64_t *out_ns)
{
	static const struct {
		const char *unit;
		double ns;
	} units[] = { { "ns", 1 }, { "us", 1e3 }, { "ms", 1e6 }, { "s", 1e9 } };
	const char *word;
	char *end;
	double amount;

	if (value(line, of, &word) < 0)
		return -EINVAL;
	amount = strtod(word, &end);
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		double ns = amount * units[i].ns;

		if (end == word || strcmp(end, units[i].unit) != 0 || !(ns >= 0) ||
		    ns > TIME_MAX_NS)
			continue;
		*out_ns = llround(ns);
		return 0;
	}
	return bad_line(line, "%s: %s is not a time of up to 10 s with a unit (500ns, 20us, 5ms)",
			of, word);
}

static int share(struct line *line, const char *of, double *out)
{
	const char *word;
	char *end;

	if (value(line, of, &word) < 0)
		return -EINVAL;
	*out = strtod(word, &end);
	if (end != word && strcmp(end, "%") == 0) {
		*out /= 100;
		end++;
	}
	if (end == word || *end || !(*out >= 0 && *out <= 1))
		return bad_line(line, "%s: %s is not a share from 0 to 1 or 0%% to 100%%", of,
				word);
	return 0;
}

/* One of two words: 0 or 1. */
static int either(struct line *line, const char *of, const char *no, const char *yes, bool *out)
{
	const char *word;

	if (value(line, of, &word) < 0)
		return -EINVAL;
	*out = strcmp(word, yes) == 0;
	if (!*out && strcmp(word, no) != 0)
		return bad_line(line, "%s: %s is neither %s nor %s", of, word, no, yes);
	return 0;
}

static bool name_is_fine(const char *name, size_t len)
{
	if (len == 0 || len >= LAB_NAME_MAX)
		return false;
	for (size_t i = 0; i < len; i++)
		if (!isalnum((unsigned char)name[i]) && name[i] != '-' && name[i] != '_')
			return false;
	return true;
}

static int read_summary(struct line *line)
{
	snprintf(line->scene->summary, sizeof(line->scene->summary), "%s", line->rest);
	line->at = line->words;
	return 0;
}

static int read_rates(struct line *line)
{
	struct lab_scene *scene = line->scene;
	const char *word;

	scene->rates = 0;
	while ((word = next_word(line)) != NULL) {
		int rate_mbps = atoi(word);

		if (lab_bit_ns(rate_mbps) == 0 || scene->rates == 3)
			return bad_line(line, "rates: %s: up to three of 10, 100, 1000 are wanted",
					word);
		scene->rates_mbps[scene->rates++] = rate_mbps;
	}
	return scene->rates ? 0 : bad_line(line, "rates needs a value");
}

static int read_report(struct line *line)
{
	return either(line, "report", "true", "hidden", &line->scene->hidden);
}

static int add_node(struct line *line, enum lab_node_kind kind, struct lab_node **out)
{
	struct lab_scene *scene = line->scene;
	struct lab_node *node = &scene->node[scene->nodes];
	const char *name;

	if (value(line, line->word[0], &name) < 0)
		return -EINVAL;
	if (!name_is_fine(name, strlen(name)))
		return bad_line(line, "%s is no name: letters, digits, - and _", name);
	if (scene->nodes == LAB_NODES)
		return bad_line(line, "more than %d hosts and switches", LAB_NODES);
	for (unsigned int i = 0; i < scene->nodes; i++)
		if (strcmp(scene->node[i].name, name) == 0)
			return bad_line(line, "%s is there already (line %d)", name,
					scene->node[i].line);
	*node = (struct lab_node){ .kind = kind, .line = line->number, .ring_frames = 512 };
	snprintf(node->name, sizeof(node->name), "%s", name);
	scene->nodes++;
	*out = node;
	return 0;
}

static int read_stall(struct line *line, struct lab_stall *stall)
{
	const char *every;

	if (time_of(line, "stall", &stall->stall_ns) < 0 || value(line, "stall", &every) < 0)
		return -EINVAL;
	if (strcmp(every, "every") != 0)
		return bad_line(line, "stall TIME every TIME is wanted, not %s", every);
	return time_of(line, "every", &stall->period_ns);
}

static int read_host(struct line *line)
{
	struct lab_node *node;
	const char *key;
	long frames;
	int rc = add_node(line, LAB_HOST, &node);

	while (rc == 0 && (key = next_word(line)) != NULL) {
		if (strcmp(key, "latency") == 0) {
			rc = time_of(line, key, &node->latency_ns);
		} else if (strcmp(key, "service") == 0) {
			rc = time_of(line, key, &node->stall.service_ns);
		} else if (strcmp(key, "stall") == 0) {
			rc = read_stall(line, &node->stall);
		} else if (strcmp(key, "ring") == 0) {
			rc = number(line, key, 1, FRAMES_MAX, &frames);
			if (rc == 0)
				node->ring_frames = (unsigned int)frames;
		} else {
			rc = bad_line(line, "a host has no %s", key);
		}
	}
	return rc;
}

static int read_switch(struct line *line)
{
	struct lab_node *node;
	const char *key;
	long bytes;
	int rc = add_node(line, LAB_SWITCH, &node);

	while (rc == 0 && (key = next_word(line)) != NULL) {
		if (strcmp(key, "store-and-forward") == 0) {
			node->mode = LAB_STORE_AND_FORWARD;
		} else if (strcmp(key, "cut-through") == 0 || strcmp(key, "threshold") == 0) {
			node->mode = key[0] == 'c' ? LAB_CUT_THROUGH : LAB_THRESHOLD;
			rc = number(line, key, 14, LAB_FRAME_MAX, &bytes);
			if (rc == 0)
				node->begin_bytes = (unsigned int)bytes;
		} else if (strcmp(key, "latency") == 0) {
			rc = time_of(line, key, &node->latency_ns);
			if (rc == 0 && node->latency_ns > 10000000)
				rc = bad_line(line, "a switch has a latency of up to 10 ms");
		} else {
			rc = bad_line(line, "a switch has no %s", key);
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
static int add_port(struct line *line, unsigned int end)
{
	struct lab_scene *scene = line->scene;
	struct lab_scene_port *port = &scene->port[scene->ports];
	const char *name, *dot;
	int node;

	if (value(line, "wire", &name) < 0)
		return -EINVAL;
	dot = strchr(name, '.');
	if (!dot || !name_is_fine(dot + 1, strlen(dot + 1)))
		return bad_line(line, "%s is no port: NODE.NAME is wanted, as a.eth0", name);
	node = node_of(scene, name, (size_t)(dot - name));
	if (node < 0)
		return bad_line(line, "%s: there is no host or switch %.*s above", name,
				(int)(dot - name), name);
	if (lab_scene_port(scene, name) >= 0)
		return bad_line(line, "%s has a wire already", name);
	*port = (struct lab_scene_port){
		.node = (unsigned int)node, .wire = scene->wires, .end = end, .duplex = LAB_FULL,
		.autoneg = true, .queue_frames = scene->node[node].kind == LAB_HOST ? 32 : 128,
	};
	snprintf(port->name, sizeof(port->name), "%s", name);
	scene->wire[scene->wires].port[end] = scene->ports++;
	return 0;
}

static int read_wire(struct line *line)
{
	struct lab_scene *scene = line->scene;
	struct lab_scene_wire *wire = &scene->wire[scene->wires];
	const char *key;
	long rate_mbps;
	int rc;

	if (scene->wires == LAB_WIRES)
		return bad_line(line, "more than %d wires", LAB_WIRES);
	*wire = (struct lab_scene_wire){ .line = line->number, .delay_ns = 500 };
	if (add_port(line, 0) < 0 || add_port(line, 1) < 0)
		return -EINVAL;
	scene->wires++;
	while ((key = next_word(line)) != NULL) {
		if (strcmp(key, "delay") == 0) {
			rc = time_of(line, key, &wire->delay_ns);
		} else if (strcmp(key, "rate") == 0) {
			rc = number(line, key, 10, 1000, &rate_mbps);
			wire->rate_mbps = rc == 0 ? (int)rate_mbps : 0;
			if (rc == 0 && lab_bit_ns(wire->rate_mbps) == 0)
				rc = bad_line(line, "rate: 10, 100 or 1000 is wanted");
		} else {
			rc = bad_line(line, "a wire has no %s", key);
		}
		if (rc < 0)
			return rc;
	}
	return 0;
}

static int port_named(struct line *line, struct lab_scene_port **out)
{
	const char *name;
	int index;

	if (value(line, line->word[0], &name) < 0)
		return -EINVAL;
	index = lab_scene_port(line->scene, name);
	if (index < 0)
		return bad_line(line, "no wire above ends at %s", name);
	*out = &line->scene->port[index];
	return 0;
}

static int read_police(struct line *line, struct lab_scene_port *port)
{
	const char *burst;
	long bytes;

	if (line->scene->node[port->node].kind != LAB_HOST)
		return bad_line(line, "only a port of a host has a policer");
	if (share(line, "police", &port->police_share) < 0 || value(line, "police", &burst) < 0)
		return -EINVAL;
	if (strcmp(burst, "burst") != 0)
		return bad_line(line, "police SHARE burst BYTES is wanted, not %s", burst);
	if (number(line, burst, LAB_FRAME_MAX + LAB_FCS_BYTES, 1000000000, &bytes) < 0)
		return -EINVAL;
	port->police_burst_bytes = bytes;
	return 0;
}

static int port_option(struct line *line, struct lab_scene_port *port, const char *key)
{
	bool yes = false;
	long frames = 0;
	int rc;

	if (strcmp(key, "duplex") == 0) {
		rc = either(line, key, "half", "full", &yes);
		port->duplex = yes ? LAB_FULL : LAB_HALF;
	} else if (strcmp(key, "autoneg") == 0) {
		rc = either(line, key, "off", "on", &port->autoneg);
	} else if (strcmp(key, "late") == 0) {
		rc = either(line, key, "drop", "retry", &yes);
		port->late = yes ? LAB_LATE_RETRY : LAB_LATE_DROP;
	} else if (strcmp(key, "queue") == 0) {
		rc = number(line, key, 1, FRAMES_MAX, &frames);
		port->queue_frames = (unsigned int)frames;
	} else if (strcmp(key, "police") == 0) {
		rc = read_police(line, port);
	} else {
		rc = bad_line(line, "a port has no %s", key);
	}
	return rc;
}

static int read_port(struct line *line)
{
	struct lab_scene_port *port;
	const char *key;
	int rc = port_named(line, &port);

	while (rc == 0 && (key = next_word(line)) != NULL)
		rc = port_option(line, port, key);
	return rc;
}

static int read_loss(struct line *line)
{
	struct lab_scene_port *from, *to;
	struct lab_scene_wire *wire;
	const char *key;
	int rc;

	if (port_named(line, &from) < 0 || port_named(line, &to) < 0)
		return -EINVAL;
	if (from->wire != to->wire || from == to)
		return bad_line(line, "%s and %s are not the ends of one wire", from->name,
				to->name);
	wire = &line->scene->wire[from->wire];
	while ((key = next_word(line)) != NULL) {
		if (strcmp(key, "frames") == 0)
			rc = share(line, key, &wire->frame_loss[from->end]);
		else if (strcmp(key, "bits") == 0)
			rc = share(line, key, &wire->bit_loss[from->end]);
		else
			rc = bad_line(line, "loss is of frames or bits, not %s", key);
		if (rc < 0)
			return rc;
	}
	return 0;
}

static int read_line(struct line *line)
{
	static const struct {
		const char *key;
		int (*read)(struct line *line);
	} keys[] = {
		{ "summary", read_summary }, { "rates", read_rates }, { "report", read_report },
		{ "host", read_host },	     { "switch", read_switch }, { "wire", read_wire },
		{ "port", read_port },	     { "loss", read_loss },
	};
	const char *key = next_word(line);

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		if (strcmp(keys[i].key, key) != 0)
			continue;
		if (keys[i].read(line) < 0)
			return -EINVAL;
		if (line->at < line->words)
			return bad_line(line, "%s: nothing is wanted after that",
					line->word[line->at]);
		return 0;
	}
	return bad_line(line, "%s: unknown word", key);
}

/* Cuts the line, without its comment, into words; the text is kept for `summary`. */
static int split(struct line *line, const char *text, size_t len)
{
	static char empty[] = "";
	char *at, *save = NULL;

	if (len >= sizeof(line->text))
		return bad_line(line, "the line is longer than %d bytes", LINE_MAX_BYTES - 1);
	memcpy(line->text, text, len);
	line->text[len] = '\0';
	line->text[strcspn(line->text, "#")] = '\0';
	line->words = line->at = 0;
	line->rest = empty;
	for (at = strtok_r(line->text, " \t\r", &save); at; at = strtok_r(NULL, " \t\r", &save)) {
		if (line->words == WORDS_MAX)
			return bad_line(line, "the line has more than %d words", WORDS_MAX);
		line->word[line->words++] = at;
		if (line->words == 1 && strcmp(at, "summary") == 0) {
			line->rest = save + strspn(save, " \t");
			break;
		}
	}
	return 0;
}

int lab_scene_parse(struct lab_scene *scene, const char *name, const char *text, struct err *err)
{
	struct line line = { .scene = scene, .err = err };

	memset(scene, 0, sizeof(*scene));
	snprintf(scene->name, sizeof(scene->name), "%s", name);
	scene->rates = 2;
	scene->rates_mbps[0] = 100;
	scene->rates_mbps[1] = 10;
	while (*text) {
		size_t len = strcspn(text, "\n");

		line.number++;
		if (split(&line, text, len) < 0 || (line.words && read_line(&line) < 0))
			return -EINVAL;
		text += len + (text[len] == '\n');
	}
	if (lab_scene_check(scene, err) < 0)
		return -EINVAL;
	return lab_scene_apply(scene, 0, 1, err);
}
