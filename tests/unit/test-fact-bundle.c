// SPDX-License-Identifier: GPL-3.0-or-later
#include "fact/bundle.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "facts-help.h"

#define NOBODY 65534

#define ORDER_HERE (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? "little" : "big")
#define ORDER_THERE (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? "big" : "little")

/* A directory of the test's own, and a file in it. */
struct place {
	char dir[64], file[96];
};

static int setup(void **state)
{
	const char *tmp = getenv("TMPDIR");
	struct place *p = calloc(1, sizeof(*p));

	assert_non_null(p);
	if (!tmp || strlen(tmp) > sizeof(p->dir) - 32)
		tmp = "/tmp";
	snprintf(p->dir, sizeof(p->dir), "%s/etherdx-bundle.XXXXXX", tmp);
	assert_non_null(mkdtemp(p->dir));
	snprintf(p->file, sizeof(p->file), "%s/run.json", p->dir);
	*state = p;
	return 0;
}

static unsigned int files_in(const char *dir, bool remove_them)
{
	DIR *d = opendir(dir);
	struct dirent *entry;
	unsigned int count = 0;

	assert_non_null(d);
	while ((entry = readdir(d))) {
		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
			continue;
		count++;
		if (remove_them)
			unlinkat(dirfd(d), entry->d_name, 0);
	}
	closedir(d);
	return count;
}

static int teardown(void **state)
{
	struct place *p = *state;

	chmod(p->dir, 0700);
	files_in(p->dir, true);
	rmdir(p->dir);
	free(p);
	return 0;
}

static void add_answer(struct bundle_port *port, const char *name, const void *bytes, size_t len,
		       int error)
{
	struct answer a = { .name = "", .group = GROUP_LINK, .round = 1, .t_ns = 1234567890123,
			    .error = error, .bytes = (uint8_t *)bytes, .len_bytes = len };

	snprintf(a.name, sizeof(a.name), "%s", name);
	assert_int_equal(answers_add(&port->answers, &a), 0);
}

static struct bundle *example(void)
{
	struct bundle *b = bundle_new();
	struct bundle_port *port;

	assert_non_null(b);
	strcpy(b->version, "0.1.0");
	strcpy(b->host, "node7");
	strcpy(b->kernel, "6.1.0-18-amd64");
	b->recorded = 1796040000;
	port = bundle_add_port(b, "eth0");
	assert_non_null(port);
	facts_put_num(&port->facts->set[SET_NEAR], FACT_LINK_SPEED, FROM_NETLINK, 100);
	facts_gap(&port->facts->set[SET_NEAR], FACT_LINK_MDIX, FACT_DENIED, 0);
	facts_put_text(&port->facts->set[SET_FAR_PARTNER], FACT_LINK_DUPLEX, FROM_LLDP, "half");
	add_answer(port, "netlink linkmodes", "\x01\x00\xff\x80 x", 6, 0);
	add_answer(port, "sysfs speed", "100\nrest", 8, 0);
	add_answer(port, "tab", "a\tb", 3, 0);
	add_answer(port, "nothing", "", 0, 0);
	add_answer(port, "netlink fec", NULL, 0, -EOPNOTSUPP);
	port = bundle_add_port(b, "eth1");
	assert_non_null(port);
	add_answer(port, "mii", "\x00", 1, 0);
	return b;
}

static void same_answers(const struct answers *a, const struct answers *b)
{
	assert_int_equal(a->count, b->count);
	for (size_t i = 0; i < a->count; i++) {
		assert_string_equal(a->item[i].name, b->item[i].name);
		assert_int_equal(a->item[i].group, b->item[i].group);
		assert_int_equal(a->item[i].round, b->item[i].round);
		assert_true(a->item[i].t_ns == b->item[i].t_ns);
		assert_int_equal(a->item[i].error, b->item[i].error);
		assert_int_equal(a->item[i].len_bytes, b->item[i].len_bytes);
		assert_memory_equal(a->item[i].bytes, b->item[i].bytes, a->item[i].len_bytes + 1);
	}
}

static void same_bundle(const struct bundle *a, const struct bundle *b)
{
	assert_string_equal(a->version, b->version);
	assert_string_equal(a->host, b->host);
	assert_string_equal(a->kernel, b->kernel);
	assert_true(a->recorded == b->recorded);
	assert_int_equal(a->ports, b->ports);
	for (unsigned int i = 0; i < a->ports; i++) {
		assert_string_equal(a->port[i].name, b->port[i].name);
		same_answers(&a->port[i].answers, &b->port[i].answers);
		for (int k = 0; k < SET_COUNT; k++)
			for (int id = 0; id < FACT_COUNT; id++)
				assert_true(fact_equal(fact_row((enum fact_id)id)->kind,
						       &a->port[i].facts->set[k].item[id],
						       &b->port[i].facts->set[k].item[id]));
	}
}

static char *slurp(const char *file)
{
	FILE *in = fopen(file, "r");
	char *text = calloc(1, 1 << 16);

	if (!in)
		fail_msg("%s: cannot open", file);
	assert_non_null(text);
	assert_true(fread(text, 1, (1 << 16) - 1, in) > 0 || feof(in));
	fclose(in);
	return text;
}

static void spill(const char *file, const char *text)
{
	FILE *out = fopen(file, "w");

	assert_non_null(out);
	fputs(text, out);
	fclose(out);
}

static void saved_and_loaded(void **state)
{
	struct place *p = *state;
	struct bundle *a = example(), *b = NULL;
	struct err err = { 0 };

	assert_int_equal(bundle_save(a, p->file, &err), 0);
	assert_int_equal(bundle_load(&b, p->file, &err), 0);
	assert_int_equal(err.code, 0);
	assert_int_equal(b->unknown_facts, 0);
	same_bundle(a, b);
	bundle_free(a);
	bundle_free(b);
}

static void the_file_says_what_it_is(void **state)
{
	static const char *const parts[] = {
		"\"schema\": \"etherdx-bundle/1\"", "\"version\": \"0.1.0\"",
		"\"recorded\": \"2026-11-30T12:00:00Z\"", "\"host\": \"node7\"",
		"\"kernel\": \"6.1.0-18-amd64\"", "\"interface\": \"eth1\"", "\"ask\": \"mii\"",
		"\"hex\": \"00\"", "\"hex\": \"0100ff802078\"", "\"text\": \"100\\nrest\"",
		"\"errno\": 95", "\"group\": \"link\"",
	};
	struct place *p = *state;
	struct bundle *a = example();
	struct stat st;
	char *text;

	assert_int_equal(bundle_save(a, p->file, NULL), 0);
	text = slurp(p->file);
	for (size_t i = 0; i < ROWS(parts); i++)
		if (!strstr(text, parts[i]))
			fail_msg("%s is not there", parts[i]);
	assert_int_equal(text[strlen(text) - 1], '\n');
	assert_int_equal(stat(p->file, &st), 0);
	assert_int_equal(st.st_mode & 0700, 0600);
	assert_int_equal(files_in(p->dir, false), 1);
	free(text);
	bundle_free(a);
}

static void an_old_file_is_replaced(void **state)
{
	struct place *p = *state;
	struct bundle *a = example(), *b = NULL;

	spill(p->file, "old and much longer than nothing");
	assert_int_equal(bundle_save(a, p->file, NULL), 0);
	assert_int_equal(bundle_load(&b, p->file, NULL), 0);
	assert_int_equal(files_in(p->dir, false), 1);
	bundle_free(a);
	bundle_free(b);
}

/* Who keeps files from others keeps addresses and host names, too. */
static void umask_is_obeyed(void **state)
{
	struct place *p = *state;
	struct bundle *a = example();
	mode_t old = umask(077);
	struct stat st;

	assert_int_equal(bundle_save(a, p->file, NULL), 0);
	umask(old);
	assert_int_equal(stat(p->file, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	bundle_free(a);
}

/* An interface may have any bytes but '/', ':' and white space for a name. */
static void names_of_odd_bytes_are_kept(void **state)
{
	struct place *p = *state;
	struct bundle *a = bundle_new(), *b = NULL;
	struct err err = { 0 };

	bundle_add_port(a, "l\xe4n0");
	strcpy(a->host, "n\xf6" "de");
	assert_int_equal(bundle_save(a, p->file, &err), 0);
	assert_int_equal(bundle_load(&b, p->file, &err), 0);
	assert_int_equal(b->ports, 1);
	assert_int_equal(strlen(b->port[0].name), 4);
	assert_int_equal(strlen(b->host), 4);
	bundle_free(a);
	bundle_free(b);
}

/* Files that are no bundle: which code, and that the file is named with a next step. */
static const struct {
	const char *name, *text;
	int rc;
	const char *step;
} bad[] = {
	{ "empty", "", -EINVAL, "record it again" },
	{ "white space", " \n", -EINVAL, "record it again" },
	{ "not JSON", "eth0: link up\n", -EINVAL, "record it again" },
	{ "cut off", "{ \"schema\": \"etherdx-bundle/1\", \"ports\": [ { \"interf", -EINVAL,
	  "record it again" },
	{ "more behind it", "{ \"schema\": \"etherdx-bundle/1\", \"ports\": [] } x", -EINVAL,
	  "record it again" },
	{ "another JSON", "{ \"schema\": \"etherdx/1\", \"interface\": \"eth0\" }", -EINVAL,
	  "etherdx record" },
	{ "no schema", "{ \"ports\": [] }", -EINVAL, "etherdx record" },
	{ "a schema that is no text", "{ \"schema\": 1, \"ports\": [] }", -EINVAL,
	  "etherdx record" },
	{ "a schema without number", "{ \"schema\": \"etherdx-bundle/\", \"ports\": [] }", -EINVAL,
	  "etherdx record" },
	{ "an array", "[ \"etherdx-bundle/1\" ]", -EINVAL, "etherdx record" },
	{ "no ports", "{ \"schema\": \"etherdx-bundle/1\" }", -EINVAL, "record it again" },
	{ "ports that are none", "{ \"schema\": \"etherdx-bundle/1\", \"ports\": {} }", -EINVAL,
	  "record it again" },
	{ "a port that is none", "{ \"schema\": \"etherdx-bundle/1\", \"ports\": [ 7 ] }", -EINVAL,
	  "record it again" },
	{ "a port without a name",
	  "{ \"schema\": \"etherdx-bundle/1\", \"ports\": [ { \"interface\": 7 } ] }", -EINVAL,
	  "record it again" },
	{ "newer", "{ \"schema\": \"etherdx-bundle/2\" }", -EPROTO, "use a newer etherdx" },
	{ "much newer", "{ \"schema\": \"etherdx-bundle/10\", \"ports\": [] }", -EPROTO,
	  "use a newer etherdx" },
	{ "newer than an int can tell",
	  "{ \"schema\": \"etherdx-bundle/4294967297\", \"ports\": [] }", -EPROTO,
	  "use a newer etherdx" },
};

static void what_is_no_bundle(void **state)
{
	struct place *p = *state;

	for (size_t i = 0; i < ROWS(bad); i++) {
		struct bundle *b = NULL;
		struct err err = { 0 };
		int rc;

		spill(p->file, bad[i].text);
		rc = bundle_load(&b, p->file, &err);
		if (rc != bad[i].rc || err.code != bad[i].rc)
			fail_msg("%s: %d, %s", bad[i].name, rc, err.text);
		assert_null(b);
		if (strncmp(err.text, p->file, strlen(p->file)) != 0 ||
		    !strstr(err.text, bad[i].step))
			fail_msg("%s: %s", bad[i].name, err.text);
	}
}

/* Whole, it loads; cut anywhere, it is refused. */
static void cut_off_anywhere(void **state)
{
	struct place *p = *state;
	struct bundle *a = example(), *b = NULL;
	struct err err = { 0 };
	char *text;

	assert_int_equal(bundle_save(a, p->file, NULL), 0);
	text = slurp(p->file);
	/* The last byte is a line feed that may go. */
	for (size_t len = 0; len + 1 < strlen(text); len++) {
		err = (struct err){ 0 };
		assert_int_equal(bundle_parse(&b, text, len, "cut.json", &err), -EINVAL);
		assert_null(b);
		assert_non_null(strstr(err.text, "cut.json"));
	}
	assert_int_equal(bundle_parse(&b, text, strlen(text), "cut.json", NULL), 0);
	same_bundle(a, b);
	free(text);
	bundle_free(a);
	bundle_free(b);
}

static void there_is_no_file(void **state)
{
	struct place *p = *state;
	struct bundle *b = NULL;
	struct err err = { 0 };

	assert_int_equal(bundle_load(&b, p->file, &err), -ENOENT);
	assert_non_null(strstr(err.text, p->file));
	assert_non_null(strstr(err.text, "etherdx record"));
	err = (struct err){ 0 };
	assert_int_equal(bundle_load(&b, p->dir, &err), -EISDIR);
	assert_non_null(strstr(err.text, p->dir));
	assert_null(b);
}

static struct bundle *parsed(const char *text)
{
	struct bundle *b = NULL;
	struct err err = { 0 };

	if (bundle_parse(&b, text, strlen(text), "test.json", &err) < 0)
		fail_msg("%s", err.text);
	return b;
}

#define ONE_PORT(order, raw) \
	"{ \"schema\": \"etherdx-bundle/1\", \"byte_order\": \"%s\", \"ports\": [ " \
	"{ \"interface\": \"eth0\", \"facts\": { \"near\": { \"link.speed\": " \
	"{ \"value\": 10, \"from\": \"mii\" }, \"link.colour\": { \"value\": 1 } } }, " \
	"\"raw\": [ " raw " ] } ] }", order

static void another_byte_order_leaves_raw_out(void **state)
{
	static const char *const orders[] = { ORDER_HERE, ORDER_THERE, "middle", "" };
	char text[1024];

	(void)state;
	for (size_t i = 0; i < ROWS(orders); i++) {
		struct bundle *b;

		snprintf(text, sizeof(text),
			 ONE_PORT(orders[i],
				  "{ \"ask\": \"x\", \"group\": \"link\", \"hex\": \"01\" }"));
		b = parsed(text);
		assert_int_equal(b->port[0].answers.count, i == 0);
		assert_int_equal(facts_num(&b->port[0].facts->set[SET_NEAR], FACT_LINK_SPEED, 0),
				 10);
		assert_int_equal(b->unknown_facts, 1);
		bundle_free(b);
	}
}

/* What stands before the first wrong digit is all that may be believed. */
static const struct {
	const char *hex, *bytes;
	size_t len;
} hexes[] = {
	{ "00ff10Ab", "\x00\xff\x10\xab", 4 },
	{ "0", "", 0 },
	{ "010", "\x01", 1 },
	{ "01zz02", "\x01", 1 },
	{ "zz", "", 0 },
	{ "01g2", "\x01", 1 },
	{ "012g", "\x01", 1 },
	{ "01 203", "\x01", 1 },
	{ "  ff", "", 0 },
	{ "-1", "", 0 },
	{ "+f", "", 0 },
	{ "0x", "", 0 },
};

static void odd_hex(void **state)
{
	char text[1024], bad_rows[256] = "";

	(void)state;
	for (size_t i = 0; i < ROWS(hexes); i++) {
		char raw[128];
		struct bundle *b;
		const struct answer *a;

		snprintf(raw, sizeof(raw),
			 "{ \"ask\": \"x\", \"group\": \"mii\", \"hex\": \"%s\" }", hexes[i].hex);
		snprintf(text, sizeof(text), ONE_PORT(ORDER_HERE, "%s"), raw);
		b = parsed(text);
		a = b->port[0].answers.item;
		/* To leave out an answer that is not whole is right, too. */
		if (b->port[0].answers.count &&
		    (a->len_bytes != hexes[i].len ||
		     memcmp(a->bytes, hexes[i].bytes, a->len_bytes) != 0))
			sprintf(bad_rows + strlen(bad_rows), " `%s'", hexes[i].hex);
		bundle_free(b);
	}
	if (bad_rows[0])
		fail_msg("taken for digits:%s", bad_rows);
}

/* Answers of a kind to come, or of none, are left out; the rest stands. */
static void odd_answers(void **state)
{
	static const char raw[] =
		"{ \"ask\": \"x\", \"group\": \"a group to come\", \"hex\": \"01\" }, "
		"7, null, [], {}, "
		"{ \"ask\": 1, \"group\": \"port\", \"text\": 2, \"round\": \"a\", "
		"\"t_ns\": null }, "
		"{ \"ask\": \"name that is much too long to be one, longer than any of the "
		"translators has, or can have\", \"group\": \"fec\", \"text\": \"abc\", "
		"\"errno\": 95 }";
	char text[2048];
	struct bundle *b;
	const struct answers *a;

	(void)state;
	snprintf(text, sizeof(text), ONE_PORT(ORDER_HERE, "%s"), raw);
	b = parsed(text);
	a = &b->port[0].answers;
	assert_int_equal(a->count, 2);
	assert_string_equal(a->item[0].name, "");
	assert_int_equal(a->item[0].group, GROUP_PORT);
	assert_int_equal(a->item[0].len_bytes, 0);
	assert_int_equal(a->item[1].group, GROUP_FEC);
	assert_int_equal(a->item[1].error, -EOPNOTSUPP);
	assert_int_equal(strlen(a->item[1].name), sizeof(a->item[1].name) - 1);
	bundle_free(b);
}

/* No errno is that large; a sanitizer sees what negating it would be. */
static void an_errno_beyond_all(void **state)
{
	static const char raw[] =
		"{ \"ask\": \"x\", \"group\": \"fec\", \"errno\": -2147483648 }, "
		"{ \"ask\": \"y\", \"group\": \"fec\", \"errno\": 2147483648 }, "
		"{ \"ask\": \"z\", \"group\": \"fec\", \"errno\": -95 }";
	char text[1024];
	struct bundle *b;

	(void)state;
	snprintf(text, sizeof(text), ONE_PORT(ORDER_HERE, "%s"), raw);
	b = parsed(text);
	/* 0, or a negative errno: what it can never be is positive. */
	for (size_t i = 0; i < b->port[0].answers.count; i++)
		assert_true(b->port[0].answers.item[i].error <= 0);
	bundle_free(b);
}

static void odd_ports(void **state)
{
	struct bundle *b = parsed("{ \"schema\": \"etherdx-bundle/1\", \"host\": 3, "
				  "\"recorded\": \"yesterday\", \"ports\": [ "
				  "{ \"interface\": \"eth7\", \"facts\": [], \"raw\": 3 }, "
				  "{ \"interface\": \"eth0\" } ] }");

	(void)state;
	assert_int_equal(b->ports, 2);
	assert_string_equal(b->port[0].name, "eth7");
	assert_string_equal(b->port[1].name, "eth0");
	assert_string_equal(b->host, "");
	assert_int_equal(b->recorded, 0);
	bundle_free(b);
}

static void no_port_is_a_bundle(void **state)
{
	struct bundle *b = parsed("{ \"schema\": \"etherdx-bundle/1\", \"ports\": [] }");

	(void)state;
	assert_int_equal(b->ports, 0);
	bundle_free(b);
	bundle_free(NULL);
}

static void ports_keep_their_place(void **state)
{
	struct bundle *b = bundle_new();

	(void)state;
	for (unsigned int i = 0; i < 20; i++) {
		char name[16];
		struct bundle_port *port;

		snprintf(name, sizeof(name), "eth%u", i);
		port = bundle_add_port(b, name);
		assert_ptr_equal(port, &b->port[i]);
		facts_put_num(&port->facts->set[SET_NEAR], FACT_LINK_SPEED, FROM_MII, i);
	}
	for (unsigned int i = 0; i < 20; i++)
		assert_int_equal(facts_num(&b->port[i].facts->set[SET_NEAR], FACT_LINK_SPEED, -1),
				 i);
	bundle_free(b);
}

/* After a failed save the old file is as it was, and nothing else is there. */
static void is_untouched(struct place *p, int rc, const struct err *err)
{
	char *text = slurp(p->file);

	if (strcmp(text, "the old bundle\n") != 0 || files_in(p->dir, false) != 1)
		fail_msg("the old file was touched: %s", text);
	free(text);
	assert_true(rc < 0);
	assert_int_equal(err->code, rc);
	assert_non_null(strstr(err->text, p->file));
}

static void a_directory_that_cannot_be_written(void **state)
{
	struct place *p = *state;
	struct bundle *a = example();
	struct err err = { 0 };
	uid_t me = geteuid();
	int rc;

	spill(p->file, "the old bundle\n");
	assert_int_equal(chmod(p->dir, 0555), 0);
	if (me == 0)
		assert_int_equal(seteuid(NOBODY), 0);
	rc = bundle_save(a, p->file, &err);
	if (me == 0)
		assert_int_equal(seteuid(0), 0);
	assert_int_equal(rc, -EACCES);
	is_untouched(p, rc, &err);
	assert_non_null(strstr(err.text, "choose another place"));
	bundle_free(a);
}

static void a_full_disk(void **state)
{
	struct place *p = *state;
	struct bundle *a = example();
	struct rlimit old, small;
	struct err err = { 0 };
	int rc;

	spill(p->file, "the old bundle\n");
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
	small = (struct rlimit){ .rlim_cur = 64, .rlim_max = old.rlim_max };
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
	rc = bundle_save(a, p->file, &err);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
	signal(SIGXFSZ, SIG_DFL);
	is_untouched(p, rc, &err);
	bundle_free(a);
}

static void a_directory_is_no_file(void **state)
{
	struct place *p = *state;
	struct bundle *a = example();
	struct err err = { 0 };

	assert_int_equal(bundle_save(a, p->dir, &err), -EISDIR);
	assert_non_null(strstr(err.text, p->dir));
	assert_int_equal(files_in(p->dir, false), 0);
	bundle_free(a);
}

static void a_place_that_is_not_there(void **state)
{
	struct place *p = *state;
	struct bundle *a = example();
	struct err err = { 0 };
	char file[128];

	snprintf(file, sizeof(file), "%s/none/run.json", p->dir);
	assert_int_equal(bundle_save(a, file, &err), -ENOENT);
	assert_non_null(strstr(err.text, file));
	bundle_free(a);
}

/*
 * Written to, not replaced; and what cannot take it says so.  By a link of the
 * test's own: whatever goes wrong, the machine keeps its devices.
 */
static void a_device_is_written_to(void **state)
{
	struct place *p = *state;
	struct bundle *a = example();
	struct err err = { 0 };
	struct stat st;

	assert_int_equal(symlink("/dev/null", p->file), 0);
	assert_int_equal(bundle_save(a, p->file, &err), 0);
	assert_int_equal(lstat(p->file, &st), 0);
	assert_true(S_ISLNK(st.st_mode));
	assert_int_equal(unlink(p->file), 0);
	assert_int_equal(symlink("/dev/full", p->file), 0);
	assert_true(bundle_save(a, p->file, &err) < 0);
	assert_non_null(strstr(err.text, p->file));
	bundle_free(a);
}

static void standard_output_and_input(void **state)
{
	struct place *p = *state;
	struct bundle *a = example(), *b = NULL;
	pid_t child;
	int status;

	fflush(stdout);
	child = fork();
	if (child == 0) {
		bool ok = freopen(p->file, "w", stdout) && bundle_save(a, "-", NULL) == 0;

		ok = ok && freopen(p->file, "r", stdin) && bundle_load(&b, "-", NULL) == 0 &&
		     b->ports == 2;
		_exit(ok ? 0 : 1);
	}
	assert_true(child > 0);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	assert_int_equal(bundle_load(&b, p->file, NULL), 0);
	same_bundle(a, b);
	bundle_free(a);
	bundle_free(b);
}

#define PLACED(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLACED(saved_and_loaded),
		PLACED(the_file_says_what_it_is),
		PLACED(an_old_file_is_replaced),
		PLACED(umask_is_obeyed),
		PLACED(names_of_odd_bytes_are_kept),
		PLACED(what_is_no_bundle),
		PLACED(cut_off_anywhere),
		PLACED(there_is_no_file),
		cmocka_unit_test(another_byte_order_leaves_raw_out),
		cmocka_unit_test(odd_hex),
		cmocka_unit_test(odd_answers),
		cmocka_unit_test(an_errno_beyond_all),
		cmocka_unit_test(odd_ports),
		cmocka_unit_test(no_port_is_a_bundle),
		cmocka_unit_test(ports_keep_their_place),
		PLACED(a_directory_that_cannot_be_written),
		PLACED(a_full_disk),
		PLACED(a_directory_is_no_file),
		PLACED(a_place_that_is_not_there),
		PLACED(standard_output_and_input),
		PLACED(a_device_is_written_to),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("fact-bundle", tests, NULL, NULL);
}
