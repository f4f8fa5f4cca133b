// SPDX-License-Identifier: GPL-3.0-or-later
/* A file that claims to be pcapng: frames lie inside it, and it comes to an end. */
#include "standalone.h"

#include <string.h>

#include "dev/pcapng.h"

static void read_all(struct pcapng *p, size_t size)
{
	struct pcapng_frame frame;
	struct err err = { 0 };
	uint8_t sum = 0;
	size_t total = 0;
	int rc;

	while ((rc = pcapng_next(p, &frame, &err)) > 0) {
		const char *name = pcapng_port_name(p, frame.port);

		total += frame.len_bytes;
		FUZZ_CHECK(total <= size);
		for (size_t i = 0; i < frame.len_bytes; i++)
			sum ^= frame.bytes[i];
		FUZZ_CHECK(!name || strlen(name) < PCAPNG_NAME_MAX);
	}
	FUZZ_CHECK(rc == 0 || (rc < 0 && err.code == rc && strncmp(err.text, "input", 5) == 0));
	(void)sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pcapng *p = NULL;
	struct err err = { 0 };
	FILE *in;

	if (size == 0)
		return 0;
	in = fmemopen((void *)(uintptr_t)data, size, "r");
	if (!in)
		abort();
	if (pcapng_open(&p, in, "input", &err) == 0)
		read_all(p, size);
	else
		FUZZ_CHECK(err.code < 0);
	pcapng_close(p);
	fclose(in);
	return 0;
}
