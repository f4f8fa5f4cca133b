// SPDX-License-Identifier: GPL-3.0-or-later
#include "fact/answers.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int grow(struct answers *a)
{
	size_t room = a->room ? 2 * a->room : 32;
	struct answer *item = realloc(a->item, room * sizeof(*item));

	if (!item)
		return -ENOMEM;
	a->item = item;
	a->room = room;
	return 0;
}

int answers_add(struct answers *a, const struct answer *answer)
{
	struct answer *new;

	if (a->count == a->room && grow(a) < 0)
		return -ENOMEM;
	new = &a->item[a->count];
	*new = *answer;
	new->bytes = malloc(answer->len_bytes + 1);
	if (!new->bytes)
		return -ENOMEM;
	if (answer->len_bytes)
		memcpy(new->bytes, answer->bytes, answer->len_bytes);
	new->bytes[answer->len_bytes] = '\0';	/* a text answer is a string */
	a->count++;
	return 0;
}

void answers_fini(struct answers *a)
{
	for (size_t i = 0; i < a->count; i++)
		free(a->item[i].bytes);
	free(a->item);
	*a = (struct answers){ 0 };
}
