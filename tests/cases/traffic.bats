#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Field cases of duplex: what the ends said and what traffic did, what etherdx must make of it, and what
# it must not.

load ../cli/common

# case FACTS: a bundle with these facts (near, partner, far, path: name to value), judged as JSON.
case_of() {
	jq '{ schema: "etherdx-bundle/1", version: "0.1.0", recorded: "2026-11-30T12:00:00Z", host: "h",
	      kernel: "Linux", byte_order: "little",
	      ports: [ { interface: "eth0", raw: [],
			 facts: ({ near: {}, partner: {}, far: {}, far_partner: {}, path: {} } +
				 map_values(map_values({ value: ., from: "paste" }))) } ] }' \
		<<<"$1" >"$tmp/case.json"
	edx --json diagnose "$tmp/case.json"
	no_errors
}

# A PC forced to 100/full, its switch port on auto fell to half: 7 Mb/s towards the PC, 80 from it. What the
# half end sends suffers. The source: networkengineering.stackexchange.com 6122.
pc='"link.up": true, "link.speed": 100, "link.duplex": "full", "link.autoneg": false, "link.medium": "base-t"'
rates='"stream.tcp.state": "valid", "stream.tcp.tx": 80, "stream.tcp.rx": 7, "stream.tcp.limit": 94.1'

@test "down 7, up 80: the rates alone are not fine, and no proof of the duplex" {
	case_of "{ \"near\": { $pc }, \"path\": { $rates } }"
	expect_status 1
	found STREAM-SLOW warning
	found STREAM-ASYMMETRIC warning
	found AUTONEG-OFF warning
	not_found DUPLEX-MISMATCH
}

@test "down 7, up 80: with the switch's word the forced end is named, negotiation first" {
	case_of "{ \"near\": { $pc }, \"partner\": { \"link.duplex\": \"half\", \"link.speed\": 100 },
		   \"path\": { $rates } }"
	expect_status 2
	found DUPLEX-MISMATCH critical
	json '.findings[0] | .id == "DUPLEX-MISMATCH" and .end == "near-partner" and .fix_end == "near"'
	json '.findings[0].remedies[0].text | test("autonegotiation on at this end")'
	json '[.steps[] | select(.id == "negotiation")] | .[0].status == "critical"'
}

@test "a legal hub: half here, collisions and none late, traffic clean: no mismatch" {
	case_of '{ "near": { "link.up": true, "link.speed": 10, "link.duplex": "half", "counter.collisions": 900,
			     "counter.late_collisions": 0, "run.window": 3, "total.late_collisions": 4000 },
		   "path": { "stream.state": "valid", "stream.duplex.outcome": "clean",
			     "stream.duplex.probability": 0.0001,
			     "stream.look_alikes": [ "half duplex at both ends" ] } }'
	expect_status 1
	found STREAM-HALF-DUPLEX info
	not_found DUPLEX-MISMATCH DUPLEX-MISMATCH-LIKELY
}

@test "half duplex claimed at a gigabit is a word of the driver, whatever the partner says" {
	case_of '{ "near": { "link.up": true, "link.speed": 1000, "link.duplex": "half" },
		   "partner": { "link.duplex": "full", "link.speed": 1000 } }'
	not_found DUPLEX-MISMATCH
}
