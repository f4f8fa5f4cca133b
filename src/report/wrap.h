/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef REPORT_WRAP_H
#define REPORT_WRAP_H

#include <stdio.h>

/*
 * Prints text at the current column of an unfinished line and breaks it at
 * spaces, but not before a percent sign: no line gets longer than columns,
 * continued lines start at indent.  Ends the line.  A word longer than a line
 * stands alone.
 */
void wrap(FILE *out, const char *text, unsigned int column, unsigned int indent,
	  unsigned int columns);

#endif
