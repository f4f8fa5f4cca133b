#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# etherdx stream: what is refused before anything is sent. What is sent is tested in tests/lab.

load common

greeting='{"etherdx":1,"version":"9.9.9","id":0,"result":{}}'

# far_end TEXT: a script that stands for ssh; TEXT is its body, the words of the agent are in "$@".
far_end() {
	printf '#!/bin/sh\n%s\n' "$1" >"$tmp/far"
	chmod 755 "$tmp" "$tmp/far"
}

# ns_stream IFACE ARGUMENT...: in the test's namespace, against the script
ns_stream() {
	edx_ns stream "$1" --via "sh $tmp/far" --remote-etherdx "$ETHERDX" "${@:2}"
}

@test "bad usage: one line each" {
	local arguments words
	while IFS='|' read -r arguments words; do
		# shellcheck disable=SC2086 # words
		edx stream $arguments
		usage_error "$words" || fail "stream $arguments" || return
	done <<-'EOF'
	|--via COMMAND is missing
	eth0|--via COMMAND is missing
	--via true|name one interface
	--via true eth0 eth1|name one interface
	--via true eth0 --test tcp_stream|--test tcp_stream: no such test \(have: duplex\)
	--via true eth0 --odds 0|--odds
	--via true eth0 --odds often|--odds
	--via true eth0 --max-load 0|--max-load
	--via true eth0 --max-load 101|--max-load
	--via true eth0 --max-load 1.5|--max-load
	--via true eth0 --duration 0.4|--duration
	--via true eth0 --duration 12.5|--duration
	--via true eth0 --duration long|--duration
	--via true eth0 --frob|unknown option --frob
	--via true eth0 --bundle -|cannot both go to standard output
	EOF
}

@test "check: the options of traffic go with --via" {
	for option in --direct --full --yes '--odds 10' '--max-load 5'; do
		# shellcheck disable=SC2086 # words
		edx check lo $option
		usage_error 'go with --via' || fail "check $option" || return
	done
}

@test "no such interface, and the loopback, before the far end is reached" {
	is_root || skip "needs root"
	far_end "touch $tmp/reached"
	edx stream no-such-port --via "sh $tmp/far"
	refused 'no-such-port: no such interface'
	edx stream lo --via "sh $tmp/far"
	refused 'lo: no Ethernet port'
	edx stream "$(printf 'x%.0s' {1..60})" --via "sh $tmp/far"
	refused 'too long for an interface name'
	[ ! -e "$tmp/reached" ]
}

@test "without privilege: one line, exit 3, and JSON with the error" {
	run --separate-stderr without_privilege timeout 20 "$ETHERDX" stream lo --via true
	refused 'CAP_NET_RAW'
	run --separate-stderr without_privilege timeout 20 "$ETHERDX" stream lo --via true --json
	expect_status 3
	json '.error | test("CAP_NET_RAW")'
}

@test "a far end that cannot be reached, or is no agent" {
	need_ns
	make_pair edxa edxb
	local body words
	while IFS='|' read -r body words; do
		far_end "$body"
		ns_stream edxa
		expect_status 3 || return
		one_message || return
		err_has "$words" || return
	done <<-EOF
	exit 255|exit status 255
	cat /dev/zero|no message of an etherdx agent
	echo '$greeting'; echo nonsense; cat >/dev/null|what came is no message
	EOF
}

@test "the same port twice is refused" {
	need_ns
	make_pair edxa edxb
	far_end 'exec "$@"'
	ns_stream edxa --peer-iface edxa
	refused 'edxa: the far port is the same port'
	edx_ns check edxa --via "sh $tmp/far" --remote-etherdx "$ETHERDX" --peer-iface edxa
	refused 'edxa: the far port is the same port'
}

@test "without a carrier nothing is sent" {
	need_ns
	make_pair edxa edxb
	in_ns ip link set edxb down
	far_end "touch $tmp/reached"
	ns_stream edxa
	refused 'edxa: no carrier'
	[ ! -e "$tmp/reached" ]
	far_end 'exec "$@"'
	edx_ns check edxa --quick --via "sh $tmp/far" --remote-etherdx "$ETHERDX" --peer-iface edxb --json
	expect_verdict
	json '.facts.path["stream.duplex.outcome"].state | . == "absent" or . == "failed"'
}

@test "a far port that is none is named by the far end" {
	need_ns
	make_pair edxa edxb
	far_end 'exec "$@"'
	ns_stream edxa --peer-iface no-such-port --json
	expect_status 3
	grep -q 'no-such-port: no such interface' <<<"$output$stderr" ||
		fail "the far end's words are missing"
	ns_stream edxa --peer-iface no-such-port -q
	expect_status 3
	out_has '^edxa: UNKNOWN: incomplete: far end .*no-such-port: no such interface'
}

@test "the far port is the one that hears: no address is needed" {
	need_ns
	make_pair edxa edxb
	make_pair edxc edxd
	far_end 'exec "$@"'
	ns_stream edxa --json
	expect_verdict
	json '.facts.far["port.name"].value == "edxb"'
	in_ns ip link add edxbr type bridge 2>/dev/null || skip "this kernel has no bridge device"
	in_ns ip link set edxbr up
	for port in edxb edxc; do in_ns ip link set "$port" master edxbr; done
	sleep 1
	ns_stream edxa
	refused 'several far ports hear it \(edxb edxd edxbr\)|several far ports hear it \('
	err_has -- '--peer-iface'
}

@test "an altname is as good as a name" {
	need_ns
	make_pair edxa edxb
	in_ns ip link property add dev edxa altname a-quite-long-name-of-a-port 2>/dev/null ||
		skip "no altnames here"
	far_end 'exec "$@"'
	ns_stream a-quite-long-name-of-a-port --json
	expect_verdict
	json '.interface == "edxa" and .facts.far["port.name"].value == "edxb"'
	ns_stream a-quite-long-name-of-a-port --peer-iface edxa
	refused 'edxa: the far port is the same port'
}

@test "at a rate without mismatches there is no contrast and no failure" {
	need_ns
	make_pair edxa edxb
	far_end 'exec "$@"'
	ns_stream edxa --peer-iface edxb --json
	json '.facts.path["stream.state"].state == "absent"'
	json '.facts.path["stream.duplex.outcome"].state == "absent"'
	json '.facts.path["stream.tcp.state"].value == "no connection" or
		.facts.path["stream.tcp.state"].value == "valid"'
}

@test "agent: plans that are none, results that nobody asked for" {
	local plan='"token":"0123456789abcdef","seed":"0123456789abcdef","rate_mbps":100,"frame_bytes":300,
		"rounds":24,"low":true,"first_slot":0,"leg":1,"peer_mac":"02:00:00:00:00:01"'
	{
		printf '{"etherdx":1,"id":%d,"do":"%s","with":%s}\n' \
			1 stream '{"iface":"lo"}' \
			2 stream "{\"iface\":\"lo\",\"job\":{\"load_percent\":101,${plan//$'\n\t\t'/}}}" \
			3 stream "{\"iface\":\"bundle:/etc/passwd\",\"job\":{}}" \
			4 stream_result "{\"load_percent\":20,${plan//$'\n\t\t'/}}" \
			5 tcp '{"iface":"lo","job":{"token":"0123456789abcdef","pace_bps":-1}}' \
			6 tcp_result '{}' 7 heard '{}' 8 hear '{"token":"x"}' 9 ports '{}'
	} >"$tmp/requests"
	edx_from "$tmp/requests" agent
	expect_status 0
	no_errors
	run jq -cs 'map(.error.code // "")' <<<"$output"
	[ "$output" = '["","EINVAL","EINVAL","EINVAL","EINVAL","EINVAL","EINVAL","EINVAL","EINVAL",""]' ] ||
		fail "other codes"
}
