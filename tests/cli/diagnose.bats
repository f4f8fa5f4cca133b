#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# diagnose on text: recognition, several files as one case, options, and what is no text.

load common

settings='Settings for eth0:
	Supported ports: [ TP ]
	Speed: 100Mb/s
	Duplex: Half
	Port: Twisted Pair
	Auto-negotiation: on
	Link detected: yes
'
late='NIC statistics:
     rx_packets: 1000
     tx_packets: 1000
     tx_late_collisions: 40
'

@test "files are one case, in any order" {
	printf '%s' "$settings" >"$tmp/a"
	printf '%s' "$late" >"$tmp/b"
	edx diagnose "$tmp/a" "$tmp/b" --json
	no_errors
	expect_status 1
	json '.interface == "eth0"'
	found DUPLEX-MISMATCH-LIKELY warning
	first=$(jq -S 'del(.started, .sources)' <<<"$output")
	edx diagnose "$tmp/b" "$tmp/a" --json
	[ "$first" = "$(jq -S 'del(.started, .sources)' <<<"$output")" ] || fail "the order matters"
	json '[.sources[] | .sections[].kind] == ["statistics", "ethtool"]'
}

@test "standard input, and what its lines were taken for" {
	printf 'Hello\n%s' "$settings" >"$tmp/mail"
	edx_from "$tmp/mail" diagnose -
	expect_status 1
	out_has '^standard input: lines 2-8 ethtool eth0; 1 line not understood'
	edx_from "$tmp/mail" diagnose - -v
	out_has '1 line not understood: 1$'
	edx_from "$tmp/mail" diagnose - -q
	one_line "$output"
}

@test "text beside a bundle of the same port" {
	jq '.ports[0].interface = "eth6"' "$top/tests/golden/pcnet.json" >"$tmp/bundle"
	printf '%s' "${settings/eth0/eth6}" >"$tmp/text"
	edx diagnose "$tmp/bundle" "$tmp/text" --json
	expect_verdict
	json '.interface == "eth6" and (.sources | length) == 1'
	json '.facts.near["link.port"].value == "tp"'
}

@test "--iface picks one of several ports, and gives it what has no name" {
	printf '%s%s' "$settings" "${settings/eth0/eth1}" >"$tmp/two"
	printf '%s' "$late" >"$tmp/late"
	edx diagnose "$tmp/two" "$tmp/late" --json
	json '.ports | length == 3'
	edx diagnose "$tmp/two" "$tmp/late" --iface eth1 --json
	json '.interface == "eth1" and .facts.near["total.late_collisions"].value == 40'
	edx diagnose "$tmp/two" --iface eth7
	refused 'eth7.*have: eth0 eth1'
}

@test "--iface picks one port of a bundle, and says which there are" {
	jq '.ports += [.ports[0] | .interface = "eth7" | .raw = [] | .facts.near["port.name"].value = "eth7"]' \
		"$top/tests/golden/tulip.json" >"$tmp/bundle"
	edx diagnose "$tmp/bundle" --json
	json '.ports | length == 2'
	edx diagnose "$tmp/bundle" --iface eth7 --json
	json '.interface == "eth7"'
	edx diagnose "$tmp/bundle" --iface eth8
	refused 'no port eth8 in it, but eth1, eth7'
}

@test "--window and --show-fec twice: blocks that were lost, and the lane that needs correction" {
	fec() {	# fec SUM LANE LOST
		printf '%s\n' 'Settings for ens1:' '	Speed: 100000Mb/s' '	Lanes: 4' '	Duplex: Full' \
			'	Link detected: yes' 'FEC parameters for ens1:' \
			'Supported/Configured FEC encodings: RS' 'Active FEC encoding: RS' 'Statistics:' \
			"  corrected_blocks: $1" '    Lane 0: 10' '    Lane 1: 10' '    Lane 2: 10' \
			"    Lane 3: $2" "  uncorrectable_blocks: $3" "    Lane 0: $3"
	}
	fec 1000 970 0 >"$tmp/first"
	fec 900001000 900000970 5 >"$tmp/second"
	edx diagnose "$tmp/first" "$tmp/second" --window 10 --json
	found FEC-UNCORRECTABLE warning
	found FEC-MARGIN warning
	near counter.fec_uncorrectable 5
	near fec.lane.corrected_rate '[0,0,0,90000000]'
	edx diagnose "$tmp/first" "$tmp/first" --window 10 --json
	not_found FEC-UNCORRECTABLE FEC-MARGIN
}

@test "--window makes a rate of two pastes" {
	printf '%s' "$late" >"$tmp/first"
	printf '%s' "${late//1000/2000}" | sed 's/: 40/: 47/' >"$tmp/second"
	printf '%s' "$settings" >"$tmp/settings"
	edx diagnose "$tmp/settings" "$tmp/first" "$tmp/second" --window 30 --json
	expect_status 2
	found DUPLEX-MISMATCH-LIKELY critical
	near counter.late_collisions 7
	near total.late_collisions 47
	near run.window 30
	json '.duration_s == 30'
	for bad in 0 -1 x 1e9; do
		edx diagnose "$tmp/first" --window "$bad"
		usage_error 'window'
	done
}

@test "--type forces a kind; a wrong one lists all" {
	printf 'late_collision: 4\n' >"$tmp/file"
	edx diagnose "$tmp/file" --type statistics --json
	json '.facts.near["total.late_collisions"].value == 4'
	edx diagnose "$tmp/file" --type ethtool
	refused 'nothing in its 1 lines is known'
	edx diagnose "$tmp/file" --type moon
	usage_error 'moon: no such kind \(have: bundle ethtool statistics'
	edx diagnose "$tmp/file" --type bundle
	refused 'not JSON'
}

@test "two pastes that contradict each other: the first is judged, and that is said" {
	printf '%s%s' "$settings" "${settings/100Mb/10Mb}" >"$tmp/file"
	edx diagnose "$tmp/file" --json
	near link.speed 100
	one_message
	err_has 'link.speed is told twice, 100 Mb/s and 10 Mb/s'
}

@test "a list of all ports beside one that is meant" {
	printf '%s' "$settings" >"$tmp/file"
	printf '1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN\n2: eth1: <UP,LOWER_UP> mtu 1500 qdisc mq\n' \
		>>"$tmp/file"
	edx diagnose "$tmp/file" --json
	json '.interface == "eth0"'
	err_has 'also listed, not judged: lo eth1'
}

@test "what this machine's own tools print" {
	command -v ethtool >/dev/null || skip "ethtool is missing"
	command -v ip >/dev/null || skip "ip is missing"
	edx show lo --json
	mtu=$(jq '.facts.near["port.mtu"].value' <<<"$output")
	{
		ethtool lo || :
		ip -s -s link show lo
	} >"$tmp/file" 2>/dev/null
	edx diagnose "$tmp/file" --json
	expect_verdict
	json '.sources[0].not_understood_count == 0'
	near link.up true
	near link.admin_up true
	near port.mtu "$mtu"
	near port.kind '"loopback"'
}

@test "no text: pictures, archives, binaries" {
	printf '\x1f\x8b\x08\0\0\0\0\0' >"$tmp/gz"
	edx diagnose "$tmp/gz"
	refused 'compressed'
	printf '\x89PNG\r\n\x1a\n' >"$tmp/png"
	edx diagnose "$tmp/png"
	refused 'a picture'
	head -c 100000 /dev/zero >"$tmp/zero"
	edx diagnose "$tmp/zero"
	refused 'neither a bundle nor text'
}

@test "an unreadable file beside a good one: judged, and incomplete" {
	printf '%s%s' "$settings" "$late" >"$tmp/file"
	edx diagnose "$tmp/file" "$tmp/none" --json
	expect_status 1
	one_message
	err_has 'none: No such file'
	json '.complete == false'
	found DUPLEX-MISMATCH-LIKELY warning
}

@test "text cannot reach the terminal as control bytes" {
	printf 'Settings for e\x1b[31mth0:\n\tSpeed: 100Mb/s\n\tLink detected: no (\x07bell\x9b)\n' >"$tmp/$(printf 'f\x1b[m')"
	edx diagnose "$tmp/"* -v
	expect_verdict
	no_control "$output"
	no_control "$stderr"
}

@test "a line without an end is not believed when a digit ends it" {
	printf '%s     tx_late_collisions: 4' "$settings" >"$tmp/file"
	edx diagnose "$tmp/file" --json
	json '.sources[0].last_line_cut and .facts.near["total.late_collisions"] == null'
}

@test "prose alone is no verdict" {
	printf 'The link is down again, speed 100, what shall I do?\n' >"$tmp/file"
	edx diagnose "$tmp/file"
	refused 'no bundle, and nothing in its 1 lines is known'
}

@test "lines end as they do on other systems" {
	printf '%s%s' "$settings" "$late" >"$tmp/file"
	edx diagnose "$tmp/file" --json
	want=$(jq -S 'del(.started, .sources)' <<<"$output")
	sed 's/$/\r/' "$tmp/file" >"$tmp/crlf"
	edx diagnose "$tmp/crlf" --json
	expect_status 1
	[ "$want" = "$(jq -S 'del(.started, .sources)' <<<"$output")" ] || fail "CRLF matters"
	json '.sources[0].not_understood == []'
}

@test "a line with NUL bytes is not believed, and named; the others are judged" {
	printf '%s' "$settings" >"$tmp/file"
	printf '\tSpeed: 10\0Mb/s\n%s' "$late" >>"$tmp/file"
	edx diagnose "$tmp/file" --json
	expect_status 1
	no_errors
	found DUPLEX-MISMATCH-LIKELY warning
	near link.speed 100
	json '.sources[0].not_understood == [[8, 8]]'
}

@test "a line of megabytes is named and takes no memory" {
	{ printf '%s' "$settings"; head -c 8000000 /dev/zero | tr '\0' x; printf '\n%s' "$late"; } >"$tmp/file"
	( ulimit -v "$(room_kb 400000)"; exec "$ETHERDX" diagnose "$tmp/file" --json ) >"$tmp/out" || :
	output=$(<"$tmp/out")
	found DUPLEX-MISMATCH-LIKELY warning
	json '.sources[0].not_understood == [[8, 8]]'
}

@test "two interfaces in one text: each is judged by its own lines" {
	{ printf '%s' "$settings"; sed 's/eth0/eth1/; s/Half/Full/' <<<"$settings"; } >"$tmp/file"
	edx diagnose "$tmp/file" --json
	expect_status 1
	json '[.ports[] | [.interface, .facts.near["link.duplex"].value]] == [["eth0", "half"], ["eth1", "full"]]'
	json '[.ports[1].findings[].id | select(. == "HALF-DUPLEX")] == []'
	edx diagnose "$tmp/file" --iface eth1 --json
	json '.interface == "eth1"'
}

@test "an empty text, and one of empty lines" {
	: >"$tmp/empty"
	edx diagnose "$tmp/empty"
	refused 'it is empty'
	printf '\n\n \n' >"$tmp/blank"
	edx diagnose "$tmp/blank"
	refused 'it is empty|nothing in its 3 lines'
}

@test "a module whose memory is cut off or garbage: what is whole is told" {
	local golden=$BATS_TEST_DIRNAME/../golden/optics-dark-lane.json change
	for change in '.[0:300]' '.[0:11]' '"ff" * 700' '"00" * 700' '"5000000080" + "11ff" * 64'; do
		jq "(.ports[].raw[] | select(.ask == \"netlink module\")).hex |= ($change) | .ports[].facts = {}" \
			"$golden" >"$tmp/case.json" || fail "jq: $change"
		edx diagnose "$tmp/case.json" --json
		expect_verdict
		json '(.facts.near["module.temperature"].value // 0) | . > -129 and . < 129'
	done
}
