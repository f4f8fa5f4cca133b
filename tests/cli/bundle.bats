#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Bundles: recorded, anonymised, judged, and what is said to a bad one.

load common

record_lo() {
	edx record lo --duration 0.1 --bundle "$1"
	expect_status 0
}

# The smallest bundle: facts of a port, without raw answers.
small_bundle() {
	jq -n --argjson near "$1" '{schema: "etherdx-bundle/1", version: "0", host: "", kernel: "",
		recorded: "2026-01-01T00:00:00Z", byte_order: "little", ports: [{interface: "eth0", raw: [],
		facts: {near: $near, partner: {}, far: {}, far_partner: {}, path: {}}}]}'
}

half='{"link.up": {"value": true, "from": "netlink"}, "link.duplex": {"value": "half", "from": "netlink"}}'

# bad_bundle FILE PATTERN: one line with file, cause and next step; exit 3; the same as JSON.
bad_bundle() {
	edx diagnose "$1"
	refused "$2" || return
	[[ $stderr == *"$1"* ]] || fail "the message does not name the file" || return
	err_has 'etherdx record|record it again|newer etherdx|name a (file|bundle)|bundle made by' || return
	edx diagnose "$1" --json
	expect_status 3 || return
	one_message || return
	verdict unknown || return
	json '.complete == false and (.error | length > 0)'
}

@test "record writes a bundle and prints nothing" {
	record_lo "$tmp/bundle"
	no_output
	no_errors
	output=$(<"$tmp/bundle")
	json '.schema == "etherdx-bundle/1" and .ports[0].interface == "lo"'
	json '.ports[0].facts.near["port.name"].value == "lo" and (.ports[0].raw | length) > 0'
	json '(has("findings") or has("verdict")) | not'
	# Beside it nothing is left.
	[ "$(find "$tmp" -name 'bundle*' | wc -l)" -eq 1 ]
}

@test "record --bundle - writes it to standard output" {
	edx record lo --duration 0.1 --bundle -
	expect_status 0
	no_errors
	json '.schema == "etherdx-bundle/1"'
}

@test "record of several ports; diagnose has them all" {
	edx record lo lo --duration 0.1 --bundle "$tmp/bundle"
	expect_status 0
	edx diagnose "$tmp/bundle" --json
	expect_verdict
	json '(.ports | length) == 2'
}

@test "record replaces an older file, and leaves it when it fails" {
	echo old >"$tmp/bundle"
	edx record nosuch0 --duration 0.1 --bundle "$tmp/bundle"
	refused 'nosuch0'
	[ "$(<"$tmp/bundle")" = old ]
	record_lo "$tmp/bundle"
	output=$(<"$tmp/bundle")
	json '.schema == "etherdx-bundle/1"'
}

@test "record where nothing can be written: exit 3, one line" {
	edx record lo --duration 0.1 --bundle "$tmp/none/bundle"
	refused "$tmp/none/bundle"
	edx record lo --duration 0.1 --bundle "$tmp"
	refused "$tmp"
	edx record lo --duration 0.1 --bundle ''
	expect_status 3
	no_output
	one_message
}

@test "check that cannot write its bundle: the report all the same, exit 3" {
	edx check lo --duration 0.1 --bundle "$tmp/none/bundle" --json
	expect_status 3
	one_message
	err_has "$tmp/none/bundle"
	json '.interface == "lo" and .facts.near["port.name"].value == "lo"'
}

@test "check --bundle - with a report on standard output, too, is refused" {
	edx check lo --duration 0.1 --bundle - --json
	expect_status 3
	one_message
	err_has 'standard output'
	edx check lo --duration 0.1 --bundle - -o "json:$tmp/report.json"
	expect_verdict
	json '.schema == "etherdx-bundle/1"'
	output=$(<"$tmp/report.json")
	json '.schema == "etherdx/1"'
}

@test "record to a device leaves it a device" {
	device=/dev/null
	if is_root; then
		# Not the machine's own: a program that fails here would replace it.
		device=$tmp/null
		mknod "$device" c 1 3 && : >"$device" || skip "no device can be made in ${tmp%/*}"
	fi
	edx record lo --duration 0.1 --bundle "$device"
	expect_status 0
	no_output
	[ -c "$device" ]
	edx check lo --duration 0.1 --bundle "$device" -o "json:$device"
	expect_verdict
	[ -c "$device" ]
}

@test "record to a pipe" {
	mkfifo "$tmp/pipe"
	timeout "$limit" cat "$tmp/pipe" >"$tmp/copy" 3>&- &
	reader=$!
	edx record lo --duration 0.1 --bundle "$tmp/pipe"
	expect_status 0
	wait "$reader"
	[ -p "$tmp/pipe" ]
	output=$(<"$tmp/copy")
	json '.schema == "etherdx-bundle/1"'
}

@test "check and diagnose of its bundle agree in facts and findings" {
	edx check lo --duration 0.1 --bundle "$tmp/bundle" -o "json:$tmp/live.json"
	expect_verdict
	live_status=$status
	edx diagnose "$tmp/bundle" -o "json:$tmp/recorded.json"
	[ "$status" -eq "$live_status" ]
	for key in .facts .findings .no_data .verdict .steps .coverage .interface; do
		diff <(jq -S "$key" "$tmp/live.json") <(jq -S "$key" "$tmp/recorded.json") >&2 ||
			fail "$key differs"
	done
	output=$(<"$tmp/recorded.json")
	json '.command == "diagnose" and .complete and (.bundle | length > 0)'
}

@test "check and diagnose agree on interfaces with a fault, too" {
	need_ns
	make_link pair0 veth peer name pair1
	make_pair good0 good1
	in_ns ip link set pair0 up
	edx_ns check pair0 pair1 good0 --duration 0.1 --bundle "$tmp/bundle" -o "json:$tmp/live.json"
	expect_status 2
	edx diagnose "$tmp/bundle" -o "json:$tmp/recorded.json"
	expect_status 2
	for key in '[.ports[].facts]' '[.ports[].findings]' '[.ports[].no_data]' '[.ports[].verdict]'; do
		diff <(jq -S "$key" "$tmp/live.json") <(jq -S "$key" "$tmp/recorded.json") >&2 ||
			fail "$key differs"
	done
}

@test "a bundle recorded without privilege says what was denied" {
	run --separate-stderr without_privilege "$ETHERDX" record lo --duration 0.1 --bundle -
	expect_status 0
	printf '%s\n' "$output" >"$tmp/bundle"
	edx diagnose "$tmp/bundle" --json
	expect_verdict
	json '.facts.near["mii.words"].state == "denied"'
}

@test "diagnose - reads standard input" {
	record_lo "$tmp/bundle"
	edx diagnose "$tmp/bundle" --json
	expect_verdict
	first=$(jq -S 'del(.bundle)' <<<"$output")
	edx_from "$tmp/bundle" diagnose - --json
	expect_verdict
	[ "$(jq -S 'del(.bundle)' <<<"$output")" = "$first" ]
}

@test "diagnose of several bundles: each port, one verdict" {
	record_lo "$tmp/one"
	small_bundle "$half" >"$tmp/two"
	edx diagnose "$tmp/one" "$tmp/two" --json
	expect_status 1
	verdict warning
	json '[.ports[].interface] == ["lo", "eth0"]'
	json '.ports[1].findings[0].id == "HALF-DUPLEX"'
}

@test "a bad bundle beside a good one: the good one is judged, exit 3" {
	record_lo "$tmp/one"
	echo '{' >"$tmp/two"
	edx diagnose "$tmp/one" "$tmp/two" --json
	expect_status 3
	one_message
	err_has "$tmp/two"
	json '.complete == false'
	json '[.. | objects | select(.interface == "lo")] | length > 0'
}

# ---------------------------------------------------------------------------------------------
# --anonymize

@test "--anonymize: the same verdict and findings, without the name of the host" {
	edx record lo --duration 0.1 --bundle "$tmp/bundle" --anonymize
	expect_status 0
	output=$(<"$tmp/bundle")
	json '.host != $host' --arg host "$(uname -n)"
	edx diagnose "$tmp/bundle" --json
	expect_verdict
	json '.facts.near["link.up"].value != null'
}

@test "--anonymize: no address and no altname, neither as a fact nor in the raw answers" {
	need_ns
	make_link pair0 veth peer name pair1
	in_ns ip link set pair0 address 02:5e:c0:ff:ee:42
	altname=rack17-uplink-secret
	in_ns ip link property add dev pair0 altname "$altname" || altname=
	in_ns ip link set pair0 up
	in_ns ip link set pair1 up
	edx_ns record pair0 --duration 0.1 --bundle "$tmp/open"
	expect_status 0
	edx_ns record pair0 --duration 0.1 --bundle "$tmp/closed" --anonymize
	expect_status 0
	# What is looked for is there without the option.
	grep -qi '02:5e:c0:ff:ee:42' "$tmp/open"
	grep -qi '025ec0ffee42' "$tmp/open"
	[ -z "$altname" ] || grep -q "$altname" "$tmp/open"
	for secret in 02:5e:c0:ff:ee:42 025ec0ffee42 c0:ff:ee c0ffee rack17 \
		"$(printf rack17 | od -An -tx1 | tr -d ' \n')"; do
		! grep -qi "$secret" "$tmp/closed" || fail "$secret is still there"
	done
	edx diagnose "$tmp/open" -o "json:$tmp/open.json"
	edx diagnose "$tmp/closed" -o "json:$tmp/closed.json"
	for key in .verdict '[.findings[].id]' '[.no_data[].id]' '.facts.near["link.up"]'; do
		[ "$(jq -c "$key" "$tmp/open.json")" = "$(jq -c "$key" "$tmp/closed.json")" ] ||
			fail "$key differs"
	done
	[ -n "$altname" ] || skip "no altnames here; of the address nothing was left"
}

# ---------------------------------------------------------------------------------------------
# Bad input

@test "a truncated bundle, wherever it was cut" {
	record_lo "$tmp/bundle"
	size=$(stat -c %s "$tmp/bundle")
	for part in 1 $((size / 3)) $((size / 2)) $((size - 3)); do
		head -c "$part" "$tmp/bundle" >"$tmp/cut"
		bad_bundle "$tmp/cut" 'cut off'
	done
}

@test "a bundle of a newer schema" {
	record_lo "$tmp/bundle"
	sed -i 's,etherdx-bundle/1",etherdx-bundle/99",' "$tmp/bundle"
	bad_bundle "$tmp/bundle" 'etherdx-bundle/99'
	err_has 'newer etherdx'
}

@test "what is not JSON" {
	echo 'My link is slow.' >"$tmp/text"
	bad_bundle "$tmp/text" 'no bundle'
	head -c 5000 "$ETHERDX" >"$tmp/binary"
	bad_bundle "$tmp/binary" 'neither a bundle nor text'
	no_control "$stderr"
	printf '{"schema": "\e[31m\xff"}' >"$tmp/escape"
	bad_bundle "$tmp/escape" 'not JSON'
	no_control "$stderr"
}

@test "JSON that is no bundle" {
	for text in '{}' '[]' '{"schema": 1}' '{"schema": "etherdx/1", "ports": []}' \
		'{"schema": "etherdx-bundle/", "ports": []}' '{"schema": "etherdx-bundle/1"}' \
		'{"schema": "etherdx-bundle/1", "ports": 5}'; do
		printf '%s\n' "$text" >"$tmp/file"
		bad_bundle "$tmp/file" 'bundle'
	done
}

@test "a bundle whose schema has control bytes" {
	printf '{"schema": "etherdx-bundle/7\\u001b[31m", "ports": []}' >"$tmp/file"
	edx diagnose "$tmp/file"
	expect_status 3
	no_control "$stderr"
}

@test "a bundle without a port, and with ports that are none" {
	for ports in '[]' '[42]' '[null, "x"]' '[{}]'; do
		printf '{"schema": "etherdx-bundle/1", "ports": %s}' "$ports" >"$tmp/file"
		edx diagnose "$tmp/file"
		refused 'bundle'
	done
}

@test "an empty file" {
	: >"$tmp/empty"
	bad_bundle "$tmp/empty" 'empty'
	edx_from "$tmp/empty" diagnose -
	refused 'standard input'
}

@test "a directory" {
	bad_bundle "$tmp" 'directory'
}

@test "a missing file" {
	bad_bundle "$tmp/none" 'No such file'
}

@test "a file without permission" {
	echo '{}' >"$tmp/closed"
	chmod 0 "$tmp/closed"
	run --separate-stderr without_privilege "$ETHERDX" diagnose "$tmp/closed"
	if is_root && [ "$status" -eq 3 ] && [[ $stderr != *"ermission"* ]]; then
		skip "root may read it even without capabilities here"
	fi
	refused 'ermission denied'
}

@test "a file name with control bytes is shown without them" {
	edx diagnose "$tmp/"$'no\e[31msuch'
	expect_status 3
	one_message
	no_control "$stderr"
}

@test "values of the wrong kind are left out, not believed" {
	small_bundle '{"link.up": {"value": "yes", "from": "netlink"}, "link.speed": {"value": true, "from": "x"},
		"link.duplex": {"value": [1], "from": 7}, "mii.words": {"value": {"a": 1}, "from": "mii"},
		"link.modes.advertised": {"value": [null, 3], "from": "mii"}, "link.autoneg": 17,
		"an.complete": {"state": "purple"}, "port.mac": {}}' >"$tmp/file"
	edx diagnose "$tmp/file" --json
	expect_verdict
	near_unknown link.up link.speed link.duplex mii.words link.autoneg
}

@test "a bundle cannot bring in an impossible speed (A22)" {
	for speed in -1 0 65535 4294967295; do
		small_bundle "{\"link.up\": {\"value\": true, \"from\": \"netlink\"},
			\"link.speed\": {\"value\": $speed, \"from\": \"netlink\"}}" >"$tmp/file"
		edx diagnose "$tmp/file" --json
		expect_verdict
		near_unknown link.speed
		edx diagnose "$tmp/file"
		out_lacks "(^|[^0-9])$speed Mb/s"
	done
}

@test "words of a bundle are bounded" {
	small_bundle "{\"mii.words\": {\"from\": \"mii\", \"value\": [$(seq -s, 1 500)]}}" >"$tmp/file"
	edx diagnose "$tmp/file" --json
	expect_verdict
	json '(.facts.near["mii.words"].value | length) <= 32'
}

@test "raw answers that are garbage do no harm" {
	record_lo "$tmp/bundle"
	for edit in '.ports[].raw[].hex = "zz"' '.ports[].raw[].hex = "0"' '.ports[].raw[].group = "moon"' \
		'.ports[].raw[].hex = "ffffffffffffffffffffffff"' '.ports[].raw[].round = -1' \
		'.ports[].raw[].errno = -99999' '.ports[].raw = 7' '.ports[].raw = [1, null, "x", {}]' \
		'.ports[].raw[].ask = ("x" * 5000)' '.ports[].raw[].text = ("9" * 5000) | del(.ports[].raw[].hex)' \
		'.ports[].raw |= (. + . + . + .)' '.ports[].raw |= reverse'; do
		jq "$edit" "$tmp/bundle" >"$tmp/file"
		edx diagnose "$tmp/file" --json
		expect_verdict
		json '.schema == "etherdx/1"'
	done
}

@test "text from a bundle cannot reach the terminal as control bytes" {
	small_bundle '{"port.name": {"value": "e\u001b[31mth", "from": "netlink"},
		"port.driver": {"value": "x\u0007\u001b]0;t\u0007", "from": "ioctl"},
		"link.up": {"value": false, "from": "netlink"}}' |
		jq '.ports[0].interface = "e\u001b[31mth0"' >"$tmp/file"
	edx diagnose "$tmp/file" -v
	expect_verdict
	no_control "$output"
	no_control "$stderr"
}

@test "facts of a newer etherdx are left out, and that is said" {
	small_bundle "$half" | jq '.ports[0].facts.near["moon.phase"] = {value: 1, from: "lab"}' >"$tmp/file"
	edx diagnose "$tmp/file" --json
	expect_status 1
	one_message
	err_has 'newer etherdx'
	found HALF-DUPLEX warning
	json '.facts.near | has("moon.phase") | not'
}

@test "JSON nested without end" {
	printf '{"a":%.0s' {1..100000} >"$tmp/deep"
	bad_bundle "$tmp/deep" 'not JSON'
}

@test "the shipped example is judged" {
	example=$top/data/examples/half-duplex.json
	edx diagnose "$example" --json
	[ "$status" -eq 1 ] || [ "$status" -eq 2 ] || fail "a warning or a fault was expected"
	json '[.. | objects | select(.id == "HALF-DUPLEX")] | length > 0'
}

@test "several files that cannot be read: one line tells the first and counts the others" {
	edx diagnose "$tmp/none" "$tmp/no-more"
	expect_status 3
	one_message
	err_has 'none: No such file'
	err_has 'and 1 more'
}
