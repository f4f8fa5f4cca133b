/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TEXT_LOG_H
#define TEXT_LOG_H

#include "text/case.h"

/* What the whole log told of a port becomes facts, source log: losses of link
 * and how long they lasted, and the last state for want of better. */
void text_log_settle(struct text_port *port, double end_s);

#endif
