// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/text.h"

#include <arpa/inet.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define FAMILY_IPV4 1
#define FAMILY_IPV6 2
#define IPV4_BYTES 4
#define IPV6_BYTES 16
#define ESCAPED_MAX 16			/* four bytes as \xNN */

struct wire_text wire_rest(struct cur *c)
{
	struct wire_text text = { .len_bytes = cur_left(c) };

	text.at = cur_bytes(c, text.len_bytes);
	return text;
}

bool wire_mac_parse(const char *text, uint8_t mac[static ETH_MAC_BYTES])
{
	int used = 0;

	return !text[strspn(text, "0123456789abcdefABCDEF:")] &&
	       sscanf(text, "%2hhx:%2hhx:%2hhx:%2hhx:%2hhx:%2hhx%n", &mac[0], &mac[1], &mac[2], &mac[3],
		      &mac[4], &mac[5], &used) == ETH_MAC_BYTES && !text[used];
}

/* Length of the character at the front of the text and its number; 0: no valid UTF-8 (RFC 3629). */
static size_t utf8_char(const uint8_t *at, size_t left, uint32_t *code)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t len = at[0] < 0x80 ? 1 : at[0] >> 5 == 6 ? 2 : at[0] >> 4 == 14 ? 3 :
		     at[0] >> 3 == 30 ? 4 : 0;

	if (len == 0 || len > left)
		return 0;
	*code = len == 1 ? at[0] : at[0] & (0x7fU >> len);
	for (size_t i = 1; i < len; i++) {
		if (at[i] >> 6 != 2)
			return 0;
		*code = *code << 6 | (at[i] & 0x3f);
	}
	if (*code < least[len] || *code > 0x10ffff || (*code >= 0xd800 && *code <= 0xdfff))
		return 0;
	return len;
}

static bool obeyed(uint32_t code)
{
	return code < 0x20 || (code >= 0x7f && code <= 0x9f) || code == 0x2028 ||
	       code == 0x2029 || (code >= 0x202a && code <= 0x202e) ||
	       (code >= 0x2066 && code <= 0x2069);
}

/* One character as it is shown; *len: how many bytes of text it took. */
static size_t show(const uint8_t *at, size_t left, char out[static ESCAPED_MAX + 1], size_t *len)
{
	uint32_t code = 0;
	size_t used = 0;

	*len = utf8_char(at, left, &code);
	if (*len == 1 && (code == '\t' || code == '\n' || code == '\r')) {
		out[0] = ' ';
		return 1;
	}
	if (*len == 1 && code == '\\') {
		memcpy(out, "\\\\", 2);
		return 2;
	}
	if (*len && !obeyed(code)) {
		memcpy(out, at, *len);
		return *len;
	}
	if (*len == 0)
		*len = 1;
	for (size_t i = 0; i < *len; i++)
		used += (size_t)sprintf(out + used, "\\x%02x", at[i]);
	return used;
}

size_t wire_text_print(const struct wire_text *text, char *out, size_t size)
{
	size_t len_bytes = text->at ? text->len_bytes : 0, used = 0, len;

	while (len_bytes && (text->at[len_bytes - 1] == '\0' || text->at[len_bytes - 1] == ' '))
		len_bytes--;
	for (size_t i = 0; i < len_bytes; i += len) {
		char shown[ESCAPED_MAX + 1];
		size_t more = show(text->at + i, len_bytes - i, shown, &len);

		if (used + more >= size)
			break;
		memcpy(out + used, shown, more);
		used += more;
	}
	out[used] = '\0';
	return used;
}

size_t wire_hex_print(const struct wire_text *bytes, char sign, char *out, size_t size)
{
	size_t used = 0;

	out[0] = '\0';
	for (size_t i = 0; bytes->at && i < bytes->len_bytes; i++) {
		size_t more = i ? 3 : 2;

		if (used + more >= size)
			break;
		if (i)
			out[used] = sign;
		sprintf(out + used + (i ? 1 : 0), "%02x", bytes->at[i]);
		used += more;
	}
	return used;
}

size_t wire_address_print(unsigned int family, const struct wire_text *address, char *out,
			  size_t size)
{
	char text[INET6_ADDRSTRLEN];

	if (family == FAMILY_IPV4 && address->len_bytes == IPV4_BYTES &&
	    inet_ntop(AF_INET, address->at, text, sizeof(text)))
		return (size_t)snprintf(out, size, "%s", text);
	if (family == FAMILY_IPV6 && address->len_bytes == IPV6_BYTES &&
	    inet_ntop(AF_INET6, address->at, text, sizeof(text)))
		return (size_t)snprintf(out, size, "%s", text);
	return wire_hex_print(address, ':', out, size);
}
