/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TEST_SKIP_HELP_H
#define TEST_SKIP_HELP_H

/*
 * A test that cannot be tried everywhere. Include after cmocka, whose own skip() counts as a failure; but what
 * stands behind the name goes out with it.
 */
static inline void not_tried(void **state)
{
	(void)state;
}

#define unit_test_if(can, test, why) \
	((can) ? (struct CMUnitTest)cmocka_unit_test(test) : \
		 (struct CMUnitTest){ #test " # SKIP " why, not_tried, NULL, NULL, NULL })

#endif
