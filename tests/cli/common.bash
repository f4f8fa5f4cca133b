# shellcheck shell=bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What every file of the command line suite begins with: load common
#
# From outside: ETHERDX (the program), abs_top_srcdir, abs_top_builddir, TMPDIR; all have defaults.

bats_require_minimum_version 1.5.0

top=${abs_top_srcdir:-$(cd "${BASH_SOURCE[0]%/*}/../.." && pwd)}
: "${ETHERDX:=${abs_top_builddir:-$top/build}/src/etherdx}"
case $ETHERDX in
/*) ;;
*) ETHERDX=$PWD/$ETHERDX ;;
esac

# A run that takes longer hangs; no test waits for it to be fast.
limit=60

all_commands=(check show neighbor mii stream timing record diagnose cable locate explain lab agent)

# Registers of field cases: nothing wrong, a warning, a fault, made up by a driver.
words_ok="1040 79ed 001c c800 0de1 c5e1 006d 0000 0000 0200 0800 0000 0000 0000 0000 2000"
words_warning="3100 796d 004d d072 15e1 c5e1 000f 0000 0000 0000 0800 0000 0000 0000 0000 a000"
words_critical="2100 7849 2000 5c21 05e1 45e1 0005 2801"
words_made_up="1000 784c 0000 0000 0041 45e1 0000 0000"

common_setup() {
	unset NO_COLOR COLUMNS ETHERDX_SOURCES CDPATH
	export LC_ALL=C.UTF-8 TERM=xterm
	tmp=$BATS_TEST_TMPDIR
	ns_pid=
	bg_pid=
}

# Only what this test started, by pid.
common_teardown() {
	[ -z "$bg_pid" ] || kill -KILL "$bg_pid" 2>/dev/null || :
	ns_stop
}

setup() {
	common_setup
}

teardown() {
	common_teardown
}

is_root() {
	[ "$(id -u)" = 0 ]
}

# Reading PHY registers is a right of its own, even for what has no PHY.
has_net_admin() {
	has_capability 12
}

has_net_raw() {
	has_capability 13
}

has_capability() {
	local caps
	caps=$(sed -n 's/^CapEff:[[:space:]]*//p' /proc/self/status)
	((16#$caps >> $1 & 1))
}

# ---------------------------------------------------------------------------------------------
# Running etherdx: status, output (standard output), stderr

edx() {
	run --separate-stderr timeout -k 5 "$limit" "$ETHERDX" "$@" </dev/null
}

# edx_from FILE ARGUMENT...: with that file as standard input.
edx_from() {
	local file=$1
	shift
	run --separate-stderr timeout -k 5 "$limit" "$ETHERDX" "$@" <"$file"
}

# edx_ns ARGUMENT...: inside the test's network namespace.
edx_ns() {
	run --separate-stderr timeout -k 5 "$limit" nsenter --target "$ns_pid" --net --mount -- \
		"$ETHERDX" "$@" </dev/null
}

# without_privilege COMMAND...: the same user, without capabilities.
without_privilege() {
	if is_root; then
		setpriv --bounding-set -all --inh-caps -all -- "$@"
	else
		"$@"
	fi
}

# ---------------------------------------------------------------------------------------------
# Expectations; each says what it saw when it fails

fail() {
	{
		printf '%s\n' "$*" "exit status ${status-}, standard output:"
		head -n 60 <<<"${output-}"
		printf '%s\n' "standard error:" "${stderr-}"
	} | cat -v >&2
	return 1
}

expect_status() {
	[ "$status" -eq "$1" ] || fail "exit status $1 was expected"
}

# room_kb KB: the address space for `ulimit -v`; a sanitizer takes its own, whatever the program does.
room_kb() {
	if grep -qa __asan_init "$ETHERDX"; then echo unlimited; else echo "$1"; fi
}

# A verdict or a refusal, not a crash (128 and above), a hang (124) or a sanitizer's complaint.
expect_verdict() {
	[ "$status" -le 3 ] || fail "an exit status from 0 to 3 was expected"
}

out_has() {
	grep -aqE -- "$1" <<<"$output" || fail "standard output lacks: $1"
}

out_lacks() {
	! grep -aqE -- "$1" <<<"$output" || fail "standard output has: $1"
}

err_has() {
	grep -aqE -- "$1" <<<"$stderr" || fail "standard error lacks: $1"
}

err_lacks() {
	! grep -aqE -- "$1" <<<"$stderr" || fail "standard error has: $1"
}

no_output() {
	[ -z "$output" ] || fail "nothing was expected on standard output"
}

no_errors() {
	[ -z "$stderr" ] || fail "nothing was expected on standard error"
}

one_line() {
	[ -n "$1" ] && [ "$(wc -l <<<"$1")" -eq 1 ] || fail "exactly one line was expected"
}

one_message() {
	one_line "$stderr" || return
	err_has '^etherdx: .'
}

# usage_error PATTERN: refused with one line that names what was wrong and where help is.
usage_error() {
	expect_status 3 || return
	no_output || return
	one_message || return
	err_has "$1" || return
	err_has "try 'etherdx ([a-z]+ )?--help'"
}

# refused PATTERN: exit 3 with one line that names what was wrong.
refused() {
	expect_status 3 || return
	no_output || return
	one_message || return
	err_has "$1"
}

# json FILTER [JQ OPTION...]: true by jq on standard output, which is one JSON text.
json() {
	local filter=$1
	shift
	jq -es "$@" "if length == 1 then .[0] else error(\"\(length) JSON texts\") end | $filter" \
		<<<"$output" >/dev/null || fail "jq: not true: $filter"
}

verdict() {
	json ".verdict == \"$1\""
}

# near FACT VALUE, partner FACT VALUE: value in JSON
near() {
	json ".facts.near[\$f].value == $2" --arg f "$1"
}

partner() {
	json ".facts.partner[\$f].value == $2" --arg f "$1"
}

# near_unknown FACT...
near_unknown() {
	local fact
	for fact; do
		json '.facts.near[$f].value == null' --arg f "$fact" || return
	done
}

found() {
	json '[.findings[] | select(.id == $id and .severity == $severity)] | length == 1' \
		--arg id "$1" --arg severity "$2"
}

# not_found ID...
not_found() {
	local id
	for id; do
		json '[.findings[] | select(.id == $id)] == []' --arg id "$id" || return
	done
}

# Nothing above info.
no_alarm() {
	json '[.findings[] | select(.severity != "info")] == []'
}

# need_jsonschema: sets python to one that has it.
need_jsonschema() {
	for python in "${PYTHON:-python3}" /usr/bin/python3; do
		! "$python" -c 'import jsonschema' 2>/dev/null || return 0
	done
	skip "no python3 here has jsonschema"
}

# by_schema: standard output is what data/etherdx.schema.json says. Last in its test, which it may skip.
by_schema() {
	need_jsonschema
	printf '%s\n' "$output" >"$tmp/report.json"
	"$python" "$top/tests/cli/validate.py" "$top/data/etherdx.schema.json" "$tmp/report.json"
}

escape_free() {
	! grep -aq $'\e' <<<"$1" || fail "there is an escape byte"
}

# no_control TEXT: a terminal would obey none of it.
no_control() {
	! LC_ALL=C grep -aq $'[\x01-\x08\x0b-\x1f\x7f]' <<<"$1" || fail "there is a control byte"
}

# within_columns N: no line of standard output is wider.
within_columns() {
	local wide
	wide=$(awk -v most="$1" 'length($0) > most' <<<"$output")
	[ -z "$wide" ] || fail "wider than $1 columns: $wide"
}

# ---------------------------------------------------------------------------------------------
# Network namespaces: held by one sleeping process, so that nothing is left behind when it ends

ns_start() {
	local ready=$tmp/ns-ready log=$tmp/ns-log
	# shellcheck disable=SC2016 # for the inner shell
	unshare --net --mount sh -c \
		'mount -t sysfs sysfs /sys && ip link set lo up && : >"$1" && exec sleep 300' \
		sh "$ready" </dev/null >"$log" 2>&1 3>&- &
	ns_pid=$!
	for _ in {1..150}; do
		[ ! -e "$ready" ] || return 0
		kill -0 "$ns_pid" 2>/dev/null || break
		sleep 0.1
	done
	ns_stop
	ns_error=$(tr '\n' ' ' <"$log")
	return 1
}

ns_stop() {
	[ -n "$ns_pid" ] || return 0
	kill -KILL "$ns_pid" 2>/dev/null || :
	wait "$ns_pid" 2>/dev/null || :
	ns_pid=
}

need_ns() {
	is_root || skip "needs root"
	ns_start || skip "no network namespace can be made here: $ns_error"
}

in_ns() {
	timeout -k 5 20 nsenter --target "$ns_pid" --net --mount -- "$@"
}

# make_link NAME KIND [ARGUMENT...]: skips where the kernel lacks the kind.
make_link() {
	make_link_on "" "$@"
}

# make_link_on LOWER NAME KIND [ARGUMENT...]
make_link_on() {
	local lower=$1 name=$2 kind=$3
	shift 3
	in_ns ip link add ${lower:+link "$lower"} name "$name" type "$kind" "$@" 2>"$tmp/ip-log" && return
	grep -q 'Unknown device type' "$tmp/ip-log" && skip "this kernel has no $kind device"
	cat "$tmp/ip-log" >&2
	return 1
}

# make_pair A B: two ends of a virtual cable, up.
make_pair() {
	make_link "$1" veth peer name "$2" || return
	in_ns ip link set "$1" up && in_ns ip link set "$2" up
}

# ---------------------------------------------------------------------------------------------
# Runs in the background: bg_pid; output goes to $tmp/bg-out, messages to $tmp/bg-err

# A shell's background processes ignore SIGINT; one on a terminal does not.
bg_edx() {
	env --default-signal=INT "$ETHERDX" "$@" </dev/null >"$tmp/bg-out" 2>"$tmp/bg-err" 3>&- &
	bg_pid=$!
}

bg_edx_ns() {
	nsenter --target "$ns_pid" --net --mount -- env --default-signal=INT "$ETHERDX" "$@" \
		</dev/null >"$tmp/bg-out" 2>"$tmp/bg-err" 3>&- &
	bg_pid=$!
}

# Until it takes SIGINT itself; the shell that it was does so, too.
bg_wait_handler() {
	local caught
	for _ in {1..200}; do
		caught=$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$bg_pid/status" 2>/dev/null)
		! grep -qsx etherdx "/proc/$bg_pid/comm" || ! ((16#${caught:-0} >> 1 & 1)) || return 0
		sleep 0.05
	done
	bg_join
	fail "it does not wait for SIGINT"
}

# Until it sits in its window: sockets are open, and it sleeps.
bg_wait_window() {
	for _ in {1..200}; do
		[ -d "/proc/$bg_pid" ] || break
		# shellcheck disable=SC2010 # names of descriptors
		if ls -l "/proc/$bg_pid/fd" 2>/dev/null | grep -q 'socket:' &&
			[ "$(sed 's/.*) //; s/ .*//' "/proc/$bg_pid/stat" 2>/dev/null)" = S ]; then
			sleep 1
			return 0
		fi
		sleep 0.1
	done
	bg_join
	fail "it ended before its window began"
}

# Waits for its end, 30 s at most; then as after edx.
bg_join() {
	local watched=$bg_pid
	for _ in {1..300}; do
		[ -d "/proc/$watched" ] && ! grep -q '^State:.Z' "/proc/$watched/status" 2>/dev/null || break
		sleep 0.1
	done
	if kill -0 "$watched" 2>/dev/null && ! grep -q '^State:.Z' "/proc/$watched/status"; then
		kill -KILL "$watched"
		status=124
	else
		status=0
		wait "$watched" || status=$?
	fi
	bg_pid=
	output=$(<"$tmp/bg-out")
	stderr=$(<"$tmp/bg-err")
	# A hang is told apart from a verdict.
	[ "$status" != 124 ] || fail "it did not end"
}
