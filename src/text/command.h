/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TEXT_COMMAND_H
#define TEXT_COMMAND_H

#include "text/reader.h"

/* A command line as it stands in front of its output. */
struct text_command {
	const struct text_reader *reader;	/* NULL: a command that says nothing of links */
	char port[64];				/* empty: not named */
	char file[64];				/* of /sys/class/net/PORT, shown alone; else empty */
};

/*
 * "root@host:~# ethtool -S eth0", "$ sudo mii-tool -v", "sw1#show interfaces
 * Gi1/0/7", "ethtool eth0".  False: no command line.
 */
bool text_command_read(const char *line, struct text_command *out);

#endif
