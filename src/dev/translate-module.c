// SPDX-License-Identifier: GPL-3.0-or-later
/* The memory of a module goes to module/ as it is; what the kernel adds is here. */
#include <linux/ethtool_netlink.h>

#include "dev/attr.h"
#include "dev/translate-private.h"
#include "module/facts.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void offer_name(struct sets *sets, enum fact_id id, const struct attr *a,
		       const struct value_name *names, size_t count)
{
	const char *name;
	int64_t num;

	if (!attr_num(a, &num))
		return;
	name = value_name(names, count, num);
	if (name)
		facts_offer_text(&sets->set[SET_NEAR], id, FROM_NETLINK, name);
}

void netlink_module_power(const struct answer *answer, struct sets *sets)
{
	static const struct value_name policies[] = {
		{ ETHTOOL_MODULE_POWER_MODE_POLICY_HIGH, "high" },
		{ ETHTOOL_MODULE_POWER_MODE_POLICY_AUTO, "auto" },
	};
	static const struct value_name modes[] = {
		{ ETHTOOL_MODULE_POWER_MODE_LOW, "low" },
		{ ETHTOOL_MODULE_POWER_MODE_HIGH, "high" },
	};
	struct attr tb[ETHTOOL_A_MODULE_POWER_MODE + 1];
	struct cur c;

	cur_init(&c, answer->bytes, answer->len_bytes);
	attrs_sort(c, tb, COUNT(tb));
	offer_name(sets, FACT_MODULE_POWER_POLICY, &tb[ETHTOOL_A_MODULE_POWER_MODE_POLICY],
		   policies, COUNT(policies));
	offer_name(sets, FACT_MODULE_POWER_MODE, &tb[ETHTOOL_A_MODULE_POWER_MODE], modes,
		   COUNT(modes));
}

static void module(const struct answer *answer, struct sets *sets, enum fact_source from)
{
	struct module_image image;

	module_image_read(&image, answer->bytes, answer->len_bytes);
	module_facts(&image, from, &sets->set[SET_NEAR]);
}

void netlink_module(const struct answer *answer, struct sets *sets)
{
	module(answer, sets, FROM_NETLINK);
}

void ioctl_module(const struct answer *answer, struct sets *sets)
{
	module(answer, sets, FROM_IOCTL);
}
