/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_STATUS_H
#define CMD_STATUS_H

/* Exit statuses, those of a Nagios plug-in; also bad usage is "unknown". */
enum status {
	STATUS_EXIT_OK = 0,
	STATUS_EXIT_WARNING = 1,
	STATUS_EXIT_CRITICAL = 2,
	STATUS_EXIT_UNKNOWN = 3,
};

#endif
