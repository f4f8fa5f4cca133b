/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DEV_KEEP_H
#define DEV_KEEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The part of an RTM_NEWLINK message (struct ifinfomsg and attributes) that is
 * translated, so that a recording is small and tells nothing else: no VF
 * addresses, no VLAN settings, no alias, no IP configuration.  out
 * needs room for len_bytes rounded up to 4.  Returns the length, 0 for a
 * message without its header.
 */
size_t keep_link(const uint8_t *msg, size_t len_bytes, uint8_t *out);

/* The same of a member of the port's bond or team: its name, state and counters, no address. */
size_t keep_member(const uint8_t *msg, size_t len_bytes, uint8_t *out);

/*
 * Whether a counter of `ethtool -S` is kept.  Those of single queues are not:
 * a hundred queues would fill a bundle, and no fact is made of them.
 */
bool keep_stat(const char *name);

/* Whether a line of /proc/net/bonding is kept: those that are translated. */
bool keep_bond_line(const char *line);

#endif
