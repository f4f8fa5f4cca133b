/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TEST_WIRE_LLDP_HELP_H
#define TEST_WIRE_LLDP_HELP_H

#include "test-wire-eth-help.h"
#include "wire/lldp.h"

/* A conforming frame around TLVs written as hex: the first of them is TLV 4 at frame byte 35. */
static inline struct help_frame help_lldp(struct lldp *l, const char *tlvs)
{
	static char hex[16384];
	struct help_frame f;

	snprintf(hex, sizeof(hex), "0180c200000e 020000000001 88cc 0207 04 020000000001 "
		 "0406 05 6574683030 0602 0078 %s 0000", tlvs);
	f = help_frame(hex);
	assert_int_equal(lldp_parse(l, &f.eth), 0);
	return f;
}

struct help_lldp_fault {
	const char *tlvs, *faults;
};

static inline void help_lldp_faults(const struct help_lldp_fault *row, size_t rows)
{
	for (size_t i = 0; i < rows; i++) {
		struct lldp l;
		struct help_frame f = help_lldp(&l, row[i].tlvs);

		help_faults_are(&l.faults, row[i].faults);
		free(f.bytes);
	}
}

#endif
