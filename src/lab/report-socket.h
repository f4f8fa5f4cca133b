/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef LAB_REPORT_SOCKET_H
#define LAB_REPORT_SOCKET_H

#include "base/err.h"
#include "lab/counters.h"
#include "lab/report.h"

/* The lab socket (base/lab-socket.h), server side. */

/* A listening socket in that namespace; or -errno with the cause. */
int report_socket_open(const char *netns, const char *ifname, struct err *err);

/* The one object that is served; the caller's to free, NULL without memory. */
char *report_socket_text(const struct lab_counters *counters, const struct lab_report *report);

/* Who knocked gets the text, without waiting for anybody. */
void report_socket_answer(int fd, const char *text);

/* A listening socket with an abstract name in the namespace of the calling thread. */
int abstract_listen(const char *name, struct err *err);

/* Connects to it, waiting a second at most; or -errno.  -ECONNREFUSED: nobody
 * listens, or it is not root's. */
int abstract_connect(const char *name);

#endif
