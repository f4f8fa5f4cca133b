// SPDX-License-Identifier: GPL-3.0-or-later
/* Files of /proc/net: counters of the host and of this network namespace. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dev/keep.h"
#include "dev/live-private.h"

#define LINES_MAX_BYTES (64u << 10)

/* The lines of the file that are kept, as far as they fit. */
static int read_lines(const char *path, bool (*keep)(const char *line), char *out, size_t *len)
{
	char *line = NULL;
	FILE *file = fopen(path, "re");
	size_t room = 0;
	ssize_t got;

	*len = 0;
	if (!file)
		return -errno;
	while ((got = getline(&line, &room, file)) > 0) {
		if (!keep(line) || *len + (size_t)got > LINES_MAX_BYTES)
			continue;
		memcpy(out + *len, line, (size_t)got);
		*len += (size_t)got;
	}
	free(line);
	fclose(file);
	return 0;
}

static void note_lines(struct live *live, const char *name, const char *path,
		       bool (*keep)(const char *line))
{
	char *text = malloc(LINES_MAX_BYTES);
	size_t len = 0;
	int rc = text ? read_lines(path, keep, text, &len) : -ENOMEM;

	if (rc == 0 && len == 0)
		rc = -ENOENT;
	live_note(live, name, rc, text, len);
	free(text);
}

static bool any(const char *line)
{
	return line[0];
}

static bool of_udp(const char *line)
{
	return strncmp(line, "Udp:", 4) == 0;
}

static bool of_udp6(const char *line)
{
	return strncmp(line, "Udp6RcvbufErrors", 16) == 0;
}

void live_proc_counters(struct live *live)
{
	note_lines(live, "proc softnet_stat", "/proc/net/softnet_stat", any);
	note_lines(live, "proc snmp", "/proc/net/snmp", of_udp);
	note_lines(live, "proc snmp6", "/proc/net/snmp6", of_udp6);
}

void live_proc_bond(struct live *live, const char *bond)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/net/bonding/%s", bond);
	note_lines(live, "proc bonding", path, keep_bond_line);
}
