// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * The memory of the plugged module: the parts that it says it has, each once.
 * A part takes 10 to 100 ms on the two wires behind the cage.  Nothing is
 * written; but reading clears the alarms that QSFP and later hold.
 */
#include <errno.h>

#include "dev/live-private.h"
#include "module/image.h"

struct reading {
	uint8_t bytes[MODULE_IMAGE_MAX];
	size_t len_bytes;
};

/* info NULL: by netlink.  Returns the error of the first part; later ones may fail. */
static int read_parts(struct live *live, const struct ethtool_modinfo *info, struct reading *to)
{
	uint8_t bytes[MODULE_PART_MAX];
	struct module_image image;
	struct module_part part;
	int rc;

	for (;;) {
		module_image_read(&image, to->bytes, to->len_bytes);
		if (!module_next(&image, &part))
			return 0;
		part.bytes = bytes;
		rc = info ? live_ioctl_module(live, info, &part, bytes) :
			    live_netlink_module(live, &part, bytes);
		if (rc < 0 && image.parts == 0)
			return rc;
		if (rc < 0)
			part.len_bytes = 0;
		to->len_bytes += module_part_put(to->bytes + to->len_bytes, &part);
	}
}

void live_module(struct live *live)
{
	struct reading reading = { .len_bytes = 0 };
	struct ethtool_modinfo info;
	int rc = -EOPNOTSUPP;

	if (live_asks(live, ASK_NETLINK)) {
		rc = read_parts(live, NULL, &reading);
		live_note(live, "netlink module", rc, reading.bytes, reading.len_bytes);
	}
	if (rc != -EOPNOTSUPP || !live_asks(live, ASK_IOCTL))
		return;
	rc = live_ioctl_module_info(live, &info);
	if (rc == 0)
		rc = read_parts(live, &info, &reading);
	live_note(live, "ioctl module", rc, reading.bytes, reading.len_bytes);
}
