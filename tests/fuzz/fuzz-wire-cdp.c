// SPDX-License-Identifier: GPL-3.0-or-later
/* Any frame: what is read lies within it, and a wrong sum is right once it is replaced. */
#include "standalone.h"

#include <string.h>

#include "wire/cdp.h"

static const uint8_t *start;
static size_t frame_bytes;

static void check_text(const struct wire_text *text)
{
	if (!text->at)
		return;
	FUZZ_CHECK(text->at >= start && text->at <= start + frame_bytes);
	FUZZ_CHECK(text->len_bytes <= (size_t)(start + frame_bytes - text->at));
}

static void check_addresses(const struct cdp_addresses *a)
{
	FUZZ_CHECK(a->count <= CDP_ADDRESSES_MAX);
	for (unsigned int i = 0; i < a->count; i++)
		check_text(&a->list[i].address);
}

static void check_faults(const struct wire_faults *f)
{
	FUZZ_CHECK(f->count <= WIRE_FAULTS_MAX);
	for (unsigned int i = 0; i < f->count; i++) {
		char text[WIRE_FAULT_TEXT_MAX];

		memset(text, 'x', sizeof(text));
		wire_fault_text(&f->list[i], text, sizeof(text));
		FUZZ_CHECK(memchr(text, '\0', sizeof(text)) && text[0]);
		FUZZ_CHECK(f->list[i].byte <= frame_bytes);
	}
}

static void check_sum(const struct eth *e)
{
	uint8_t *copy = malloc(e->payload_bytes);
	uint16_t sum = cdp_sum(e->payload, e->payload_bytes);

	if (!copy)
		return;
	memcpy(copy, e->payload, e->payload_bytes);
	copy[2] = (uint8_t)(sum >> 8);
	copy[3] = (uint8_t)sum;
	FUZZ_CHECK(cdp_sum_right(copy, e->payload_bytes));
	free(copy);
}

static void check_cdp(const struct cdp *d)
{
	const struct wire_text *const text[] = { &d->device, &d->port, &d->platform, &d->software,
						 &d->vtp_domain, &d->system_name };

	for (size_t i = 0; i < sizeof(text) / sizeof(text[0]); i++)
		check_text(text[i]);
	check_addresses(&d->addresses);
	check_addresses(&d->management);
	FUZZ_CHECK(d->wanted.count <= CDP_POWERS_MAX && d->available.count <= CDP_POWERS_MAX);
	check_faults(&d->faults);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	start = data;
	frame_bytes = size;
	for (size_t more = 0; more < 2; more++) {
		struct cdp d;
		struct eth e;

		eth_parse(&e, data, size, size + more);
		if (cdp_parse(&d, &e) == 0 && e.payload_bytes >= 4)
			check_sum(&e);
		check_cdp(&d);
	}
	return 0;
}
