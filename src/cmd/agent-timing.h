/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_AGENT_TIMING_H
#define CMD_AGENT_TIMING_H

#include "peer/server.h"

/*
 * The far end's part of frame timing: a reflector that works by itself until it
 * is asked for another, its time is over or the session ends; and what it heard,
 * as often as it is asked.
 */
service_handler serve_timing, serve_timing_result;

/* Ends it, and puts back what it changed. */
void agent_timing_fini(void);

#endif
