// SPDX-License-Identifier: GPL-3.0-or-later
#include "dev/priv-flags.h"

#include <errno.h>
#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#define FLAGS_MAX 32			/* bits of the word that GPFLAGS gives */

#define SSET_WORDS ((sizeof(struct ethtool_sset_info) + sizeof(uint32_t) + 7) / 8)

static int ask(int fd, const char *iface, void *command)
{
	struct ifreq ifr = { .ifr_data = command };

	snprintf(ifr.ifr_name, sizeof(ifr.ifr_name), "%.*s", IFNAMSIZ - 1, iface);
	return ioctl(fd, SIOCETHTOOL, &ifr) < 0 ? -errno : 0;
}

static int count_flags(int fd, const char *iface, unsigned int *count)
{
	uint64_t room[SSET_WORDS] = { 0 };	/* aligned, with one count behind */
	struct ethtool_sset_info *info = (struct ethtool_sset_info *)room;
	int rc;

	info->cmd = ETHTOOL_GSSET_INFO;
	info->sset_mask = 1ULL << ETH_SS_PRIV_FLAGS;
	rc = ask(fd, iface, info);
	*count = rc == 0 && info->sset_mask ? info->data[0] : 0;
	return rc;
}

static int find_flag(int fd, const char *iface, const char *flag, unsigned int *bit)
{
	struct ethtool_gstrings *names;
	unsigned int count;
	int rc = count_flags(fd, iface, &count);

	if (rc < 0 || count == 0)
		return rc < 0 ? rc : -ENOENT;
	names = calloc(1, sizeof(*names) + (size_t)count * ETH_GSTRING_LEN);
	if (!names)
		return -ENOMEM;
	names->cmd = ETHTOOL_GSTRINGS;
	names->string_set = ETH_SS_PRIV_FLAGS;
	names->len = count;
	rc = ask(fd, iface, names);
	for (*bit = 0; rc == 0 && *bit < count && *bit < FLAGS_MAX; (*bit)++)
		if (strncmp((const char *)names->data + *bit * ETH_GSTRING_LEN, flag,
			    ETH_GSTRING_LEN) == 0)
			break;
	if (rc == 0 && (*bit == count || *bit == FLAGS_MAX))
		rc = -ENOENT;
	free(names);
	return rc;
}

int priv_flag_get(const char *iface, const char *flag, bool *on)
{
	struct ethtool_value value = { .cmd = ETHTOOL_GPFLAGS };
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0), rc;
	unsigned int bit = 0;

	if (fd < 0)
		return -errno;
	rc = find_flag(fd, iface, flag, &bit);
	if (rc == 0)
		rc = ask(fd, iface, &value);
	*on = rc == 0 && value.data >> bit & 1;
	close(fd);
	return rc;
}
