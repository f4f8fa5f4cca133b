// SPDX-License-Identifier: GPL-3.0-or-later
/* The two ports of a measurement: what they must be, and how they stamp. */
#include <errno.h>
#include <linux/net_tstamp.h>
#include <net/if.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cmd/timing-live.h"

int timing_refuse(struct err *err, int code, const char *cause)
{
	if (err)
		err->cause = cause;
	return code;
}

bool timing_without_stamps(const struct err *err)
{
	static const char *const cause[] = { "no-stamps", "no-hardware-stamps", "denied" };

	for (size_t i = 0; err->cause && i < sizeof(cause) / sizeof(cause[0]); i++)
		if (strcmp(err->cause, cause[i]) == 0)
			return true;
	return false;
}

int timing_side_open(struct timing_side *side, const char *name, struct err *err)
{
	int rc;

	side->name = name;
	side->sets = sets_new();
	if (!side->sets)
		return err_set(err, -ENOMEM, "out of memory");
	rc = dev_open(&side->dev, name, err);
	if (rc < 0)
		return timing_refuse(err, rc == -EINVAL ? -ENODEV : rc, "no-interface");
	rc = probe_begin(&side->probe, side->dev, side->sets, err);
	return rc < 0 ? timing_refuse(err, rc, "no-interface") : 0;
}

int timing_port_take(struct timing_port *port, const struct facts *f, const char *said, struct err *err)
{
	const char *name = facts_text(f, FACT_PORT_NAME);
	const char *mac = facts_text(f, FACT_PORT_MAC);
	unsigned int byte[ETH_MAC_BYTES];

	if (!name || !mac || sscanf(mac, "%x:%x:%x:%x:%x:%x", &byte[0], &byte[1], &byte[2], &byte[3],
				    &byte[4], &byte[5]) != ETH_MAC_BYTES)
		return timing_refuse(err, err_set(err, -EOPNOTSUPP, "%s: no Ethernet port; name one (ip -br "
						   "link)", said),
			      "no-ethernet");
	port->name = name;
	for (int i = 0; i < ETH_MAC_BYTES; i++)
		port->mac[i] = (uint8_t)byte[i];
	return 0;
}

int timing_port_check(const struct facts *f, const char *said, struct err *err)
{
	const char *master = facts_text(f, FACT_PORT_MASTER), *cause = NULL;
	const char *kind = facts_text(f, FACT_PORT_KIND);

	if (facts_yes(f, FACT_PORT_VIRTUAL)) {
		cause = "no-wire";
		err_set(err, -EOPNOTSUPP, "%s: a virtual port (%s) has no wire to time; name a physical "
			"one", said, kind ? kind : "no device");
	} else if (master) {
		cause = "enslaved";
		err_set(err, -EBUSY, "%s: belongs to %s, which may send frames round or elsewhere; take "
			"it out first (ip link set %s nomaster)", said, master, said);
	} else if (!facts_yes(f, FACT_LINK_UP)) {
		cause = "link-down";
		err_set(err, -ENETDOWN, "%s: no link; see etherdx check %s", said, said);
	} else if (facts_text_is(f, FACT_LINK_DUPLEX, "half")) {
		cause = "half-duplex";
		err_set(err, -EOPNOTSUPP, "%s: half duplex waits for the other end; frames cannot be "
			"timed; see etherdx check %s", said, said);
	}
	return cause ? timing_refuse(err, err->code, cause) : 0;
}

/* A port that can be timed: with a wire of its own, up, full duplex, in nothing. */
static int check_side(struct timing_side *side, struct err *err)
{
	int rc = timing_port_take(&side->port, timing_near(side), side->name, err);

	return rc < 0 ? rc : timing_port_check(timing_near(side), side->name, err);
}

int timing_take_rate(double *rate_mbps, const struct facts *f, const char *name, struct err *err)
{
	if (!(*rate_mbps > 0))
		*rate_mbps = (double)facts_num(f, FACT_LINK_SPEED, 0);
	return *rate_mbps > 0 ? 0 :
	       timing_refuse(err, err_set(err, -EOPNOTSUPP, "%s: the driver tells no speed; say it with "
					  "--rate", name), "no-speed");
}

static int take_rates(struct live *l, struct err *err)
{
	struct timing_setup *setup = &l->run->setup;
	int rc = timing_take_rate(&setup->rate_in_mbps, timing_near(&l->side[0]), l->side[0].name, err);

	return rc < 0 ? rc : timing_take_rate(&setup->rate_out_mbps, timing_near(&l->side[1]),
					      l->side[1].name, err);
}

static int check_pair(struct live *l, struct err *err)
{
	if (strcmp(facts_text(timing_near(&l->side[0]), FACT_PORT_NAME) ?: "0",
		   facts_text(timing_near(&l->side[1]), FACT_PORT_NAME) ?: "1") == 0)
		return timing_refuse(err, err_set(err, -EBADMSG, "%s and %s are one port; two are wanted, on one "
					   "switch", l->side[0].name, l->side[1].name),
			      "one-port-twice");
	for (int i = 0; i < 2; i++) {
		int rc = check_side(&l->side[i], err);

		if (rc < 0)
			return rc;
	}
	return take_rates(l, err);
}

/* Stamps of both ports are of one kind, or they are not used together. */
static int choose_stamps(struct live *l, struct err *err)
{
	const struct stamp_caps *tx = &l->side[0].caps, *rx = &l->side[1].caps;
	bool hardware = tx->hardware_tx && stamp_filter(rx, l->plan->ptp);

	if (l->plan->stamps == TIMING_WANT_HARDWARE && !tx->hardware_tx)
		return timing_stamping_none(l->side[0].name, "any sent frame", false, err);
	if (l->plan->stamps == TIMING_WANT_HARDWARE && !hardware)
		return timing_stamping_none(l->side[1].name, l->plan->ptp ? "received PTP frames" :
					    "every received frame", !l->plan->ptp && rx->ptp_filter, err);
	l->kind = hardware && l->plan->stamps != TIMING_WANT_SOFTWARE ? STAMP_HARDWARE :
									STAMP_SOFTWARE;
	return 0;
}

static int set_hardware(struct live *l, struct err *err)
{
	l->stamping = (struct timing_stamping){
		.port = {
			{ .name = l->side[0].port.name, .wanted = { .tx_type = HWTSTAMP_TX_ON } },
			{ .name = l->side[1].port.name,
			  .wanted = { .rx_filter = stamp_filter(&l->side[1].caps, l->plan->ptp) } },
		},
		.ports = 2,
	};
	return timing_stamping_on(&l->stamping, err);
}

int timing_allowed(const char *name, struct err *err)
{
	int fd = stamp_socket_open(name, STAMP_SOFTWARE, err);

	if (fd >= 0)
		close(fd);
	else if (fd == -EPERM)
		return timing_refuse(err, fd, "denied");
	else
		*err = (struct err){ 0 };
	return 0;
}

static int open_kind(struct live *l, struct err *err)
{
	const struct stamp_caps *tx = &l->side[0].caps, *rx = &l->side[1].caps;
	struct timing_setup *setup = &l->run->setup;
	int rc = 0;

	l->tap = l->kind == STAMP_SOFTWARE &&
		 (!tx->software || timing_port_of_lab(timing_near(&l->side[0])));
	setup->stamps = l->kind == STAMP_SOFTWARE ? TIMING_STAMPS_SOFTWARE :
			tx->completion || rx->completion ? TIMING_STAMPS_COMPLETION : TIMING_STAMPS_SFD;
	setup->two_clocks = l->kind == STAMP_HARDWARE && tx->clock != rx->clock;
	if (l->kind == STAMP_HARDWARE)
		rc = set_hardware(l, err);
	return rc < 0 ? rc : timing_link_open(&l->link, &l->side[0].port, &l->side[1].port, l->kind,
					      l->tap, l->plan->ptp, err);
}

/* What a driver promises, the NIC need not do. */
static int try_hardware(struct live *l, struct err *err)
{
	struct timing_flight flight;
	int rc = open_kind(l, err);

	if (rc == 0)
		rc = timing_link_try(&l->link, &flight, err);
	if (rc == -EINTR)
		return err_set(err, rc, "interrupted before a frame was timed");
	if (rc < 0)
		return err->cause ? rc : timing_refuse(err, rc, "cannot-send");
	if (flight.left && (flight.came || !flight.arrived))
		return 0;
	return timing_refuse(err, err_set(err, -EOPNOTSUPP, "%s: its driver promises hardware stamps, "
				   "but none came of what was %s; say --stamps software",
				   l->side[flight.left].name, flight.left ? "received" : "sent"),
			     "no-stamps");
}

static int open_link(struct live *l, struct err *err)
{
	int rc = 0;

	for (int i = 0; i < 2 && rc == 0; i++) {
		struct timing_side *s = &l->side[i];

		rc = stamp_caps(&s->caps, s->port.name, err);
		s->moderation_us = stamp_moderation_us(s->port.name, &s->adaptive);
	}
	if (rc == 0)
		rc = choose_stamps(l, err);
	if (rc < 0 || l->kind == STAMP_SOFTWARE)
		return rc < 0 ? rc : open_kind(l, err);
	rc = try_hardware(l, err);
	if (rc == 0 || l->plan->stamps == TIMING_WANT_HARDWARE || !timing_without_stamps(err))
		return rc;
	timing_note(l->run, "%.*s; software stamps were used", (int)strcspn(err->text, ";"), err->text);
	*err = (struct err){ 0 };
	timing_link_close(&l->link);
	timing_stamping_off(&l->stamping);
	l->kind = STAMP_SOFTWARE;
	return open_kind(l, err);
}

int timing_ports_open(struct live *l, struct err *err)
{
	int rc = timing_allowed(l->plan->from, err);

	if (rc == 0)
		rc = timing_side_open(&l->side[0], l->plan->from, err);
	if (rc == 0)
		rc = timing_side_open(&l->side[1], l->plan->to, err);
	if (rc == 0)
		rc = check_pair(l, err);
	return rc < 0 ? rc : open_link(l, err);
}

bool timing_port_is_up(const struct timing_side *side)
{
	struct ifreq ifr = { .ifr_flags = 0 };
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	bool up = false;

	if (fd < 0)
		return true;
	snprintf(ifr.ifr_name, sizeof(ifr.ifr_name), "%s", side->port.name);
	if (ioctl(fd, SIOCGIFFLAGS, &ifr) == 0)
		up = ifr.ifr_flags & IFF_UP && ifr.ifr_flags & IFF_RUNNING;
	close(fd);
	return up;
}

void timing_ports_close(struct live *l)
{
	timing_link_close(&l->link);
	timing_stamping_off(&l->stamping);
	for (int i = 0; i < 2; i++) {
		dev_close(l->side[i].dev);
		sets_free(l->side[i].sets);
	}
}
