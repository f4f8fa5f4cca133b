/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DEV_NAME_H
#define DEV_NAME_H

/* What a word can be.  Nothing is ever cut: a cut name may be another port's. */
enum name_kind {
	NAME_BAD,		/* neither */
	NAME_TOO_LONG,		/* for either */
	NAME_ONLY_ALTNAME,	/* too long for an ifname, or with a byte it can not have */
	NAME_ANY,		/* an ifname, or an altname just as short */
};

/*
 * dev_valid_name() in Linux net/core/dev.c: 1 to 15 bytes, not "." or "..", no
 * '/', ':' or white space, the Latin-1 no-break space included.  Altnames are
 * checked by nobody but ip(8): 1 to 127 bytes, no '/', no white space.
 */
enum name_kind name_kind(const char *name);

#endif
