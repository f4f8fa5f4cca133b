// SPDX-License-Identifier: GPL-3.0-or-later
#include "module/facts.h"

#include <string.h>

#include "module/fill.h"

void module_facts(const struct module_image *image, enum fact_source from, struct facts *near)
{
	struct fill f = { .image = image, .from = from, .near = near };
	const char *map = module_map(image);

	fill_name(&f, FACT_MODULE_FORM, SFF_FORM, module_byte(image, MODULE_MAIN, 0));
	if (!map)
		return;
	if (strcmp(map, "SFF-8472") == 0)
		fill_8472(&f);
	else if (strcmp(map, "SFF-8636") == 0)
		fill_8636(&f);
	else
		fill_cmis(&f);
}
