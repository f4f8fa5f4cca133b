/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TEXT_MODULE_JSON_H
#define TEXT_MODULE_JSON_H

#include <jansson.h>

#include "text/reader.h"

/* The object of one module becomes facts of the section's port.  False: it is none. */
bool text_module_json(struct text_section *s, const json_t *object);

#endif
