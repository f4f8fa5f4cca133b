/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DEV_TRANSLATE_PRIVATE_H
#define DEV_TRANSLATE_PRIVATE_H

/* Shared by the translators; everybody else includes "dev/translate.h". */
#include "base/cur.h"
#include "dev/translate.h"

struct translator {
	const char *name;		/* of the answer */
	enum fact_group group;
	void (*run)(const struct answer *answer, struct sets *sets);
	const enum fact_id *gives;	/* of SET_NEAR: gaps when the answer is an error */
	size_t gives_count;
};

/* All of them; the fuzzer picks by number. */
extern const struct translator translators[];
extern const size_t translators_count;

/* translate-rtnl.c: RTM_GETLINK, trimmed by keep_link() */
/* Its attributes by type, below count; false: no such message. */
struct ifinfomsg;
struct attr;
bool rtnl_sort(const struct answer *answer, struct ifinfomsg *info, struct attr *tb, size_t count);
void rtnl_port(const struct answer *answer, struct sets *sets);
void rtnl_state(const struct answer *answer, struct sets *sets);
void rtnl_master(const struct answer *answer, struct sets *sets);
void rtnl_lower(const struct answer *answer, struct sets *sets);

/* translate-counters.c: totals of all sources */
void rtnl_totals(const struct answer *answer, struct sets *sets);
void netlink_stats(const struct answer *answer, struct sets *sets);
void ioctl_stats(const struct answer *answer, struct sets *sets);
void proc_softnet(const struct answer *answer, struct sets *sets);
void proc_snmp(const struct answer *answer, struct sets *sets);
void proc_snmp6(const struct answer *answer, struct sets *sets);

/* translate-netlink.c: what the link is */
void netlink_linkinfo(const struct answer *answer, struct sets *sets);
void netlink_linkmodes(const struct answer *answer, struct sets *sets);
void netlink_linkstate(const struct answer *answer, struct sets *sets);

/* translate-flow.c: pause, EEE, FEC */
void netlink_pause(const struct answer *answer, struct sets *sets);
void netlink_pause_totals(const struct answer *answer, struct sets *sets);
void netlink_eee(const struct answer *answer, struct sets *sets);
void netlink_fec(const struct answer *answer, struct sets *sets);
void netlink_fec_totals(const struct answer *answer, struct sets *sets);

/* translate-ioctl.c */
void ioctl_drvinfo(const struct answer *answer, struct sets *sets);
void ioctl_permaddr(const struct answer *answer, struct sets *sets);
void ioctl_link(const struct answer *answer, struct sets *sets);
void ioctl_linksettings(const struct answer *answer, struct sets *sets);
void ioctl_pause(const struct answer *answer, struct sets *sets);
void ioctl_eee(const struct answer *answer, struct sets *sets);
void ioctl_fec(const struct answer *answer, struct sets *sets);

/* translate-mii.c */
void mii_phy(const struct answer *answer, struct sets *sets);
void mii_words(const struct answer *answer, struct sets *sets);
void mii_c45(const struct answer *answer, struct sets *sets);

/* translate-phy.c */
void phy_downshift(const struct answer *answer, struct sets *sets);
void phy_fast_link_down(const struct answer *answer, struct sets *sets);
void phy_energy_detect(const struct answer *answer, struct sets *sets);
void phy_statistics(const struct answer *answer, struct sets *sets);

/* translate-module.c */
void netlink_module_power(const struct answer *answer, struct sets *sets);
void netlink_module(const struct answer *answer, struct sets *sets);
void ioctl_module(const struct answer *answer, struct sets *sets);

/* translate-sysfs.c */
void sysfs_device(const struct answer *answer, struct sets *sets);
void sysfs_driver(const struct answer *answer, struct sets *sets);
void sysfs_subsystem(const struct answer *answer, struct sets *sets);
void sysfs_speed(const struct answer *answer, struct sets *sets);
void sysfs_duplex(const struct answer *answer, struct sets *sets);
void sysfs_csr(const struct answer *answer, struct sets *sets);
void sysfs_carrier_ups(const struct answer *answer, struct sets *sets);
void sysfs_carrier_downs(const struct answer *answer, struct sets *sets);

/* translate-host.c */
void sysfs_pcie(const struct answer *answer, struct sets *sets);
void sysfs_usb(const struct answer *answer, struct sets *sets);
void sysfs_numa(const struct answer *answer, struct sets *sets);
void netlink_rings(const struct answer *answer, struct sets *sets);
void netlink_channels(const struct answer *answer, struct sets *sets);
void netlink_coalesce(const struct answer *answer, struct sets *sets);
void netlink_features(const struct answer *answer, struct sets *sets);

/* translate-bond.c */
void rtnl_bond(const struct answer *answer, struct sets *sets);
void proc_bonding(const struct answer *answer, struct sets *sets);
void rtnl_member(const struct answer *answer, struct sets *sets);
void rtnl_member_frames(const struct answer *answer, struct sets *sets);
void netlink_member(const struct answer *answer, struct sets *sets);

/* translate-log.c */
void kernel_log(const struct answer *answer, struct sets *sets);

/* translate-lab.c */
void lab_port(const struct answer *answer, struct sets *sets);
void lab_totals(const struct answer *answer, struct sets *sets);
void lab_words(const struct answer *answer, struct sets *sets);

/* Whether a read of that group answers from that source. */
bool translate_answers(enum fact_group group, enum fact_source source);

/* Whether the port is emulated; from facts of the group PORT, once all are in. */
void translate_virtual(struct facts *near);

/* translate-values.c: numbers that mean the same in netlink and in ioctls */
struct value_name {
	int64_t num;
	const char *name;
};

const char *value_name(const struct value_name *names, size_t count, int64_t num);

/*
 * Offers a speed in Mb/s.  0, -1, 65535 and 4294967295 are drivers' ways to
 * say unknown.  Nothing while the link is known to be down: drivers leave the
 * old value, or the one they would like.
 */
void offer_speed(struct facts *near, enum fact_source from, int64_t mbps);
void offer_duplex(struct facts *near, enum fact_source from, int64_t duplex);
void offer_flag(struct facts *near, enum fact_id id, enum fact_source from, int64_t flag);
void offer_port(struct facts *near, enum fact_source from, int64_t port);
void offer_mdix(struct facts *near, enum fact_source from, int64_t mdix);
void offer_count(struct facts *near, enum fact_id id, enum fact_source from, int64_t count);

/* Link or EEE modes: a driver that supports none has just not filled them in. */
struct mode_sets {
	struct modes supported, advertised, peer;
};

void offer_link_modes(struct sets *sets, enum fact_source from, const struct mode_sets *modes);
void offer_eee_modes(struct sets *sets, enum fact_source from, const struct mode_sets *modes);

/* Carrier by a source that beats the former; the former is kept beside it. */
void prefer_bool(struct facts *near, enum fact_id id, enum fact_source from, bool yes);

/* The answer as text: up to the first NUL, without the line break.  False: empty or too long. */
bool answer_text(const struct answer *answer, char *out, size_t size);

#endif
