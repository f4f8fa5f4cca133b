/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DEV_LIVE_PRIVATE_H
#define DEV_LIVE_PRIVATE_H

/* Between the files of the live backend. */
#include <limits.h>
#include <linux/ethtool.h>
#include <net/if.h>
#include <stdbool.h>

#include "dev/dev-private.h"

struct nl_sock;

enum live_source {
	ASK_NETLINK = 1 << 0,
	ASK_IOCTL = 1 << 1,
	ASK_MII = 1 << 2,
	ASK_SYSFS = 1 << 3,
	ASK_LAB = 1 << 4,
	ASK_PROC = 1 << 5,
	ASK_ALL = ASK_NETLINK | ASK_IOCTL | ASK_MII | ASK_SYSFS | ASK_LAB | ASK_PROC,
};

struct live {
	struct dev dev;
	unsigned int ifindex;
	char name[IFNAMSIZ];		/* as of the last ask: interfaces are renamed */
	char mac[24];			/* "" unless it has six bytes */
	unsigned int bond;		/* ifindex of the bond or team it is or belongs to; 0: none */
	unsigned int sources;
	bool all_words;

	struct nl_sock *rtnl, *genl;
	struct nl_sock *events;		/* of links, once somebody looks; NULL: not yet */
	int carrier;			/* the last event's word: 1, 0; -1 none came */
	bool news, gone;		/* an event came; it was RTM_DELLINK */
	int family;			/* of "ethtool"; negative: this kernel has none */
	int fd;				/* for ioctls */
	char sysfs[PATH_MAX];		/* "/sys"; a test has its own */
	const char *kmsg;		/* "/dev/kmsg"; likewise */

	int64_t opened_ns;
	struct answers answers;
	unsigned int rounds[GROUP_COUNT];
	enum fact_group group;		/* being read */
	int broken;			/* -ENODEV or -ENOMEM: asks no more */
};

/*
 * Appends an answer of the group being read: bytes, or a negative errno.  An
 * ENODEV is looked into: when the interface has gone, nothing more is asked.
 * Returns error.
 */
int live_note(struct live *live, const char *name, int error, const void *bytes,
	      size_t len_bytes);

bool live_asks(const struct live *live, enum live_source source);

/* A set of enum live_source; -EINVAL: ETHERDX_SOURCES names none. */
int live_read_sources(unsigned int *sources, struct err *err);

/* live-netlink.c */
int live_netlink_open(struct live *live, struct err *err);
void live_netlink_close(struct live *live);

/* 0 and live->ifindex, or -ENODEV: no such name. */
int live_netlink_find(struct live *live, const char *name, bool alt);

/* RTM_GETLINK, noted as "rtnl link"; updates mac and, if not NULL, the ties. */
struct live_ties {
	unsigned int master, lower;	/* ifindex; 0: none that can be named here */
	unsigned int bond;		/* the port itself, or its master; 0: neither is one */
	bool perm_mac, carrier_counts;	/* the kernel answered these */
};

int live_netlink_link(struct live *live, struct live_ties *ties);
int live_netlink_bond(struct live *live, unsigned int ifindex);	/* noted as "rtnl bond" */
/* Each member of a bond or team, as "rtnl member"; modes: also its ETHTOOL_MSG_LINKMODES_GET. */
void live_netlink_members(struct live *live, unsigned int bond, bool modes);

/* ETHTOOL_MSG_..._GET: 0 and the reply from behind its headers, the caller's to free. */
int live_netlink_get(struct live *live, int message, unsigned int flags, uint8_t **bytes,
		     size_t *len_bytes);

/* The same, noted under that name. */
int live_netlink_ask(struct live *live, const char *name, int message, unsigned int flags);

/* One part of a module's memory, without a note: 0, or a negative errno. */
struct module_part;
int live_netlink_module(struct live *live, const struct module_part *want,
			uint8_t out[static 128]);

/* The start of such a message; and one that only asks to be acknowledged, which
 * is taken.  For what is no question. */
struct nl_msg;
struct nl_msg *live_netlink_message(struct live *live, int message, unsigned int flags);
int live_netlink_act(struct live *live, struct nl_msg *msg);

/* live-ioctl.c: each notes its answer and returns 0 or its error. */
int live_ioctl_rename(struct live *live);	/* reads live->name anew: 0, -ENODEV */
int live_ioctl_drvinfo(struct live *live);
int live_ioctl_permaddr(struct live *live);
int live_ioctl_link(struct live *live);
int live_ioctl_linksettings(struct live *live);
int live_ioctl_pause(struct live *live);
int live_ioctl_eee(struct live *live);
int live_ioctl_fec(struct live *live);
int live_ioctl_phy_tunable(struct live *live, const char *name, uint32_t id, uint32_t len_bytes);
int live_ioctl_phy_stats(struct live *live);
int live_ioctl_blink(struct live *live, unsigned int seconds);	/* notes nothing */
int live_ioctl_stats(struct live *live);	/* names and values, a line each */
int live_ioctl_name_of(struct live *live, unsigned int ifindex, char out[static IFNAMSIZ]);

/* An interface ioctl by name; renamed meanwhile: once more. */
struct ifreq;
int live_ioctl_request(struct live *live, unsigned long request, struct ifreq *ifr);

int live_ioctl_module_info(struct live *live, struct ethtool_modinfo *info);	/* no note */
int live_ioctl_module(struct live *live, const struct ethtool_modinfo *info,
		      const struct module_part *want, uint8_t out[static 128]);	/* no note */

/* live-module.c */
void live_module(struct live *live);

/* live-mii.c */
void live_mii(struct live *live);
int live_mii_phy(struct live *live, uint16_t *phy);
int live_mii_word(struct live *live, uint16_t phy, unsigned int reg);	/* or -errno */

/* live-cable.c */
int live_cable(struct live *live, const struct cable_request *request, struct cable_test *out,
	       struct err *err);

/* live-look.c */
int live_look(struct live *live, int64_t until_ns, struct mii_look *out, struct err *err);
void live_look_close(struct live *live);

/* live-lab.c: the port of an emulated link */
void live_lab(struct live *live);
ssize_t live_lab_ask(struct live *live, char *out, size_t size);	/* or -errno: no lab's port */

/* live-proc.c: what the whole host, or the network namespace, counts */
void live_proc_counters(struct live *live);
void live_proc_bond(struct live *live, const char *bond);

/* live-log.c */
void live_log(struct live *live);

/* Words for a card that has no interface because its driver refused the module. */
bool live_log_refused(const struct live *live, char *out, size_t size);

/* live-sysfs.c */
/* The parent device and the PHY as the kernel log names them; "" if there is none. */
void live_sysfs_names(const struct live *live, char *place, char *phy, size_t size);
void live_sysfs_port(struct live *live, bool want_driver);
void live_sysfs_host(struct live *live);
void live_sysfs_csr(struct live *live);
int live_sysfs_text(struct live *live, const char *name, const char *file);

#endif
