/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DEV_PORT_CONFIG_H
#define DEV_PORT_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What is set up on a port that a switch announces too: VLANs and priority flow
 * control.  Read only, any user.
 */

/*
 * VLAN interfaces that stand on the port: a bit for each VLAN in ids.  config is
 * /proc/net/vlan/config (net/8021q/vlanproc.c).  Returns how many, or -errno:
 * -ENOENT when the kernel has no VLANs.
 */
#define PORT_VLANS_FILE "/proc/net/vlan/config"
#define PORT_VLAN_WORDS (4096 / 64)
int port_vlans(const char *config, const char *iface, uint64_t ids[static PORT_VLAN_WORDS]);

/* IEEE 802.1Q-2022 clause 36 by DCB_CMD_IEEE_GET (include/uapi/linux/dcbnl.h). */
struct port_pfc {
	bool has_own, has_peer;
	uint8_t own, peer;		/* a bit for each priority; the peer by the NIC's own DCBX */
};

/* 0 or -errno: -EOPNOTSUPP when the driver has no DCB. */
int port_pfc(const char *iface, struct port_pfc *out);

/* The reply, from behind its netlink header.  Pure. */
void port_pfc_parse(struct port_pfc *out, const uint8_t *bytes, size_t len_bytes);

#endif
