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

void run_free_names(char **names)
{
	for (unsigned int i = 0; names && names[i]; i++)
		free(names[i]);
	free(names);
}

int run_physical_ports(char ***names, struct err *err)
{
	struct dirent **entry = NULL;
	int count = scandir(CLASS_NET, &entry, is_port, versionsort);
	char **out = calloc((size_t)(count > 0 ? count : 0) + 1, sizeof(*out));

	for (int i = 0; i < count; i++) {
		if (out)
			out[i] = strdup(entry[i]->d_name);
		free(entry[i]);
	}
	free(entry);
	if (!out)
		return err_set(err, -ENOMEM, "out of memory");
	if (count <= 0) {
		free(out);
		return err_set(err, -ENODEV,
			       "no physical Ethernet port here; name an interface (ip -br link lists them)");
	}
	*names = out;
	return 0;
}
