# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
#
# For the tests of etherdx timing on emulated links; behind noise.bash.

# after PORT COUNT, for a script inside a lab: so many frames have come in there, or eight seconds have passed
after='after() {
	for i in $(seq 400); do
		[ "$(cat "/sys/class/net/$1/statistics/rx_packets")" -le "$2" ] || break
		sleep 0.02
	done
}
'

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

# The machine was too busy for the wire that a command had, or a report says that it was for itself.
was_busy() {
	grep -q 'too busy for a true wire' <<<"$stderr" ||
		jq -e 'any(.findings[]?; .id == "HOST-TOO-NOISY")' <<<"$output" >/dev/null
}

# undecided_by REASON COMMAND...: until that is why no mode is told, three attempts at most. Another reason is
# excused only when the machine was too busy in one of them.
undecided_by() {
	local reason=$1 said= busy=
	shift
	for _ in 1 2 3; do
		"$@" || return
		if jq -e --arg r "$reason" '.facts.path["timing.reason"].value == $r' <<<"$output" >/dev/null; then
			decided
			return
		fi
		said+="$(jq -r '.facts.path["timing.reason"].value' <<<"$output") "
		! was_busy || busy=yes
	done
	[ -z "$busy" ] || too_noisy "three times, $said"
	fail "no mode was told three times, but not for $reason: $said"
}

# tells MODE COMMAND...: until the mode is told, three attempts at most; then it is skipped. Another mode, or none
# for a reason that a busy machine does not give, is a failure.
tells() {
	local mode=$1 said=
	shift
	for _ in 1 2 3; do
		"$@" || return
		said+="$(jq -r '.facts.path["timing.reason"].value' <<<"$output") "
		! was_busy || continue
		! jq -e "$rough" <<<"$output" >/dev/null || continue
		decided
		json ".facts.path[\"timing.mode\"].value == \"$mode\""
		return
	done
	too_noisy "three times, $said"
}
