#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Commands that do something to a port: cable and locate. No port here can do either; what they do
# with one that can is in tests/unit/test-cmd-port.c.

load common

@test "cable: bad values are refused" {
	for value in -1 abc 151 nan ''; do
		for option in first last step; do
			edx cable lo --yes --tdr "--$option" "$value"
			usage_error "$option"
		done
	done
	edx cable lo --yes --tdr --step 0
	usage_error 'step'
	for value in E AB 0 ''; do
		edx cable lo --yes --tdr --pair "$value"
		usage_error 'pair'
	done
	for value in 0 601 abc ''; do
		edx cable lo --yes --timeout "$value"
		usage_error 'timeout'
	done
}

@test "cable: a range goes with --tdr, and has its end behind its beginning" {
	for option in --first --last --step; do
		edx cable lo --yes "$option" 1
		usage_error '--tdr'
	done
	edx cable lo --yes --pair A
	usage_error '--tdr'
	edx cable lo --yes --tdr --first 10 --last 5
	usage_error 'before'
}

@test "cable: one interface" {
	edx cable --yes
	usage_error 'one interface'
	edx cable --yes lo lo
	usage_error 'one interface'
}

@test "cable: without a terminal it does nothing but ask for --yes" {
	edx cable lo
	usage_error '--yes'
	edx cable lo --json
	expect_status 3
	json '.verdict == "unknown" and (.error | test("--yes"))'
}

@test "cable: a port that has no cable test: one line, exit 3" {
	edx cable --yes lo
	refused 'cable test'
	edx cable --yes --tdr lo
	refused 'cable test'
	edx cable --yes lo --json
	expect_status 3
	json '.command == "cable" and .verdict == "unknown" and (.error | test("cable test"))'
	edx cable --yes nosuch0
	refused 'no such interface'
	edx cable --yes bundle:"$top"/tests/golden/tulip.json
	refused 'live port'
}

@test "cable: without privilege it says which one is missing" {
	run --separate-stderr without_privilege "$ETHERDX" cable --yes lo
	refused 'CAP_NET_ADMIN|no cable test'
}

@test "locate: bad values are refused" {
	for value in 0 -1 1.5 3601 abc ''; do
		edx locate lo --duration "$value"
		usage_error 'duration'
	done
	edx locate lo lo
	usage_error 'one interface'
}

@test "locate: a port without a lamp: one line, exit 3" {
	edx locate lo
	expect_status 3
	no_output
	one_message
	if has_net_admin; then
		err_has 'can not blink'
	else
		err_has 'CAP_NET_ADMIN'
	fi
	edx locate lo --json
	expect_status 3
	verdict unknown
	edx locate nosuch0
	refused 'no such interface'
	edx locate bundle:"$top"/tests/golden/tulip.json
	refused 'live port'
}
