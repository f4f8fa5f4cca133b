// SPDX-License-Identifier: GPL-3.0-or-later
#include "peer/probe.h"

#include <errno.h>
#include <string.h>

#include "fact/json.h"

#define NS_PER_S 1e9

int peer_probe_start(struct peer *peer, const char *iface, double window_s, struct err *err)
{
	json_t *with = json_object();
	int rc;

	if (window_s > PEER_WINDOW_MAX_S)
		window_s = PEER_WINDOW_MAX_S;
	json_object_set_new(with, "iface", text_to_json(iface, strlen(iface)));
	json_object_set_new(with, "window_s", json_real(window_s));
	rc = peer_send(peer, "probe", with, (int64_t)(window_s * NS_PER_S), err);
	json_decref(with);
	return rc;
}

static int take_facts(struct peer *peer, const json_t *result, struct facts *far,
		      struct facts *far_partner, struct err *err)
{
	json_t *facts = json_object_get(result, "facts");
	struct sets *sets;

	if (!json_is_object(json_object_get(facts, fact_set_name[SET_NEAR])))
		return err_set(err, -EPROTO, "%s: an answer without facts", peer_name(peer));
	sets = sets_new();
	if (!sets)
		return err_set(err, -ENOMEM, "out of memory");
	sets_from_json(sets, facts);
	*far = sets->set[SET_NEAR];
	*far_partner = sets->set[SET_PARTNER];
	sets_free(sets);
	return 0;
}

int peer_watch(struct peer *peer, const char *iface, struct facts *far, struct facts *far_partner,
	       struct err *err)
{
	json_t *with = json_object(), *result;
	int rc;

	json_object_set_new(with, "iface", text_to_json(iface, strlen(iface)));
	rc = peer_ask(peer, "watch", with, 0, &result, err);
	json_decref(with);
	if (rc < 0)
		return rc;
	rc = take_facts(peer, result, far, far_partner, err);
	json_decref(result);
	return rc;
}

int peer_probe_finish(struct peer *peer, struct facts *far, struct facts *far_partner,
		      struct err *err)
{
	const char *why;
	json_t *result;
	int rc = peer_receive(peer, &result, err);

	if (rc < 0)
		return rc;
	rc = take_facts(peer, result, far, far_partner, err);
	why = json_string_value(json_object_get(result, "incomplete"));
	if (rc == 0 && why)
		rc = err_set(err, facts_yes(far, FACT_RUN_VANISHED) ? -ENODEV : -EINTR, "%s: %s",
			     peer_name(peer), why);
	json_decref(result);
	return rc;
}

int peer_ports(struct peer *peer, json_t **ports, struct err *err)
{
	json_t *result;
	int rc = peer_ask(peer, "ports", NULL, 0, &result, err);

	*ports = NULL;
	if (rc < 0)
		return rc;
	*ports = json_incref(json_object_get(result, "ports"));
	json_decref(result);
	if (json_is_array(*ports))
		return 0;
	json_decref(*ports);
	*ports = NULL;
	return err_set(err, -EPROTO, "%s: an answer without ports", peer_name(peer));
}
