/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_OUI_H
#define WIRE_OUI_H

#include <stdint.h>

/*
 * Who defines the organization TLVs of an OUI.  data/lldp-oui.tsv holds the rows:
 * those that appear in LLDP, not the registry of IEEE.  NULL: not one of them.
 */
const char *oui_name(uint32_t oui);

#endif
