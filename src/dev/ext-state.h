/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DEV_EXT_STATE_H
#define DEV_EXT_STATE_H

#include <stdint.h>

#define EXT_STATE_NAME_MAX 64

/*
 * Extended link states (enum ethtool_link_ext_state, include/uapi/linux/
 * ethtool.h) in ethtool's words, in lower case with hyphens: "no-cable".
 * Unknown numbers are "state-12", "substate-3".
 */
void ext_state_name(int64_t state, char out[static EXT_STATE_NAME_MAX]);
void ext_substate_name(int64_t state, int64_t substate, char out[static EXT_STATE_NAME_MAX]);

#endif
