// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/scene-words.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TIME_MAX_NS 10000000000LL

const char *scene_word(struct scene_line *line)
{
	return line->at < line->words ? line->word[line->at++] : NULL;
}

int scene_value(struct scene_line *line, const char *of, const char **out)
{
	*out = scene_word(line);
	return *out ? 0 : scene_wrong(line, "%s needs a value", of);
}

int scene_number(struct scene_line *line, const char *of, long least, long most, long *out)
{
	const char *word;
	char *end;

	if (scene_value(line, of, &word) < 0)
		return -EINVAL;
	errno = 0;
	*out = strtol(word, &end, 10);
	if (*end || end == word || errno || *out < least || *out > most)
		return scene_wrong(line, "%s: %s is not a whole number from %ld to %ld", of, word,
				   least, most);
	return 0;
}

int scene_time(struct scene_line *line, const char *of, int64_t *out_ns)
{
	static const struct {
		const char *unit;
		double ns;
	} units[] = { { "ns", 1 }, { "us", 1e3 }, { "ms", 1e6 }, { "s", 1e9 } };
	const char *word;
	char *end;
	double amount;

	if (scene_value(line, of, &word) < 0)
		return -EINVAL;
	amount = strtod(word, &end);
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		double ns = amount * units[i].ns;

		if (end == word || strcmp(end, units[i].unit) != 0 || !(ns >= 0) ||
		    ns > TIME_MAX_NS)
			continue;
		*out_ns = llround(ns);
		return 0;
	}
	return scene_wrong(line,
			   "%s: %s is not a time of up to 10 s with a unit (500ns, 20us, 5ms)",
			   of, word);
}

int scene_share(struct scene_line *line, const char *of, double *out)
{
	const char *word;
	char *end;

	if (scene_value(line, of, &word) < 0)
		return -EINVAL;
	*out = strtod(word, &end);
	if (end != word && strcmp(end, "%") == 0) {
		*out /= 100;
		end++;
	}
	if (end == word || *end || !(*out >= 0 && *out <= 1))
		return scene_wrong(line, "%s: %s is not a share from 0 to 1 or 0%% to 100%%", of,
				   word);
	return 0;
}

int scene_either(struct scene_line *line, const char *of, const char *no, const char *yes,
		 bool *out)
{
	const char *word;

	if (scene_value(line, of, &word) < 0)
		return -EINVAL;
	*out = strcmp(word, yes) == 0;
	if (!*out && strcmp(word, no) != 0)
		return scene_wrong(line, "%s: %s is neither %s nor %s", of, word, no, yes);
	return 0;
}

int scene_split(struct scene_line *line, const char *text, size_t len)
{
	static char empty[] = "";
	char *at, *save = NULL;

	if (len >= sizeof(line->text))
		return scene_wrong(line, "the line is longer than %d bytes",
				   SCENE_LINE_MAX_BYTES - 1);
	memcpy(line->text, text, len);
	line->text[len] = '\0';
	line->text[strcspn(line->text, "#")] = '\0';
	line->words = line->at = 0;
	line->rest = empty;
	for (at = strtok_r(line->text, " \t\r", &save); at; at = strtok_r(NULL, " \t\r", &save)) {
		if (line->words == SCENE_WORDS_MAX)
			return scene_wrong(line, "the line has more than %d words",
					   SCENE_WORDS_MAX);
		line->word[line->words++] = at;
		if (line->words == 1 && strcmp(at, "summary") == 0) {
			line->rest = save + strspn(save, " \t");
			break;
		}
	}
	return 0;
}
