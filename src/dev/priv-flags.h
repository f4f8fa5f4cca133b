/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DEV_PRIV_FLAGS_H
#define DEV_PRIV_FLAGS_H

#include <stdbool.h>

/*
 * A private flag of a driver by its name, as `ethtool --show-priv-flags` shows
 * it (ETHTOOL_GPFLAGS, include/uapi/linux/ethtool.h).  Read only.  0 and *on, or
 * -errno; -ENOENT: the driver has no such flag.
 */
int priv_flag_get(const char *iface, const char *flag, bool *on);

#endif
