/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MODULE_SFF8024_H
#define MODULE_SFF8024_H

#include <stdint.h>

/* The codes of data/sff-8024.tsv: which table of SFF-8024, or which byte of bits, stands there. */
enum sff_table {
	SFF_FORM, SFF_CONNECTOR, SFF_SFP_3, SFF_SFP_6, SFF_QSFP_131, SFF_EXT_1, SFF_EXT_4,
	SFF_HOST, SFF_MMF, SFF_SMF, SFF_MEDIA_BASE_T,
	SFF_ETHTOOL,	/* codes of table 4-4 as `ethtool -m` prints them */
};

struct sff_row {
	enum sff_table table;
	uint8_t code;
	const char *name;	/* "100GBASE-SR4" */
	const char *kind;	/* of a form its memory map, else the medium; NULL: not told */
	const char *fec;	/* "Off", "BaseR", "RS"; NULL: asks for none in particular */
	unsigned int lanes;	/* towards the cable; 0: those of the form */
};

/* NULL: no such code. */
const struct sff_row *sff_row(enum sff_table table, unsigned int code);

/* The row whose name text begins with, case ignored; the longest of several.  NULL: none. */
const struct sff_row *sff_begins(enum sff_table table, const char *text);

#endif
