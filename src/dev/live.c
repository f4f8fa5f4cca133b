// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * A port of this machine.  Asks the kernel, keeps every answer as it came and
 * leaves their meaning to translate().  Nothing here sets anything.
 */
#include <errno.h>
#include <linux/ethtool.h>
#include <linux/ethtool_netlink.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "dev/live-private.h"
#include "dev/name.h"
#include "dev/translate.h"

#define WAIT_STEP_NS 250000000LL
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static struct live *live_of(struct dev *dev)
{
	return (struct live *)dev;
}

bool live_asks(const struct live *live, enum live_source source)
{
	return !live->broken && live->sources & source;
}

int live_note(struct live *live, const char *name, int error, const void *bytes,
	      size_t len_bytes)
{
	struct answer answer = {
		.group = live->group,
		.round = live->rounds[live->group],
		.t_ns = clock_now_ns() - live->opened_ns,
		.error = error,
		.bytes = (uint8_t *)(uintptr_t)bytes,
		.len_bytes = error ? 0 : len_bytes,
	};

	snprintf(answer.name, sizeof(answer.name), "%s", name);
	if (error == -ENODEV && live_ioctl_rename(live) == -ENODEV) {
		live->broken = -ENODEV;
		answer.error = -ENXIO;	/* unlike the ENODEV of a driver that sleeps */
	}
	if (answers_add(&live->answers, &answer) < 0)
		live->broken = -ENOMEM;
	return error;
}

/* A family older than the message says EOPNOTSUPP, just as a driver does. */
static bool falls_back(int error)
{
	return error == -EOPNOTSUPP;
}

static void note_name(struct live *live, const char *answer, unsigned int ifindex)
{
	char name[IFNAMSIZ];

	if (ifindex && live_ioctl_name_of(live, ifindex, name) == 0)
		live_note(live, answer, 0, name, strlen(name));
}

static void read_port(struct live *live)
{
	struct live_ties ties = { 0 };
	int rc = -EOPNOTSUPP;

	live_netlink_link(live, &ties);
	if (live->broken)
		return;
	live->bond = ties.bond;
	note_name(live, "rtnl master", ties.master);
	note_name(live, "rtnl lower", ties.lower);
	if (live_asks(live, ASK_IOCTL))
		rc = live_ioctl_drvinfo(live);
	if (live_asks(live, ASK_IOCTL) && !ties.perm_mac)
		live_ioctl_permaddr(live);
	if (live_asks(live, ASK_SYSFS))
		live_sysfs_port(live, rc < 0);
	live_lab(live);
}

static int ask(struct live *live, const char *name, int message, unsigned int flags)
{
	if (!live_asks(live, ASK_NETLINK))
		return -EOPNOTSUPP;
	return live_netlink_ask(live, name, message, flags);
}

static void read_host(struct live *live)
{
	if (live_asks(live, ASK_SYSFS))
		live_sysfs_host(live);
	ask(live, "netlink rings", ETHTOOL_MSG_RINGS_GET, 0);
	ask(live, "netlink channels", ETHTOOL_MSG_CHANNELS_GET, 0);
	ask(live, "netlink coalesce", ETHTOOL_MSG_COALESCE_GET, 0);
	ask(live, "netlink features", ETHTOOL_MSG_FEATURES_GET, 0);
}

/* After the registers: some drivers count idle errors by reading register 10. */
static void read_phy_statistics(struct live *live)
{
	if (live_asks(live, ASK_IOCTL))
		live_ioctl_phy_stats(live);
}

static void read_tunables(struct live *live)
{
	static const struct {
		const char *name;
		uint32_t id, len_bytes;
	} row[] = {
		{ "ioctl phy downshift", ETHTOOL_PHY_DOWNSHIFT, 1 },
		{ "ioctl phy fast_link_down", ETHTOOL_PHY_FAST_LINK_DOWN, 1 },
		{ "ioctl phy energy_detect", ETHTOOL_PHY_EDPD, 2 },
	};

	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]) && live_asks(live, ASK_IOCTL); i++)
		live_ioctl_phy_tunable(live, row[i].name, row[i].id, row[i].len_bytes);
}

static void read_link(struct live *live)
{
	struct live_ties ties = { 0 };
	int state, modes, info;

	live_netlink_link(live, &ties);
	state = ask(live, "netlink linkstate", ETHTOOL_MSG_LINKSTATE_GET, 0);
	modes = ask(live, "netlink linkmodes", ETHTOOL_MSG_LINKMODES_GET,
		    ETHTOOL_FLAG_COMPACT_BITSETS);
	info = ask(live, "netlink linkinfo", ETHTOOL_MSG_LINKINFO_GET, 0);
	if (live_asks(live, ASK_IOCTL) && falls_back(state))
		live_ioctl_link(live);
	if (live_asks(live, ASK_IOCTL) && (falls_back(modes) || falls_back(info)))
		modes = live_ioctl_linksettings(live);
	if (live_asks(live, ASK_SYSFS) && modes < 0) {
		live_sysfs_text(live, "sysfs speed", "speed");
		live_sysfs_text(live, "sysfs duplex", "duplex");
	}
	if (live_asks(live, ASK_SYSFS) && !ties.carrier_counts) {
		live_sysfs_text(live, "sysfs carrier_up_count", "carrier_up_count");
		live_sysfs_text(live, "sysfs carrier_down_count", "carrier_down_count");
	}
	read_tunables(live);
	if (live_asks(live, ASK_SYSFS))
		live_sysfs_csr(live);
}

/* Without ETHTOOL_FLAG_STATS: before Linux 5.10 it would cost the settings, too. */
static void read_pause(struct live *live)
{
	int rc = ask(live, "netlink pause", ETHTOOL_MSG_PAUSE_GET, 0);

	if (live_asks(live, ASK_IOCTL) && falls_back(rc))
		live_ioctl_pause(live);
}

static void read_eee(struct live *live)
{
	int rc = ask(live, "netlink eee", ETHTOOL_MSG_EEE_GET, ETHTOOL_FLAG_COMPACT_BITSETS);

	if (live_asks(live, ASK_IOCTL) && falls_back(rc))
		live_ioctl_eee(live);
}

static void read_fec(struct live *live)
{
	int rc = ask(live, "netlink fec", ETHTOOL_MSG_FEC_GET, ETHTOOL_FLAG_COMPACT_BITSETS);

	if (live_asks(live, ASK_IOCTL) && falls_back(rc))
		live_ioctl_fec(live);
}

static void read_module(struct live *live)
{
	ask(live, "netlink module power", ETHTOOL_MSG_MODULE_GET, 0);
	live_module(live);
}

static void read_mii(struct live *live)
{
	if (live_asks(live, ASK_MII))
		live_mii(live);
	read_phy_statistics(live);
	live_lab(live);
}

static void read_bond(struct live *live)
{
	char name[IFNAMSIZ];

	if (!live->bond || live_ioctl_name_of(live, live->bond, name) < 0)
		return;
	live_netlink_bond(live, live->bond);
	live_netlink_members(live, live->bond, live_asks(live, ASK_NETLINK));
	if (live_asks(live, ASK_PROC))
		live_proc_bond(live, name);
}

static void read_log(struct live *live)
{
	if (live_asks(live, ASK_PROC))
		live_log(live);
}

static void read_counters(struct live *live)
{
	live_netlink_link(live, NULL);
	if (live_asks(live, ASK_IOCTL))
		live_ioctl_stats(live);
	ask(live, "netlink stats", ETHTOOL_MSG_STATS_GET, 0);
	ask(live, "netlink pause", ETHTOOL_MSG_PAUSE_GET, ETHTOOL_FLAG_STATS);
	ask(live, "netlink fec", ETHTOOL_MSG_FEC_GET,
	    ETHTOOL_FLAG_STATS | ETHTOOL_FLAG_COMPACT_BITSETS);
	if (live->bond == live->ifindex)
		live_netlink_members(live, live->bond, false);
	if (live_asks(live, ASK_PROC))
		live_proc_counters(live);
	live_lab(live);
}

static void (*const readers[GROUP_COUNT])(struct live *live) = {
	[GROUP_PORT] = read_port,
	[GROUP_HOST] = read_host,
	[GROUP_LINK] = read_link,
	[GROUP_PAUSE] = read_pause,
	[GROUP_EEE] = read_eee,
	[GROUP_FEC] = read_fec,
	[GROUP_MODULE] = read_module,
	[GROUP_MII] = read_mii,
	[GROUP_BOND] = read_bond,
	[GROUP_LOG] = read_log,
	[GROUP_COUNTERS] = read_counters,
};

static int live_read(struct dev *dev, enum fact_group group, struct sets *sets, struct err *err)
{
	struct live *live = live_of(dev);

	if (!readers[group])
		return 0;
	live->group = group;
	live->broken = live_ioctl_rename(live);
	if (!live->broken)
		readers[group](live);
	translate(&live->answers, group, live->rounds[group]++, sets);
	if (live->broken == -ENODEV) {
		facts_settle(&sets->set[SET_NEAR], group, -ENODEV);
		return err_set(err, -ENODEV,
			       "%s: the interface vanished while it was read; "
			       "run again when it is back",
			       live->name);
	}
	if (live->broken)
		return err_set(err, live->broken, "%s: %s", live->name, strerror(-live->broken));
	return 0;
}

static void live_close(struct dev *dev)
{
	struct live *live = live_of(dev);

	live_look_close(live);
	live_netlink_close(live);
	if (live->fd >= 0)
		close(live->fd);
	answers_fini(&live->answers);
	free(live);
}

static int64_t live_now_ns(struct dev *dev)
{
	return clock_now_ns() - live_of(dev)->opened_ns;
}

/* In steps, so that a port that vanishes ends the wait. */
static int live_wait_until_ns(struct dev *dev, int64_t t_ns)
{
	struct live *live = live_of(dev);
	int64_t end_ns = live->opened_ns + t_ns, now_ns;
	int rc = 0;

	while (rc == 0 && (now_ns = clock_now_ns()) < end_ns) {
		rc = clock_wait_until_ns(end_ns - now_ns > WAIT_STEP_NS ? now_ns + WAIT_STEP_NS :
									  end_ns);
		if (rc == 0 && live_ioctl_rename(live) == -ENODEV)
			rc = -ENODEV;
	}
	return rc;
}

static const struct answers *live_answers(const struct dev *dev)
{
	return &((const struct live *)dev)->answers;
}

static void live_want_all_words(struct dev *dev)
{
	live_of(dev)->all_words = true;
}

static int live_dev_look(struct dev *dev, int64_t until_ns, struct mii_look *out, struct err *err)
{
	return live_look(live_of(dev), until_ns, out, err);
}

static int live_dev_cable(struct dev *dev, const struct cable_request *request,
			  struct cable_test *out, struct err *err)
{
	return live_cable(live_of(dev), request, out, err);
}

static int live_blink(struct dev *dev, unsigned int seconds, struct err *err)
{
	struct live *live = live_of(dev);
	int rc = live_ioctl_blink(live, seconds);

	if (rc == -EPERM || rc == -EACCES)
		return err_set(err, rc, "%s: blinking needs CAP_NET_ADMIN; run with sudo", live->name);
	if (rc == -EOPNOTSUPP)
		return err_set(err, rc, "%s: the driver can not blink a lamp; send traffic over the port and "
			       "look for the lamp that flickers with it", live->name);
	if (rc == -EBUSY)
		return err_set(err, rc, "%s: a lamp is blinking already, here or on another port; the "
			       "kernel blinks one at a time", live->name);
	return rc == -EINTR ? rc : rc < 0 ? err_set(err, rc, "%s: the lamp can not be made to blink: %s",
						      live->name, strerror(-rc)) : 0;
}

static const struct dev_ops live_ops = {
	.name = "live",
	.close = live_close,
	.read = live_read,
	.now_ns = live_now_ns,
	.wait_until_ns = live_wait_until_ns,
	.answers = live_answers,
	.want_all_words = live_want_all_words,
	.cable = live_dev_cable,
	.blink = live_blink,
	.look = live_dev_look,
};

/*
 * ETHERDX_SOURCES=ioctl,sysfs limits what is asked, so that the fall-backs can
 * be tried on a kernel that has everything.  RTM_GETLINK is always asked.
 */
int live_read_sources(unsigned int *sources, struct err *err)
{
	static const char *const word[] = { "netlink", "ioctl", "mii", "sysfs", "lab",
					    "proc" };
	const char *at = getenv("ETHERDX_SOURCES");
	size_t len, i;

	*sources = at ? 0 : ASK_ALL;
	while (at && *at) {
		len = strcspn(at, ",");
		for (i = 0; i < COUNT(word); i++)
			if (strlen(word[i]) == len && strncmp(word[i], at, len) == 0)
				break;
		if (i == COUNT(word))
			return err_set(err, -EINVAL,
				       "ETHERDX_SOURCES: %.*s is no source "
				       "(netlink, ioctl, mii, sysfs, lab, proc)",
				       (int)len, at);
		*sources |= 1U << i;
		at += len + (at[len] == ',');
	}
	return 0;
}

/* " lo eth0"; names are whatever root of some container chose. */
static void list_ports(char *out, size_t size)
{
	struct if_nameindex *list = if_nameindex();
	size_t used = 0;

	out[0] = '\0';
	for (struct if_nameindex *at = list; at && at->if_index; at++) {
		if (used + strlen(at->if_name) + sizeof(" ...") + 1 > size) {
			snprintf(out + used, size - used, " ...");
			break;
		}
		used += (size_t)snprintf(out + used, size - used, " %s", at->if_name);
	}
	for (char *c = out; *c; c++)
		if ((unsigned char)*c < ' ' || *c == 0x7f)
			*c = '?';
	if_freenameindex(list);
}

static int no_such_port(const struct live *live, const char *name, struct err *err)
{
	char list[256], refused[160];

	list_ports(list, sizeof(list));
	if (live_log_refused(live, refused, sizeof(refused)))
		return err_set(err, -ENODEV, "%s: no such interface (have:%s); the kernel log: %s, so "
			       "it has no interface", name, list, refused);
	if (strlen(name) >= IFNAMSIZ)
		return err_set(err, -ENODEV,
			       "%s: too long for an interface name (15 bytes at most) and "
			       "no such altname (have:%s)",
			       name, list);
	return err_set(err, -ENODEV, "%s: no such interface (have:%s)", name, list);
}

static int find(struct live *live, const char *name, struct err *err)
{
	enum name_kind kind = name_kind(name);
	int rc = -ENODEV;

	if (kind == NAME_TOO_LONG)
		return err_set(err, -EINVAL,
			       "%.40s...: too long for an interface name (15 bytes at most) "
			       "and for an altname (127)",
			       name);
	if (kind == NAME_BAD)
		return err_set(err, -EINVAL,
			       "\"%s\": not an interface name (1 to 15 bytes, no '/', "
			       "no white space)",
			       name);
	if (kind == NAME_ANY)
		rc = live_netlink_find(live, name, false);
	if (rc == -ENODEV)
		rc = live_netlink_find(live, name, true);
	if (rc == -ENODEV)
		return no_such_port(live, name, err);
	if (rc < 0)
		return err_set(err, rc, "%s: can not be looked up: %s", name, strerror(-rc));
	return 0;
}

static int open_sockets(struct live *live, struct err *err)
{
	/* Any socket takes interface ioctls; this one needs no network. */
	live->fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (live->fd < 0)
		return err_set(err, -errno, "no socket: %s", strerror(errno));
	return live_netlink_open(live, err);
}

int live_open(struct dev **out, const char *name, struct err *err)
{
	struct live *live = calloc(1, sizeof(*live));
	int rc;

	if (!live)
		return err_set(err, -ENOMEM, "%s", strerror(ENOMEM));
	live->dev.ops = &live_ops;
	live->fd = -1;
	strcpy(live->sysfs, "/sys");
	live->kmsg = "/dev/kmsg";
	rc = live_read_sources(&live->sources, err);
	if (rc == 0)
		rc = open_sockets(live, err);
	if (rc == 0)
		rc = find(live, name, err);
	if (rc == 0 && live_ioctl_rename(live) < 0)
		rc = no_such_port(live, name, err);
	if (rc < 0) {
		live_close(&live->dev);
		return rc;
	}
	live->opened_ns = clock_now_ns();
	*out = &live->dev;
	return 0;
}
