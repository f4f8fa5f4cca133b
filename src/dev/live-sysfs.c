// SPDX-License-Identifier: GPL-3.0-or-later
/* /sys/class/net/NAME and the PCI devices above it. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "dev/live-private.h"
#include "mii/csr.h"

#define PCI_VENDOR_DEC 0x1011

static int read_file(const char *path, char *out, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t len;
	int rc;

	if (fd < 0)
		return -errno;
	len = read(fd, out, size - 1);
	rc = len < 0 ? -errno : 0;
	close(fd);
	if (rc < 0)
		return rc;
	out[len] = '\0';
	out[strcspn(out, "\n")] = '\0';
	return 0;
}

static int port_path(const struct live *live, const char *file, char *out, size_t size)
{
	int len = snprintf(out, size, "%s/class/net/%s/%s", live->sysfs, live->name, file);

	return len < 0 || (size_t)len >= size ? -ENAMETOOLONG : 0;
}

static int port_text(const struct live *live, const char *file, char *out, size_t size)
{
	char path[PATH_MAX];
	int rc = port_path(live, file, path, sizeof(path));

	return rc < 0 ? rc : read_file(path, out, size);
}

/*
 * /sys shows the network namespace of whoever mounted it: after a bare setns()
 * or unshare() that is another one, with an eth0 of its own.  -ESTALE then.
 */
static int is_ours(const struct live *live)
{
	char text[64];
	int rc = port_text(live, "ifindex", text, sizeof(text));

	if (rc < 0)
		return rc;
	if (strtoul(text, NULL, 10) != live->ifindex)
		return -ESTALE;
	rc = live->mac[0] ? port_text(live, "address", text, sizeof(text)) : 0;
	return rc == 0 && live->mac[0] && strcmp(text, live->mac) != 0 ? -ESTALE : rc;
}

int live_sysfs_text(struct live *live, const char *name, const char *file)
{
	char text[256];
	int rc = is_ours(live);

	if (rc == 0)
		rc = port_text(live, file, text, sizeof(text));
	return live_note(live, name, rc, text, rc == 0 ? strlen(text) : 0);
}

/* The device's path below the root, "" for an interface without one. */
static int device_path(const struct live *live, char out[static PATH_MAX])
{
	char link[PATH_MAX], root[PATH_MAX], path[PATH_MAX];
	int rc = is_ours(live);

	out[0] = '\0';
	if (rc == 0)
		rc = port_path(live, "device", link, sizeof(link));
	if (rc < 0)
		return rc;
	if (!realpath(live->sysfs, root))
		return -errno;
	if (!realpath(link, path))
		return errno == ENOENT ? 0 : -errno;
	if (strncmp(path, root, strlen(root)) != 0)
		return -EXDEV;
	snprintf(out, PATH_MAX, "%s", path + strlen(root) + 1);
	return 0;
}

/* The last word of what a link points to: a driver's or a bus's name. */
static void note_link(struct live *live, const char *name, const char *file)
{
	char path[PATH_MAX], target[PATH_MAX], *base;
	int rc = port_path(live, file, path, sizeof(path));
	ssize_t len;

	if (rc < 0)
		return;
	len = readlink(path, target, sizeof(target) - 1);
	if (len < 0) {
		live_note(live, name, -errno, NULL, 0);
		return;
	}
	target[len] = '\0';
	base = strrchr(target, '/');
	base = base ? base + 1 : target;
	live_note(live, name, 0, base, strlen(base));
}

void live_sysfs_names(const struct live *live, char *place, char *phy, size_t size)
{
	char path[PATH_MAX], target[PATH_MAX];
	ssize_t len;

	if (device_path(live, path) < 0)
		path[0] = '\0';
	snprintf(place, size, "%.*s", (int)size - 1, strrchr(path, '/') ? strrchr(path, '/') + 1 : "");
	if (port_path(live, "phydev", path, sizeof(path)) < 0 ||
	    (len = readlink(path, target, sizeof(target) - 1)) < 0)
		len = 0;
	target[len] = '\0';
	snprintf(phy, size, "%.*s", (int)size - 1, strrchr(target, '/') ? strrchr(target, '/') + 1 : "");
}

void live_sysfs_port(struct live *live, bool want_driver)
{
	char path[PATH_MAX];
	int rc = device_path(live, path);

	live_note(live, "sysfs device", rc, path, strlen(path));
	if (rc < 0 || !path[0])
		return;
	if (want_driver)
		note_link(live, "sysfs driver", "device/driver");
	note_link(live, "sysfs subsystem", "device/subsystem");
}

/* "0000:03:00.0": the only components of the path that can be PCI devices. */
static bool is_pci_name(const char *name)
{
	unsigned int domain, bus, slot, function;
	int len = 0;

	return sscanf(name, "%8x:%2x:%2x.%1x%n", &domain, &bus, &slot, &function, &len) == 4 &&
	       name[len] == '\0';
}

static int path_text(const struct live *live, const char *path, const char *file, char *out,
		     size_t size)
{
	char full[2 * PATH_MAX];
	int len = snprintf(full, sizeof(full), "%s/%s/%s", live->sysfs, path, file);

	if (len < 0 || (size_t)len >= sizeof(full))
		return -ENAMETOOLONG;
	return read_file(full, out, size);
}

static size_t hop_text(const struct live *live, const char *path, const char *name, char *out,
		       size_t size)
{
	char speed[64], width[32], max_speed[64], max_width[32];
	int len;

	if (path_text(live, path, "current_link_speed", speed, sizeof(speed)) < 0 ||
	    path_text(live, path, "current_link_width", width, sizeof(width)) < 0)
		return 0;
	if (path_text(live, path, "max_link_speed", max_speed, sizeof(max_speed)) < 0 ||
	    path_text(live, path, "max_link_width", max_width, sizeof(max_width)) < 0)
		len = snprintf(out, size, "%s\t%s\t%s\n", name, speed, width);
	else
		len = snprintf(out, size, "%s\t%s\t%s\t%s\t%s\n", name, speed, width, max_speed,
			       max_width);
	return len < 0 || (size_t)len >= size ? 0 : (size_t)len;
}

/*
 * One line for each PCI device from the endpoint to the root.  A NIC on USB
 * has PCI devices above it, too, but what limits it is USB: no lines.  virtio
 * is a child of its PCI device, as are the ports of some multi-port NICs.
 */
static void note_pcie(struct live *live, int rc, char *path)
{
	char text[2048], *name;
	size_t len = 0;

	while (rc == 0 && (name = strrchr(path, '/'))) {
		if (is_pci_name(name + 1))
			len += hop_text(live, path, name + 1, text + len, sizeof(text) - len);
		*name = '\0';
	}
	live_note(live, "sysfs pcie", rc, text, len);
}

/* One line for each USB device from the NIC to the root hub: those have a speed. */
static void note_usb(struct live *live, char *path)
{
	char text[1024], speed[16], *name;
	size_t len = 0;

	while ((name = strrchr(path, '/'))) {
		if (path_text(live, path, "speed", speed, sizeof(speed)) == 0 &&
		    len + strlen(name) + sizeof(speed) + 2 < sizeof(text))
			len += (size_t)snprintf(text + len, sizeof(text) - len, "%s\t%s\n", name + 1,
						speed);
		*name = '\0';
	}
	live_note(live, "sysfs usb", 0, text, len);
}

void live_sysfs_host(struct live *live)
{
	char path[PATH_MAX];
	int rc = device_path(live, path);
	bool usb = rc == 0 && strstr(path, "/usb");

	if (rc == 0 && path[0])
		live_sysfs_text(live, "sysfs numa_node", "device/numa_node");
	if (usb)
		note_usb(live, path);	/* leaves nothing of the path */
	note_pcie(live, rc, path);
}

static unsigned long port_number(const struct live *live, const char *file)
{
	char text[32];

	return port_text(live, file, text, sizeof(text)) < 0 ? 0 : strtoul(text, NULL, 16);
}

/* One register through the window of an I/O BAR, eight bytes apart. */
static int read_csr(int fd, unsigned int reg, uint32_t *word)
{
	ssize_t len = pread(fd, word, sizeof(*word), 8 * (off_t)reg);

	if (len < 0)
		return -errno;
	/* All ones: nobody answers, the chip sleeps while the port is down. */
	return len == (ssize_t)sizeof(*word) && *word != UINT32_MAX ? 0 : -EIO;
}

/*
 * The registers of a 2114x that its driver does not tell of, noted as text: the
 * chip, then a number and a word a line.  Only those of Digital: the clones that
 * the same driver runs have other registers there.
 */
void live_sysfs_csr(struct live *live)
{
	char path[PATH_MAX], text[160];
	int chip = csr_chip_of((unsigned int)port_number(live, "device/device")), fd, rc, len;

	if (chip < 0 || port_number(live, "device/vendor") != PCI_VENDOR_DEC || is_ours(live) < 0 ||
	    port_path(live, "device/resource0", path, sizeof(path)) < 0)
		return;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0) {
		live_note(live, "sysfs csr", -errno, NULL, 0);
		return;
	}
	len = snprintf(text, sizeof(text), "%s\n", csr_chip_name((enum csr_chip)chip));
	rc = 0;
	for (size_t i = 0; i < CSR_READ && rc == 0; i++) {
		uint32_t word;

		rc = read_csr(fd, csr_read[i], &word);
		if (rc == 0)
			len += snprintf(text + len, sizeof(text) - (size_t)len, "%u %08x\n", csr_read[i],
					word);
	}
	close(fd);
	live_note(live, "sysfs csr", rc, text, (size_t)len);
}
