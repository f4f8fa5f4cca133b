#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Exit status, its precedence, and --fail-on.

load common

# bundle_of NAME FACTS: a recorded port with these facts.
bundle_of() {
	jq -n --arg name "$1" --argjson near "$2" '{schema: "etherdx-bundle/1", version: "0", host: "",
		kernel: "", recorded: "2026-01-01T00:00:00Z", byte_order: "little", ports: [{interface: $name,
		raw: [], facts: {near: $near, partner: {}, far: {}, far_partner: {}, path: {}}}]}' >"$tmp/$1"
}

setup() {
	common_setup
	bundle_of ok '{"link.admin_up": {"value": true, "from": "netlink"},
		"link.up": {"value": true, "from": "netlink"}, "link.duplex": {"value": "full", "from": "netlink"},
		"link.speed": {"value": 1000, "unit": "Mb/s", "from": "netlink"},
		"port.physical": {"value": true, "from": "sysfs"}}'
	bundle_of warning '{"link.admin_up": {"value": true, "from": "netlink"},
		"link.up": {"value": true, "from": "netlink"}, "link.duplex": {"value": "half", "from": "netlink"}}'
	bundle_of critical '{"link.admin_up": {"value": true, "from": "netlink"},
		"link.up": {"value": false, "from": "netlink"}}'
	bundle_of unknown '{"link.admin_up": {"value": false, "from": "netlink"},
		"link.up": {"value": false, "from": "netlink"}}'
	cd "$tmp" || return
}

# exits STATUS VERDICT ARGUMENT...
exits() {
	local wanted=$1 word=$2
	shift 2
	edx diagnose "$@" --json
	expect_status "$wanted" || return
	verdict "$word"
}

@test "exit status: 0 ok, 1 warning, 2 critical, 3 unknown" {
	exits 0 ok ok
	exits 1 warning warning
	exits 2 critical critical
	exits 3 unknown unknown
}

@test "precedence: critical, warning, unknown, ok" {
	exits 2 critical ok warning critical unknown
	exits 2 critical unknown critical
	exits 1 warning unknown warning ok
	exits 3 unknown ok unknown
	exits 0 ok ok ok
}

@test "--fail-on warning is the default" {
	exits 1 warning warning --fail-on warning
	exits 2 critical critical --fail-on warning
	exits 0 ok ok --fail-on=warning
}

@test "--fail-on critical: warnings exit 0, the verdict stays" {
	exits 0 warning warning --fail-on critical
	exits 2 critical critical --fail-on critical
	exits 3 unknown unknown --fail-on critical
	exits 0 ok ok --fail-on=critical
}

@test "--fail-on critical with several ports: what is not a warning still counts" {
	exits 0 warning ok warning --fail-on critical
	exits 2 critical warning critical --fail-on critical
	edx diagnose warning unknown --fail-on critical --json
	expect_status 3
}

@test "--fail-on critical: a file that cannot be read still exits 3" {
	edx diagnose warning none --fail-on critical
	expect_status 3
}

@test "--fail-on critical in text says WARN all the same" {
	edx diagnose warning --fail-on critical
	expect_status 0
	out_has '^warning: WARN: HALF-DUPLEX'
}

@test "--fail-on: another level is refused" {
	for level in info ok WARNING 1 ''; do
		edx diagnose ok --fail-on "$level"
		usage_error 'fail-on'
		err_has 'warning.*critical|critical.*warning'
		edx check lo --duration 0.1 --fail-on "$level"
		usage_error 'fail-on'
	done
}

@test "check --fail-on critical" {
	edx check lo --duration 0.1 --fail-on critical
	expect_verdict
	[ "$status" -ne 1 ]
}

@test "info findings never change the verdict" {
	edx mii --words "1040 796d 0007 0572 01e1 45e1 0005 2801 0000 0300 4000 0000 0000 0000 0000 3000" --json
	expect_status 0
	verdict ok
	found SPEED-LIMITED-PARTNER info
}
