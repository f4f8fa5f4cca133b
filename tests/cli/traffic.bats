#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What is made of a traffic test: the verdict line, who is wrong, and what nothing follows from.

load common

bundles=$top/tests/golden

# without_traffic NAME: the bundle as if nothing had been sent.
without_traffic() {
	jq '.ports[].facts |= (.path = {} | map_values(with_entries(select(.key | startswith("stream.") | not))))' \
		"$bundles/$1.json" >"$tmp/$1.json"
}

@test "the verdict line names the half end, how sure that is, and what to do where" {
	edx -q diagnose "$bundles/traffic-mismatch-near.json"
	expect_status 2
	one_line "$output"
	out_has '^eth0: FAIL: DUPLEX-MISMATCH \(99\.98 %\): this end is half duplex, the far end is full: '
	out_has 'turn autonegotiation on at the far end: ethtool -s eth1 autoneg on'
	out_lacks 'traffic not tested'
}

@test "a far half end is named from here, and the forced end is this one" {
	edx --json diagnose "$bundles/traffic-mismatch-far.json"
	expect_status 2
	found DUPLEX-MISMATCH critical
	not_found DUPLEX-MISMATCH-LIKELY DUPLEX-UNDETERMINED
	json '.findings[0] | .id == "DUPLEX-MISMATCH" and .end == "far" and .fix_end == "near" and .candidates == []'
	json '.findings[0].confidence | . > 0.99 and . < 1'
	json '.findings[0].calibration == "emulated links"'
	json '[.findings[0].evidence[] | select(.set == "path" and (.fact | startswith("stream.contrast.")))] | length == 2'
	json '[.findings[0].evidence[] | select(.set == "far" and .fact == "stream.late.together")] | length == 1'
	json '[.steps[] | select(.id == "traffic")] | .[0].status == "critical"'
}

@test "through a switch the candidates are listed, in words and in JSON" {
	edx --json diagnose "$bundles/traffic-mismatch-switched.json"
	expect_status 2
	json '.findings[0] | .end == "unknown" and .candidates == ["near", "far-partner"] and .fix_end == "unknown"'
	json '.findings[0].remedies[0].impact == "none"'
	COLUMNS=200 edx diagnose "$bundles/traffic-mismatch-switched.json"
	out_has '\(near or far-partner\)'
}

@test "no remedy begins with forcing both ends" {
	for bundle in "$bundles"/traffic-mismatch-*.json; do
		case $bundle in *.out.json) continue ;; esac
		edx --json diagnose "$bundle"
		json '.findings[0].remedies[0].text | test("force") | not'
	done
}

@test "without the traffic the same evidence gives no duplex verdict" {
	for name in mismatch-near mismatch-far mismatch-switched clean lossy; do
		without_traffic "traffic-$name"
		edx --json diagnose "$tmp/traffic-$name.json"
		expect_verdict
		not_found DUPLEX-MISMATCH DUPLEX-UNDETERMINED STREAM-LOSS
		json '[.no_data[] | select(.id == "DUPLEX-MISMATCH")] | length == 1'
		json '[.steps[] | select(.id == "traffic")] | .[0].status == "no-data"'
		edx -q diagnose "$tmp/traffic-$name.json"
		out_has 'traffic not tested\)$'
	done
}

@test "clean traffic is ok, and says what was measured" {
	edx diagnose "$bundles/traffic-clean.json"
	expect_status 0
	out_has '^  traffic       ok      no loss beyond chance while both send \(0\.3 % at 20 %'
	out_has 'TCP 18\.9/18\.9 alone, 18\.9/18\.8 both ways'
	out_has '^eth0: OK \(both ends; '
	out_lacks 'not tested'
}

@test "a test that decided nothing makes the run unknown, with a reason" {
	for name in wrong-path:STREAM-WRONG-PATH host-noisy:HOST-TOO-NOISY no-answer:DUPLEX-UNDETERMINED; do
		edx --json diagnose "$bundles/traffic-${name%:*}.json"
		expect_status 3
		verdict unknown
		found "${name#*:}" unknown
		found DUPLEX-UNDETERMINED unknown
		not_found DUPLEX-MISMATCH STREAM-LOSS
		json '[.steps[] | select(.id == "traffic")] | .[0].status == "unknown"'
		edx -q diagnose "$bundles/traffic-${name%:*}.json"
		out_has "UNKNOWN: ${name#*:}: "
	done
}

@test "look-alikes are named, and no mismatch" {
	edx --json diagnose "$bundles/traffic-lossy.json"
	expect_status 1
	found STREAM-LOSS warning
	not_found DUPLEX-MISMATCH DUPLEX-MISMATCH-LIKELY
	edx --json diagnose "$bundles/traffic-policer.json"
	expect_status 0
	found STREAM-POLICED info
	not_found DUPLEX-MISMATCH STREAM-SLOW STREAM-LOSS
	edx --json diagnose "$bundles/traffic-half-legal.json"
	found STREAM-HALF-DUPLEX info
	not_found DUPLEX-MISMATCH DUPLEX-MISMATCH-LIKELY STREAM-SLOW
}

@test "a certainty is never printed as 100 %" {
	for bundle in "$bundles"/traffic-*.json; do
		case $bundle in *.out.json) continue ;; esac
		edx -v diagnose "$bundle"
		out_lacks '[^0-9.]100(\.0+)? %'
	done
}
