// SPDX-License-Identifier: GPL-3.0-or-later
#include "probe/probe.h"

#include <errno.h>
#include <stdlib.h>

#define NS_PER_S 1e9

/* Counters come first so that the window begins before anything is touched. */
static const enum fact_group before_window[] = {
	GROUP_PORT, GROUP_COUNTERS, GROUP_HOST, GROUP_LINK, GROUP_PAUSE, GROUP_EEE, GROUP_FEC,
	GROUP_MODULE, GROUP_MII, GROUP_BOND, GROUP_LOG,
};

static int read_groups(struct dev *dev, struct sets *sets, int64_t *start_ns, struct err *err)
{
	for (size_t i = 0; i < sizeof(before_window) / sizeof(before_window[0]); i++) {
		int rc = dev_read(dev, before_window[i], sets, err);

		if (rc < 0)
			return rc;
		if (before_window[i] == GROUP_COUNTERS)
			*start_ns = dev_now_ns(dev);
	}
	return 0;
}

/* What of the partner nobody told is missing for the reason words are. */
static void settle_partner(struct facts *partner, const struct facts *near)
{
	enum fact_state state = facts_get(near, FACT_MII_WORDS)->state == FACT_DENIED ?
				FACT_DENIED : FACT_ABSENT;

	facts_gap(partner, FACT_LINK_MODES_ADVERTISED, state, 0);
	facts_gap(partner, FACT_LINK_AUTONEG, FACT_ABSENT, 0);
	facts_gap(partner, FACT_PAUSE_ADVERTISED, state, 0);
}

void probe_derive(struct sets *sets)
{
	struct facts *near = &sets->set[SET_NEAR], *partner = &sets->set[SET_PARTNER];

	probe_link_medium(near);
	probe_mii(sets, facts_text_is(near, FACT_LINK_MEDIUM, "base-x"));
	probe_link_common(near, partner);
	probe_pause(near, partner);
	settle_partner(partner, near);
}

static double round_ms(double s)
{
	return (double)(int64_t)(s * 1000 + 0.5) / 1000;
}

static int ended(int rc, struct facts *near)
{
	if (rc == -ENODEV)
		facts_put_bool(near, FACT_RUN_VANISHED, FROM_MEASURED, true);
	facts_settle(near, GROUP_DERIVED, 0);
	return rc;
}

int probe_begin(struct probe *probe, struct dev *dev, struct sets *sets, struct err *err)
{
	struct facts *near = &sets->set[SET_NEAR];
	int rc;

	*probe = (struct probe){ 0 };
	rc = read_groups(dev, sets, &probe->start_ns, err);
	probe_derive(sets);
	probe->before = *near;
	return rc < 0 ? ended(rc, near) : 0;
}

int probe_finish(struct probe *probe, struct dev *dev, int64_t window_ns, struct sets *sets,
		 struct err *err)
{
	struct facts *near = &sets->set[SET_NEAR];
	int waited, rc;

	if (window_ns <= 0) {
		probe_counters(near, NULL);
		return ended(0, near);
	}
	waited = dev_wait_until_ns(dev, probe->start_ns + window_ns);
	rc = dev_read(dev, GROUP_COUNTERS, sets, err);
	if (rc < 0)
		return ended(rc, near);
	if (!facts_known(near, FACT_RUN_WINDOW))
		facts_offer_real(near, FACT_RUN_WINDOW, FROM_MEASURED,
				 round_ms((double)(dev_now_ns(dev) - probe->start_ns) / NS_PER_S));
	probe_counters(near, &probe->before);
	probe_bond(near, &probe->before);
	probe_fec(near, &probe->before);
	if (waited < 0)
		err_set(err, waited, "interrupted; counters were watched for a shorter time");
	return ended(waited, near);
}

int probe_port(struct dev *dev, int64_t window_ns, struct sets *sets, struct err *err)
{
	struct probe *probe = malloc(sizeof(*probe));
	int rc;

	if (!probe)
		return err_set(err, -ENOMEM, "out of memory");
	rc = probe_begin(probe, dev, sets, err);
	if (rc == 0)
		rc = probe_finish(probe, dev, window_ns, sets, err);
	free(probe);
	return rc;
}
