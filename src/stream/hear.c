// SPDX-License-Identifier: GPL-3.0-or-later
#include "stream/hear.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "stream/result.h"

#define FRAMES 5
#define STEP_NS 10000000LL
#define ARRIVED_NS 60000000LL	/* after the last */

int hear_open(struct hear *hear, uint64_t token, struct err *err)
{
	hear->token = token;
	return packet_open(&hear->packet, NULL, err);
}

void hear_close(struct hear *hear)
{
	packet_close(&hear->packet);
}

static json_t *port_of(json_t *ports, unsigned int ifindex)
{
	char name[IFNAMSIZ], device[64];
	json_t *port;

	for (size_t i = 0; i < json_array_size(ports); i++) {
		port = json_array_get(ports, i);
		if (json_integer_value(json_object_get(port, "index")) == (json_int_t)ifindex)
			return port;
	}
	if (!if_indextoname(ifindex, name) || json_array_size(ports) == HEAR_PORTS_MAX)
		return NULL;
	snprintf(device, sizeof(device), "/sys/class/net/%s/device", name);
	port = json_pack("{s:s, s:i, s:i, s:b}", "name", name, "index", (int)ifindex, "frames", 0,
			 "physical", access(device, F_OK) == 0);
	json_array_append_new(ports, port);
	return port;
}

json_t *hear_ports(struct hear *hear)
{
	json_t *ports = json_array();
	struct packet_stamp stamp;
	struct probe p;

	while (packet_receive(&hear->packet, &p, &stamp) > 0) {
		json_t *port = p.token == hear->token ? port_of(ports, stamp.ifindex) : NULL;
		json_int_t frames = json_integer_value(json_object_get(port, "frames"));

		if (port)
			json_object_set_new(port, "frames", json_integer(frames + 1));
	}
	return ports;
}

static bool is_physical(const json_t *port)
{
	return json_is_true(json_object_get(port, "physical"));
}

int hear_choose(const json_t *ports, const char *iface, char far[static 128], struct err *err)
{
	const char *name = NULL;
	char names[200] = "";
	unsigned int count = 0;
	bool physical = false;
	size_t len = 0;

	for (size_t i = 0; i < json_array_size(ports); i++)
		physical |= is_physical(json_array_get(ports, i));
	for (size_t i = 0; i < json_array_size(ports); i++) {
		const json_t *port = json_array_get(ports, i);
		const char *one = json_string_value(json_object_get(port, "name"));

		if (!one || strlen(one) > 127 || (physical && !is_physical(port)))
			continue;
		name = one;
		count++;
		if (len < sizeof(names))
			len += (size_t)snprintf(names + len, sizeof(names) - len, "%s%s",
						len ? " " : "", one);
	}
	if (count > 1)
		return err_set(err, -ENOTUNIQ, "%s: several far ports hear it (%s); choose one with "
			       "--peer-iface", iface, names);
	if (count == 0)
		return err_set(err, -ENODEV, "%s: no far port hears it; name one with --peer-iface",
			       iface);
	snprintf(far, 128, "%s", name);
	return 0;
}

static void call(struct packet *packet, uint64_t token)
{
	for (unsigned int i = 0; i < FRAMES; i++) {
		struct probe p = { .leg = PROBE_NEAR_TO_FAR, .size_bytes = PROBE_SIZE_MIN,
				   .token = token, .seq = i };

		memset(p.to, 0xff, sizeof(p.to));
		memcpy(p.from, packet->mac, sizeof(p.from));
		packet_send(packet, &p);
		clock_wait_until_ns(clock_now_ns() + STEP_NS);
	}
	clock_wait_until_ns(clock_now_ns() + ARRIVED_NS);
}

static int ask(struct peer *peer, struct packet *packet, uint64_t token, json_t **heard,
	       struct err *err)
{
	json_t *with = json_object(), *ignored;
	int rc;

	json_object_set_new(with, "token", stream_hex_to_json(token));
	rc = peer_ask(peer, "hear", with, 0, &ignored, err);
	json_decref(with);
	if (rc < 0)
		return rc;
	json_decref(ignored);
	call(packet, token);
	return peer_ask(peer, "heard", NULL, 0, heard, err);
}

int hear_find(struct peer *peer, const char *iface, char far[static 128], struct err *err)
{
	uint64_t token = stream_token();
	struct packet packet;
	json_t *heard;
	int rc = packet_open(&packet, iface, err);

	if (rc < 0)
		return rc;
	if (!packet_has_carrier(&packet))
		rc = err_set(err, -ENETDOWN, "%s: no carrier", iface);
	if (rc == 0)
		rc = ask(peer, &packet, token, &heard, err);
	packet_close(&packet);
	if (rc < 0)
		return rc;
	rc = hear_choose(json_object_get(heard, "ports"), iface, far, err);
	json_decref(heard);
	return rc;
}
