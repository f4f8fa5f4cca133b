// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/stamp.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DAY_S 86400.0

static int month_of(const char *name)
{
	static const char names[] = "JanFebMarAprMayJunJulAugSepOctNovDec";

	for (int i = 0; i < 12; i++)
		if (strncmp(names + 3 * i, name, 3) == 0)
			return i + 1;
	return 0;
}

/* Days of the Gregorian calendar since 1 March of the year 0. */
static double days(int year, int month, int day)
{
	int y = month > 2 ? year : year - 1, m = month > 2 ? month - 3 : month + 9;

	return 365.0 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 1;
}

static bool fill(struct text_stamp *out, const int date[3], const int clock[2], double s)
{
	if (date[1] < 1 || date[1] > 12 || date[2] < 1 || date[2] > 31 || clock[0] > 23 ||
	    clock[1] > 59 || s < 0 || s >= 62)
		return false;
	out->since_boot = false;
	out->s = days(date[0], date[1], date[2]) * DAY_S + clock[0] * 3600.0 + clock[1] * 60.0 + s;
	return true;
}

/* "12:00:00.123" */
static bool read_clock(const char *at, int clock[2], double *s)
{
	return sscanf(at, "%2d:%2d:%9lf", &clock[0], &clock[1], s) == 3 && clock[0] >= 0 &&
	       clock[1] >= 0;
}

/* "Nov 30 12:00:00": without a year, a leap year will do. */
static bool syslog(const char *at, struct text_stamp *out)
{
	int date[3] = { 2000, month_of(at), 0 }, clock[2], used = 0;
	double s;

	return date[1] && sscanf(at + 3, " %2d %n", &date[2], &used) == 1 && used &&
	       read_clock(at + 3 + used, clock, &s) && fill(out, date, clock, s);
}

static bool iso(const char *at, struct text_stamp *out)
{
	int date[3], clock[2];
	char t;
	double s;

	if (!isdigit((unsigned char)*at) ||
	    sscanf(at, "%4d-%2d-%2d%c", &date[0], &date[1], &date[2], &t) != 4 ||
	    (t != 'T' && t != ' '))
		return false;
	return strlen(at) > 11 && read_clock(at + 11, clock, &s) && fill(out, date, clock, s);
}

/* "[Mon Nov 30 12:00:00 2026]" */
static bool dated(const char *at, struct text_stamp *out)
{
	int date[3] = { 0, 0, 0 }, clock[2];
	char month[4];
	double s;

	if (sscanf(at, "[%*3s %3s %2d %2d:%2d:%9lf %4d]", month, &date[2], &clock[0], &clock[1], &s,
		   &date[0]) != 6)
		return false;
	date[1] = month_of(month);
	return clock[0] >= 0 && clock[1] >= 0 && fill(out, date, clock, s);
}

static bool since_boot(const char *at, struct text_stamp *out)
{
	char *end;

	if (*at != '[')
		return false;
	at += 1 + strspn(at + 1, " ");
	if (!isdigit((unsigned char)*at))
		return false;
	out->s = strtod(at, &end);
	out->since_boot = true;
	return *end == ']' && strchr(at, '.') && out->s < 1e12;
}

bool text_stamp_read(const char *line, struct text_stamp *out)
{
	if (*line == '<' && isdigit((unsigned char)line[1]) && strchr(line, '>'))
		line = strchr(line, '>') + 1;
	return since_boot(line, out) || dated(line, out) || iso(line, out) || syslog(line, out);
}
