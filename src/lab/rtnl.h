/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef LAB_RTNL_H
#define LAB_RTNL_H

#include <stdint.h>

#include "base/err.h"

/* What a TAP is given by rtnetlink, in the namespace of the calling thread. */
struct nl_sock;

struct nl_sock *lab_rtnl_open(struct err *err);	/* NULL: err has why */
void lab_rtnl_close(struct nl_sock *sock);	/* NULL is allowed */

/* Each returns 0, or -EIO with the step and what the kernel said. */
int lab_rtnl_address(struct nl_sock *sock, int ifindex, const uint8_t ip6[16], struct err *err);
int lab_rtnl_neighbour(struct nl_sock *sock, int ifindex, const uint8_t ip6[16],
		       const uint8_t mac[6], struct err *err);

/* A token bucket at line rate: TCP sees its queue, and the TAP's ring stays short. */
int lab_rtnl_tbf(struct nl_sock *sock, int ifindex, int rate_mbps, struct err *err);

#endif
