# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
#
# For the tests of etherdx timing on emulated links.

# scene LINE...: a scene of its own in $tmp/scene
scene() {
	printf '%s\n' "$@" >"$tmp/scene"
}

caused() {
	expect_status 3 || return
	json ".complete == false and .cause == \"$1\" and (.error | length) > 10"
}

# What stamps that are too rough can come to, as timing-modes has it.
rough='.facts.path | .["timing.mode"].value == "undetermined" and
	(.["timing.reason"].value | IN("interval-too-wide", "between-modes", "non-linear", "clock", "load"))'

# tells MODE COMMAND...: until the mode is told, three attempts at most; then it is skipped. Another mode, or none
# for a reason that a busy machine does not give, is a failure.
tells() {
	local mode=$1 said=
	shift
	for _ in 1 2 3; do
		"$@" || return
		said+="$(jq -r '.facts.path["timing.reason"].value' <<<"$output") "
		! grep -q 'too busy for a true wire' <<<"$stderr" || continue
		! jq -e "$rough"' or any(.findings[]; .id == "HOST-TOO-NOISY")' <<<"$output" >/dev/null || continue
		json ".facts.path[\"timing.mode\"].value == \"$mode\""
		return
	done
	skip "host too noisy, three times: $said"
}
