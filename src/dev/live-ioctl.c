// SPDX-License-Identifier: GPL-3.0-or-later
/* SIOCETHTOOL, for drivers and kernels that ethtool netlink says nothing about. */
#include <errno.h>
#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#include "dev/keep.h"
#include "dev/live-private.h"

#define PERM_ADDR_MAX 32	/* MAX_ADDR_LEN, include/linux/netdevice.h */
#define STATS_MAX 20000		/* counters of one port */
#define STATS_SPARE 1024	/* a driver may grow queues between two asks */
#define PHY_STATS_MAX 64
#define LINK_MASKS_MAX (3 * INT8_MAX * sizeof(uint32_t))

int live_ioctl_name_of(struct live *live, unsigned int ifindex, char out[static IFNAMSIZ])
{
	struct ifreq ifr = { .ifr_ifindex = (int)ifindex };

	if (ioctl(live->fd, SIOCGIFNAME, &ifr) < 0)
		return -errno;
	memcpy(out, ifr.ifr_name, IFNAMSIZ);
	out[IFNAMSIZ - 1] = '\0';
	return 0;
}

int live_ioctl_rename(struct live *live)
{
	return live_ioctl_name_of(live, live->ifindex, live->name) < 0 ? -ENODEV : 0;
}

int live_ioctl_request(struct live *live, unsigned long request, struct ifreq *ifr)
{
	char before[IFNAMSIZ];

	memcpy(ifr->ifr_name, live->name, IFNAMSIZ);
	if (ioctl(live->fd, request, ifr) == 0)
		return 0;
	if (errno != ENODEV)
		return -errno;
	memcpy(before, live->name, IFNAMSIZ);
	if (live_ioctl_rename(live) < 0 || strcmp(before, live->name) == 0)
		return -ENODEV;
	memcpy(ifr->ifr_name, live->name, IFNAMSIZ);
	return ioctl(live->fd, request, ifr) < 0 ? -errno : 0;
}

static int ethtool(struct live *live, void *data)
{
	struct ifreq ifr = { .ifr_data = data };

	return live_ioctl_request(live, SIOCETHTOOL, &ifr);
}

static int ask(struct live *live, const char *name, void *data, size_t len_bytes)
{
	return live_note(live, name, ethtool(live, data), data, len_bytes);
}

int live_ioctl_drvinfo(struct live *live)
{
	struct ethtool_drvinfo info = { .cmd = ETHTOOL_GDRVINFO };

	return ask(live, "ioctl drvinfo", &info, sizeof(info));
}

int live_ioctl_permaddr(struct live *live)
{
	union {
		struct ethtool_perm_addr head;
		uint8_t room[sizeof(struct ethtool_perm_addr) + PERM_ADDR_MAX];
	} addr = { .head = { .cmd = ETHTOOL_GPERMADDR, .size = PERM_ADDR_MAX } };

	return ask(live, "ioctl permaddr", &addr, sizeof(addr));
}

int live_ioctl_link(struct live *live)
{
	struct ethtool_value value = { .cmd = ETHTOOL_GLINK };

	return ask(live, "ioctl link", &value, sizeof(value));
}

/*
 * The kernel wants to be told its own number of words per bit map; told another
 * it answers with minus that number and nothing else (net/ethtool/ioctl.c).
 */
int live_ioctl_linksettings(struct live *live)
{
	union {
		struct ethtool_link_settings link;
		uint8_t room[sizeof(struct ethtool_link_settings) + LINK_MASKS_MAX];
	} got = { .link = { .cmd = ETHTOOL_GLINKSETTINGS } };
	int rc, words = 0;

	rc = ethtool(live, &got);
	if (rc == 0) {
		words = -got.link.link_mode_masks_nwords;
		got.link.cmd = ETHTOOL_GLINKSETTINGS;
		got.link.link_mode_masks_nwords = (int8_t)words;
		rc = words > 0 && words <= INT8_MAX ? ethtool(live, &got) : -EPROTO;
	}
	return live_note(live, "ioctl linksettings", rc, &got,
			 sizeof(got.link) + 3 * (size_t)words * sizeof(uint32_t));
}

int live_ioctl_pause(struct live *live)
{
	struct ethtool_pauseparam pause = { .cmd = ETHTOOL_GPAUSEPARAM };

	return ask(live, "ioctl pause", &pause, sizeof(pause));
}

int live_ioctl_eee(struct live *live)
{
	struct ethtool_eee eee = { .cmd = ETHTOOL_GEEE };

	return ask(live, "ioctl eee", &eee, sizeof(eee));
}

int live_ioctl_fec(struct live *live)
{
	struct ethtool_fecparam fec = { .cmd = ETHTOOL_GFECPARAM };

	return ask(live, "ioctl fec", &fec, sizeof(fec));
}

/* One PHY tunable of up to two bytes; ids and sizes are checked by the kernel. */
int live_ioctl_phy_tunable(struct live *live, const char *name, uint32_t id, uint32_t len_bytes)
{
	union {
		struct ethtool_tunable head;
		uint8_t room[sizeof(struct ethtool_tunable) + sizeof(uint16_t)];
	} tunable = { .head = { .cmd = ETHTOOL_PHY_GTUNABLE, .id = id, .len = len_bytes } };

	tunable.head.type_id = len_bytes == 1 ? ETHTOOL_TUNABLE_U8 : ETHTOOL_TUNABLE_U16;
	return ask(live, name, &tunable, sizeof(tunable.head) + len_bytes);
}

static int phy_stats_count(struct live *live, uint32_t *count)
{
	union {
		struct ethtool_sset_info head;
		uint8_t room[sizeof(struct ethtool_sset_info) + sizeof(uint32_t)];
	} info = { .head = { .cmd = ETHTOOL_GSSET_INFO, .sset_mask = 1ULL << ETH_SS_PHY_STATS } };
	int rc = ethtool(live, &info);

	memcpy(count, info.room + sizeof(info.head), sizeof(*count));
	if (rc == 0 && (!info.head.sset_mask || *count == 0 || *count > PHY_STATS_MAX))
		rc = -EOPNOTSUPP;
	return rc;
}

/* Noted as: count, names of ETH_GSTRING_LEN bytes, values of 8 bytes. */
int live_ioctl_phy_stats(struct live *live)
{
	union {
		struct ethtool_gstrings head;
		uint8_t room[sizeof(struct ethtool_gstrings) + PHY_STATS_MAX * ETH_GSTRING_LEN];
	} names = { .head = { .cmd = ETHTOOL_GSTRINGS, .string_set = ETH_SS_PHY_STATS } };
	union {
		struct ethtool_stats head;
		uint8_t room[sizeof(struct ethtool_stats) + PHY_STATS_MAX * sizeof(uint64_t)];
	} values = { .head = { .cmd = ETHTOOL_GPHYSTATS } };
	uint8_t out[sizeof(uint32_t) + PHY_STATS_MAX * (ETH_GSTRING_LEN + sizeof(uint64_t))];
	uint32_t count;
	int rc = phy_stats_count(live, &count);

	if (rc == 0) {
		names.head.len = values.head.n_stats = count;
		rc = ethtool(live, &names);
	}
	if (rc == 0)
		rc = ethtool(live, &values);
	if (rc < 0)
		return live_note(live, "ioctl phystats", rc, NULL, 0);
	memcpy(out, &count, sizeof(count));
	memcpy(out + sizeof(count), names.room + sizeof(names.head), count * ETH_GSTRING_LEN);
	memcpy(out + sizeof(count) + count * ETH_GSTRING_LEN, values.room + sizeof(values.head),
	       count * sizeof(uint64_t));
	return live_note(live, "ioctl phystats", 0, out,
			 sizeof(count) + count * (ETH_GSTRING_LEN + sizeof(uint64_t)));
}

int live_ioctl_blink(struct live *live, unsigned int seconds)
{
	struct ethtool_value value = { .cmd = ETHTOOL_PHYS_ID, .data = seconds };

	return ethtool(live, &value);
}

/* How many counters the driver has: ETHTOOL_GSSET_INFO; negative: none. */
static int stats_count(struct live *live)
{
	union {
		struct ethtool_sset_info info;
		uint8_t room[sizeof(struct ethtool_sset_info) + sizeof(uint32_t)];
	} got = { .info = { .cmd = ETHTOOL_GSSET_INFO, .sset_mask = 1ULL << ETH_SS_STATS } };
	int rc = ethtool(live, &got);

	if (rc < 0)
		return rc;
	if (!(got.info.sset_mask & 1ULL << ETH_SS_STATS) || got.info.data[0] == 0)
		return -EOPNOTSUPP;
	return got.info.data[0] > STATS_MAX ? -E2BIG : (int)got.info.data[0];
}

/* The kernel writes as many as there are, whatever room it was told of. */
static int stats_read(struct live *live, struct ethtool_gstrings *names,
		      struct ethtool_stats *values)
{
	int rc = ethtool(live, names);

	if (rc == 0)
		rc = ethtool(live, values);
	return rc == 0 && names->len != values->n_stats ? -EAGAIN : rc;
}

static char *stats_text(const struct ethtool_gstrings *names, const struct ethtool_stats *values,
			size_t *len)
{
	size_t size = (size_t)names->len * (ETH_GSTRING_LEN + 24) + 1;
	char *text = malloc(size);

	*len = 0;
	for (uint32_t i = 0; text && i < names->len; i++) {
		char name[ETH_GSTRING_LEN + 1] = "";

		memcpy(name, names->data + (size_t)i * ETH_GSTRING_LEN, ETH_GSTRING_LEN);
		if (keep_stat(name))
			*len += (size_t)snprintf(text + *len, size - *len, "%s: %llu\n", name,
						 (unsigned long long)values->data[i]);
	}
	return text;
}

int live_ioctl_stats(struct live *live)
{
	int count = stats_count(live), rc = count < 0 ? count : 0;
	size_t room = count < 0 ? 0 : (size_t)count + STATS_SPARE, len = 0;
	struct ethtool_gstrings *names = rc ? NULL : calloc(1, sizeof(*names) + room * ETH_GSTRING_LEN);
	struct ethtool_stats *values = rc ? NULL : calloc(1, sizeof(*values) + room * sizeof(uint64_t));
	char *text = NULL;

	if (rc == 0 && (!names || !values))
		rc = -ENOMEM;
	if (rc == 0) {
		names->cmd = ETHTOOL_GSTRINGS;
		names->string_set = ETH_SS_STATS;
		names->len = (uint32_t)count;
		values->cmd = ETHTOOL_GSTATS;
		values->n_stats = (uint32_t)count;
		rc = stats_read(live, names, values);
	}
	if (rc == 0 && !(text = stats_text(names, values, &len)))
		rc = -ENOMEM;
	live_note(live, "ioctl stats", rc, text, len);
	free(names);
	free(values);
	free(text);
	return rc;
}
