/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_ERR_H
#define BASE_ERR_H

/*
 * Why something failed, in words a person can act on: what, with what, what to
 * do next.  Filled once, by the code that knows the cause; callers pass it on
 * untouched.  A NULL err is allowed everywhere.
 */
struct err {
	int code;	/* negative errno, 0: nothing failed */
	const char *cause;	/* one word for programs, static; NULL: none */
	char text[512];
};

/* Fills err unless it already holds a cause; control bytes become '?'.  Returns code, a negative errno. */
int err_set(struct err *err, int code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#endif
