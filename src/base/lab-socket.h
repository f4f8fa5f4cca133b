/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_LAB_SOCKET_H
#define BASE_LAB_SOCKET_H

/*
 * What an emulated port knows and a TAP cannot hold.  A stream socket with an
 * abstract name (after the leading NUL) inside the host's network namespace;
 * who connects gets one JSON object and the end of the stream:
 *
 *	{ "counters": { NAME: number, ... }, "mii": [ 16 words from register 0 on ] }
 *
 * Names are those of lab/counters.h.  Nothing of the scene is in it, and
 * nothing of the other end.  Only root serves it: who asks looks at SO_PEERCRED,
 * because anybody may bind an abstract name.
 */
#define LAB_SOCKET_NAME "etherdx-lab/%s"	/* interface name */
#define LAB_SOCKET_BYTES_MAX 4096
#define LAB_SOCKET_WORDS 16

#endif
