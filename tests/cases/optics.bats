#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Field cases of 25G and above: what the driver, FEC and the module said, what etherdx must say about them,
# and what it must not. The ports are recordings in tests/golden, changed where a case wants it.

load ../cli/common

golden=$BATS_TEST_DIRNAME/../golden

# judge BUNDLE [FILTER]: a recording, judged; with a filter its facts are changed first, and its raw answers go.
judge() {
	local file=$golden/$1.json
	if [ $# -gt 1 ]; then
		jq ".ports[0] |= (.raw = [] | $2)" "$file" >"$tmp/case.json" || return
		file=$tmp/case.json
	fi
	edx diagnose "$file"
	text=$output
	edx diagnose "$file" --json
	no_errors
}

finds() {
	json '[.findings[].id] | index($id) != null' --arg id "$1"
}

finds_not() {
	json '[.findings[].id] | index($id) == null' --arg id "$1"
}

first_remedy() {
	json '[.findings[] | select(.id == $id) | .remedies[0].text | test($p)] == [true]' --arg id "$1" --arg p "$2"
}

@test "forced 25G without FEC: FEC is the first suspect, not the cable" {
	judge fec-25g-forced-off
	expect_status 2
	finds LINK-DOWN
	finds FEC-MODULE
	finds_not RX-DARK
	first_remedy LINK-DOWN "FEC"
	json '[.findings[] | select(.id == "LINK-DOWN").summary | test("no cable|cable is in"; "i")] == [false]'
	json '[.findings[] | select(.id == "LINK-DOWN").summary | test("FEC.*first suspect, then speed")] == [true]'
}

@test "no FEC in use on a link that is down proves nothing" {
	judge fec-25g-forced-off '.facts.near |= (del(.["link.ext_state"], .["link.ext_substate"])
		| .["fec.configured"].value = ["RS"])'
	expect_status 2
	finds LINK-DOWN
	finds_not FEC-MISMATCH
	finds_not FEC-MODULE
	json '[.no_data[].id] | index("FEC-MISMATCH") != null'
}

@test "with RS set, and a link, nothing is left to say of FEC" {
	judge fec-25g-forced-off '.facts.near |= (del(.["link.ext_state"], .["link.ext_substate"])
		| .["link.up"].value = true | .["link.speed"] = {"value": 25000, "unit": "Mb/s", "from": "netlink"}
		| .["link.duplex"] = {"value": "full", "from": "netlink"}
		| .["fec.configured"].value = ["RS"] | .["fec.active"].value = "RS")'
	expect_status 0
	json '[.findings[] | select(.severity != "info")] == []'
}

@test "a module that the driver refuses is no missing cable" {
	judge optics-dark-lane '.facts.near |= (.["link.ext_state"] = {"value": "cable-issue", "from": "netlink"}
		| .["link.ext_substate"] = {"value": "unsupported-cable", "from": "netlink"}
		| .["module.rx_power"].value = [-1, -2, -1.5, -2.2])'
	expect_status 2
	finds MODULE-REFUSED
	finds_not RX-DARK
	first_remedy MODULE-REFUSED "maker"
	json '[.findings[] | select(.id == "LINK-DOWN").summary | test("refuses")] == [true]'
}

@test "a healthy 100G link mends errors all the time, and that is no fault" {
	judge fec-healthy-100g
	expect_status 0
	json '.facts.near["counter.fec_corrected"].value == 54000'
	json '[.findings[] | select(.severity != "info")] == []'
	grep -q "FEC mended 54000 blocks" <<<"$text"
}

@test "one dark lane of four: that lane is named, and speed and FEC are left alone" {
	judge optics-dark-lane
	expect_status 2
	finds RX-DARK
	json '[.findings[] | select(.id == "RX-DARK") | .summary | test("lane 2")] == [true]'
	finds_not FEC-MISMATCH
	finds_not REMOTE-FAULT
	json '[.findings[] | select(.id == "RX-DARK").remedies[].text | test("FEC|speed")] | any | not'
}

@test "all readings 0: a cable or module that measures nothing is not dark" {
	judge optics-dark-lane '.facts.near |= del(.["module.rx_power"], .["module.tx_power"], .["module.rx_los"],
		.["module.tx_fault"], .["module.tx_disable"])'
	expect_status 2
	finds_not RX-DARK
	finds_not TX-DARK
	json '[.no_data[].id] | index("RX-DARK") != null and index("TX-DARK") != null'
}

@test "a lost lane under PAM4: optics, blocks lost, and the lane that stands out" {
	judge cmis-400g-lane-alarm
	expect_status 2
	finds MODULE-OPTICS
	finds FEC-UNCORRECTABLE
	finds FEC-MARGIN
	json '[.findings[] | select(.id == "FEC-MARGIN" or .id == "MODULE-OPTICS").summary | test("lane 3")] | all'
}

@test "a cable that asks for RS, and none in use" {
	judge fec-dac-off
	expect_status 1
	json '[.findings[] | select(.severity != "info").id] == ["FEC-MODULE"]'
	first_remedy FEC-MODULE "show-fec"
	json '[.findings[] | select(.id == "FEC-MODULE").remedies[] | select(.text | test("set-fec")).impact] == ["link drops"]'
}

@test "an anonymised recording has no serial number of a module, nor have its raw answers" {
	local hex=454f5130303031	# EOQ0001
	grep -q "$hex" "$golden/fec-healthy-100g.json"
	edx record --anonymize --bundle "$tmp/anonymous.json" "bundle:$golden/fec-healthy-100g.json"
	expect_status 0
	! grep -qi -e "$hex" -e EOQ0001 "$tmp/anonymous.json" || fail "the serial number is still there"
	edx diagnose "$tmp/anonymous.json" --json
	json '.facts.near["module.serial"].value == "sn1xxxx"'
	json '.facts.near["module.part"].value == "EO-Q28-SR4"'
}
