/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_AGENT_STREAM_H
#define CMD_AGENT_STREAM_H

#include "peer/server.h"

/*
 * The far end's part of the traffic tests, as services of the agent.  A test
 * is started by one request and runs by itself; another fetches what it saw, as
 * often as it likes.  One test runs at a time in one session.
 */
service_handler serve_stream, serve_stream_result, serve_tcp, serve_tcp_result;

/* Which ports hear the near end's frames: listen on all of them, tell what was heard. */
service_handler serve_hear, serve_heard;

/* Ends what runs. */
void agent_stream_fini(void);

/* The name of an interface out of a request, never of a file: dev_open() also knows
 * "bundle:FILE". */
int agent_take_iface(const json_t *with, const char **iface, struct err *err);

#endif
