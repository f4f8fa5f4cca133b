// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * What a port stamps, as SIOCGHWTSTAMP tells it: `hwtstamp IFACE` prints the type
 * and the filter of include/uapi/linux/net_tstamp.h, or the error.  `hwtstamp IFACE
 * TYPE FILTER` sets them and stays, as a program that uses them does.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "dev/stamp.h"

int main(int argc, char **argv)
{
	struct stamp_config config;
	int rc;

	if (argc != 2 && argc != 4) {
		fprintf(stderr, "usage: hwtstamp IFACE [TYPE FILTER]\n");
		return 2;
	}
	if (argc == 4) {
		config = (struct stamp_config){ atoi(argv[2]), atoi(argv[3]) };
		rc = stamp_config_set(argv[1], &config);
	} else {
		rc = stamp_config_get(argv[1], &config);
	}
	if (rc < 0)
		printf("%s: %s\n", argv[1], strerror(-rc));
	else
		printf("%s: %d %d\n", argv[1], config.tx_type, config.rx_filter);
	fflush(stdout);
	if (argc == 4 && rc == 0)
		pause();
	return rc < 0;
}
