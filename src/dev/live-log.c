// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * /dev/kmsg.  Only lines about this port that the reader knows are kept: the
 * rest of the log is nobody's business.  Needs CAP_SYSLOG where
 * kernel.dmesg_restrict is 1.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "dev/live-private.h"
#include "text/klog.h"

#define RECORD_MAX 8192			/* one read gives one record, PRINTK_MESSAGE_MAX */
#define KEPT_MAX_BYTES (32u << 10)	/* a port that flaps all day: the newest lines stay */

typedef void (*each_record)(const char *line, const struct klog *k, void *arg);
typedef bool (*may_be)(const char *line, const void *arg);	/* worth a closer look? */

/* One line of a record; those that begin with a space are its dictionary. */
static void take_line(const char *line, may_be may, each_record each, void *arg,
		      int64_t *oldest_us)
{
	struct klog k;
	bool known;

	if (!*line || *line == ' ' || (*oldest_us >= 0 && !may(line, arg)))
		return;
	known = klog_read(line, &k);
	if (*oldest_us < 0)
		*oldest_us = k.t_us;
	if (known)
		each(line, &k, arg);
}

/* Every record that klog_read() knows, oldest first; 0 or -errno. */
static int read_log(const char *path, may_be may, each_record each, void *arg, int64_t *oldest_us)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	char record[RECORD_MAX + 1], *at, *line;
	ssize_t len;

	if (fd < 0)
		return -errno;
	/* EPIPE: records were overwritten meanwhile; the next read goes on behind them. */
	while ((len = read(fd, record, RECORD_MAX)) > 0 || (len < 0 && errno == EPIPE)) {
		if (len < 0)
			continue;
		record[len] = '\0';
		at = record;
		while ((line = strsep(&at, "\n")))
			take_line(line, may, each, arg, oldest_us);
	}
	len = errno == EAGAIN || len == 0 ? 0 : -errno;
	close(fd);
	return (int)len;
}

struct kept {
	const char *port;
	char place[KLOG_NAME_MAX], phy[KLOG_NAME_MAX];
	char *text;
	size_t len;
};

/* Most lines of a log name neither the port nor its place: that is told quickly. */
static bool may_be_kept(const char *line, const void *arg)
{
	const struct kept *kept = arg;

	return strstr(line, kept->port) || strstr(line, kept->place) ||
	       (kept->phy[0] && strstr(line, kept->phy));
}

static void keep(const char *line, const struct klog *k, void *arg)
{
	struct kept *kept = arg;
	size_t len = strlen(line), first;

	if (!klog_is_of(k, kept->port, kept->place, kept->phy) || len + 1 > KEPT_MAX_BYTES)
		return;
	while (kept->len + len + 1 > KEPT_MAX_BYTES) {
		first = (size_t)((char *)memchr(kept->text, '\n', kept->len) - kept->text) + 1;
		memmove(kept->text, kept->text + first, kept->len - first);
		kept->len -= first;
	}
	memcpy(kept->text + kept->len, line, len);
	kept->text[kept->len + len] = '\n';
	kept->len += len + 1;
}

/*
 * First a line "now NUM oldest NUM", in microseconds of the log's clock.  A port
 * without a device is not asked for: the log is that of the whole machine, and
 * in another network namespace there may be one of the same name.
 */
void live_log(struct live *live)
{
	struct kept kept = { .port = live->name };
	int64_t oldest_us = -1;
	char head[80], *text = NULL;
	size_t head_len;
	int rc;

	live_sysfs_names(live, kept.place, kept.phy, KLOG_NAME_MAX);
	if (!kept.place[0])
		return;
	kept.text = malloc(KEPT_MAX_BYTES);
	rc = kept.text ? 0 : -ENOMEM;
	if (rc == 0)
		rc = read_log(live->kmsg, may_be_kept, keep, &kept, &oldest_us);
	head_len = (size_t)snprintf(head, sizeof(head), "now %" PRId64 " oldest %" PRId64 "\n",
				    clock_now_ns() / 1000, oldest_us);
	if (rc == 0)
		text = malloc(head_len + kept.len);
	if (rc == 0 && !text)
		rc = -ENOMEM;
	if (rc == 0) {
		memcpy(text, head, head_len);
		memcpy(text + head_len, kept.text, kept.len);
	}
	live_note(live, "kernel log", rc, text, head_len + kept.len);
	free(text);
	free(kept.text);
}

struct refused {
	const char *sysfs;
	char words[160];
};

static bool any_line(const char *line, const void *arg)
{
	(void)line;
	(void)arg;
	return true;
}

static void note_refused(const char *line, const struct klog *k, void *arg)
{
	struct refused *refused = arg;
	char path[160];

	(void)line;
	if (k->kind != KLOG_MODULE_REFUSED || k->port[0] || !k->place[0] || strchr(k->place, '/'))
		return;
	snprintf(path, sizeof(path), "%s/bus/pci/devices/%s/net", refused->sysfs, k->place);
	if (access(path, F_OK) < 0)
		snprintf(refused->words, sizeof(refused->words), "%s at %s refused its module",
			 k->driver, k->place);
}

bool live_log_refused(const struct live *live, char *out, size_t size)
{
	struct refused refused = { .sysfs = live->sysfs };
	int64_t oldest_us = -1;

	read_log(live->kmsg, any_line, note_refused, &refused, &oldest_us);
	snprintf(out, size, "%s", refused.words);
	return refused.words[0];
}
