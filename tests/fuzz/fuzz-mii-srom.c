// SPDX-License-Identifier: GPL-3.0-or-later
/* A file in the form of a dump, or bytes: whatever is in it, nothing outside of the image is read. */
#include <string.h>

#include "mii/srom.h"
#include "standalone.h"

static void check_leaf(const struct srom_leaf *leaf)
{
	char text[SROM_TEXT_MAX];

	FUZZ_CHECK(leaf->blocks <= SROM_BLOCKS_MAX);
	FUZZ_CHECK(leaf->trouble[0] || leaf->blocks == leaf->promised);
	FUZZ_CHECK(memchr(leaf->trouble, '\0', sizeof(leaf->trouble)));
	for (unsigned int i = 0; i < leaf->blocks; i++) {
		const struct srom_block *b = &leaf->block[i];

		FUZZ_CHECK(b->type < SROM_TYPE_COUNT);
		FUZZ_CHECK(b->offset + b->len_bytes <= SROM_BYTES - 2);
		FUZZ_CHECK(b->setup.count <= SROM_SEQUENCE_MAX && b->reset.count <= SROM_SEQUENCE_MAX);
		srom_block_text(b, text);
		FUZZ_CHECK(memchr(text, '\0', sizeof(text)) && text[0]);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t image[SROM_BYTES_MAX], *exact;
	struct err err = { 0 };
	struct srom srom;
	size_t len;

	if (srom_read(image, &len, (const char *)data, size, &err) < 0) {
		FUZZ_CHECK(err.text[0]);
		return 0;
	}
	FUZZ_CHECK(len >= SROM_BYTES && len <= SROM_BYTES_MAX);
	exact = malloc(len);
	if (!exact)
		abort();
	memcpy(exact, image, len);
	for (int chip = SROM_ANY; chip <= SROM_21142; chip++) {
		srom_decode(&srom, exact, len, (enum srom_chip)chip);
		FUZZ_CHECK(srom.leaves <= SROM_LEAVES_MAX);
		for (unsigned int i = 0; i < srom.leaves; i++)
			check_leaf(&srom.leaf[i]);
		srom_sound(&srom);
	}
	free(exact);
	return 0;
}
