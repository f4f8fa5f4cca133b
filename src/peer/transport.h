/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PEER_TRANSPORT_H
#define PEER_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "peer/channel.h"

/* --via and --remote-etherdx. */
struct transport_plan {
	const char *command;		/* "ssh node2" */
	const char *remote_etherdx;	/* stands for the word etherdx; NULL: etherdx */
};

/*
 * A command that was started to reach the agent: sh -c 'COMMAND etherdx agent'.
 * It runs as the user who called sudo (SUDO_UID, SUDO_GID, his groups and
 * HOME), so that his ssh keys serve; SSH_AUTH_SOCK is left as it is.  It stays
 * in the foreground of the terminal, which it may ask for a password, and its
 * standard error is ours.  It ignores SIGINT: the results are still fetched.
 */
struct transport;

/* Errors: no such user, no more processes; that the command does not work
 * shows only when it ends. */
int transport_open(struct transport **out, const struct transport_plan *plan, struct err *err);

/* Closes both pipes; what does not end by itself is terminated, then killed;
 * it is reaped within 2 s.  NULL is allowed. */
void transport_close(struct transport *transport);

struct channel transport_channel(const struct transport *transport);

/* How the command ended, in words ("exit status 255"), waiting a moment for its
 * end; false: it still runs.  exit_status is -1 after a signal. */
bool transport_ended(struct transport *transport, int *exit_status, char *text, size_t size);

#endif
