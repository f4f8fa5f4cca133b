/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DEV_NEIGHBOR_DAEMON_H
#define DEV_NEIGHBOR_DAEMON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * What a daemon of this machine has already heard, so that nobody has to wait for
 * the next announcement.  Nothing is changed, and no daemon is started.
 */

/*
 * Is that process in the network namespace of this one?  In another one the same
 * name and index are of another port.  False, too, where that cannot be seen.
 */
bool daemon_is_here(pid_t pid);

/* networkd, and mostly lldpd, are where that one is. */
#define FIRST_PROCESS 1

/*
 * systemd-networkd keeps the last LLDP frame of each neighbor in
 * FOLDER/IFINDEX: its length, 8 bytes little-endian, and the frame
 * (src/network/networkd-lldp-rx.c).  take is called for each; returns how many,
 * or -errno: -ENOENT when networkd does not listen on this port.
 */
#define NETWORKD_FOLDER "/run/systemd/netif/lldp"
int networkd_read(const char *folder, unsigned int ifindex,
		  void (*take)(void *into, const uint8_t *frame, size_t len_bytes), void *into);

/*
 * lldpd, by `lldpcli -f json0 show neighbors`.  *out is JSON text, to be freed.
 * -ENOENT: no lldpd runs here, or lldpcli is missing; -ETIMEDOUT; -EIO: lldpcli
 * failed, for lack of the privilege too; -EXDEV: it runs in another network
 * namespace.  ETHERDX_LLDPD_SOCKET names its socket when it is none of the usual;
 * it is asked wherever it runs.
 */
int lldpd_ask(const char *iface, char **out);

#endif
