// SPDX-License-Identifier: GPL-3.0-or-later
/* The sysfs part of the live backend on a made-up tree. */
#include "dev/live-private.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dev/translate.h"
#include "test-dev-help.h"

#define ENDPOINT "devices/pci0000:00/0000:00:01.0/0000:01:00.0"
#define VIRTIO "devices/pci0000:00/0000:00:03.0/virtio2"
#define USB_NAME "1-1"
#define USB_DEVICE "devices/pci0000:00/0000:00:14.0/usb1/" USB_NAME
#define USB USB_DEVICE "/1-1:1.0"

static char root[64];

static void make_dirs(const char *path)
{
	char full[PATH_MAX];

	snprintf(full, sizeof(full), "%s/%s", root, path);
	for (char *c = full + strlen(root) + 1; (c = strchr(c, '/')); c++) {
		*c = '\0';
		mkdir(full, 0755);
		*c = '/';
	}
	mkdir(full, 0755);
}

static void make_file(const char *dir, const char *file, const char *text)
{
	char full[PATH_MAX];
	FILE *f;

	make_dirs(dir);
	snprintf(full, sizeof(full), "%s/%s/%s", root, dir, file);
	f = fopen(full, "w");
	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

static void make_link(const char *dir, const char *file, const char *target)
{
	char full[PATH_MAX];

	snprintf(full, sizeof(full), "%s/%s/%s", root, dir, file);
	assert_int_equal(symlink(target, full), 0);
}

static void make_port(const char *name, const char *device)
{
	char dir[64], target[PATH_MAX];

	snprintf(dir, sizeof(dir), "class/net/%s", name);
	make_file(dir, "ifindex", "7\n");
	make_file(dir, "address", "02:fc:00:00:00:01\n");
	if (!device)
		return;
	make_dirs(device);
	snprintf(target, sizeof(target), "../../../%s", device);
	make_link(dir, "device", target);
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

static int tree_setup(void **state)
{
	struct live *live = calloc(1, sizeof(*live));

	strcpy(root, "/tmp/etherdx-sysfs-XXXXXX");
	if (!mkdtemp(root))
		return -1;
	live->ifindex = 7;
	live->fd = -1;
	strcpy(live->name, "eth0.312");
	strcpy(live->mac, "02:fc:00:00:00:01");
	strcpy(live->sysfs, root);
	*state = live;
	return 0;
}

static int tree_teardown(void **state)
{
	struct live *live = *state;

	answers_fini(&live->answers);
	free(live);
	return nftw(root, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static const struct answer *answer_of(const struct live *live, const char *name)
{
	for (size_t i = 0; i < live->answers.count; i++)
		if (strcmp(live->answers.item[i].name, name) == 0)
			return &live->answers.item[i];
	return NULL;
}

static void a_port_on_pci(void **state)
{
	struct live *live = *state;

	make_port("eth0.312", ENDPOINT);
	make_dirs("bus/pci/drivers/e1000e");
	make_link(ENDPOINT, "driver", "../../../../bus/pci/drivers/e1000e");
	make_link(ENDPOINT, "subsystem", "../../../../bus/pci");
	live_sysfs_port(live, true);
	assert_string_equal((char *)answer_of(live, "sysfs device")->bytes, ENDPOINT);
	assert_string_equal((char *)answer_of(live, "sysfs driver")->bytes, "e1000e");
	assert_string_equal((char *)answer_of(live, "sysfs subsystem")->bytes, "pci");
}

static void a_port_without_device(void **state)
{
	struct live *live = *state;

	make_port("eth0.312", NULL);
	live_sysfs_port(live, true);
	assert_int_equal(live->answers.count, 1);
	assert_int_equal(answer_of(live, "sysfs device")->error, 0);
	assert_int_equal(answer_of(live, "sysfs device")->len_bytes, 0);
}

static void no_sysfs_at_all(void **state)
{
	struct live *live = *state;

	live_sysfs_port(live, true);
	assert_int_equal(answer_of(live, "sysfs device")->error, -ENOENT);
}

/* /sys of another network namespace: the same name, another port. */
static void a_foreign_sysfs(void **state)
{
	struct live *live = *state;

	make_port("eth0.312", ENDPOINT);
	strcpy(live->mac, "02:fc:00:00:00:02");
	live_sysfs_port(live, true);
	live_sysfs_host(live);
	assert_int_equal(answer_of(live, "sysfs device")->error, -ESTALE);
	assert_int_equal(answer_of(live, "sysfs pcie")->error, -ESTALE);
	assert_int_equal(live_sysfs_text(live, "sysfs speed", "speed"), -ESTALE);
	live->mac[0] = '\0';
	live->ifindex = 8;
	assert_int_equal(live_sysfs_text(live, "sysfs speed", "speed"), -ESTALE);
}

static void texts(void **state)
{
	struct live *live = *state;

	make_port("eth0.312", NULL);
	make_file("class/net/eth0.312", "speed", "1000\n");
	assert_int_equal(live_sysfs_text(live, "sysfs speed", "speed"), 0);
	assert_string_equal((char *)answer_of(live, "sysfs speed")->bytes, "1000");
	assert_int_equal(live_sysfs_text(live, "sysfs duplex", "duplex"), -ENOENT);
}

static void the_pcie_path(void **state)
{
	struct live *live = *state;
	struct sets *sets = sets_new();

	live->group = GROUP_HOST;
	make_port("eth0.312", ENDPOINT);
	make_file(ENDPOINT, "current_link_speed", "8.0 GT/s PCIe\n");
	make_file(ENDPOINT, "current_link_width", "4\n");
	make_file("devices/pci0000:00/0000:00:01.0", "current_link_speed", "2.5 GT/s PCIe\n");
	make_file("devices/pci0000:00/0000:00:01.0", "current_link_width", "4\n");
	live_sysfs_host(live);
	translate(&live->answers, GROUP_HOST, 0, sets);
	assert_fact_num(near_of(sets), FACT_HOST_BUS_RATE, 8000);
	assert_fact_text(near_of(sets), FACT_HOST_BUS_LIMIT, "2.5 GT/s x4 at 0000:00:01.0");
	sets_free(sets);
}

static void virtio_below_pci(void **state)
{
	struct live *live = *state;

	make_port("eth0.312", VIRTIO);
	make_file("devices/pci0000:00/0000:00:03.0", "current_link_speed", "Unknown\n");
	make_file("devices/pci0000:00/0000:00:03.0", "current_link_width", "0\n");
	live_sysfs_host(live);
	assert_string_equal((char *)answer_of(live, "sysfs pcie")->bytes,
			    "0000:00:03.0\tUnknown\t0\n");
}

static void conventional_pci(void **state)
{
	struct live *live = *state;

	make_port("eth0.312", "devices/pci0000:00/0000:00:04.0");
	live_sysfs_host(live);
	assert_int_equal(answer_of(live, "sysfs pcie")->error, 0);
	assert_int_equal(answer_of(live, "sysfs pcie")->len_bytes, 0);
}

/* What limits a NIC on USB is USB, not the host controller's PCIe. */
static void usb(void **state)
{
	struct live *live = *state;

	make_port("eth0.312", USB);
	make_file("devices/pci0000:00/0000:00:14.0", "current_link_speed", "2.5 GT/s PCIe\n");
	make_file("devices/pci0000:00/0000:00:14.0", "current_link_width", "1\n");
	make_file(USB_DEVICE, "speed", "480\n");
	live_sysfs_host(live);
	assert_int_equal(answer_of(live, "sysfs pcie")->len_bytes, 0);
	assert_string_equal((char *)answer_of(live, "sysfs usb")->bytes, USB_NAME "\t480\n");
}

/* A card of eight lanes in a slot of four. */
static void what_card_and_slot_could(void **state)
{
	struct live *live = *state;
	struct sets *sets = sets_new();
	static const char slot[] = "devices/pci0000:00/0000:00:01.0";

	live->group = GROUP_HOST;
	make_port("eth0.312", ENDPOINT);
	make_file(ENDPOINT, "current_link_speed", "8.0 GT/s PCIe\n");
	make_file(ENDPOINT, "current_link_width", "4\n");
	make_file(ENDPOINT, "max_link_speed", "8.0 GT/s PCIe\n");
	make_file(ENDPOINT, "max_link_width", "8\n");
	make_file(ENDPOINT, "numa_node", "1\n");
	make_file(slot, "current_link_speed", "8.0 GT/s PCIe\n");
	make_file(slot, "current_link_width", "4\n");
	make_file(slot, "max_link_speed", "16.0 GT/s PCIe\n");
	make_file(slot, "max_link_width", "4\n");
	live_sysfs_host(live);
	translate(&live->answers, GROUP_HOST, 0, sets);
	assert_fact_text(near_of(sets), FACT_HOST_BUS_CARD, "8.0 GT/s x8");
	assert_fact_text(near_of(sets), FACT_HOST_BUS_SLOT, "16.0 GT/s x4");
	assert_fact_text(near_of(sets), FACT_HOST_BUS_CAUSE, "slot");
	assert_fact_num(near_of(sets), FACT_HOST_NUMA_NODE, 1);
	sets_free(sets);
}

/* The window of an I/O BAR: registers stand eight bytes apart. */
static void make_2114x(const char *vendor, const char *device)
{
	uint32_t window[32] = { 0 };
	char full[PATH_MAX];
	FILE *f;

	make_port("eth0.312", ENDPOINT);
	make_file(ENDPOINT, "vendor", vendor);
	make_file(ENDPOINT, "device", device);
	window[2 * 5] = 0xf0660000;
	window[2 * 6] = 0x820e2002;
	window[2 * 8] = 0xdeadbeef;
	window[2 * 12] = 0x45e1d0c8;
	snprintf(full, sizeof(full), "%s/%s/resource0", root, ENDPOINT);
	f = fopen(full, "w");
	assert_non_null(f);
	assert_int_equal(fwrite(window, sizeof(window), 1, f), 1);
	fclose(f);
}

static void registers_of_a_21143(void **state)
{
	struct live *live = *state;
	struct sets *sets = sets_new();

	make_2114x("0x1011\n", "0x0019\n");
	live->group = GROUP_LINK;
	live_sysfs_csr(live);
	assert_non_null(sets);
	translate_answer(answer_of(live, "sysfs csr"), sets);
	assert_fact_text(near_of(sets), FACT_TULIP_CHIP, "21143");
	assert_fact_text(near_of(sets), FACT_TULIP_CSR, "5 f0660000\n6 820e2002\n12 45e1d0c8\n"
			 "13 00000000\n14 00000000\n15 00000000");
	assert_fact_text(near_of(sets), FACT_TULIP_NWAY, "negotiation complete");
	sets_free(sets);
}

/* The tulip driver runs clones, too, and other cards have a resource0. */
static void registers_of_others_are_left_alone(void **state)
{
	struct live *live = *state;

	make_2114x("0x10d9\n", "0x0019\n");
	live_sysfs_csr(live);
	make_file(ENDPOINT, "vendor", "0x1011\n");
	make_file(ENDPOINT, "device", "0x100e\n");
	live_sysfs_csr(live);
	assert_int_equal(live->answers.count, 0);
}

static void a_window_that_is_too_short(void **state)
{
	struct live *live = *state;

	make_2114x("0x1011\n", "0x0019\n");
	make_file(ENDPOINT, "resource0", "short");
	live_sysfs_csr(live);
	assert_int_equal(answer_of(live, "sysfs csr")->error, -EIO);
}

/* Only lines about this port and of a kind that is understood; then what a file cannot say. */
static void the_kernel_log(void **state)
{
	struct live *live = *state;
	char path[PATH_MAX];
	const char *text;

	make_port("eth0.312", ENDPOINT);
	make_file("log", "kmsg",
		  "6,1,1000000,-;e1000e 0000:01:00.0 eth0.312: NIC Link is Down\n"
		  " SUBSYSTEM=pci\n"
		  "6,2,2000000,-;e1000e 0000:02:00.0 eth0.312: NIC Link is Down\n"
		  "6,3,3000000,-;eth0.312: martian source 10.0.0.1\n"
		  "6,4,4000000,-;e1000e 0000:01:00.0 eth0.312: NIC Link is Up 1000 Mbps Full Duplex\n");
	snprintf(path, sizeof(path), "%s/log/kmsg", root);
	live->kmsg = path;
	live_log(live);
	text = (const char *)answer_of(live, "kernel log")->bytes;
	assert_int_equal(strncmp(text, "now ", 4), 0);
	assert_non_null(strstr(text, " oldest 1000000\n6,1,1000000,-;e1000e 0000:01:00.0"));
	assert_non_null(strstr(text, "NIC Link is Up"));
	assert_null(strstr(text, "0000:02:00.0"));
	assert_null(strstr(text, "martian"));
	assert_null(strstr(text, "SUBSYSTEM"));
}

static void no_log_of_a_port_without_device(void **state)
{
	struct live *live = *state;

	make_port("eth0.312", NULL);
	live->kmsg = "/dev/null";
	live_log(live);
	assert_null(answer_of(live, "kernel log"));
}

static void a_log_that_cannot_be_read(void **state)
{
	struct live *live = *state;

	make_port("eth0.312", ENDPOINT);
	live->kmsg = "/nowhere/kmsg";
	live_log(live);
	assert_int_equal(answer_of(live, "kernel log")->error, -ENOENT);
}

/* The card has no interface, so its place on the bus names it. */
static void a_refused_module_without_interface(void **state)
{
	struct live *live = *state;
	char path[PATH_MAX], words[160];

	make_file("log", "kmsg", "3,1,1000000,-;ixgbe 0000:02:00.0: failed to load because an "
		  "unsupported SFP+ or QSFP module type was detected.\n");
	snprintf(path, sizeof(path), "%s/log/kmsg", root);
	live->kmsg = path;
	assert_true(live_log_refused(live, words, sizeof(words)));
	assert_string_equal(words, "ixgbe at 0000:02:00.0 refused its module");
	make_dirs("bus/pci/devices/0000:02:00.0/net");
	assert_false(live_log_refused(live, words, sizeof(words)));
}

#define WITH_TREE(test) cmocka_unit_test_setup_teardown(test, tree_setup, tree_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_TREE(a_port_on_pci),    WITH_TREE(a_port_without_device),
		WITH_TREE(no_sysfs_at_all),  WITH_TREE(a_foreign_sysfs),
		WITH_TREE(texts),	     WITH_TREE(the_pcie_path),
		WITH_TREE(virtio_below_pci), WITH_TREE(conventional_pci),
		WITH_TREE(usb),		     WITH_TREE(what_card_and_slot_could),
		WITH_TREE(the_kernel_log),   WITH_TREE(no_log_of_a_port_without_device),
		WITH_TREE(a_log_that_cannot_be_read),
		WITH_TREE(a_refused_module_without_interface),
		WITH_TREE(registers_of_a_21143),
		WITH_TREE(registers_of_others_are_left_alone),
		WITH_TREE(a_window_that_is_too_short),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("dev-live-sysfs", tests, NULL, NULL);
}
