#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Every JSON output conforms to data/*.schema.json, and the schemas refuse what the contract forbids.

load common

report_schema=$top/data/etherdx.schema.json
bundle_schema=$top/data/etherdx-bundle.schema.json

setup() {
	common_setup
	need_jsonschema
	mkdir "$tmp/json"
}

validate() {
	run --separate-stderr "$python" "$BATS_TEST_DIRNAME/validate.py" "$@"
	expect_status 0
}

# kept NAME ARGUMENT...: keeps what etherdx prints as JSON.
kept() {
	local name=$1
	shift
	edx "$@"
	expect_verdict || return
	printf '%s\n' "$output" >"$tmp/json/$name.json"
}

conform() {
	validate "$report_schema" "$tmp"/json/*.json
}

@test "reports of neighbor: one file, several, no capture" {
	kept one neighbor -r "$top/tests/golden/switch.pcap" --json
	kept two neighbor -r "$top/tests/golden/switch.pcap" "$top/tests/golden/switch.pcap" --json
	kept diagnosed diagnose "$top/tests/golden/switch.pcap" --json
	kept none neighbor -r "$top/README" --json
	conform
}

@test "reports of check: one port, several, none" {
	kept one check lo --duration 0.1 --json
	kept two check lo lo --duration 0.1 --json
	kept partly check lo nosuch0 --duration 0.1 --json
	kept error check nosuch0 --json
	kept verbose check lo --duration 0.1 --json -v
	kept quiet check lo --duration 0.1 --json -q
	conform
}

@test "reports of check over all ports of this machine" {
	kept all check --duration 0.1 --json
	conform
}

@test "reports of check without privilege" {
	run --separate-stderr without_privilege "$ETHERDX" check lo --duration 0.1 --json
	printf '%s\n' "$output" >"$tmp/json/denied.json"
	conform
}

@test "reports of show: one port, several, errors" {
	kept one show lo --json
	kept two show lo lo --json
	kept error show nosuch0 --json
	kept long show "$(printf 'x%.0s' {1..300})" --json
	for name in /sys/class/net/*; do
		kept "port-${name##*/}" show "${name##*/}" --json
	done
	conform
}

@test "reports of mii" {
	kept ok mii --words "$words_ok" --json
	kept warning mii --words "$words_warning" --json
	kept critical mii --words "$words_critical" --json
	kept made-up mii --words "$words_made_up" --phy-addr 32 --json
	kept parallel mii --words "3100 782d 02a8 0330 05e1 0021 0000 0000" --json
	kept first mii --words "3000 780d 0040 6177 05e1 0000 0000 0000" --bmsr-first 7809 --json
	kept gaps mii --words "1140 792d 02a8 0380 0de1 c1e1 000f -- -- 0200 280f" --json
	kept base-x mii --words "1140 016d 0141 0cc0 01a0 41a0 0001" --base-x --json
	kept nothing mii --words "-- --" --json
	kept all-ones mii --words "ffff ffff ffff ffff ffff ffff ffff ffff ffff ffff ffff" --json
	kept live mii lo --json
	conform
}

@test "reports of diagnose" {
	edx record lo --duration 0.1 --bundle "$tmp/one"
	edx record lo lo --duration 0.1 --bundle "$tmp/two"
	kept one diagnose "$tmp/one" --json
	kept two diagnose "$tmp/two" --json
	kept both diagnose "$tmp/one" "$tmp/two" --json
	kept partly diagnose "$tmp/one" "$tmp/none" --json
	kept error diagnose "$tmp/none" --json
	conform
}

@test "reports of bad usage" {
	kept option check --bogus --json
	kept command frobnicate --json
	kept words mii --words xyzw --json
	kept record record --json
	kept explain explain NO-SUCH --json
	kept show show --json
	conform
}

@test "the report of an interrupted run" {
	bg_edx check lo --duration 600 --json
	bg_wait_window
	kill -TERM "$bg_pid"
	bg_join
	printf '%s\n' "$output" >"$tmp/json/interrupted.json"
	conform
}

@test "reports of interfaces of the test's own" {
	need_ns
	make_pair pair0 pair1
	make_link down0 veth peer name down1
	edx_ns check pair0 down0 --duration 0.1 --json
	printf '%s\n' "$output" >"$tmp/json/ns.json"
	edx_ns check --json
	printf '%s\n' "$output" >"$tmp/json/none.json"
	bg_edx_ns check pair0 --duration 20 --json
	bg_wait_window
	in_ns ip link del pair0
	bg_join
	printf '%s\n' "$output" >"$tmp/json/vanished.json"
	conform
}

@test "bundles: recorded, anonymised, without privilege, by check" {
	edx record lo --duration 0.1 --bundle "$tmp/json/one.json"
	edx record lo lo --duration 0.1 --bundle "$tmp/json/two.json"
	edx record lo --duration 0.1 --bundle "$tmp/json/anonymous.json" --anonymize
	edx check lo --duration 0.1 --bundle "$tmp/json/check.json"
	run --separate-stderr without_privilege "$ETHERDX" record lo --duration 0.1 --bundle -
	printf '%s\n' "$output" >"$tmp/json/denied.json"
	validate "$bundle_schema" "$tmp"/json/*.json
}

@test "reports of a traffic test" {
	for file in "$top"/tests/golden/traffic-*.json; do
		case $file in *.out.json) continue ;; esac
		kept "$(basename "$file" .json)" diagnose "$file" --json
	done
	conform
}

@test "shipped bundles conform" {
	files=("$top"/data/examples/*.json)
	while IFS= read -r file; do
		files+=("$file")
	done < <(grep -rl '"etherdx-bundle/' "$top/tests/golden" 2>/dev/null || :)
	validate "$bundle_schema" "${files[@]}"
}

# broken SCHEMA FILE FILTER...: with any of these edits the file must be refused.
broken() {
	local schema=$1 file=$2 n=0 edit
	shift 2
	mkdir "$tmp/broken"
	jq -S . "$file" >"$tmp/sound"
	for edit; do
		n=$((n + 1))
		jq -S "$edit" "$file" >"$tmp/broken/$n.json"
		! cmp -s "$tmp/sound" "$tmp/broken/$n.json" || fail "$edit changes nothing"
	done
	validate --reject "$schema" "$tmp"/broken/*.json
	rm -r "$tmp/broken"
}

@test "the schema of reports refuses what the contract forbids" {
	kept one mii --words "$words_warning" --json
	conform
	broken "$report_schema" "$tmp/json/one.json" \
		'del(.schema)' '.schema = "etherdx/2"' 'del(.version)' 'del(.command)' 'del(.interface)' \
		'del(.started)' '.started = "yesterday"' 'del(.duration_s)' '.duration_s = -1' 'del(.complete)' \
		'del(.verdict)' '.verdict = "fine"' '.verdict = "OK"' 'del(.facts)' 'del(.findings)' \
		'del(.steps)' 'del(.no_data)' 'del(.coverage)' 'del(.coverage.clear)' '.error = "no"' \
		'.steps[0].status = "good"' '.steps[0].id = "roof"' '.ports = []' \
		'.findings[0].severity = "fatal"' '.findings[0].end = "here"' '.findings[0].fix_end = "far_partner"' \
		'.findings[0].confidence = 1.5' '.findings[0].id = "half duplex"' 'del(.findings[0].summary)' \
		'.findings[0].summary = ""' '.findings[0].summary = "a\u001b[31m"' 'del(.findings[0].remedies)' \
		'.findings[0].remedies[0] = "text"' 'del(.findings[0].remedies[0].impact)' \
		'del(.findings[0].evidence)' '.findings[0].evidence[0].set = "here"' \
		'.findings[0].end = "unknown" | .findings[0].candidates = []' \
		'.no_data[0].state = "unread"' '.no_data[0].missing = []' '.no_data[0].missing = ["link.up"]' \
		'del(.facts.partner)' '.facts.other = {}'
}

@test "the schema of reports refuses facts of another form" {
	kept one mii --words "$words_warning" --json
	broken "$report_schema" "$tmp/json/one.json" \
		'.facts.near["link.speed"].value = -1' '.facts.near["link.speed"].value = 0' \
		'.facts.near["link.speed"].value = 65535' '.facts.near["link.speed"].value = 4294967295' \
		'.facts.near["link.speed"].value = "100"' 'del(.facts.near["link.speed"].unit)' \
		'.facts.near["link.speed"].unit = "bit/s"' \
		'.facts.near["link.speed"].also = [{value: -1, from: "mii"}]' \
		'.facts.near["link.speed"].also = []' 'del(.facts.near["link.speed"].from)' \
		'.facts.near["link.speed"].from = "guess"' '.facts.near["link.speed"].state = "absent"' \
		'.facts.near["link.speed"].comment = 1' '.facts.near["link.speed"] = 100' \
		'.facts.near["link.speed"] = {}' '.facts.near["link.speed"] = {state: "unread"}' \
		'.facts.near["link.speed"] = {state: "absent", from: "mii"}' \
		'.facts.near["link.duplex"].value = "Full"' '.facts.near["link.duplex"].value = "unknown"' \
		'.facts.near["link.up"].value = "yes"' '.facts.near["link.up"].value = 1' \
		'.facts.near["link.modes.advertised"].value = "100baseT/Full"' \
		'.facts.near["link.modes.advertised"].value += ["Autoneg"]' \
		'.facts.near["link.modes.advertised"].flags = "Pause"' '.facts.near["an.hcd"].value = "100FD"' '.facts.near["pause.flow"].value = "rx+tx"' \
		'.facts.near["mii.words"].value[0] = 65536' '.facts.near["mii.words"].value[0] = -1' \
		'.facts.near["mii.words"].value[0] = "3100"' '.facts.near["mii.phy_id"].value = 5034098' \
		'.facts.near["counter.crc"] = {value: -1, unit: "frames", from: "netlink"}' \
		'.facts.near["Link Speed"] = {state: "absent"}' '.facts.far["link.speed"] = {value: -1, from: "peer"}'
}

@test "the schema of reports allows keys to come, and facts that are not read" {
	kept one mii --words "$words_warning" --json
	jq '.mood = "good" | .findings[0].rank = 1 | .facts.near["moon.phase"] = {value: 0.5, from: "lab"}
		| .facts.near["link.speed"] = {state: "denied", error: "Operation not permitted"}
		| .facts.near["link.duplex"].also = [{value: "half", from: "mii"}]' \
		"$tmp/json/one.json" >"$tmp/json/more.json"
	conform
}

@test "the schema of reports refuses judgement in show, and errors that are none" {
	kept one show lo --json
	kept two show nosuch0 --json
	conform
	broken "$report_schema" "$tmp/json/one.json" '.findings = []' '.steps = []' 'del(.facts)'
	broken "$report_schema" "$tmp/json/two.json" 'del(.error)' '.error = ""' '.complete = true' \
		'.verdict = "ok"' '.facts = {}' '.ports = []'
}

@test "the schema of bundles refuses what is none" {
	edx record lo --duration 0.1 --bundle "$tmp/bundle"
	broken "$bundle_schema" "$tmp/bundle" \
		'.schema = "etherdx-bundle/2"' 'del(.schema)' 'del(.version)' 'del(.recorded)' 'del(.kernel)' \
		'del(.host)' '.byte_order = "middle"' 'del(.ports)' '.ports = []' 'del(.ports[0].interface)' \
		'del(.ports[0].facts)' 'del(.ports[0].raw)' 'del(.ports[0].facts.near)' '.verdict = "ok"' \
		'.ports[0].findings = []' '.ports[0].raw[0].group = "moon"' 'del(.ports[0].raw[0].ask)' \
		'.ports[0].raw[0].hex = "0"' '.ports[0].raw[0].errno = 0' \
		'.ports[0].raw[0] |= (del(.hex, .text, .errno))' \
		'.ports[0].raw[0] |= (.hex = "00" | .text = "x")' \
		'.ports[0].facts.near["link.speed"] = {value: -1, from: "netlink"}' \
		'.ports[0].facts.near["link.up"] = {value: true}'
}

@test "SROMs: sound, damaged, blank, an address only" {
	for image in "$top"/tests/fuzz/seeds/mii-srom/*; do
		kept "${image##*/}" mii --srom "$image" --json
	done
	conform
}

@test "commands that do something to a port: refusals" {
	kept cable cable --yes lo --json
	kept locate locate lo --json
	kept watch mii --watch lo --duration 1 --json
	conform
}
