/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_TEXT_H
#define WIRE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/cur.h"
#include "wire/eth-fault.h"
#include "wire/eth.h"

/* All that is left, as a slice of the frame. */
struct wire_text wire_rest(struct cur *c);

/* "00:1b:21:aa:bb:cc" and nothing behind it. */
bool wire_mac_parse(const char *text, uint8_t mac[static ETH_MAC_BYTES]);

/*
 * Bytes of a frame as text that a terminal and JSON can take.  Valid UTF-8
 * stays; line breaks and tabs become a blank; every other control byte (C0, C1,
 * DEL), the marks that turn the writing direction (U+202A...U+202E,
 * U+2066...U+2069) and bytes that are no UTF-8 become \xNN, a backslash \\.
 * NULs and blanks at the end are left out.  What does not fit is cut off at a
 * whole character.  Returns the length; out always ends with NUL.
 */
size_t wire_text_print(const struct wire_text *text, char *out, size_t size);

/* "00:1b:21:aa:bb:cc": bytes in hex with a sign between; cut off at a whole byte. */
size_t wire_hex_print(const struct wire_text *bytes, char sign, char *out, size_t size);

/* family of IANA: 1 IPv4, 2 IPv6 (RFC 5952); any other as hex. */
size_t wire_address_print(unsigned int family, const struct wire_text *address, char *out,
			  size_t size);

#endif
