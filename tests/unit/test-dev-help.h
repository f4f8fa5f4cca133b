/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TEST_DEV_HELP_H
#define TEST_DEV_HELP_H

/* What the tests of the translators share: answers made by hand, read from exact buffers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <netlink/attr.h>
#include <netlink/msg.h>

#include "dev/translate.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* The bytes lie at the end of their own block, so that a sanitizer sees one byte too many. */
static inline void help_answer(struct sets *sets, const char *name, enum fact_group group,
			       const void *bytes, size_t len)
{
	struct answer answer = { .group = group, .len_bytes = len };

	strcpy(answer.name, name);
	answer.bytes = malloc(len ? len : 1);
	assert_non_null(answer.bytes);
	if (len)
		memcpy(answer.bytes, bytes, len);
	translate_answer(&answer, sets);
	free(answer.bytes);
}

static inline void help_error(struct sets *sets, const char *name, enum fact_group group,
			      int error)
{
	struct answer answer = { .group = group, .error = error };

	strcpy(answer.name, name);
	translate_answer(&answer, sets);
}

static inline struct nl_msg *help_message(void)
{
	struct nl_msg *msg = nlmsg_alloc_simple(0, 0);

	assert_non_null(msg);
	return msg;
}

/* Translates the message's payload and frees it. */
static inline void help_send(struct sets *sets, const char *name, enum fact_group group,
			     struct nl_msg *msg)
{
	struct nlmsghdr *head = nlmsg_hdr(msg);

	help_answer(sets, name, group, nlmsg_data(head), (size_t)nlmsg_datalen(head));
	nlmsg_free(msg);
}

/* Every shorter form of the payload, into sets nobody looks at; frees the message. */
static inline void help_send_cut(const char *name, enum fact_group group, struct nl_msg *msg)
{
	struct nlmsghdr *head = nlmsg_hdr(msg);
	struct sets *sets = sets_new();

	assert_non_null(sets);
	for (size_t len = 0; len < (size_t)nlmsg_datalen(head); len++)
		help_answer(sets, name, group, nlmsg_data(head), len);
	nlmsg_free(msg);
	sets_free(sets);
}

static inline void help_put_bitset(struct nl_msg *msg, int type, unsigned int bits,
				   const uint32_t *value, const uint32_t *mask)
{
	struct nlattr *nest = nla_nest_start(msg, type);
	int len = (int)((bits + 31) / 32 * sizeof(uint32_t));

	if (!mask)
		nla_put_flag(msg, 1);	/* ETHTOOL_A_BITSET_NOMASK */
	nla_put_u32(msg, 2, bits);	/* _SIZE */
	nla_put(msg, 4, len, value);	/* _VALUE */
	if (mask)
		nla_put(msg, 5, len, mask);	/* _MASK */
	nla_nest_end(msg, nest);
}

static inline int sets_setup(void **state)
{
	*state = sets_new();
	return *state ? 0 : -1;
}

static inline int sets_teardown(void **state)
{
	sets_free(*state);
	return 0;
}

static inline const struct facts *near_of(const struct sets *sets)
{
	return &sets->set[SET_NEAR];
}

#define WITH_SETS(test) cmocka_unit_test_setup_teardown(test, sets_setup, sets_teardown)

#define assert_fact_text(facts, id, want) \
	do { \
		assert_int_equal(facts_get(facts, id)->state, FACT_KNOWN); \
		assert_string_equal(facts_get(facts, id)->text, want); \
	} while (0)

#define assert_fact_num(facts, id, want) \
	do { \
		assert_int_equal(facts_get(facts, id)->state, FACT_KNOWN); \
		assert_int_equal(facts_get(facts, id)->num, want); \
	} while (0)

#define assert_unread(facts, id) assert_int_equal(facts_get(facts, id)->state, FACT_UNREAD)

#endif
