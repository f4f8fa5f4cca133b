// SPDX-License-Identifier: GPL-3.0-or-later
/* Cuts files into lines, lines into sections of one tool each. */
#include "text/case.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/case-private.h"
#include "text/command.h"

struct text_case *text_case_new(void)
{
	struct text_case *c = calloc(1, sizeof(*c));

	if (c && !text_port_get(c, "")) {
		text_case_free(c);
		return NULL;
	}
	return c;
}

void text_case_free(struct text_case *c)
{
	for (unsigned int i = 0; c && i < c->ports; i++) {
		sets_free(c->port[i]->sets);
		free(c->port[i]);
	}
	free(c);
}

int text_case_force(struct text_case *c, const char *kind, struct err *err)
{
	char have[400] = "";

	c->forced = text_reader_find(kind);
	if (c->forced)
		return 0;
	for (unsigned int i = 0; text_readers[i]; i++)
		snprintf(have + strlen(have), sizeof(have) - strlen(have), " %s",
			 text_readers[i]->name);
	return err_set(err, -EINVAL, "--type %s: no such kind (have: bundle%s)", kind, have);
}

static void close_section(struct text_case *c)
{
	if (c->section.reader && c->section.reader->ends)
		c->section.reader->ends(&c->section);
	c->section = (struct text_section){ .of = c, .port = c->port[0] };
}

/* What has no name of its own is about the port named last. */
static struct text_section fresh(struct text_case *c, const struct text_reader *reader)
{
	struct text_port *port = reader->sure || reader->lists || !c->last ? c->port[0] : c->last;

	return (struct text_section){
		.reader = reader, .of = c, .serial = ++c->serial,
		.port = port->is_switch == reader->is_switch ? port : c->port[0],
	};
}

static void open_section(struct text_case *c, const struct text_section *s)
{
	close_section(c);
	c->section = *s;
}

/* The line belongs to the part in front of it, or begins one. */
static void keep_part(struct text_case *c, unsigned long number)
{
	struct text_file *file = &c->file;
	struct text_part *part = file->parts ? &file->part[file->parts - 1] : NULL;
	const char *what = c->section.reader->name, *port = c->section.port->name;
	bool same = part && part->what == what && !c->unknown_between &&
		    (c->section.reader->lists || c->section.reader->sure ||
		     strcmp(part->port, port) == 0);

	c->unknown_between = false;
	if (same) {
		part->last = number;
		return;
	}
	if (file->parts == TEXT_PARTS_MAX) {
		file->more_parts++;
		return;
	}
	part = &file->part[file->parts++];
	*part = (struct text_part){ .what = what, .first = number, .last = number };
	if (!c->section.reader->lists && !c->section.reader->sure)
		snprintf(part->port, sizeof(part->port), "%s", port);
}

static void keep_unknown(struct text_case *c, unsigned long number)
{
	struct text_file *file = &c->file;
	struct text_range *range = file->unknowns ? &file->unknown[file->unknowns - 1] : NULL;

	file->unknown_lines++;
	c->unknown_between = true;
	if (range && range->last + 1 == number)
		range->last = number;
	else if (file->unknowns < TEXT_PARTS_MAX)
		file->unknown[file->unknowns++] = (struct text_range){ number, number };
}

static bool asked(const struct text_case *c, const struct text_reader *reader)
{
	return !c->forced || c->forced == reader;
}

static bool begin_by_head(struct text_case *c)
{
	for (unsigned int i = 0; text_readers[i]; i++) {
		struct text_section s;

		if (!asked(c, text_readers[i]))
			continue;
		s = fresh(c, text_readers[i]);
		if (!s.reader->begins || !s.reader->begins(&s, &c->line))
			continue;
		open_section(c, &s);
		if (s.reader->opened)
			s.reader->opened(&c->section, &c->line);
		return true;
	}
	return false;
}

static bool begin_headless(struct text_case *c)
{
	for (unsigned int i = 0; text_readers[i]; i++) {
		struct text_section s;

		if (!asked(c, text_readers[i]) || (!text_readers[i]->headless && !c->forced))
			continue;
		s = fresh(c, text_readers[i]);
		if (!s.reader->line(&s, &c->line))
			continue;
		open_section(c, &s);
		return true;
	}
	return false;
}

static bool goes_on(struct text_case *c)
{
	return c->section.reader && c->section.reader->line(&c->section, &c->line);
}

static bool understood(struct text_case *c)
{
	return begin_by_head(c) || goes_on(c) || begin_headless(c);
}

/* A command line closes what was open and says what follows. */
static bool begin_by_command(struct text_case *c)
{
	struct text_command command;
	struct text_section s;

	if (!text_command_read(c->line.text, &command))
		return false;
	close_section(c);
	c->last = NULL;
	if (!command.reader || !asked(c, command.reader))
		return true;
	s = fresh(c, command.reader);
	if (command.port[0] && text_port_is(&s, command.port))
		s.port->meant = true;
	if (command.file[0])
		snprintf(s.note, sizeof(s.note), "%s", command.file);
	open_section(c, &s);
	return true;
}

/* Fences and tags that forums put around. */
static bool is_decoration(const char *text)
{
	return !*text || strncmp(text, "```", 3) == 0 || text_same(text, "[code]") ||
	       text_same(text, "[/code]") ||
	       (strlen(text) > 2 && !text[strspn(text, "-=_*~")]);
}

/* Lines numbered by cat -n or a web page: only where the numbers go on. */
static bool without_number(struct text_case *c)
{
	unsigned long number;
	const char *rest = text_unnumbered(c->line.text, &number);

	if (!rest || (c->numbered && number != c->numbered + 1)) {
		c->numbered = 0;
		return false;
	}
	memmove(c->line.text, rest, strlen(rest) + 1);
	c->numbered = number;
	return true;
}

static void one_line(struct text_case *c)
{
	struct text_line *line = &c->line;
	size_t len;
	bool known;

	text_line_clean(line, c->raw, c->raw_len);
	/* Where a NUL stands something was lost, as after a crash in the middle of a write. */
	line->too_long = line->too_long || c->raw_over || memchr(c->raw, '\0', c->raw_len);
	line->number = ++c->file.lines;
	if (c->numbered)
		without_number(c);
	len = strlen(line->text);
	if (line->too_long) {
		keep_unknown(c, line->number);
		return;
	}
	if (is_decoration(line->text))
		return;
	/* "link 100" may have been going to say 1000. */
	if (line->open && isdigit((unsigned char)line->text[len - 1])) {
		c->file.cut = true;
		keep_unknown(c, line->number);
		return;
	}
	/* Most lines of a case are those of a long log. */
	if (c->section.reader && c->section.reader->sure && goes_on(c)) {
		keep_part(c, line->number);
		return;
	}
	if (begin_by_command(c))
		return;
	known = understood(c);
	if (!known && !c->numbered && without_number(c)) {
		known = begin_by_command(c);
		if (known)
			return;
		known = understood(c);
		if (!known)
			c->numbered = 0;
	}
	if (known)
		keep_part(c, line->number);
	else
		keep_unknown(c, line->number);
}

void text_case_begin(struct text_case *c)
{
	c->file = (struct text_file){ 0 };
	c->section = (struct text_section){ .of = c, .port = c->port[0] };
	c->last = NULL;
	c->unknown_between = false;
	c->numbered = 0;
	c->raw_len = 0;
	c->raw_over = false;
	c->line.open = false;
}

static void take_raw(struct text_case *c, const char *bytes, size_t len)
{
	size_t room = sizeof(c->raw) - c->raw_len;

	if (memchr(bytes, '\0', len))
		c->file.binary = true;
	if (len > room) {
		c->raw_over = true;
		len = room;
	}
	memcpy(c->raw + c->raw_len, bytes, len);
	c->raw_len += len;
}

void text_case_feed(struct text_case *c, const char *bytes, size_t len_bytes)
{
	while (len_bytes) {
		const char *end = memchr(bytes, '\n', len_bytes);
		size_t len = end ? (size_t)(end - bytes) : len_bytes;

		take_raw(c, bytes, len);
		if (!end)
			return;
		one_line(c);
		c->raw_len = 0;
		c->raw_over = false;
		bytes += len + 1;
		len_bytes -= len + 1;
	}
}

const struct text_file *text_case_end(struct text_case *c)
{
	if (c->raw_len) {
		c->line.open = c->raw[c->raw_len - 1] != '\r';
		one_line(c);
	}
	c->raw_len = 0;
	close_section(c);
	return &c->file;
}
