// SPDX-License-Identifier: GPL-3.0-or-later
#include "timing/estimate.h"

const char *timing_mode_text(enum timing_mode mode)
{
	switch (mode) {
	case TIMING_MODE_UNDETERMINED:
		return "undetermined";
	case TIMING_MODE_CUT_THROUGH:
		return "cut-through";
	case TIMING_MODE_CUT_THROUGH_ABOVE:
		return "cut-through-above";
	case TIMING_MODE_STORE_AND_FORWARD:
		return "store-and-forward";
	}
	return "";
}

const char *timing_rates_text(const struct timing_setup *setup)
{
	if (setup->rate_in_mbps < setup->rate_out_mbps)
		return "towards a faster port no switch can cut through: the frame would run dry";
	if (setup->rate_in_mbps > setup->rate_out_mbps)
		return "towards a slower port only the shorter time of a byte on the way in tells the "
		       "modes apart";
	return NULL;
}

const char *timing_figure_name(enum timing_figure figure)
{
	switch (figure) {
	case TIMING_FIFO:
		return "FIFO";
	case TIMING_FILO:
		return "FILO";
	case TIMING_LIFO:
		return "LIFO";
	case TIMING_VARIATION:
		return "p99-min";
	}
	return "";
}

const char *timing_figure_text(enum timing_figure figure)
{
	switch (figure) {
	case TIMING_FIFO:
		return "first bit in to first bit out (RFC 1242 3.8, RFC 8238 2.1)";
	case TIMING_FILO:
		return "first bit in to last bit out (RFC 8238 2.1)";
	case TIMING_LIFO:
		return "last bit in to first bit out, RFC 1242 for store-and-forward devices; never to "
		       "be compared with cut-through ones (RFC 8238 2.3)";
	case TIMING_VARIATION:
		return "variation of the delay, 99 % quantile less the least (RFC 5481 4.2)";
	}
	return "";
}

bool timing_is_loaded(const struct timing_setup *setup)
{
	return setup->load_known && setup->other_load >= TIMING_LOADED;
}

const char *timing_reason_code(enum timing_reason reason)
{
	switch (reason) {
	case TIMING_REASON_NONE:
		return "none";
	case TIMING_REASON_NO_POINTS:
		return "no-points";
	case TIMING_REASON_TOO_FEW_PROBES:
		return "too-few-probes";
	case TIMING_REASON_TOO_FEW_SIZES:
		return "too-few-sizes";
	case TIMING_REASON_SIZES_TOO_NEAR:
		return "sizes-too-near";
	case TIMING_REASON_NO_CALIBRATION:
		return "no-calibration";
	case TIMING_REASON_INTERVAL_TOO_WIDE:
		return "interval-too-wide";
	case TIMING_REASON_BETWEEN_MODES:
		return "between-modes";
	case TIMING_REASON_IMPOSSIBLE:
		return "impossible";
	case TIMING_REASON_NON_LINEAR:
		return "non-linear";
	case TIMING_REASON_LOSS:
		return "loss";
	case TIMING_REASON_PAUSE:
		return "pause";
	case TIMING_REASON_SPEED_MISMATCH:
		return "speed-mismatch";
	case TIMING_REASON_SETTINGS_DIFFER:
		return "settings-differ";
	case TIMING_REASON_FLOODING:
		return "flooding";
	case TIMING_REASON_EEE:
		return "eee";
	case TIMING_REASON_CLOCK:
		return "clock";
	}
	return "";
}

const char *timing_reason_text(enum timing_reason reason)
{
	switch (reason) {
	case TIMING_REASON_NONE:
		return "determined";
	case TIMING_REASON_NO_POINTS:
		return "no frame came through the switch";
	case TIMING_REASON_TOO_FEW_PROBES:
		return "too few frames of each size";
	case TIMING_REASON_TOO_FEW_SIZES:
		return "too few frame sizes to tell the modes apart";
	case TIMING_REASON_SIZES_TOO_NEAR:
		return "the frame sizes are too near each other";
	case TIMING_REASON_NO_CALIBRATION:
		return "without a direct cable the hosts' own time per byte is not known";
	case TIMING_REASON_INTERVAL_TOO_WIDE:
		return "the stamps are too rough for so many frames";
	case TIMING_REASON_BETWEEN_MODES:
		return "the slope fits neither mode";
	case TIMING_REASON_IMPOSSIBLE:
		return "less delay by size than any switch can have";
	case TIMING_REASON_NON_LINEAR:
		return "latency by size follows no known mode";
	case TIMING_REASON_LOSS:
		return "frames were lost";
	case TIMING_REASON_PAUSE:
		return "pause frames held frames back";
	case TIMING_REASON_SPEED_MISMATCH:
		return "the direct cable ran at another speed";
	case TIMING_REASON_SETTINGS_DIFFER:
		return "the ports' settings were not the same with and without the switch";
	case TIMING_REASON_FLOODING:
		return "the switch flooded the frames";
	case TIMING_REASON_EEE:
		return "waking from energy efficient Ethernet hides the size";
	case TIMING_REASON_CLOCK:
		return "a clock was stepped, or the stamps are of different clocks";
	}
	return "";
}

const char *timing_settle_text(enum timing_settle settle)
{
	switch (settle) {
	case TIMING_SETTLE_MORE_PROBES:
		return "send more frames of each size";
	case TIMING_SETTLE_HARDWARE_STAMPS:
		return "use hardware stamps";
	case TIMING_SETTLE_JUMBO:
		return "add jumbo frames";
	case TIMING_SETTLE_EEE_OFF:
		return "switch energy efficient Ethernet off at both ends";
	case TIMING_SETTLE_MODERATION_OFF:
		return "switch interrupt moderation off";
	case TIMING_SETTLE_DIRECT_LEG:
		return "measure the direct cable first";
	case TIMING_SETTLE_MORE_SIZES:
		return "use more frame sizes, from 64 to 1518 bytes";
	case TIMING_SETTLE_QUIET_LINK:
		return "repeat without other traffic, pause and loss";
	case TIMING_SETTLE_SAME_SETTINGS:
		return "use the same speed and settings with and without the switch";
	case TIMING_SETTLE_LEARNING:
		return "let the switch learn the receiver's address first";
	case TIMING_SETTLE_ONE_CLOCK:
		return "use stamps of one clock that nobody steps";
	case TIMING_SETTLE_PLOT:
		return "look at the plot of latency by size";
	}
	return "";
}
