// SPDX-License-Identifier: GPL-3.0-or-later
#include "dev/pcapng.h"

#include <errno.h>

#include "test-wire-eth-help.h"

#define SECTION "0a0d0d0a 1c000000 4d3c2b1a 0100 0000 ffffffffffffffff 1c000000"
#define SECTION_BIG "0a0d0d0a 0000001c 1a2b3c4d 0001 0000 ffffffffffffffff 0000001c"
#define INTERFACE(type) "01000000 14000000 " type " 0000 00000400 14000000"
#define NAMED(type, name) "01000000 20000000 " type " 0000 00000400 0200 0400 " name " 0000 0000 20000000"
/* Four bytes, at 5 us. */
#define PACKET(port, data) "06000000 24000000 " port " 00000000 05000000 04000000 04000000 " data " 24000000"
#define OUTGOING(port, data) "06000000 30000000 " port " 00000000 05000000 04000000 04000000 " data \
	" 0200 0400 02000000 0000 0000 30000000"

static FILE *file_of(const char *hex)
{
	static uint8_t bytes[HELP_FRAME_MAX];
	FILE *in = tmpfile();

	assert_non_null(in);
	fwrite(bytes, 1, help_hex(hex, bytes), in);
	rewind(in);
	return in;
}

/* All frames as "port:type:bytes:time:out", one a line, and how it ended. */
static void frames_are(const char *hex, const char *want, int end)
{
	char have[1024] = "";
	struct pcapng_frame f;
	struct pcapng *p = NULL;
	FILE *in = file_of(hex);
	int rc = pcapng_open(&p, in, "test", NULL);

	while (rc >= 0 && (rc = pcapng_next(p, &f, NULL)) > 0)
		snprintf(have + strlen(have), sizeof(have) - strlen(have), "%u:%u:%zu/%zu:%lld%s\n",
			 f.port, f.link_type, f.len_bytes, f.wire_bytes, (long long)f.t_ns,
			 f.outgoing ? ":out" : "");
	assert_string_equal(have, want);
	assert_int_equal(rc, end);
	pcapng_close(p);
	fclose(in);
}

static void frames(void **state)
{
	(void)state;
	frames_are(SECTION, "", 0);
	frames_are(SECTION INTERFACE("0100") PACKET("00000000", "01020304"), "0:1:4/4:5000\n", 0);
	frames_are(SECTION INTERFACE("0100") INTERFACE("7100") PACKET("01000000", "01020304")
		   OUTGOING("00000000", "01020304"), "1:113:4/4:5000\n0:1:4/4:5000:out\n", 0);
	/* Longer on the wire. */
	frames_are(SECTION INTERFACE("0100") "06000000 24000000 00000000 00000000 05000000 04000000 "
		   "40000000 01020304 24000000", "0:1:4/64:5000\n", 0);
	/* Simple packets have no time; the obsolete ones count losses. */
	frames_are(SECTION INTERFACE("0100") "03000000 14000000 04000000 01020304 14000000",
		   "0:1:4/4:0\n", 0);
	frames_are(SECTION INTERFACE("0100") "02000000 24000000 0000 0000 00000000 05000000 04000000 "
		   "04000000 01020304 24000000", "0:1:4/4:5000\n", 0);
	/* Blocks that nobody knows are passed over. */
	frames_are(SECTION "efbe0000 10000000 01020304 10000000" INTERFACE("0100")
		   PACKET("00000000", "01020304"), "0:1:4/4:5000\n", 0);
}

/* Interfaces of a second section have numbers of their own; it may have the other byte order. */
static void sections(void **state)
{
	(void)state;
	frames_are(SECTION INTERFACE("0100") PACKET("00000000", "01020304") SECTION INTERFACE("0100")
		   PACKET("00000000", "01020304"), "0:1:4/4:5000\n1:1:4/4:5000\n", 0);
	frames_are(SECTION_BIG "00000001 00000014 0001 0000 00040000 00000014 00000006 00000024 00000000 "
		   "00000000 00000005 00000004 00000004 01020304 00000024", "0:1:4/4:5000\n", 0);
}

static void resolutions(void **state)
{
	(void)state;
	/* 10^-9, then 2^-10. */
	frames_are(SECTION "01000000 1c000000 0100 0000 00000400 0900 0100 09000000 1c000000"
		   PACKET("00000000", "01020304"), "0:1:4/4:5\n", 0);
	frames_are(SECTION "01000000 1c000000 0100 0000 00000400 0900 0100 8a000000 1c000000"
		   PACKET("00000000", "01020304"), "0:1:4/4:4882812\n", 0);
}

static void broken_files(void **state)
{
	static const char *const all = SECTION INTERFACE("0100") PACKET("00000000", "01020304");
	static uint8_t bytes[256];
	size_t len_bytes = help_hex(all, bytes);

	(void)state;
	frames_are("", "", -EBADMSG);
	frames_are("0a0d0d0a 1c000000 00000000 0100 0000 ffffffffffffffff 1c000000", "", -EBADMSG);
	frames_are(INTERFACE("0100"), "", -EBADMSG);
	/* A length below what a block needs, and one that is no multiple of four. */
	frames_are(SECTION "01000000 08000000 01020304", "", -EBADMSG);
	frames_are(SECTION "01000000 15000000 01020304", "", -EBADMSG);
	/* A frame of an interface that was not told of; one that says more than its block has. */
	frames_are(SECTION PACKET("00000000", "01020304"), "", 0);
	frames_are(SECTION INTERFACE("0100") "06000000 24000000 00000000 00000000 05000000 ffffffff "
		   "ffffffff 01020304 24000000", "0:1:4/4294967295:5000\n", 0);
	for (size_t n = 0; n < len_bytes; n++) {
		struct pcapng_frame f;
		struct pcapng *p = NULL;
		FILE *in = tmpfile();

		fwrite(bytes, 1, n, in);
		rewind(in);
		if (pcapng_open(&p, in, "cut", NULL) == 0)
			assert_true(pcapng_next(p, &f, NULL) <= 0);
		pcapng_close(p);
		fclose(in);
	}
}

static void names(void **state)
{
	FILE *in = file_of(SECTION NAMED("0100", "65746830") NAMED("0100", "651b6830") INTERFACE("0100"));
	struct pcapng_frame f;
	struct pcapng *p;

	(void)state;
	assert_int_equal(pcapng_open(&p, in, "test", NULL), 0);
	assert_int_equal(pcapng_next(p, &f, NULL), 0);
	assert_string_equal(pcapng_port_name(p, 0), "eth0");
	assert_string_equal(pcapng_port_name(p, 1), "e?h0");
	assert_null(pcapng_port_name(p, 2));
	assert_null(pcapng_port_name(p, 3));
	pcapng_close(p);
	fclose(in);
}

/* More than are kept: their frames are left out, those of a later section too. */
static void many_interfaces(void **state)
{
	static char hex[65536];
	size_t used = (size_t)snprintf(hex, sizeof(hex), SECTION);

	(void)state;
	for (int i = 0; i < PCAPNG_INTERFACES_MAX + 2; i++)
		used += (size_t)snprintf(hex + used, sizeof(hex) - used, INTERFACE("0100"));
	snprintf(hex + used, sizeof(hex) - used, PACKET("3f000000", "01020304")
		 PACKET("40000000", "01020304") SECTION INTERFACE("0100") PACKET("00000000", "01020304"));
	frames_are(hex, "63:1:4/4:5000\n", 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(frames),
		cmocka_unit_test(sections),
		cmocka_unit_test(resolutions),
		cmocka_unit_test(broken_files),
		cmocka_unit_test(names),
		cmocka_unit_test(many_interfaces),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("dev/pcapng", tests, NULL, NULL);
}
