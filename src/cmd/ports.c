// SPDX-License-Identifier: GPL-3.0-or-later
/* Which ports does this machine have? */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/run.h"

#define CLASS_NET "/sys/class/net"
#define ARPHRD_ETHERNET 1

static bool has(const char *name, const char *what)
{
	char path[512];

	snprintf(path, sizeof(path), CLASS_NET "/%s/%s", name, what);
	return access(path, F_OK) == 0;
}

static bool is_ethernet(const char *name)
{
	char path[512];
	int type = 0;
	FILE *in;

	snprintf(path, sizeof(path), CLASS_NET "/%s/type", name);
	in = fopen(path, "re");
	if (!in)
		return false;
	if (fscanf(in, "%d", &type) != 1)
		type = 0;
	fclose(in);
	return type == ARPHRD_ETHERNET;
}

/* A radio has a device too, but no link partner. */
static int is_port(const struct dirent *entry)
{
	return entry->d_name[0] != '.' && has(entry->d_name, "device") &&
	       !has(entry->d_name, "phy80211") && is_ethernet(entry->d_name);
}

static void free_names(char **names)
{
	for (unsigned int i = 0; names[i]; i++)
		free(names[i]);
	free(names);
}

/* Sorted and ended by NULL; NULL without memory. */
static char **physical_ports(int *count)
{
	struct dirent **entry = NULL;
	char **names;

	*count = scandir(CLASS_NET, &entry, is_port, versionsort);
	if (*count < 0)
		*count = 0;
	names = calloc((size_t)*count + 1, sizeof(*names));
	for (int i = 0; i < *count; i++) {
		if (names)
			names[i] = strdup(entry[i]->d_name);
		free(entry[i]);
	}
	free(entry);
	return names;
}

int run_ports_or_all(struct run_plan *plan, int count, char **names, struct report *report,
		     struct err *err)
{
	char **all;
	int rc;

	if (count > 0)
		return run_ports(plan, count, names, report, err);
	all = physical_ports(&count);
	if (!all)
		return err_set(err, -ENOMEM, "out of memory");
	rc = count > 0 ? run_ports(plan, count, all, report, err) :
			 err_set(err, -ENODEV, "no physical Ethernet port here; name an "
				 "interface (ip -br link lists them)");
	free_names(all);
	return rc;
}
