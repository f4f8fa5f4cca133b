// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * The commands that do something to a port (cable, locate, mii --watch), on a
 * port made up here: the linker calls __wrap_live_open() below for live_open().
 */
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "facts-help.h"
#include "stub-dev.h"

#define NS_PER_S 1000000000LL

/* What the port answers; set by a test. */
static struct {
	struct sets *told;
	struct cable_test cable;
	int cable_rc, blink_rc, look_rc;
	unsigned int blinked_s, cable_runs, looks;
	struct cable_request asked;
} port;

static int cable(struct dev *dev, const struct cable_request *request, struct cable_test *out,
		 struct err *err)
{
	(void)dev;
	port.asked = *request;
	port.cable_runs++;
	*out = port.cable;
	return port.cable_rc < 0 ? err_set(err, port.cable_rc, "stub0: refused") : 0;
}

static int blink(struct dev *dev, unsigned int seconds, struct err *err)
{
	stub_of(dev)->now_ns += seconds * NS_PER_S;
	port.blinked_s += seconds;
	return port.blink_rc < 0 ? err_set(err, port.blink_rc, "stub0: no lamp") : 0;
}

/* The link goes away with the third look, and is back with the fifth. */
static int look(struct dev *dev, int64_t until_ns, struct mii_look *out, struct err *err)
{
	bool down = ++port.looks == 3 || port.looks == 4;

	stub_of(dev)->now_ns = until_ns > stub_of(dev)->now_ns ? until_ns : stub_of(dev)->now_ns;
	*out = (struct mii_look){ .t_ns = stub_of(dev)->now_ns, .carrier = -1 };
	assert_int_equal(mii_words_parse(&out->words, down ? "3100 7809 02a8 0154 05e1 0000 0000" :
					 "3100 782d 02a8 0154 05e1 45e1 0001", NULL), 0);
	for (unsigned int i = out->words.count; i < FACT_WORDS_MAX; i++)
		out->words.reg[i] = WORD_UNREADABLE;
	out->bmsr_first = out->words.reg[1];
	return port.look_rc < 0 ? err_set(err, port.look_rc, "stub0: no registers") : 0;
}

int __wrap_live_open(struct dev **out, const char *name, struct err *err);
int __wrap_live_open(struct dev **out, const char *name, struct err *err)
{
	static struct dev_ops ops;
	struct stub *stub;

	if (strcmp(name, "stub0") != 0)
		return err_set(err, -ENODEV, "%s: no such interface", name);
	stub = stub_open(port.told, NULL);
	assert_non_null(stub);
	ops = *stub->dev.ops;
	ops.cable = cable;
	ops.blink = blink;
	ops.look = look;
	stub->dev.ops = &ops;
	*out = &stub->dev;
	return 0;
}

static int setup(void **state)
{
	struct facts *near;

	(void)state;
	memset(&port, 0, sizeof(port));
	port.told = sets_new();
	if (!port.told)
		return -1;
	near = &port.told->set[SET_NEAR];
	facts_put_text(near, FACT_PORT_NAME, FROM_NETLINK, "stub0");
	facts_put_bool(near, FACT_PORT_PHYSICAL, FROM_SYSFS, true);
	facts_put_bool(near, FACT_LINK_ADMIN_UP, FROM_NETLINK, true);
	facts_put_bool(near, FACT_LINK_UP, FROM_NETLINK, true);
	facts_put_num(near, FACT_LINK_SPEED, FROM_NETLINK, 1000);
	facts_put_text(near, FACT_LINK_DUPLEX, FROM_NETLINK, "full");
	cable_init(&port.cable);
	for (int i = 0; i < CABLE_PAIRS; i++)
		port.cable.pair[i].code = CABLE_OK;
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	sets_free(port.told);
	return 0;
}

static char *slurp(const char *file)
{
	FILE *in = fopen(file, "r");
	char *text = calloc(1, 65536);

	assert_non_null(in);
	assert_non_null(text);
	assert_true(fread(text, 1, 65535, in) < 65535);
	fclose(in);
	unlink(file);
	return text;
}

/* Runs it with the report in files; the exit status, text and JSON (freed by the caller). */
static int run(const char *const *argument, char **text, json_t **json)
{
	char text_file[] = "/tmp/test-cmd-portXXXXXX", json_file[] = "/tmp/test-cmd-portXXXXXX";
	char text_to[64], json_to[64], *argv[24] = { (char[]){ "etherdx" } }, *body;
	int argc = 1, status;

	close(mkstemp(text_file));
	close(mkstemp(json_file));
	snprintf(text_to, sizeof(text_to), "text:%s", text_file);
	snprintf(json_to, sizeof(json_to), "json:%s", json_file);
	while (*argument)
		argv[argc++] = (char *)(uintptr_t)*argument++;
	argv[argc++] = (char[]){ "-o" };
	argv[argc++] = text_to;
	argv[argc++] = (char[]){ "-o" };
	argv[argc++] = json_to;
	status = cmd_main(argc, argv);
	*text = slurp(text_file);
	body = slurp(json_file);
	*json = json_loads(body, 0, NULL);
	free(body);
	return status;
}

#define RUN(text, json, ...) run((const char *const[]){ __VA_ARGS__, NULL }, text, json)

static void assert_has(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("\"%s\" is not in:\n%s", part, text);
}

static void cable_that_is_well(void **state)
{
	json_t *json;
	char *text;

	(void)state;
	assert_int_equal(RUN(&text, &json, "cable", "stub0", "--yes"), STATUS_EXIT_OK);
	assert_has(text, "  pair A  pins 1, 2  ok\n");
	assert_has(text, "  pair D  pins 7, 8  ok\n");
	assert_has(text, "What this cannot see");
	assert_int_equal(json_array_size(json_object_get(json, "pairs")), 4);
	assert_false(port.asked.tdr);
	assert_int_equal(port.asked.timeout_ns, 30 * NS_PER_S);
	json_decref(json);
	free(text);
}

static void cable_with_a_fault(void **state)
{
	json_t *json, *pair;
	char *text;

	(void)state;
	port.cable.pair[1].code = CABLE_OPEN;
	port.cable.pair[1].fault_cm = 1234;
	assert_int_equal(RUN(&text, &json, "cable", "stub0", "-y"), STATUS_EXIT_CRITICAL);
	assert_has(text, "  pair B  pins 3, 6  open at 12.34 m\n");
	assert_has(text, "CABLE-FAULT");
	pair = json_array_get(json_object_get(json, "pairs"), 1);
	assert_string_equal(json_string_value(json_object_get(pair, "pair")), "B");
	assert_string_equal(json_string_value(json_object_get(pair, "result")), "open");
	assert_true(json_number_value(json_object_get(pair, "distance_m")) > 12.33);
	json_decref(json);
	free(text);
}

static void cable_undecided(void **state)
{
	json_t *json;
	char *text;

	(void)state;
	port.cable.pair[2].code = CABLE_NOISE;
	assert_int_equal(RUN(&text, &json, "cable", "stub0", "-y"), STATUS_EXIT_UNKNOWN);
	assert_has(text, "CABLE-UNDETERMINED");
	assert_has(text, "too noisy to measure");
	json_decref(json);
	free(text);
}

static void cable_reflections(void **state)
{
	json_t *json, *tdr;
	char *text;

	(void)state;
	cable_init(&port.cable);
	port.cable.tdr = true;
	port.cable.first_cm = 100;
	port.cable.step_cm = 50;
	port.cable.pair[1].samples = 2;
	port.cable.pair[1].mv[0] = -12;
	port.cable.pair[1].mv[1] = 340;
	assert_int_equal(RUN(&text, &json, "cable", "-y", "--tdr", "--pair", "b", "--first", "1", "--last",
			     "1.5", "--step", "0.5", "stub0"), STATUS_EXIT_OK);
	assert_has(text, "     metres     B mV\n       1.00      -12\n       1.50      340\n");
	assert_int_equal(port.asked.pair, 1);
	assert_int_equal(port.asked.first_cm, 100);
	assert_int_equal(port.asked.last_cm, 150);
	assert_int_equal(port.asked.step_cm, 50);
	tdr = json_object_get(json, "tdr");
	assert_true(json_number_value(json_object_get(tdr, "step_m")) == 0.5);
	assert_int_equal(json_array_size(json_object_get(json_object_get(tdr, "pairs_mv"), "B")), 2);
	json_decref(json);
	free(text);
}

/* Nobody was asked, so nothing is done. */
static void cable_without_leave(void **state)
{
	int in = dup(STDIN_FILENO), null = open("/dev/null", O_RDONLY);
	json_t *json;
	char *text;

	(void)state;
	dup2(null, STDIN_FILENO);
	assert_int_equal(RUN(&text, &json, "cable", "stub0"), STATUS_EXIT_UNKNOWN);
	dup2(in, STDIN_FILENO);
	close(in);
	close(null);
	assert_int_equal(port.cable_runs, 0);
	assert_string_equal(text, "");
	assert_has(json_string_value(json_object_get(json, "error")), "--yes");
	json_decref(json);
	free(text);
}

static void cable_refused(void **state)
{
	static const int refusals[] = { -EOPNOTSUPP, -EPERM, -EBUSY, -ENODEV };

	(void)state;
	for (size_t i = 0; i < ROWS(refusals); i++) {
		json_t *json;
		char *text;

		port.cable_rc = refusals[i];
		assert_int_equal(RUN(&text, &json, "cable", "stub0", "-y"), STATUS_EXIT_UNKNOWN);
		assert_string_equal(text, "");
		assert_string_equal(json_string_value(json_object_get(json, "error")), "stub0: refused");
		json_decref(json);
		free(text);
	}
}

/* What was learnt before the end is printed, marked as incomplete. */
static void cable_cut_off(void **state)
{
	json_t *json;
	char *text;

	(void)state;
	port.cable_rc = -ETIMEDOUT;
	port.cable.pair[3].code = -1;
	assert_int_equal(RUN(&text, &json, "cable", "stub0", "-y"), STATUS_EXIT_UNKNOWN);
	assert_has(text, "  pair A  pins 1, 2  ok\n");
	assert_true(json_is_false(json_object_get(json, "complete")));
	assert_int_equal(json_array_size(json_object_get(json, "pairs")), 3);
	json_decref(json);
	free(text);
}

static void locate(void **state)
{
	json_t *json;
	char *text;

	(void)state;
	assert_int_equal(RUN(&text, &json, "locate", "stub0", "--duration", "5", "-q"), STATUS_EXIT_OK);
	assert_int_equal(port.blinked_s, 5);
	assert_string_equal(text, "stub0: the lamp blinked for 5 s\n");
	assert_true(json_number_value(json_object_get(json, "duration_s")) == 5);
	json_decref(json);
	free(text);

	port.blink_rc = -EOPNOTSUPP;
	assert_int_equal(RUN(&text, &json, "locate", "stub0"), STATUS_EXIT_UNKNOWN);
	assert_string_equal(text, "");
	assert_string_equal(json_string_value(json_object_get(json, "error")), "stub0: no lamp");
	json_decref(json);
	free(text);
}

static void watch(void **state)
{
	json_t *json, *events, *sum;
	char *text;

	(void)state;
	assert_int_equal(RUN(&text, &json, "mii", "--watch", "--duration", "1", "stub0", "-q"),
			 STATUS_EXIT_OK);
	events = json_object_get(json, "events");
	assert_int_equal(json_array_size(events), 7);
	assert_has(text, "     0.200  link-lost             status 7809\n");
	assert_has(text, "     0.400  link-up               at 100baseT/Full, highest common mode\n");
	assert_has(text, "1 link losses, down for 0.2 s");
	sum = json_object_get(json, "watch");
	assert_int_equal(json_integer_value(json_object_get(sum, "looks")), 11);
	assert_int_equal(json_integer_value(json_object_get(sum, "link_losses")), 1);
	assert_true(json_is_true(json_object_get(json, "complete")));
	json_decref(json);
	free(text);

	port.look_rc = -EOPNOTSUPP;
	assert_int_equal(RUN(&text, &json, "mii", "--watch", "stub0"), STATUS_EXIT_UNKNOWN);
	assert_string_equal(text, "");
	assert_string_equal(json_string_value(json_object_get(json, "error")), "stub0: no registers");
	json_decref(json);
	free(text);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(cable_that_is_well),
		TEST(cable_with_a_fault),
		TEST(cable_undecided),
		TEST(cable_reflections),
		TEST(cable_without_leave),
		TEST(cable_refused),
		TEST(cable_cut_off),
		TEST(locate),
		TEST(watch),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
