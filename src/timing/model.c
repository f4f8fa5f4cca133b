// SPDX-License-Identifier: GPL-3.0-or-later
#include "timing/model.h"

#include <math.h>
#include <stddef.h>

double timing_ns_per_byte(double rate_mbps)
{
	return 8000 / rate_mbps;
}

double timing_least_stages(double rate_in_mbps, double rate_out_mbps)
{
	return fmax(1 - rate_in_mbps / rate_out_mbps, 0);
}

/* Bytes that must have come in before the first may go out. */
static double bytes_waited(const struct timing_device *device, double size_bytes)
{
	switch (device->kind) {
	case TIMING_CUT_THROUGH:
		return 0;
	case TIMING_STORE_AND_FORWARD:
		return size_bytes;
	case TIMING_THRESHOLD:
		return fmin(size_bytes, device->threshold_bytes);
	}
	return size_bytes;
}

static double stage_ns(const struct timing_device *device, double size_bytes, double rate_in_mbps)
{
	double in = timing_ns_per_byte(rate_in_mbps);
	double dry = size_bytes * in * timing_least_stages(rate_in_mbps, device->rate_out_mbps);

	return device->latency_ns + fmax(bytes_waited(device, size_bytes) * in, dry);
}

double timing_latency_ns(const struct timing_device *device, double size_bytes)
{
	double sum = 0;

	for (unsigned int i = 0; i < device->stages; i++)
		sum += stage_ns(device, size_bytes,
				i == 0 ? device->rate_in_mbps : device->rate_out_mbps);
	return sum;
}

double timing_delay_ns(const struct timing_device *device, const struct timing_host *host,
		       double size_bytes)
{
	double last_bit = host->stamps == TIMING_STAMPS_SOFTWARE ?
			  timing_ns_per_byte(device->rate_out_mbps) : 0;

	return host->fixed_ns + timing_latency_ns(device, size_bytes) +
	       size_bytes * (last_bit + host->per_byte_ns);
}

double timing_eee_wake_ns(double rate_mbps)
{
	static const struct {
		double rate_mbps, wake_ns;
	} wake[] = {
		/* The least of each rate; 100BASE-TX is about 30 us */
		{ 100, 30000 }, { 1000, 16500 }, { 2500, 17920 }, { 5000, 8960 },
		{ 10000, 4480 }, { 25000, 15380 },
	};

	for (size_t i = 0; i < sizeof(wake) / sizeof(wake[0]); i++)
		if (wake[i].rate_mbps == rate_mbps)
			return wake[i].wake_ns;
	return 0;
}
