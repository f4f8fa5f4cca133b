/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FUZZ_STANDALONE_H
#define FUZZ_STANDALONE_H

/*
 * Included by every fuzz target.  With FUZZ_STANDALONE the target has a main()
 * of its own, for builds without a fuzzing engine: it runs each file named on
 * the command line once.  An input that breaks an invariant aborts.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Holds with NDEBUG too. */
#define FUZZ_CHECK(what) \
	do { \
		if (!(what)) { \
			fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #what); \
			abort(); \
		} \
	} while (0)

#ifdef FUZZ_STANDALONE

#define FUZZ_INPUT_MAX (1 << 20)

/* The input stands in a block of just its size, so that a sanitizer sees a step beyond. */
static int fuzz_file(const char *path)
{
	FILE *file = fopen(path, "rb");
	uint8_t *data = malloc(FUZZ_INPUT_MAX), *block;
	size_t size;

	if (!file || !data) {
		perror(path);
		if (file)
			fclose(file);
		free(data);
		return -1;
	}
	size = fread(data, 1, FUZZ_INPUT_MAX, file);
	fclose(file);
	block = realloc(data, size ? size : 1);
	LLVMFuzzerTestOneInput(block ? block : data, size);
	free(block ? block : data);
	return 0;
}

int main(int argc, char **argv)
{
	int failed = 0;

	for (int i = 1; i < argc; i++)
		failed += fuzz_file(argv[i]) < 0;
	printf("%d inputs run, %d not readable\n", argc - 1 - failed, failed);
	return failed || argc < 2;
}

#endif

#endif
