// SPDX-License-Identifier: GPL-3.0-or-later
#include "fact/bundle.h"

#include <stdlib.h>
#include <unistd.h>

#include "facts-help.h"

#define MAC "a0:36:9f:12:34:56"
#define MAC_BARE "a0369f123456"
#define MAC_BYTES "\xa0\x36\x9f\x12\x34\x56"
#define PERM "a0:36:9f:ab:cd:ef"
#define PERM_BARE "a0369fabcdef"

static struct bundle_port *add_port(struct bundle *b, const char *name, const char *mac,
				    const char *perm)
{
	struct bundle_port *port = bundle_add_port(b, name);
	struct facts *near;

	assert_non_null(port);
	near = &port->facts->set[SET_NEAR];
	if (mac)
		facts_put_text(near, FACT_PORT_MAC, FROM_NETLINK, mac);
	if (perm)
		facts_put_text(near, FACT_PORT_PERM_MAC, FROM_NETLINK, perm);
	return port;
}

static void add_answer(struct bundle_port *port, const char *name, const void *bytes, size_t len)
{
	struct answer a = { .group = GROUP_PORT, .bytes = (uint8_t *)bytes, .len_bytes = len };

	snprintf(a.name, sizeof(a.name), "%s", name);
	assert_int_equal(answers_add(&port->answers, &a), 0);
}

static struct facts *near_of(struct bundle *b, unsigned int port)
{
	return &b->port[port].facts->set[SET_NEAR];
}

static const char *mac_of(struct bundle *b, unsigned int port)
{
	return facts_text(near_of(b, port), FACT_PORT_MAC);
}

/* The whole bundle as the file would hold it.  To be freed. */
static char *as_file(const struct bundle *b)
{
	char file[] = "/tmp/etherdx-anonymize.XXXXXX";
	char *text = calloc(1, 1 << 20);
	int fd = mkstemp(file);
	FILE *in;

	assert_non_null(text);
	assert_true(fd >= 0);
	assert_int_equal(close(fd), 0);
	assert_int_equal(bundle_save(b, file, NULL), 0);
	in = fopen(file, "r");
	assert_non_null(in);
	assert_true(fread(text, 1, (1 << 20) - 1, in) > 0);
	fclose(in);
	unlink(file);
	return text;
}

static void is_gone(const struct bundle *b, const char *const *words, size_t count)
{
	char *text = as_file(b);

	for (size_t i = 0; i < count; i++)
		if (strcasestr(text, words[i]))
			fail_msg("%s is still there", words[i]);
	free(text);
}

static void addresses_in_facts(void **state)
{
	struct bundle *b = bundle_new();
	struct facts *far;

	(void)state;
	add_port(b, "eth0", MAC, PERM);
	far = &b->port[0].facts->set[SET_FAR];
	facts_put_text(far, FACT_PORT_MAC, FROM_PEER, "00:1b:21:00:00:07");
	bundle_anonymize(b);
	assert_string_equal(mac_of(b, 0), "02:00:00:00:00:01");
	assert_string_equal(facts_text(near_of(b, 0), FACT_PORT_PERM_MAC), "02:00:00:00:00:02");
	assert_string_equal(facts_text(far, FACT_PORT_MAC), "02:00:00:00:00:03");
	bundle_free(b);
}

/* Same word, same stand-in: who compares two ports still sees what is equal. */
static void the_same_address_stays_the_same(void **state)
{
	struct bundle *b = bundle_new();

	(void)state;
	add_port(b, "bond0", MAC, NULL);
	add_port(b, "eth0", MAC, MAC);
	add_port(b, "eth1", MAC, PERM);
	add_port(b, "eth2", PERM, NULL);
	bundle_anonymize(b);
	assert_string_equal(mac_of(b, 0), mac_of(b, 1));
	assert_string_equal(mac_of(b, 0), mac_of(b, 2));
	assert_string_equal(mac_of(b, 1), facts_text(near_of(b, 1), FACT_PORT_PERM_MAC));
	assert_string_equal(mac_of(b, 3), facts_text(near_of(b, 2), FACT_PORT_PERM_MAC));
	assert_string_not_equal(mac_of(b, 0), mac_of(b, 3));
	bundle_free(b);
}

static void addresses_in_answers(void **state)
{
	static const char binary[] = "\x0a\x00\x01\x00" MAC_BYTES "\x00\x00" MAC_BYTES "\xff";
	static const char text[] = "mac " MAC "\nname enx" MAC_BARE "\n";
	static const uint8_t stand_in[] = { 2, 0, 0, 0, 0, 1 };
	struct bundle *b = bundle_new();
	const struct answer *a;

	(void)state;
	add_port(b, "eth0", MAC, NULL);
	add_answer(&b->port[0], "netlink link", binary, sizeof(binary) - 1);
	add_answer(&b->port[0], "text", text, sizeof(text) - 1);
	add_answer(&b->port[0], "empty", "", 0);
	bundle_anonymize(b);
	a = b->port[0].answers.item;
	assert_int_equal(a[0].len_bytes, sizeof(binary) - 1);
	assert_memory_equal(a[0].bytes, binary, 4);
	assert_memory_equal(a[0].bytes + 4, stand_in, 6);
	assert_memory_equal(a[0].bytes + 10, "\x00\x00", 2);
	assert_memory_equal(a[0].bytes + 12, stand_in, 6);
	assert_int_equal(a[0].bytes[18], 0xff);
	assert_int_equal(a[1].len_bytes, sizeof(text) - 1);
	assert_string_equal((const char *)a[1].bytes,
			    "mac 02:00:00:00:00:01\nname enx020000000001\n");
	assert_int_equal(a[2].len_bytes, 0);
	bundle_free(b);
}

/* Of whom an IPv6 address is made can still be told; others are just gone. */
static void addresses_in_the_log(void **state)
{
	static const char text[] = "now 5 oldest 1\n"
		"6,1,1,-;IPv6: eth0: IPv6 duplicate address fe80::21b:21ff:fe12:3456 used by "
		"00:1b:21:12:34:56 detected!\n"
		"6,2,2,-;br0: received packet on eth0 with own address as source address "
		"(addr:52:54:00:ab:cd:ef, vlan:0)\n"
		"6,3,3,-;IPv6: eth0: IPv6 duplicate address 2001:db8::77 used by 52:54:00:ab:cd:ef "
		"detected!\n"
		"6,4,4,-;IPv6: eth0: IPv6 duplicate address 2001:db8:5::88 detected!\n"
		"6,5,5,-;IPv6: eth0: IPv6 duplicate address 2001:db8:6:7:21b:21ff:fe12:3456 used by "
		"00:1b:21:12:34:56 detected!\n";
	static const char *const gone[] = { "12:3456", "ab:cd:ef", "db8", "77:77:77" };
	struct bundle *b = bundle_new();

	(void)state;
	add_port(b, "eth0", "00:1b:21:12:34:56", NULL);
	add_answer(&b->port[0], "kernel log", text, sizeof(text) - 1);
	facts_put_text(&b->port[0].facts->set[SET_NEAR], FACT_LOG_ADDRESS_TAKEN, FROM_LOG,
		       "2001:db8::77 52:54:00:ab:cd:ef");
	facts_list_add(&b->port[0].facts->set[SET_NEAR], FACT_LOG_OWN_ADDRESSES, FROM_LOG,
		       "00:1b:21:12:34:56");
	facts_list_add(&b->port[0].facts->set[SET_NEAR], FACT_LOG_OWN_ADDRESSES, FROM_LOG,
		       "52:54:00:77:77:77");
	facts_put_text(&b->port[0].facts->set[SET_FAR], FACT_LOG_ADDRESS_TAKEN, FROM_LOG,
		       "fe80::21b:21ff:fe12:3456 00:1b:21:12:34:56");
	bundle_anonymize(b);
	is_gone(b, gone, sizeof(gone) / sizeof(gone[0]));
	assert_string_equal(facts_text(&b->port[0].facts->set[SET_FAR], FACT_LOG_ADDRESS_TAKEN),
			    "fe80::000:00ff:fe00:0001 02:00:00:00:00:01");
	assert_non_null(strstr((const char *)b->port[0].answers.item[0].bytes,
			       "fe80::000:00ff:fe00:0001 used by 02:00:00:00:00:01"));
	assert_non_null(strstr((const char *)b->port[0].answers.item[0].bytes,
			       "x:000:00ff:fe00:0001 used by 02:00:00:00:00:01"));
	assert_int_equal(b->port[0].answers.item[0].len_bytes, sizeof(text) - 1);
	bundle_free(b);
}

/* In the answers of another port, too. */
static void answers_of_another_port(void **state)
{
	struct bundle *b = bundle_new();

	(void)state;
	add_port(b, "bond0", NULL, NULL);
	add_port(b, "eth0", MAC, NULL);
	add_answer(&b->port[0], "netlink link", "x" MAC_BYTES "y", 8);
	bundle_anonymize(b);
	assert_memory_equal(b->port[0].answers.item[0].bytes, "x\x02\x00\x00\x00\x00\x01y", 8);
	bundle_free(b);
}

/* In an EEPROM, between bytes of any kind, padded with spaces. */
static void serial_numbers(void **state)
{
	static const char eeprom[] = "Q\x55" "AVX1234567      " "24";
	struct bundle *b = bundle_new();
	const char *serial;

	(void)state;
	add_port(b, "eth0", NULL, NULL);
	facts_put_text(near_of(b, 0), FACT_MODULE_SERIAL, FROM_NETLINK, "AVX1234567");
	add_port(b, "eth1", NULL, NULL);
	facts_put_text(near_of(b, 1), FACT_MODULE_SERIAL, FROM_NETLINK, "1");
	facts_put_text(near_of(b, 1), FACT_MODULE_PART, FROM_NETLINK, "QSFP-100G-1");
	add_answer(&b->port[1], "ioctl module", eeprom, sizeof(eeprom) - 1);
	bundle_anonymize(b);
	serial = facts_text(near_of(b, 0), FACT_MODULE_SERIAL);
	assert_string_equal(serial, "sn1xxxxxxx");
	assert_memory_equal(b->port[1].answers.item[0].bytes, "Q\x55" "sn1xxxxxxx      24", 20);
	assert_string_equal(facts_text(near_of(b, 1), FACT_MODULE_PART), "QSFP-100G-1");
	bundle_free(b);
}

static void names_made_of_an_address(void **state)
{
	struct bundle *b = bundle_new();

	(void)state;
	add_port(b, "enx" MAC_BARE, MAC, NULL);
	facts_put_text(near_of(b, 0), FACT_PORT_NAME, FROM_NETLINK, "enx" MAC_BARE);
	bundle_anonymize(b);
	assert_string_equal(b->port[0].name, "enx020000000001");
	assert_string_equal(facts_text(near_of(b, 0), FACT_PORT_NAME), "enx020000000001");
	bundle_free(b);
}

static void altnames(void **state)
{
	static const char answer[] = "\x0e\x00\x35\x00" "bank-vault-uplink\x00";
	struct bundle *b = bundle_new();
	struct facts *near;
	const char *names;

	(void)state;
	add_port(b, "eth0", NULL, NULL);
	near = near_of(b, 0);
	facts_list_add(near, FACT_PORT_ALTNAMES, FROM_NETLINK, "bank-vault-uplink");
	facts_list_add(near, FACT_PORT_ALTNAMES, FROM_NETLINK, "berlin-rack-12");
	add_port(b, "eth1", NULL, NULL);
	facts_put_text(near_of(b, 1), FACT_PORT_MASTER, FROM_NETLINK, "bank-vault-uplink");
	add_answer(&b->port[1], "netlink link", answer, sizeof(answer) - 1);
	bundle_anonymize(b);
	names = facts_text(near, FACT_PORT_ALTNAMES);
	assert_int_equal(strlen(names), strlen("bank-vault-uplink\nberlin-rack-12"));
	assert_int_equal(strcspn(names, "\n"), strlen("bank-vault-uplink"));
	/* Each its own; the same where it stands again. */
	assert_memory_not_equal(names, strchr(names, '\n') + 1, 5);
	assert_memory_equal(facts_text(near_of(b, 1), FACT_PORT_MASTER), names,
			    strlen("bank-vault-uplink"));
	assert_memory_equal(b->port[1].answers.item[0].bytes + 4, names,
			    strlen("bank-vault-uplink"));
	assert_memory_equal(b->port[1].answers.item[0].bytes, answer, 4);
	bundle_free(b);
}

/* "eth" is a fine altname, and also a part of "ethernet". */
static void a_short_altname_spoils_no_other_fact(void **state)
{
	struct bundle *b = bundle_new();
	struct facts *near;

	(void)state;
	add_port(b, "lan1", NULL, NULL);
	near = near_of(b, 0);
	facts_list_add(near, FACT_PORT_ALTNAMES, FROM_NETLINK, "eth");
	facts_put_text(near, FACT_PORT_KIND, FROM_NETLINK, "ethernet");
	bundle_anonymize(b);
	assert_string_equal(facts_text(near, FACT_PORT_KIND), "ethernet");
	bundle_free(b);
}

static void host_name(void **state)
{
	static const char *const words[] = { "rack7-node12" };
	struct bundle *b = bundle_new();

	(void)state;
	strcpy(b->host, "rack7-node12");
	add_port(b, "eth0", NULL, NULL);
	facts_list_add(near_of(b, 0), FACT_PORT_ALTNAMES, FROM_NETLINK, "rack7-node12-uplink");
	bundle_anonymize(b);
	assert_string_not_equal(b->host, "rack7-node12");
	is_gone(b, words, ROWS(words));
	bundle_free(b);
}

static void host_name_in_answers(void **state)
{
	static const char *const words[] = { "rack7-node12" };
	struct bundle *b = bundle_new();

	(void)state;
	strcpy(b->host, "rack7-node12");
	add_port(b, "eth0", NULL, NULL);
	add_answer(&b->port[0], "text", "name rack7-node12\n", 18);
	bundle_anonymize(b);
	assert_int_equal(b->port[0].answers.item[0].len_bytes, 18);
	is_gone(b, words, ROWS(words));
	bundle_free(b);
}

static void nothing_is_left_in_the_file(void **state)
{
	static const char *const words[] = {
		MAC, MAC_BARE, PERM, PERM_BARE, "12:34:56", "ab:cd:ef", "vault", "node7",
	};
	struct bundle *b = bundle_new();
	struct facts *near;

	(void)state;
	strcpy(b->host, "node7.example.org");
	add_port(b, "eth0", MAC, PERM);
	near = near_of(b, 0);
	facts_list_add(near, FACT_PORT_ALTNAMES, FROM_NETLINK, "vault-uplink");
	facts_list_add(near, FACT_PORT_ALTNAMES, FROM_NETLINK, "enx" MAC_BARE);
	facts_put_text(near, FACT_PORT_LOWER, FROM_NETLINK, "vault-uplink");
	add_answer(&b->port[0], "netlink link",
		   "\x00" MAC_BYTES "\xa0\x36\x9f\xab\xcd\xef\x00", 14);
	add_answer(&b->port[0], "text", MAC " " PERM " " PERM_BARE, 17 + 1 + 17 + 1 + 12);
	bundle_anonymize(b);
	is_gone(b, words, ROWS(words));
	bundle_free(b);
}

/* A second answer that differs is an address as well. */
static void second_answers(void **state)
{
	static const char *const words[] = { PERM, MAC };
	struct bundle *b = bundle_new();

	(void)state;
	add_port(b, "eth0", MAC, NULL);
	facts_offer_text(near_of(b, 0), FACT_PORT_MAC, FROM_SYSFS, PERM);
	assert_int_equal(near_of(b, 0)->others, 1);
	bundle_anonymize(b);
	is_gone(b, words, ROWS(words));
	bundle_free(b);
}

/* LLDP and CDP name the neighbor differently; of all neighbors but one only the list tells. */
static void every_word_on_neighbors(void **state)
{
	static const char *const words[] = { "sw1", "rack", "FOX1234", "example" };
	struct bundle *b = bundle_new();
	struct facts *partner;

	(void)state;
	add_port(b, "eth0", NULL, NULL);
	partner = &b->port[0].facts->set[SET_PARTNER];
	facts_put_text(partner, FACT_NEIGHBOR_SYSTEM, FROM_LLDP, "sw1");
	facts_offer_text(partner, FACT_NEIGHBOR_SYSTEM, FROM_CDP, "sw1.example.org(FOX1234)");
	facts_list_add(near_of(b, 0), FACT_NEIGHBOR_LIST, FROM_LLDP, "sw1 Gi1/0/7 (lldp+cdp)");
	facts_list_add(near_of(b, 0), FACT_NEIGHBOR_LIST, FROM_LLDP, "rack-phone-7 port1 (lldp)");
	bundle_anonymize(b);
	is_gone(b, words, ROWS(words));
	assert_non_null(strstr(facts_text(near_of(b, 0), FACT_NEIGHBOR_LIST), "Gi1/0/7 (lldp+cdp)"));
	bundle_free(b);
}

/* The bond's file tells of members that were not recorded. */
static void addresses_that_only_answers_have(void **state)
{
	static const char text[] = "Permanent HW addr: " PERM "\n    system mac address: " MAC "\n";
	static const char *const words[] = { PERM, MAC };
	struct bundle *b = bundle_new();

	(void)state;
	add_port(b, "eth0", NULL, NULL);
	add_port(b, "eth1", MAC, NULL);
	add_answer(&b->port[0], "proc bonding", text, sizeof(text) - 1);
	bundle_anonymize(b);
	is_gone(b, words, ROWS(words));
	assert_string_equal((const char *)b->port[0].answers.item[0].bytes,
			    "Permanent HW addr: 02:00:00:00:00:02\n"
			    "    system mac address: 02:00:00:00:00:01\n");
	bundle_free(b);
}

/* A whole cluster of ports: not one address may stay because there are many. */
static void many_ports(void **state)
{
	struct bundle *b = bundle_new();
	char mac[24];

	(void)state;
	for (unsigned int i = 0; i < 300; i++) {
		char name[16];

		snprintf(name, sizeof(name), "eth%u", i);
		snprintf(mac, sizeof(mac), "a0:36:9f:00:%02x:%02x", i >> 8, i & 0xff);
		add_port(b, name, mac, NULL);
	}
	bundle_anonymize(b);
	for (unsigned int i = 0; i < 300; i++)
		if (strncmp(mac_of(b, i), "a0:36:9f", 8) == 0)
			fail_msg("port %u still has %s", i, mac_of(b, i));
	for (unsigned int i = 1; i < 300; i++)
		assert_string_not_equal(mac_of(b, i), mac_of(b, i - 1));
	bundle_free(b);
}

/* Stand-ins that are there already, as in a bundle that was anonymized before. */
static void addresses_like_stand_ins(void **state)
{
	struct bundle *b = bundle_new();

	(void)state;
	add_port(b, "eth0", "02:00:00:00:00:02", NULL);
	add_port(b, "eth1", "02:00:00:00:00:01", NULL);
	bundle_anonymize(b);
	assert_string_not_equal(mac_of(b, 0), mac_of(b, 1));
	bundle_free(b);
}

static void once_is_enough(void **state)
{
	struct bundle *b = bundle_new();
	char first[24], second[24];

	(void)state;
	add_port(b, "eth0", MAC, NULL);
	add_port(b, "eth1", PERM, NULL);
	bundle_anonymize(b);
	snprintf(first, sizeof(first), "%s", mac_of(b, 0));
	snprintf(second, sizeof(second), "%s", mac_of(b, 1));
	bundle_anonymize(b);
	assert_string_equal(mac_of(b, 0), first);
	assert_string_equal(mac_of(b, 1), second);
	bundle_free(b);
}

/* 00:00:00:00:00:00 is no address of anybody; replaced, it would spoil all zeros. */
static void what_is_no_address_stays(void **state)
{
	static const char *const macs[] = { "00:00:00:00:00:00", "", "not an address", "a0:36" };

	(void)state;
	for (size_t i = 0; i < ROWS(macs); i++) {
		struct bundle *b = bundle_new();

		add_port(b, "lo", macs[i], NULL);
		add_answer(&b->port[0], "netlink link", "\0\0\0\0\0\0\0\0", 8);
		bundle_anonymize(b);
		assert_string_equal(mac_of(b, 0), macs[i]);
		assert_memory_equal(b->port[0].answers.item[0].bytes, "\0\0\0\0\0\0\0\0", 8);
		bundle_free(b);
	}
}

static void the_rest_is_untouched(void **state)
{
	struct bundle *b = bundle_new();
	struct facts *near;

	(void)state;
	strcpy(b->version, "0.1.0");
	strcpy(b->kernel, "6.1.0-18-amd64");
	add_port(b, "eth0", MAC, NULL);
	near = near_of(b, 0);
	facts_put_text(near, FACT_PORT_DRIVER, FROM_IOCTL, "igb");
	facts_put_num(near, FACT_LINK_SPEED, FROM_NETLINK, 1000);
	bundle_anonymize(b);
	assert_string_equal(b->version, "0.1.0");
	assert_string_equal(b->kernel, "6.1.0-18-amd64");
	assert_string_equal(b->port[0].name, "eth0");
	assert_string_equal(facts_text(near, FACT_PORT_DRIVER), "igb");
	assert_int_equal(facts_num(near, FACT_LINK_SPEED, 0), 1000);
	bundle_free(b);
}

static void mount_points(void **state)
{
	struct bundle *b = bundle_new();
	char *text;

	(void)state;
	add_port(b, "eth0", NULL, NULL);
	facts_list_add(near_of(b, 0), FACT_PORT_NETFS, FROM_HOST, "nfs4 /home/someone");
	facts_list_add(near_of(b, 0), FACT_PORT_NETFS, FROM_HOST, "cifs /srv");
	assert_int_equal(bundle_anonymize(b), 0);
	assert_string_equal(facts_text(near_of(b, 0), FACT_PORT_NETFS), "nfs4\ncifs");
	text = as_file(b);
	assert_null(strstr(text, "someone"));
	free(text);
	bundle_free(b);
}

/* Names and addresses of neighbors are those of a site, too. */
static void neighbors(void **state)
{
	struct bundle *b = bundle_new();
	struct facts *near, *partner;
	char *text;

	(void)state;
	add_port(b, "eth0", MAC, NULL);
	near = near_of(b, 0);
	partner = &b->port[0].facts->set[SET_PARTNER];
	facts_list_add(near, FACT_NEIGHBOR_LIST, FROM_LLDP, "rack3-leaf Fa0/7 (lldp)");
	facts_put_text(partner, FACT_NEIGHBOR_SYSTEM, FROM_LLDP, "rack3-leaf");
	facts_put_text(partner, FACT_NEIGHBOR_MAC, FROM_LLDP, "70:10:6f:00:00:07");
	facts_put_text(partner, FACT_NEIGHBOR_CHASSIS, FROM_LLDP, "70:10:6f:00:00:00");
	facts_put_text(partner, FACT_NEIGHBOR_PORT_DESCRIPTION, FROM_LLDP, "to customer X");
	facts_put_text(partner, FACT_STP_BRIDGE, FROM_MEASURED, "8001.70:10:6f:00:00:0a");
	facts_put_text(partner, FACT_LACP_SYSTEM, FROM_MEASURED, "70:10:6f:00:00:0b");
	facts_list_add(partner, FACT_NEIGHBOR_ADDRESSES, FROM_LLDP, "192.0.2.77");
	facts_put_text(partner, FACT_NEIGHBOR_PORT, FROM_LLDP, "Fa0/7");
	assert_int_equal(bundle_anonymize(b), 0);
	text = as_file(b);
	assert_null(strstr(text, "rack3-leaf"));
	assert_null(strstr(text, "70:10:6f"));
	assert_null(strstr(text, "customer"));
	assert_null(strstr(text, "192.0.2.77"));
	assert_non_null(strstr(text, "Fa0/7"));
	assert_non_null(strstr(text, "8001.02:"));
	free(text);
	bundle_free(b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(addresses_in_facts),
		cmocka_unit_test(the_same_address_stays_the_same),
		cmocka_unit_test(addresses_in_answers),
		cmocka_unit_test(addresses_in_the_log),
		cmocka_unit_test(answers_of_another_port),
		cmocka_unit_test(serial_numbers),
		cmocka_unit_test(names_made_of_an_address),
		cmocka_unit_test(altnames),
		cmocka_unit_test(a_short_altname_spoils_no_other_fact),
		cmocka_unit_test(mount_points),
		cmocka_unit_test(host_name),
		cmocka_unit_test(host_name_in_answers),
		cmocka_unit_test(nothing_is_left_in_the_file),
		cmocka_unit_test(second_answers),
		cmocka_unit_test(every_word_on_neighbors),
		cmocka_unit_test(addresses_that_only_answers_have),
		cmocka_unit_test(many_ports),
		cmocka_unit_test(addresses_like_stand_ins),
		cmocka_unit_test(once_is_enough),
		cmocka_unit_test(what_is_no_address_stays),
		cmocka_unit_test(the_rest_is_untouched),
		cmocka_unit_test(neighbors),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("fact-anonymize", tests, NULL, NULL);
}
