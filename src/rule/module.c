// SPDX-License-Identifier: GPL-3.0-or-later
/* Is the module or cable accepted, does light arrive and leave, and are its readings in order? */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "rule/lanes.h"
#include "rule/rule.h"

static const struct remedy too_much_power[] = {
	{ "see how much power the slot gives: the NIC's manual, the kernel's log", "none" },
	{ "use a module of a lower power class", "link drops" },
	{ NULL, NULL },
};

static const struct remedy too_hot[] = {
	{ "look after the air flow: fans, blanks, a module that stands next to others", "none" },
	{ "let it cool, then plug it again", "link drops" },
	{ NULL, NULL },
};

static const struct remedy not_working[] = {
	{ "unplug it and plug it again", "link drops" },
	{ "try it in another port, and another one in this port", "link drops" },
	{ "update the module's firmware, if it has any, and the NIC's", "service at risk" },
	{ NULL, NULL },
};

struct refusal {
	const char *state, *substate;	/* of the driver, substate NULL: any; or words of a log */
	const char *words;
	const struct remedy *remedies;	/* NULL: those of the row */
};

static const struct refusal *driver_refused(const struct facts *f)
{
	static const struct refusal refusals[] = {
		{ "cable-issue", "unsupported-cable", "the driver refused the module or cable", NULL },
		{ "eeprom-issue", NULL, "the memory of the module can not be read or is wrong",
		  not_working },
		{ "power-budget-exceeded", NULL, "the module wants more power than the slot gives",
		  too_much_power },
		{ "overheat", NULL, "the module is too hot and was shut off", too_hot },
		{ "module", NULL, "the module does not become ready", not_working },
	};

	for (size_t i = 0; i < sizeof(refusals) / sizeof(refusals[0]); i++)
		if (facts_text_is(f, FACT_LINK_EXT_STATE, refusals[i].state) &&
		    (!refusals[i].substate ||
		     facts_text_is(f, FACT_LINK_EXT_SUBSTATE, refusals[i].substate)))
			return &refusals[i];
	return NULL;
}

/* What drivers write of a module that they do not refuse, and that does not work. */
static const struct refusal *fault_logged(const struct facts *f)
{
	static const struct refusal faults[] = {
		{ "Power budget exceeded", NULL, "the module wants more power than the slot gives",
		  too_much_power },
		{ "power on the PCIe slot", NULL, "the PCIe slot gives the card too little power",
		  too_much_power },
		{ "power mode", NULL, "the module wants more power than the slot gives",
		  too_much_power },
		{ "High Temperature", NULL, "the module is too hot and was shut off", too_hot },
		{ "EEPROM", NULL, "the memory of the module can not be read", not_working },
		{ "Bus stuck", NULL, "the memory of the module can not be read", not_working },
		{ "shorted cable", NULL, "the cable or module is bad or shorted", not_working },
		{ "transmit fault", NULL, "the module says that its transmitter has failed",
		  not_working },
	};
	const char *logged = facts_text(f, FACT_LOG_MODULE_FAULT);

	for (size_t i = 0; logged && i < sizeof(faults) / sizeof(faults[0]); i++)
		if (strstr(logged, faults[i].state))
			return &faults[i];
	return NULL;
}

/* The first ConfigStatus of a lane that is a refusal; NULL: none is. */
static const char *rejected(const struct facts *f)
{
	const char *at = facts_text(f, FACT_MODULE_CONFIG);

	return at ? strstr(at, "rejected") : NULL;
}

static bool link_should_be(const struct facts *f)
{
	return facts_no(f, FACT_LINK_UP) && !facts_no(f, FACT_LINK_ADMIN_UP);
}

static void module_refused(const struct link *link, struct verdict *v)
{
	const struct refusal *refusal = driver_refused(link->this);
	const struct refusal *fault = fault_logged(link->this);
	const char *config = rejected(link->this);
	bool logged = facts_known(link->this, FACT_LOG_MODULE_REFUSED);

	if (!logged && !fault && !facts_known(link->this, FACT_LINK_EXT_STATE) &&
	    !facts_known(link->this, FACT_MODULE_FORM)) {
		no_data(v, SIDE_THIS, FACT_MODULE_FORM);
		return;
	}
	/* A log that somebody pasted may be all there is. */
	if (!link_should_be(link->this) && !((logged || fault) && !facts_known(link->this, FACT_LINK_UP)))
		return;
	cite(v, SIDE_THIS, FACT_LINK_EXT_STATE);
	cite(v, SIDE_THIS, FACT_MODULE_VENDOR);
	cite(v, SIDE_THIS, FACT_MODULE_PART);
	if (refusal) {
		cite(v, SIDE_THIS, FACT_LINK_EXT_SUBSTATE);
		v->remedies = refusal->remedies ? refusal->remedies : v->remedies;
		found(v, "%s", refusal->words);
	} else if (logged) {
		cite(v, SIDE_THIS, FACT_LOG_MODULE_REFUSED);
		found(v, "the driver refused the module or cable, by the kernel log");
	} else if (fault) {
		cite(v, SIDE_THIS, FACT_LOG_MODULE_FAULT);
		v->remedies = fault->remedies;
		found(v, "%s, by the kernel log", fault->words);
	} else if (facts_text_is(link->this, FACT_MODULE_STATE, "fault")) {
		cite(v, SIDE_THIS, FACT_MODULE_STATE);
		v->remedies = not_working;
		found(v, "the module says that it has failed");
	} else if (config) {
		cite(v, SIDE_THIS, FACT_MODULE_CONFIG);
		cite(v, SIDE_THIS, FACT_MODULE_HOST);
		found(v, "the module refused what the driver asked of it (%.*s)",
		      (int)strcspn(config, "\n"), config);
	} else if (!facts_known(link->this, FACT_LINK_EXT_STATE) &&
		   !facts_known(link->this, FACT_MODULE_STATE)) {
		no_data(v, SIDE_THIS, FACT_LINK_EXT_STATE);
	}
}

/* "on lane 2", or nothing where there is one lane. */
static void on_lanes(const struct lanes *lanes, char *out, size_t size)
{
	char name[64];

	lanes_name(lanes, name, sizeof(name));
	snprintf(out, size, "%s%s", name[0] ? " on " : "", name);
}

static void rx_dark(const struct link *link, struct verdict *v)
{
	struct lanes dark = lanes_rx_dark(link->this);
	bool alos = facts_text_is(link->this, FACT_LINK_EXT_SUBSTATE, "serdes-alos");
	char where[80];

	if (dark.count == 0 && !alos) {
		no_data(v, SIDE_THIS, FACT_MODULE_RX_POWER);
		return;
	}
	if (!link_should_be(link->this))
		return;
	/* A dark lane of a cage that is shared may be another port's. */
	if (!alos && (dark.set == 0 || (lanes_shared(link->this, dark.count) && !lanes_all(&dark))))
		return;
	v->end = END_UNKNOWN;
	v->fix_end = END_UNKNOWN;
	cite(v, SIDE_THIS, FACT_MODULE_RX_POWER);
	cite(v, SIDE_THIS, FACT_MODULE_RX_LOS);
	cite(v, SIDE_THIS, FACT_MODULE_THRESHOLDS_RX_POWER);
	cite(v, SIDE_THIS, FACT_MODULE_TX_POWER);
	if (alos)
		cite(v, SIDE_THIS, FACT_LINK_EXT_SUBSTATE);
	on_lanes(&dark, where, sizeof(where));
	if (lanes_all(&dark) || dark.set == 0)
		found(v, "nothing arrives here%s: fibre broken or both strands crossed, or the partner "
		      "sends nothing", dark.set ? where : "");
	else
		found(v, "nothing arrives%s, the others receive: one strand or contact, or one of the "
		      "partner's lasers", where);
}

/* In backplane and copper training the partner tells it; where light is missing it tells nothing. */
static void remote_fault(const struct link *link, struct verdict *v)
{
	struct lanes dark = lanes_rx_dark(link->this);

	if (facts_yes(link->this, FACT_LINK_UP) ||
	    !facts_text_is(link->this, FACT_LINK_EXT_SUBSTATE, "remote-side-is-not-ready-yet") ||
	    lanes_all(&dark))
		return;
	v->end = END_OTHER;
	v->fix_end = END_THIS;
	found(v, "the far side reports a fault in what it receives from here");
	cite(v, SIDE_THIS, FACT_LINK_UP);
	cite(v, SIDE_THIS, FACT_MODULE_TX_POWER);
	cite(v, SIDE_THIS, FACT_MODULE_TX_FAULT);
	cite(v, SIDE_THIS, FACT_MODULE_TX_DISABLE);
}

static const struct remedy laser_failed[] = {
	{ "unplug the module and plug it again", "link drops" },
	{ "replace it", "link drops" },
	{ NULL, NULL },
};

static void tx_dark(const struct link *link, struct verdict *v)
{
	struct lanes fault = lanes_of(link->this, FACT_MODULE_TX_FAULT);
	struct lanes off = lanes_of(link->this, FACT_MODULE_TX_DISABLE);
	struct lanes dark = lanes_tx_dark(link->this);
	const struct lanes *lanes = fault.set ? &fault : off.set ? &off : &dark;
	char where[80];

	if (fault.count == 0 && off.count == 0 && dark.count == 0) {
		no_data(v, SIDE_THIS, FACT_MODULE_TX_POWER);
		return;
	}
	if (!link_should_be(link->this))
		return;
	if (lanes->set == 0 || (lanes_shared(link->this, lanes->count) && !lanes_all(lanes)))
		return;
	cite(v, SIDE_THIS, FACT_MODULE_TX_FAULT);
	cite(v, SIDE_THIS, FACT_MODULE_TX_DISABLE);
	cite(v, SIDE_THIS, FACT_MODULE_TX_POWER);
	cite(v, SIDE_THIS, FACT_MODULE_TX_BIAS);
	on_lanes(lanes, where, sizeof(where));
	if (lanes == &fault)
		v->remedies = laser_failed;
	found(v, "this end sends nothing%s: %s", where,
	      lanes == &fault ? "the module reports a failed laser" :
	      lanes == &off ? "the laser is switched off" : "the laser is dark");
}

/* Each reading that a module has limits for. */
static const struct monitor {
	enum fact_id reading, limits;
	const char *name, *unit;
	bool lanes, received;
} monitors[] = {
	{ FACT_MODULE_TEMPERATURE, FACT_MODULE_THRESHOLDS_TEMPERATURE, "temperature", "C", false,
	  false },
	{ FACT_MODULE_VOLTAGE, FACT_MODULE_THRESHOLDS_VOLTAGE, "voltage", "V", false, false },
	{ FACT_MODULE_RX_POWER, FACT_MODULE_THRESHOLDS_RX_POWER, "light received", "dBm", true, true },
	{ FACT_MODULE_TX_POWER, FACT_MODULE_THRESHOLDS_TX_POWER, "light sent", "dBm", true, false },
	{ FACT_MODULE_TX_BIAS, FACT_MODULE_THRESHOLDS_TX_BIAS, "laser current", "mA", true, false },
};

#define MONITORS (sizeof(monitors) / sizeof(monitors[0]))

/* One reading beyond a limit. */
struct beyond {
	const struct monitor *monitor;
	unsigned int lane;		/* from 1; 0: of the module */
	double reading, limit;
	bool alarm, low;
};

static bool is_beyond(double reading, const struct reals *limits, struct beyond *b)
{
	b->reading = reading;
	for (unsigned int alarm = 2; alarm-- > 0;) {
		double low = limits->at[alarm ? 0 : 1], high = limits->at[alarm ? 3 : 2];

		b->alarm = alarm;
		b->low = reading < low;
		b->limit = b->low ? low : high;
		if (reading < low || reading > high)
			return true;
	}
	return false;
}

/*
 * No light at all is RX-DARK or TX-DARK while the link is down, and a lane that
 * nobody uses while it is up; so is whatever a laser reads that is switched off.
 */
static bool lane_is_judged(const struct facts *f, const struct monitor *m, unsigned int lane)
{
	struct lanes dark = m->received ? lanes_rx_dark(f) : lanes_tx_dark(f);
	struct lanes off = lanes_of(f, FACT_MODULE_TX_DISABLE);

	if (facts_no(f, FACT_LINK_ADMIN_UP) || dark.set & 1U << lane ||
	    (!m->received && off.set & 1U << lane))
		return false;
	return !facts_known(f, FACT_MODULE_DATA_PATH) ||
	       facts_list_has(f, FACT_MODULE_DATA_PATH, "activated");
}

/* The worst so far stays: an alarm before a warning, then the first. */
static void judge_reading(const struct monitor *m, unsigned int lane, double reading,
			  const struct reals *limits, struct beyond *worst, unsigned int *count)
{
	struct beyond b = { .monitor = m, .lane = lane };

	if (!is_beyond(reading, limits, &b))
		return;
	if (!worst->monitor || (b.alarm && !worst->alarm))
		*worst = b;
	++*count;
}

static void judge_monitor(const struct facts *f, const struct monitor *m, struct beyond *worst,
			  unsigned int *count)
{
	struct reals limits = facts_reals(f, m->limits), readings;

	if (!m->lanes) {
		judge_reading(m, 0, facts_real(f, m->reading, NAN), &limits, worst, count);
		return;
	}
	readings = facts_reals(f, m->reading);
	for (unsigned int i = 0; i < readings.count; i++)
		if (lane_is_judged(f, m, i))
			judge_reading(m, i + 1, readings.at[i], &limits, worst, count);
}

static void say_beyond(const struct facts *f, const struct beyond *b, unsigned int count,
		       struct verdict *v)
{
	char lane[24] = "", more[48] = "";
	unsigned int lanes = facts_reals(f, b->monitor->reading).count;

	if (b->lane && lanes > 1)
		snprintf(lane, sizeof(lane), " on lane %u", b->lane);
	if (count > 1)
		snprintf(more, sizeof(more), "; %u more beyond a limit", count - 1);
	cite(v, SIDE_THIS, b->monitor->reading);
	cite(v, SIDE_THIS, b->monitor->limits);
	cite(v, SIDE_THIS, FACT_MODULE_FLAGS);
	cite(v, SIDE_THIS, FACT_LINK_UP);
	/* In a cage that several ports share the lane may be another one's, and without a word on
	 * the link nobody's. */
	if (b->alarm && !(b->lane && (lanes_shared(f, lanes) || !facts_known(f, FACT_LINK_UP))))
		v->severity = SEV_CRITICAL;
	found(v, "%s%s %.2f %s, %s the module's %s limit of %.2f%s", b->monitor->name, lane,
	      b->reading, b->monitor->unit, b->low ? "below" : "above",
	      b->alarm ? "alarm" : "warning", b->limit, more);
}

static void module_optics(const struct link *link, struct verdict *v)
{
	struct beyond worst = { .monitor = NULL };
	unsigned int count = 0, with_limits = 0;

	for (size_t i = 0; i < MONITORS; i++) {
		if (!facts_known(link->this, monitors[i].reading) ||
		    !facts_known(link->this, monitors[i].limits))
			continue;
		with_limits++;
		judge_monitor(link->this, &monitors[i], &worst, &count);
	}
	if (with_limits == 0)
		no_data(v, SIDE_THIS, facts_known(link->this, FACT_MODULE_TEMPERATURE) ?
				      FACT_MODULE_THRESHOLDS_TEMPERATURE : FACT_MODULE_TEMPERATURE);
	else if (worst.monitor)
		say_beyond(link->this, &worst, count, v);
	else if (!facts_known(link->this, FACT_LINK_UP) &&
		 (lanes_rx_dark(link->this).set || lanes_tx_dark(link->this).set))
		no_data(v, SIDE_THIS, FACT_LINK_UP);	/* no light: a fault, or nobody is there */
}

const struct rule rules_module[] = {
	{
		.id = "MODULE-REFUSED", .severity = SEV_CRITICAL, .step = STEP_CABLE,
		.means = "There is no link, and the driver refuses to use the plugged module or cable, or "
			 "the module refuses what was asked of it, or says that it failed.",
		.source = "linux include/uapi/linux/ethtool.h, extended link states; CMIS 5.2, module "
			  "state and ConfigStatus; kernel log of ixgbe, i40e, ice, bnxt_en, "
			  "mlx5_core, phylink",
		.one_is_enough = true,
		.needs = { THIS(LINK_UP), THIS(LOG_MODULE_REFUSED), THIS(LOG_MODULE_FAULT) },
		.remedies = {
			{ "use a module on the NIC maker's list, or one coded for it", "link drops" },
			{ "the driver's switch for unlisted modules, then reload it", "service at risk" },
		},
		.judge = module_refused,
	},
	{
		.id = "RX-DARK", .severity = SEV_CRITICAL, .step = STEP_CABLE,
		.means = "There is no link, and the module receives no light: on all lanes, or on one. "
			 "What is wrong lies between here and the partner's laser.",
		.source = "SFF-8472, SFF-8636 and CMIS: received power and loss of signal; -40 dBm is "
			  "the least that can be told",
		.avoid = "changing speed, FEC or negotiation: none of them brings light",
		.needs = { THIS(LINK_UP) },
		.remedies = {
			{ "see that the partner is on, its port is set up, and its module sends light",
			  "none" },
			{ "swap the two strands at one end, if transmit meets transmit", "link drops" },
			{ "clean the connectors; try another fibre", "link drops" },
		},
		.judge = rx_dark,
	},
	{
		.id = "TX-DARK", .severity = SEV_CRITICAL, .step = STEP_CABLE,
		.means = "There is no link though the interface is set up, and the module sends no light: "
			 "its laser failed, is switched off, or is dark.",
		.source = "SFF-8472, SFF-8636 and CMIS: TX fault, TX disable and sent power",
		.needs = { THIS(LINK_UP) },
		.remedies = {
			{ "ip link set IFACE down, then up: the driver switches the laser on", "link drops" },
			{ "unplug the module and plug it again; then replace it", "link drops" },
		},
		.judge = tx_dark,
	},
	{
		.id = "REMOTE-FAULT", .severity = SEV_CRITICAL, .step = STEP_CABLE,
		.means = "The partner receives nothing it can use from this end and says so. What arrives "
			 "here is well; where nothing arrives at all, it is RX-DARK.",
		.source = "IEEE 802.3 46.3.4; linux ethtool extended link states",
		.needs = { THIS(LINK_EXT_SUBSTATE) },
		.remedies = {
			{ "compare FEC and speed of both ends", "none" },
			{ "check this end's transmitter: module, fibre polarity, cleanliness", "link drops" },
		},
		.judge = remote_fault,
	},
	{
		.id = "MODULE-OPTICS", .severity = SEV_WARNING, .step = STEP_CABLE,
		.means = "Temperature, voltage, laser current or light of the module is beyond the limits "
			 "that the module itself names: beyond its alarm limit it is critical, on lanes in "
			 "use. Light that is missing altogether is RX-DARK or TX-DARK.",
		.source = "SFF-8472 9.4, SFF-8636 6.6, CMIS page 02h",
		.avoid = "looking into a fibre or a port: infrared lasers are not seen and blind",
		.needs = { THIS(MODULE_MEMORY) },
		.remedies = {
			{ "little light received: clean the connectors, then look at the partner's laser",
			  "link drops" },
			{ "too much of it: a module for long distance on a short fibre wants an attenuator",
			  "link drops" },
			{ "heat: look after the air flow; else replace the module", "link drops" },
		},
		.judge = module_optics,
	},
	{ .id = NULL },
};
