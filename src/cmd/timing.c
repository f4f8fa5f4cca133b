// SPDX-License-Identifier: GPL-3.0-or-later
/* Frame timing: what a switch does with a frame, and what that costs. */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/clock.h"
#include "cmd/cmd.h"
#include "cmd/run.h"
#include "cmd/timing.h"
#include "probe/probe.h"
#include "timing/points.h"

#define TEXT_BYTES_MAX (64 << 20)
#define RATE_MAX_MBPS 1600000.0
#define ACCURACY_MAX_NS 1e9
#define DURATION_S 3
#define DURATION_MAX_S 3600

struct options {
	const char *points, *read;
	struct timing_live_plan plan;
	double rate_in_mbps, rate_out_mbps;
	double unit_ns, accuracy_ns, cable_extra_m;
	bool serialization_removed;
	struct timing_run run;	/* outlives the report, which prints it */
};

enum { OPT_POINTS, OPT_RATE, OPT_RATE_OUT, OPT_SERIALIZATION_REMOVED, OPT_UNIT, OPT_ACCURACY,
       OPT_CABLE_EXTRA, OPT_DIRECT, OPT_CALIBRATION, OPT_STAMPS, OPT_PTP, OPT_DURATION, OPT_READ,
       OPT_PLOT, OPT_VIA, OPT_PEER_IFACE, OPT_REMOTE_ETHERDX };

static const struct opt timing_options[] = {
	{ 0, "via", "COMMAND", "with one interface: sh -c 'COMMAND etherdx agent' reaches the far end, which "
	  "answers the frames", OPT_VIA },
	{ 0, "peer-iface", "IFACE", "the far port (default: the one that hears IFACE)", OPT_PEER_IFACE },
	{ 0, "remote-etherdx", "PATH", "what to start there instead of etherdx", OPT_REMOTE_ETHERDX },
	{ 0, "direct", "FILE", "the two ports are joined by a cable: measure it, and keep that in FILE",
	  OPT_DIRECT },
	{ 0, "calibration", "FILE", "the direct cable, kept before; without it only an upper bound of k can "
	  "be had", OPT_CALIBRATION },
	{ 0, "stamps", "KIND", "auto (default: hardware where both ports have it; of a capture: software), hardware or "
	  "software",
	  OPT_STAMPS },
	{ 0, "ptp", NULL, "with interfaces: frames in the shape of PTP, for NICs that stamp no others", OPT_PTP },
	{ 0, "duration", "S", "send for so many seconds at most (default 3)", OPT_DURATION },
	{ 'r', "read", "FILE", "a capture of both ports; or, with a second file as argument, one of each side",
	  OPT_READ },
	{ 0, "points", "FILE", "frame sizes and latencies that somebody measured, one pair a line; - is "
	  "standard input", OPT_POINTS },
	{ 0, "rate", "RATE", "of the link into the switch: Mb/s, or 100M, 1G, 10G", OPT_RATE },
	{ 0, "rate-out", "RATE", "of the link out of it, if that is another", OPT_RATE_OUT },
	{ 0, "serialization-removed", NULL, "with --points: each frame's own time on the wire was "
	  "already taken off", OPT_SERIALIZATION_REMOVED },
	{ 0, "unit", "UNIT", "with --points: ns (default), us, ms or s, where the file does not say",
	  OPT_UNIT },
	{ 0, "accuracy", "NS", "how exact a delay is; widens the intervals", OPT_ACCURACY },
	{ 0, "cable-extra", "METRES", "cable that the switch needs beyond the direct one; 5 ns each are "
	  "taken off", OPT_CABLE_EXTRA },
	{ 0, "plot", "FILE.svg", "draw latency by size with gnuplot", OPT_PLOT },
	{ 0, NULL, NULL, NULL, 0 },
};

static void *new_options(void)
{
	struct options *o = calloc(1, sizeof(*o));

	if (o)
		*o = (struct options){ .unit_ns = 1, .plan = { .duration_s = DURATION_S } };
	return o;
}

static int take_rate(const char *name, const char *value, double *mbps, struct err *err)
{
	static const struct {
		const char *unit;
		double mbps;
	} units[] = { { "", 1 }, { "M", 1 }, { "G", 1000 }, { "T", 1e6 }, { "Mb/s", 1 },
		      { "Gb/s", 1000 } };
	char *end;

	*mbps = strtod(value, &end);
	for (size_t i = 0; end != value && i < sizeof(units) / sizeof(units[0]); i++) {
		double rate = *mbps * units[i].mbps;

		if (strcasecmp(end, units[i].unit) != 0 || !(rate > 0) || rate > RATE_MAX_MBPS)
			continue;
		*mbps = rate;
		return 0;
	}
	return err_set(err, -EINVAL, "--%s %s: Mb/s or a rate as 100M, 1G or 10G is wanted", name, value);
}

static int take_stamps(const char *value, enum timing_want *want, struct err *err)
{
	static const char *const name[] = {
		[TIMING_WANT_BEST] = "auto",
		[TIMING_WANT_HARDWARE] = "hardware",
		[TIMING_WANT_SOFTWARE] = "software",
	};

	for (size_t i = 0; i < sizeof(name) / sizeof(name[0]); i++)
		if (strcmp(name[i], value) == 0) {
			*want = (enum timing_want)i;
			return 0;
		}
	return err_set(err, -EINVAL, "--stamps %s: auto, hardware or software is wanted", value);
}

static int take(int id, const char *value, void *into, struct err *err)
{
	struct options *o = into;

	switch (id) {
	case OPT_POINTS:
		o->points = value;
		return 0;
	case OPT_PLOT:
		o->run.plot = value;
		return 0;
	case OPT_READ:
		o->read = value;
		return 0;
	case OPT_RATE:
		return take_rate("rate", value, &o->rate_in_mbps, err);
	case OPT_RATE_OUT:
		return take_rate("rate-out", value, &o->rate_out_mbps, err);
	case OPT_SERIALIZATION_REMOVED:
		o->serialization_removed = true;
		return 0;
	case OPT_UNIT:
		o->unit_ns = timing_unit_ns(value, strlen(value));
		return o->unit_ns > 0 ? 0 : err_set(err, -EINVAL, "--unit %s: ns, us, ms or s is wanted",
						    value);
	case OPT_ACCURACY:
		return opt_number("accuracy", value, 0, ACCURACY_MAX_NS, &o->accuracy_ns, err);
	case OPT_VIA:
		o->plan.far.via.command = value;
		return 0;
	case OPT_PEER_IFACE:
		o->plan.far.iface = value;
		return 0;
	case OPT_REMOTE_ETHERDX:
		o->plan.far.via.remote_etherdx = value;
		return 0;
	case OPT_DIRECT:
		o->plan.direct = value;
		return 0;
	case OPT_CALIBRATION:
		o->plan.calibration = value;
		return 0;
	case OPT_STAMPS:
		return take_stamps(value, &o->plan.stamps, err);
	case OPT_PTP:
		o->plan.ptp = true;
		return 0;
	case OPT_DURATION:
		return opt_number("duration", value, 0.1, DURATION_MAX_S, &o->plan.duration_s, err);
	case OPT_CABLE_EXTRA:
		return opt_number("cable-extra", value, -10000, 10000, &o->cable_extra_m, err);
	}
	return -EINVAL;
}

void timing_note(struct timing_run *run, const char *fmt, ...)
{
	va_list ap;

	if (run->notes == TIMING_NOTES_MAX)
		return;
	va_start(ap, fmt);
	vsnprintf(run->note[run->notes++], TIMING_NOTE_BYTES, fmt, ap);
	va_end(ap);
}

/* The whole file with a NUL behind it; the caller's to free. */
static char *read_text(const char *file, size_t *len, struct err *err)
{
	FILE *in = strcmp(file, "-") == 0 ? stdin : fopen(file, "re");
	size_t room = 1 << 16;
	char *text = malloc(room + 1);

	*len = 0;
	if (!in)
		err_set(err, -errno, "%s: cannot read: %s; name a file with points, or - for standard "
			"input", file, strerror(errno));
	while (in && text && !feof(in) && !ferror(in) && *len < TEXT_BYTES_MAX) {
		char *more;

		*len += fread(text + *len, 1, room - *len, in);
		if (*len < room)
			continue;
		more = realloc(text, 2 * room + 1);
		if (!more)
			break;
		text = more;
		room *= 2;
	}
	if (in && (ferror(in) || !feof(in)))
		err_set(err, ferror(in) ? -EIO : -EFBIG, "%s: %s", file,
			ferror(in) ? "cannot be read" : "too long; leave points out");
	if (in && in != stdin)
		fclose(in);
	if (err->code || !text) {
		free(text);
		return NULL;
	}
	text[*len] = '\0';
	return text;
}

static void result_text(const struct timing_estimate *e, const struct facts *path, char *out,
			size_t size)
{
	const struct fact *fifo = facts_get(path, FACT_TIMING_LATENCY_FIFO);
	char k[64] = "", latency[24];

	if (isfinite(e->k.low))
		snprintf(k, sizeof(k), ", k = %.2f (%.2f to %.2f)", e->k.value, e->k.low, e->k.high);
	else
		snprintf(k, sizeof(k), ", k below %.2f", e->k.high);
	snprintf(out, size, "%s%s", timing_mode_text(e->mode), k);
	if (fifo->state != FACT_KNOWN)
		return;
	timing_ns_text(fifo->real, latency);
	snprintf(out + strlen(out), size - strlen(out), ", idle FIFO latency %s at 64 bytes", latency);
}

/* A direct cable by itself says nothing of a switch. */
static void forget_estimate(struct timing_estimate *e)
{
	const struct timing_value none = { NAN, NAN, NAN };

	*e = (struct timing_estimate){ .k = none, .slope_ns_per_byte = none, .intercept_ns = none,
				       .threshold_bytes = none };
}

/* From what was estimated to a judged port. */
static int conclude(struct timing_run *run, struct report_port *port, struct report *report,
		    struct err *err)
{
	struct facts *path = &port->sets->set[SET_PATH];
	struct err drawn = { 0 };

	if (run->kept)
		forget_estimate(&run->estimate);
	if (run->plot && timing_write_plot(run, port->name, run->plot, &drawn) < 0)
		timing_note(run, "%s", drawn.text);
	for (unsigned int i = 0; i < run->notes; i++)
		facts_list_add(path, FACT_TIMING_NOTES, FROM_MEASURED, run->note[i]);
	if (!run->kept)
		probe_timing(path, &run->setup, &run->estimate);
	port->measured = run;
	port->extra = timing_to_json(run);
	port->duration_s = run->seconds;
	port->complete = !run->incomplete;
	if (run->incomplete)
		port->err = (struct err){ .code = -EINTR, .text = "interrupted; fewer frames were timed",
					  .cause = "interrupted" };
	if (run->kept)
		snprintf(port->result, sizeof(port->result), "direct cable kept in %.100s", run->kept);
	else if (run->estimate.mode != TIMING_MODE_UNDETERMINED)
		result_text(&run->estimate, path, port->result, sizeof(port->result));
	report->preface = timing_text;
	return run_judge(port, err);
}

static void note_points(struct timing_run *run)
{
	const struct timing_estimate *e = &run->estimate;

	if (run->setup.values == TIMING_VALUES_LESS_SERIALISATION)
		timing_note(run, "each frame's own time was taken off before, as said; it is put back "
			    "for k and FIFO");
	else if (run->setup.values == TIMING_VALUES_LATENCY && e->mode == TIMING_MODE_CUT_THROUGH)
		timing_note(run, "the values were taken as first bit in to first bit out; if each "
			    "frame's own time was taken off before, a flat line is store-and-forward: "
			    "say --serialization-removed");
	if (e->few_sizes)
		timing_note(run, "two sizes only: three or more would give confidence");
}

static int run_points(struct options *o, struct report *report, struct err *err)
{
	struct timing_run *run = &o->run;
	struct timing_points points = { .point = NULL };
	struct report_port *port;
	size_t len;
	char *text = read_text(o->points, &len, err);
	int rc = text ? timing_points_parse(&points, text, len, o->unit_ns, o->points, err) : err->code;

	free(text);
	if (rc == 0 && points.direct && o->serialization_removed)
		rc = err_set(err, -EBADMSG, "%s: has a direct leg, so its values are delays between "
			     "hosts; leave --serialization-removed out", o->points);
	if (rc < 0)
		err->cause = "bad-points";
	run->input = "points";
	run->point = points.point;
	run->points = points.count;
	run->setup.stamps = points.direct ? TIMING_STAMPS_SOFTWARE : TIMING_STAMPS_SFD;
	run->setup.values = points.direct ? TIMING_VALUES_DELAY : o->serialization_removed ?
			    TIMING_VALUES_LESS_SERIALISATION : TIMING_VALUES_LATENCY;
	run->setup.resolution_ns = fmax(points.resolution_ns, o->accuracy_ns);
	snprintf(run->accuracy, sizeof(run->accuracy), "%g ns, by %s", run->setup.resolution_ns,
		 o->accuracy_ns > points.resolution_ns ? "--accuracy" : "the last digit of the values");
	if (rc == 0)
		rc = timing_estimate(&run->estimate, &run->setup, run->point, run->points, err);
	if (rc == 0) {
		note_points(run);
		port = report_add_port(report, strcmp(o->points, "-") ? o->points : "points");
		rc = port ? conclude(run, port, report, err) :
			    err_set(err, -ENOMEM, "out of memory");
	}
	timing_points_fini(&points);
	return rc;
}

static int run_capture(struct options *o, const char *second, struct report *report, struct err *err)
{
	struct timing_capture_plan plan = {
		.file = { o->read, second }, .direct = o->plan.direct,
		.calibration = o->plan.calibration, .stamps = o->plan.stamps,
	};
	struct report_port *port;
	int rc;

	o->run.kept = o->plan.direct;
	o->run.setup.resolution_ns = o->accuracy_ns;
	rc = timing_from_capture(&plan, &o->run, err);
	if (rc == 0) {
		port = report_add_port(report, o->read);
		rc = port ? conclude(&o->run, port, report, err) :
			    err_set(err, -ENOMEM, "out of memory");
	}
	free(o->run.point);
	return rc;
}

static void show_progress(const char *what, double done_s, double of_s)
{
	fprintf(stderr, "\rtiming: %s, %.0f s left ", what, of_s > done_s ? of_s - done_s : 0);
}

static int run_live(struct options *o, char **names, struct report *report, struct err *err)
{
	struct report_port *port = report_add_port(report, names[0]);
	int rc;

	if (!port)
		return err_set(err, -ENOMEM, "out of memory");
	o->plan.from = names[0];
	o->plan.to = names[1];
	o->run.kept = o->plan.direct;
	if (isatty(STDERR_FILENO))
		o->plan.progress = show_progress;
	rc = o->plan.far.via.command ? timing_via(&o->plan, &o->run, port->sets, err) :
				       timing_live(&o->plan, &o->run, port->sets, err);
	if (o->plan.progress)
		fprintf(stderr, "\r%40s\r", "");
	if (rc == 0)
		rc = conclude(&o->run, port, report, err);
	else
		report_fini(report);
	if (rc == -EINTR && !err->cause)
		err->cause = "interrupted";
	free(o->run.point);
	return rc;
}

/* With a far end. */
static int check_via(const struct far_plan *far, bool live, int count, struct err *err)
{
	if (!far->via.command && (far->iface || far->via.remote_etherdx))
		return err_set(err, -EINVAL, "timing: --peer-iface and --remote-etherdx go with --via");
	if (far->via.command && (!live || count != 1))
		return err_set(err, -EINVAL, "timing: --via goes with one interface of this host");
	return 0;
}

/* Each form has its options and arguments. */
static int check(const struct options *o, int count, struct err *err)
{
	bool live = !o->points && !o->read;
	int rc = check_via(&o->plan.far, live, count, err);

	if (rc < 0)
		return rc;
	if (o->points && o->read)
		return err_set(err, -EINVAL, "timing: --points or -r, not both");
	if (o->points && count)
		return err_set(err, -EINVAL, "timing: --points or interfaces, not both");
	if (o->read && count > 1)
		return err_set(err, -EINVAL, "timing -r: two files at most, one of each side");
	if (live && !o->plan.far.via.command && count != 2)
		return err_set(err, -EINVAL, "timing: two interfaces on one switch are wanted, or one and "
			       "--via, or -r, or --points");
	if (o->plan.ptp && !live)
		return err_set(err, -EINVAL, "timing: --ptp goes with interfaces");
	if (o->accuracy_ns > 0 && live)
		return err_set(err, -EINVAL, "timing: --accuracy goes with -r or --points; of stamps it is known");
	if (o->plan.direct && o->plan.calibration)
		return err_set(err, -EINVAL, "timing: --direct makes the file that --calibration uses; one of "
			       "them");
	if (o->points && (o->plan.direct || o->plan.calibration))
		return err_set(err, -EINVAL, "timing: --direct and --calibration go with interfaces or -r");
	if (!o->points && o->serialization_removed)
		return err_set(err, -EINVAL, "timing: --serialization-removed goes with --points");
	if (!live && !(o->rate_in_mbps > 0))
		return err_set(err, -EINVAL, "timing: at which rate? --rate 1000 is 1 Gb/s");
	return 0;
}

static int run(const struct settings *settings, void *options, int count, char **argv,
	       struct report *report, struct err *err)
{
	struct options *o = options;
	struct timing_setup *setup = &o->run.setup;
	int rc = check(o, count, err);

	(void)settings;
	if (rc < 0)
		return rc;
	setup->rate_in_mbps = o->rate_in_mbps;
	setup->rate_out_mbps = o->rate_out_mbps > 0 ? o->rate_out_mbps : o->rate_in_mbps;
	setup->cable_extra_m = o->cable_extra_m;
	setup->seed = 1;
	if (o->points)
		rc = run_points(o, report, err);
	else if (o->read)
		rc = run_capture(o, count ? argv[0] : NULL, report, err);
	else
		rc = run_live(o, argv, report, err);
	return rc == -EINVAL ? -EBADMSG : rc;
}

const struct command cmd_timing = {
	.name = "timing",
	.arguments = "IFACE [IFACE2] [OPTIONS] | -r FILE [FILE2] | --points FILE",
	.summary = "is the switch cut-through, and what latency does it add",
	.help = "Sends frames from one port to another of this host, or to a far end that answers, or reads what somebody measured. From the delay of frames by their size: a switch that stores a frame holds a longer one "
		"longer, one that cuts through does not. Tells the mode with an interval of 99 %, the "
		"idle latency by size, or why it cannot tell.",
	.options = timing_options,
	.take = take,
	.new_options = new_options,
	.run = run,
};
