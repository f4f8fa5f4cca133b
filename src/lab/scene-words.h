/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef LAB_SCENE_WORDS_H
#define LAB_SCENE_WORDS_H

#include "lab/scene-check.h"

/* A line of a scene as words, and where reading them has got to. */
#define SCENE_WORDS_MAX 24
#define SCENE_LINE_MAX_BYTES 256

struct scene_line {
	struct lab_scene *scene;
	struct err *err;
	int number;
	char text[SCENE_LINE_MAX_BYTES];
	const char *rest;		/* the line from its second word on, as it was */
	char *word[SCENE_WORDS_MAX];
	unsigned int words, at;
};

#define scene_wrong(line, ...) \
	lab_scene_wrong((line)->scene, (line)->number, (line)->err, __VA_ARGS__)

/* Cuts the line, without its comment, into words; the text is kept for `summary`. */
int scene_split(struct scene_line *line, const char *text, size_t len);

const char *scene_word(struct scene_line *line);	/* the next; NULL: there is none */

/*
 * The word after the keyword `of`, as what it is to be; 0, or -EINVAL with the
 * line and what is wrong in it.  A share is 0.01 or 1%; either: of two words.
 */
int scene_value(struct scene_line *line, const char *of, const char **out);
int scene_number(struct scene_line *line, const char *of, long least, long most, long *out);
int scene_time(struct scene_line *line, const char *of, int64_t *out_ns);
int scene_share(struct scene_line *line, const char *of, double *out);
int scene_either(struct scene_line *line, const char *of, const char *no, const char *yes,
		 bool *out);

#endif
