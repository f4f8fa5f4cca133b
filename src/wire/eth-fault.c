// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/eth-fault.h"

#include <stdio.h>

void wire_fault_add(struct wire_faults *f, const struct wire_fault *fault)
{
	if (f->count < WIRE_FAULTS_MAX)
		f->list[f->count++] = *fault;
	else
		f->left_out++;
}

static const char *ordinal(unsigned int n)
{
	static const char *const name[] = { "1st", "2nd", "3rd" };

	return n >= 1 && n <= 3 ? name[n - 1] : "later";
}

static void order_text(const struct wire_fault *f, char *out, size_t size)
{
	if (f->other)
		snprintf(out, size, "%s is TLV %u, expected %s; TLV %u is %s at frame byte %zu, "
			 "%s at %zu", f->name, f->tlv, ordinal(f->want), f->want, f->other,
			 f->other_byte, f->name, f->byte);
	else
		snprintf(out, size, "%s is TLV %u at frame byte %zu, expected %s", f->name,
			 f->tlv, f->byte, ordinal(f->want));
}

/* "TLV 4 (VLAN name) at frame byte 67" or "length at frame byte 12". */
static void where_text(const struct wire_fault *f, char *out, size_t size)
{
	if (f->tlv)
		snprintf(out, size, "TLV %u (%s) at frame byte %zu", f->tlv, f->name, f->byte);
	else
		snprintf(out, size, "%s at frame byte %zu", f->name, f->byte);
}

void wire_fault_text(const struct wire_fault *f, char *out, size_t size)
{
	char where[WIRE_FAULT_TEXT_MAX / 2];

	where_text(f, where, sizeof(where));
	switch (f->rule) {
	case WIRE_LENGTH_BEYOND:
	case WIRE_TLV_BEYOND:
		snprintf(out, size, "%s: says %u bytes, the frame has %u more", where, f->have,
			 f->want);
		return;
	case WIRE_HEADER_SHORT:
	case WIRE_TLV_SHORT:
		snprintf(out, size, "%s: %u bytes, at least %u needed", where, f->have, f->want);
		return;
	case WIRE_FIXED_PART:
		snprintf(out, size, "%s: the fixed part ends early or is not what it must be",
			 where);
		return;
	case WIRE_TLV_LONG:
	case WIRE_END_NOT_EMPTY:
		snprintf(out, size, "%s: %u bytes, at most %u allowed", where, f->have, f->want);
		return;
	case WIRE_TLV_VALUE:
		snprintf(out, size, "%s: a field says %u, the limit is %u", where, f->have,
			 f->want);
		return;
	case WIRE_TLV_TWICE:
		snprintf(out, size, "%s: sent a second time, the first stands", where);
		return;
	case WIRE_TLV_ORDER:
		order_text(f, out, size);
		return;
	case WIRE_TLV_MISSING:
		snprintf(out, size, "%s is missing", f->name);
		return;
	case WIRE_CHECKSUM:
		snprintf(out, size, "%s: 0x%04x, 0x%04x computed", where, f->have, f->want);
		return;
	case WIRE_VERSION:
		snprintf(out, size, "%s: version %u, the newest known is %u", where, f->have,
			 f->want);
		return;
	}
}
