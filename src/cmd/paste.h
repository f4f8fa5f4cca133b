/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_PASTE_H
#define CMD_PASTE_H

#include <stdio.h>

#include "base/err.h"
#include "report/report.h"
#include "text/case.h"

/* Pasted text of several files, one case. */
struct paste {
	struct text_case *text;	/* NULL: no file of text so far */
	const char *type, *iface;	/* as asked for; NULL: recognise, any */
	double window_s;		/* 0: not told */
};

void paste_fini(struct paste *paste);

/*
 * Reads one file, of which blank was read before, and notes in the report what
 * it was taken for.  -EINVAL: no such --type; -EBADMSG: it is no text, or
 * empty, or nothing in it is known; -EIO and others: from reading.
 */
int paste_file(struct paste *paste, const char *name, const char *blank, size_t blanks,
	       FILE *file, struct report *report, struct err *err);

/*
 * All files are read: their facts join the ports of that name, or make new
 * ones.  Judges every port that text told of.  0 or -errno.
 */
int paste_finish(struct paste *paste, struct report *report, struct err *err);

#endif
