// SPDX-License-Identifier: GPL-3.0-or-later
/* Registers in words, from a PHY or from what somebody pasted. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/mii.h"
#include "cmd/run.h"
#include "mii/words.h"
#include "probe/probe.h"

struct options {
	const char *words, *bmsr_first, *srom;
	int phy_addr;	/* negative: not given */
	int chip;	/* enum srom_chip; 0: not given */
	double duration_s;	/* 0: not given */
	bool base_x, all, watch, fail_on_critical;
};

enum { OPT_WORDS, OPT_PHY_ADDR, OPT_BMSR_FIRST, OPT_BASE_X, OPT_ALL, OPT_WATCH, OPT_DURATION,
       OPT_SROM, OPT_CHIP, OPT_FAIL_ON };

static const struct opt mii_options[] = {
	{ 0, "words", "\"W0 W1 ...\"", "read these words instead of a PHY: hex from register 0 on, -- "
	  "is unreadable", OPT_WORDS },
	{ 0, "phy-addr", "N", "with --words: the PHY's address", OPT_PHY_ADDR },
	{ 0, "bmsr-first", "WORD", "with --words: an earlier reading of register 1", OPT_BMSR_FIRST },
	{ 0, "base-x", NULL, "with --words: read registers 4 and 5 by clause 37 (1000BASE-X)",
	  OPT_BASE_X },
	{ 0, "all", NULL, "read the maker's registers 16 to 31 too (may clear their latches)",
	  OPT_ALL },
	{ 0, "watch", NULL, "follow the negotiation: every change with its time, until interrupted "
	  "(consumes latched bits: other tools miss them)", OPT_WATCH },
	{ 0, "duration", "SECONDS", "with --watch: end after this time", OPT_DURATION },
	{ 0, "srom", "FILE", "decode the serial ROM of a 2114x board: 128 bytes, or a dump as text",
	  OPT_SROM },
	{ 0, "chip", "CHIP", "with --srom: 21041, 21140, 21142 or 21143, in place of a guess",
	  OPT_CHIP },
	{ 0, "fail-on", "LEVEL", "warning (default) or critical: warnings then exit 0", OPT_FAIL_ON },
	{ 0, NULL, NULL, NULL, 0 },
};

static void *new_options(void)
{
	struct options *o = calloc(1, sizeof(*o));

	if (o)
		o->phy_addr = -1;
	return o;
}

static int take(int id, const char *value, void *into, struct err *err)
{
	struct options *o = into;

	switch (id) {
	case OPT_WORDS:
		o->words = value;
		return 0;
	case OPT_PHY_ADDR:
		return opt_whole("phy-addr", value, 0, 65535, &o->phy_addr, err);
	case OPT_BMSR_FIRST:
		o->bmsr_first = value;
		return 0;
	case OPT_BASE_X:
		o->base_x = true;
		return 0;
	case OPT_ALL:
		o->all = true;
		return 0;
	case OPT_WATCH:
		o->watch = true;
		return 0;
	case OPT_DURATION:
		return opt_number("duration", value, 0.1, MII_WATCH_MAX_S, &o->duration_s, err);
	case OPT_SROM:
		o->srom = value;
		return 0;
	case OPT_CHIP:
		return mii_srom_chip(value, &o->chip, err);
	case OPT_FAIL_ON:
		return opt_fail_on(value, &o->fail_on_critical, err);
	}
	return -EINVAL;
}

static int words_into(const struct options *o, struct facts *near, struct err *err)
{
	struct fact words = { .state = FACT_KNOWN, .source = FROM_PASTE };
	int32_t first = WORD_UNREADABLE;
	int rc = mii_words_parse(&words.words, o->words, err);

	if (rc == 0 && o->bmsr_first)
		rc = mii_word_parse(&first, o->bmsr_first, strlen(o->bmsr_first)) < 0 ?
			     err_set(err, -EINVAL, "--bmsr-first %s: not 4 hex digits",
				     o->bmsr_first) : 0;
	if (rc < 0)
		return rc;
	facts_put(near, FACT_MII_WORDS, &words);
	if (first != WORD_UNREADABLE)
		facts_put_num(near, FACT_MII_BMSR_FIRST, FROM_PASTE, first);
	if (o->phy_addr >= 0)
		facts_put_num(near, FACT_MII_PHY_ADDR, FROM_PASTE, o->phy_addr);
	return 0;
}

static int run_words(const struct options *o, struct report *report, struct err *err)
{
	struct report_port *port;
	struct facts *near;
	int rc;

	port = report_add_port(report, "words");
	if (!port)
		return err_set(err, -ENOMEM, "out of memory");
	near = &port->sets->set[SET_NEAR];
	rc = words_into(o, near, err);
	if (rc < 0) {
		report_fini(report);
		return rc;
	}
	probe_mii(port->sets, o->base_x);
	port->complete = true;
	return run_judge(port, err);
}

/* A command for registers has nothing to give where there are none. */
static int need_words(struct report *report, struct err *err)
{
	const struct report_port *port = &report->port[0];
	const struct facts *near = &port->sets->set[SET_NEAR];
	const struct fact *words = facts_get(near, FACT_MII_WORDS);
	int rc;

	if (words->state == FACT_KNOWN || port->err.code ||
	    facts_known(near, FACT_MII_C45_PACKAGE) || facts_known(near, FACT_TULIP_CSR))
		return 0;
	if (words->state == FACT_DENIED)
		rc = err_set(err, -EPERM, "%s: registers need CAP_NET_ADMIN; run with sudo",
			     port->name);
	else
		rc = err_set(err, -EOPNOTSUPP,
			     "%s: the driver offers no MII registers; etherdx show %s lists what it tells",
			     port->name, port->name);
	report_fini(report);
	return rc;
}

static int run(const struct settings *settings, void *options, int count, char **argv,
	       struct report *report, struct err *err)
{
	const struct options *o = options;
	struct run_plan plan = { .window_s = 0, .judge = true, .all_words = o->all };
	int rc;

	report->preface = mii_print;
	report->fail_on_critical = o->fail_on_critical;
	if (o->srom && (o->words || count || o->watch))
		return err_set(err, -EINVAL, "mii: --srom FILE stands alone");
	if (o->chip && !o->srom)
		return err_set(err, -EINVAL, "mii: --chip goes with --srom");
	if (o->srom)
		return mii_srom_run(o->srom, o->chip, report, err);
	if (o->words && (count || o->watch))
		return err_set(err, -EINVAL, "mii: an interface or --words, not both");
	if (o->duration_s > 0 && !o->watch)
		return err_set(err, -EINVAL, "mii: --duration goes with --watch");
	if (o->words)
		return run_words(o, report, err);
	if (o->bmsr_first || o->phy_addr >= 0 || o->base_x)
		return err_set(err, -EINVAL, "mii: --bmsr-first, --phy-addr and --base-x go with --words");
	if (count != 1)
		return err_set(err, -EINVAL, "mii: one interface is wanted, or --words");
	if (o->watch)
		return mii_watch_run(settings, argv[0], o->duration_s, report, err);
	rc = run_ports(&plan, count, argv, report, err);
	return rc < 0 ? rc : need_words(report, err);
}

const struct command cmd_mii = {
	.name = "mii",
	.arguments = "[OPTIONS] IFACE | [OPTIONS] --words \"W0 W1 ...\" | --srom FILE",
	.summary = "PHY registers in words, live or pasted",
	.help = "Decodes the registers of the PHY bit by bit (-v: every bit) and judges what they say. "
		"Reading clears latched bits of registers 1, 6 and 10; it is done once.",
	.options = mii_options,
	.take = take,
	.new_options = new_options,
	.run = run,
};
