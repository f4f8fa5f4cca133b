#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The far end, fed by hand on standard input; and what the near end makes of far ends that are none.

load common

greeting='{"etherdx":1,"version":"9.9.9","id":0,"result":{}}'

# request ID SERVICE [PARAMETERS]
request() {
	printf '{"etherdx":1,"id":%s,"do":"%s","with":%s}\n' "$1" "$2" "${3:-{\}}"
}

# agent TEXT: all of it at once, then the end of standard input.
agent() {
	printf '%s' "$1" >"$tmp/requests"
	edx_from "$tmp/requests" agent
}

# said FILTER [JQ OPTION...]: true by jq on the array of all messages.
said() {
	local filter=$1
	shift
	jq -es "$@" "$filter" <<<"$output" >/dev/null || fail "jq: not true: $filter"
}

# agent_start: a session that stays open; request ... >&"$to", then answer.
agent_start() {
	mkfifo "$tmp/to" "$tmp/from"
	timeout -k 5 "$limit" "$ETHERDX" agent <"$tmp/to" >"$tmp/from" 2>"$tmp/bg-err" 3>&- &
	bg_pid=$!
	exec {to}>"$tmp/to" {from}<"$tmp/from"
	answer
}

answer() {
	IFS= read -r -t 30 -u "$from" output || fail "no answer came"
}

# The exit status, after standard input was closed or a signal sent.
agent_join() {
	status=0
	wait "$bg_pid" || status=$?
	bg_pid=
	stderr=$(<"$tmp/bg-err")
}

@test "agent: greets, and ends with its standard input" {
	agent ""
	expect_status 0
	no_errors
	said 'length == 1 and .[0].etherdx == 1 and .[0].id == 0 and .[0].result == {}'
	said '.[0].version == $v' --arg v "$("$ETHERDX" --version | cut -d' ' -f2)"
	out_has '^\{"etherdx":1,'
}

@test "agent: hello names its services and its place, bye ends" {
	agent "$(request 1 hello; request 2 bye; request 3 hello)"
	expect_status 0
	no_errors
	said 'map(.id) == [0, 1, 2]'
	said '.[1].result.services == ["ports", "probe", "watch", "hear", "heard", "stream",
		"stream_result", "tcp", "tcp_result", "timing", "timing_result"]'
	said '.[1].result.place | test("^[0-9a-f-]{36} net:\\[[0-9]+\\]$")'
}

@test "agent: probe of lo, counters read once" {
	agent "$(request 1 probe '{"iface":"lo"}')
"
	expect_status 0
	no_errors
	said '.[1].result | .iface == "lo" and .facts.near["port.name"].value == "lo"
		and (.facts | has("partner")) and (has("incomplete") | not)'
	said '.[1].result.facts.near["run.window"].value == null'
}

@test "agent: probe of lo, in a window" {
	agent_start
	request 1 probe '{"iface":"lo","window_s":0.3}' >&"$to"
	answer
	said '.[0] | .id == 1 and (.result.facts.near["run.window"].value | . >= 0.3 and . < 30)
		and (.result | has("incomplete") | not)'
	request 2 bye >&"$to"
	answer
	agent_join
	expect_status 0
	no_errors
}

@test "agent: stop ends a probe, and what else is asked meanwhile is refused" {
	agent_start
	request 1 probe '{"iface":"lo","window_s":60}' >&"$to"
	request 2 ports >&"$to"
	answer
	said '.[0] | .id == 2 and .error.code == "EBUSY"'
	request 3 stop >&"$to"
	answer
	said '.[0] | .id == 3 and .result == {}'
	answer
	said '.[0] | .id == 1 and (.result.facts.near["run.window"].value < 30)
		and (.result.incomplete | test("ended early"))'
	exec {to}>&-
	agent_join
	expect_status 0
	no_errors
}

@test "agent: the end of standard input ends a probe" {
	agent "$(request 1 probe '{"iface":"lo","window_s":60}')
"
	expect_status 0
	no_errors
	said '.[1].result.incomplete | test("ended early")'
}

@test "agent: SIGTERM ends a probe and the session" {
	agent_start
	request 1 probe '{"iface":"lo","window_s":60}' >&"$to"
	# Busy is what it answers once it is in its window. timeout passes the signal on.
	request 2 ports >&"$to"
	answer
	kill -TERM "$bg_pid"
	answer
	said '.[0] | .id == 1 and (.result.incomplete | test("ended early"))'
	answer
	said '.[0] | .id == 0 and .error.code == "EINTR"'
	agent_join
	expect_status 0
	no_errors
}

@test "agent: what it cannot do is said, and the session goes on" {
	agent "$(request 1 reboot
		request 2 probe
		request 3 probe '{"iface":"no-such-port"}'
		request 4 probe '{"iface":7}'
		request 5 probe '{"iface":"lo","window_s":61}'
		request 6 probe '{"iface":"lo","window_s":-1}'
		request 7 probe '{"iface":"lo","window_s":"1"}'
		request 8 ports)"$'\n'
	expect_status 0
	no_errors
	said 'map(.id) == [range(9)]'
	said '.[1].error | .code == "EOPNOTSUPP" and (.text | test("^reboot: .*hello bye ports probe"))'
	said '.[2].error.code == "EINVAL" and .[4].error.code == "EINVAL"'
	said '.[3].error | .code == "ENODEV" and (.text | test("^no-such-port: no such interface"))'
	said '[.[5, 6, 7].error | .code == "EINVAL" and (.text | test("window_s.*from 0 to 60"))] | all'
	said '.[8].result.ports | type == "array"'
}

@test "agent: opens interfaces only, no file that a peer names" {
	echo '{}' >"$tmp/file"
	agent "$(request 1 probe "{\"iface\":\"bundle:$tmp/file\"}"
		request 2 probe '{"iface":"bundle:x"}'
		request 3 probe '{"iface":"../../etc/passwd"}'
		request 4 probe '{"iface":".."}'
		request 5 probe '{"iface":""}'
		request 6 probe '{"iface":"$(touch x)"}')"$'\n'
	expect_status 0
	said '[.[1:7][].error.code] | all(. == "EINVAL")'
	out_lacks 'root:'
}

@test "agent: garbage ends the session with one message, for the near end" {
	for text in 'GET / HTTP/1.0' '{' '[]' '{"etherdx":1}' '{"etherdx":1,"id":1,"do":"a b"}' \
		'{"etherdx":1,"id":1,"result":{}}'; do
		agent "$text"$'\n'"$(request 2 hello)"
		expect_status 3
		no_errors
		said 'length == 2 and .[1].id == 0 and .[1].error.code == "EPROTO"'
	done
	printf '\xff\xfe\x1b[31m\0\n' >"$tmp/requests"
	edx_from "$tmp/requests" agent
	expect_status 3
	said '.[1].error.code == "EPROTO"'
	no_control "$output"
}

@test "agent: a line without end is no message" {
	head -c 3000000 /dev/zero | tr '\0' x >"$tmp/requests"
	edx_from "$tmp/requests" agent
	expect_status 3
	no_errors
	said '.[1].error.code == "EMSGSIZE"'
}

@test "agent: a near end of another protocol hears who is older" {
	agent '{"etherdx":2,"version":"7.0","id":1,"do":"hello"}'$'\n'
	expect_status 3
	no_errors
	said '.[1].error | .code == "EPROTONOSUPPORT" and (.text | test("etherdx 7.0.*the agent is older"))'
}

@test "agent: a closed standard output is no crash" {
	request 1 hello >"$tmp/requests"
	run --separate-stderr bash -c '(sleep 0.5; cat "$1") | timeout 30 "$2" agent | :; exit "${PIPESTATUS[1]}"' \
		bash "$tmp/requests" "$ETHERDX"
	expect_status 0
	no_errors
}

@test "agent: ports of a namespace, with their addresses" {
	need_ns
	make_pair edxa edxb
	in_ns ip addr add 192.0.2.1/24 dev edxa
	in_ns ip addr add 192.0.2.129/25 dev edxa label edxa:1
	in_ns ip addr flush dev edxb
	request 1 ports >"$tmp/requests"
	run --separate-stderr timeout -k 5 "$limit" nsenter --target "$ns_pid" --net --mount -- \
		"$ETHERDX" agent <"$tmp/requests"
	expect_status 0
	said '.[1].result.ports | map(.name) | index("edxa") and (index("lo") | not)'
	said '.[1].result.ports[] | select(.name == "edxa") | .physical == false and .up
		and (.hwaddr | test("^[0-9a-f:]{17}$"))
		and (.addresses | index("192.0.2.1/24") and index("192.0.2.129/25"))'
}

@test "agent: not for a terminal, no report, no arguments" {
	command -v script >/dev/null || skip "script is missing"
	run --separate-stderr timeout -k 5 "$limit" script -qec "'$ETHERDX' agent" /dev/null </dev/null
	expect_status 3
	out_has 'started by --via'
	edx agent --json
	expect_status 3
	err_has 'makes no report'
	edx agent eth0
	usage_error 'takes no arguments'
	edx agent --listen
	usage_error 'unknown option --listen'
}

# ---------------------------------------------------------------------------------------------
# The near end

# far_end TEXT: a script that stands for ssh; TEXT is its body, the words of the agent are in "$@".
far_end() {
	printf '#!/bin/sh\n%s\n' "$1" >"$tmp/far"
	chmod 755 "$tmp" "$tmp/far"
}

via() {
	edx check lo --quick --via "sh $tmp/far" --peer-iface lo --remote-etherdx "$ETHERDX" "$@"
}

@test "via: a login banner before the agent is skipped" {
	far_end 'printf "** Authorised use only **\r\n\nLast login: Mon Nov 30\n$ "; exec "$@"'
	via --json
	expect_verdict
	[ "$status" -ne 3 ] || fail "no verdict"
	json '.facts.far["port.name"].value == "lo"'
	json '.facts.far["run.window"].value > 0'
}

@test "via: what comes from no agent is one message and exit 3" {
	local body words
	while IFS='|' read -r body words; do
		far_end "$body"
		via
		expect_status 3
		one_message
		err_has "$words"
	done <<-EOF
	echo Permission denied.; exit 255|far end .*exit status 255, last words "Permission denied.".*no connection
	exit 127|exit status 127.*--remote-etherdx
	cat /dev/zero|no message of an etherdx agent
	echo '{"etherdx":2,"version":"7.0"}'; cat >/dev/null|protocol 2 \(etherdx 7.0\).*this end is older
	echo '$greeting'; echo Killed|what came is no message|has ended \(exit status 0\) before it answered
	echo '$greeting'; exit 1|has ended \(exit status 1\) before it answered
	echo '$greeting'; exec cat|ssh without -t
	EOF
}

@test "via: a far port that is none is named by the far end" {
	far_end 'exec "$@"'
	via --peer-iface no-such-port --json
	expect_status 3
	grep -q "far end 'sh .*': no-such-port: no such interface" <<<"$output$stderr" ||
		fail "the far end's words are missing"
}

@test "via: nothing of the far end is left" {
	far_end 'echo $$ >>'"$tmp"'/pids; exec "$@"'
	via
	[ -s "$tmp/pids" ]
	while read -r pid; do
		[ ! -d "/proc/$pid" ] || fail "process $pid is left"
	done <"$tmp/pids"
}
