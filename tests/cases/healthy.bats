#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Ports without a fault: nothing above "info" may be said of them, but what the case names.  The ports are
# recordings in tests/golden, changed where a case wants it.

load ../cli/common

golden=$BATS_TEST_DIRNAME/../golden

# judge BUNDLE [FILTER]: a recording, judged; with a filter its near facts are changed first, and its raw
# answers go.
judge() {
	local file=$golden/$1.json
	if [ $# -gt 1 ]; then
		jq ".ports[0] |= (.raw = [] | .facts.near |= ($2))" "$file" >"$tmp/case.json" || return
		file=$tmp/case.json
	fi
	edx diagnose "$file" --json
	no_errors
}

# says ID...: just these findings are above info.
says() {
	json '[.findings[] | select(.severity != "info") | .id] | join(" ") == $ids' --arg ids "$*"
}

# Facts that name no value of their own.
readonly is='def is(v): {value: v, from: "netlink"};'

@test "drivers of emulated and real NICs with a good link: no false alarm" {
	local port
	for port in e1000 e1000e i82559c rtl8139 tulip vmxnet3 virtio-net-pci e1000e-user; do
		judge $port
		expect_status 0
		says || fail "$port: $(jq -c '[.findings[].id]' <<<"$output")"
	done
}

@test "a healthy gigabit link that corrects nothing and counts nothing" {
	judge e1000e "$is"' . + {"counter.crc": is(0), "counter.symbol": is(0), "counter.alignment": is(0),
		"ms.idle_errors": is(0), "ms.local_rx_ok": is(true), "ms.remote_rx_ok": is(true),
		"log.flaps": is(0), "log.own_address": is(0), "log.lacp_loop": is(0),
		"log.events": is("1.0 started\n4.0 link-up 1000 full")}'
	expect_status 0
	says
}

@test "a healthy 100G link: FEC mends on every lane, more on some than on others" {
	judge fec-healthy-100g
	expect_status 0
	json '.facts.near["counter.fec_corrected"].value > 0'
	says
	judge fec-healthy-100g "$is"' . + {"counter.fec_corrected": is(2000000), "counter.fec_uncorrectable": is(0),
		"fec.ber": is(2e-7), "fec.lane.corrected_rate": is([900, 12000, 4, 40000])}'
	expect_status 0
	json '.facts.near["counter.fec_corrected"].value == 2000000'
	says
}

@test "a port that is set down: unknown, and why; nothing of its cable, module or partner" {
	judge e1000e-down
	expect_status 3
	says LINK-ADMIN-DOWN
	judge fec-25g-forced-off "$is"' . + {"link.admin_up": is(false)}'
	expect_status 3
	says LINK-ADMIN-DOWN
	judge optics-dark-lane "$is"' . + {"link.admin_up": is(false)}'
	expect_status 3
	says LINK-ADMIN-DOWN
}

@test "a port that was never cabled: no link is all that is said" {
	judge e1000-pulled "$is"' . + {"link.ever_up": is(false), "link.carrier_ups": is(0),
		"log.flaps": is(0), "counter.carrier_changes": is(0)}'
	expect_status 2
	says LINK-DOWN
	json '[.findings[] | select(.id == "LINK-DOWN") | .summary | test("never had carrier")] == [true]'
}

@test "a virtual port without speed, bus or registers" {
	judge virtio-net-pci "$is"' . + {"port.kind": is("veth"), "port.physical": is(false),
		"port.virtual": is(true), "link.speed": {state: "absent"}, "host.bus_rate": {state: "absent"}}'
	expect_status 0
	says
}

@test "a driver that tells nothing: unknown, and no finding" {
	judge ne2k_pci
	expect_status 3
	says
	json '.findings == []'
}
