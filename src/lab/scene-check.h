/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef LAB_SCENE_CHECK_H
#define LAB_SCENE_CHECK_H

#include "lab/scene.h"

/* Between the files of the scene: "scene NAME, line N: ..."; returns -EINVAL. */
int lab_scene_wrong(const struct lab_scene *scene, int line, struct err *err, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/* Could there be such a network?  0 or -EINVAL. */
int lab_scene_check(const struct lab_scene *scene, struct err *err);

#endif
