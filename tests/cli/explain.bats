#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later

load common

listed_ids() {
	"$ETHERDX" explain --list | awk '{ print $1 }'
}

@test "--list: one line for every finding, each id once, with its severity" {
	edx explain --list
	expect_status 0
	no_errors
	[ "$(wc -l <<<"$output")" -gt 20 ]
	bad=$(grep -vE '^[A-Z][A-Z0-9]*(-[A-Z0-9]+)* +(info|unknown|warning|critical)( |$)' <<<"$output") || :
	[ -z "$bad" ] || fail "another form: $bad"
	[ -z "$(listed_ids | sort | uniq -d)" ]
}

@test "--list has the findings that a single port can show" {
	ids=$(listed_ids)
	for id in LINK-DOWN LINK-ADMIN-DOWN LINK-SPEED-UNKNOWN SPEED-LIMITED-LOCAL SPEED-LIMITED-PARTNER \
		NO-COMMON-MODE HALF-DUPLEX PARALLEL-DETECTION AUTONEG-OFF AUTONEG-INCOMPLETE \
		AN-PARALLEL-FAULT AN-REMOTE-FAULT AN-JABBER DUPLEX-MISMATCH-LIKELY SOURCES-DISAGREE \
		MII-SYNTHETIC MII-PARTNER-STALE MS-FAULT RECEIVER-MARGINAL PAUSE-NOT-AGREED \
		PAUSE-ONE-WAY ERRORS-CRC ERRORS-LATE-COLLISION COLLISIONS-NORMAL HOST-DROPS; do
		grep -qx "$id" <<<"$ids" || fail "$id is missing"
	done
}

@test "every id of --list is explained: meaning, evidence, remedy, source" {
	for id in $(listed_ids); do
		edx explain "$id"
		expect_status 0
		no_errors
		head -n 1 <<<"$output" | grep -q "^$id: " || fail "the first line does not name $id"
		for label in meaning evidence remedy source; do
			out_has "^$label +[^ ]"
		done
		tr -s ' \n' '  ' <<<"$output" | grep -qE '^.* remedy 1\. .*\(impact: [a-z]' ||
			fail "no remedy with its impact"
		within_columns 80
	done
}

@test "an id in any case" {
	edx explain HALF-DUPLEX
	first=$output
	for id in half-duplex Half-Duplex hALF-dUPLEX; do
		edx explain "$id"
		expect_status 0
		[ "$output" = "$first" ]
	done
}

@test "several ids" {
	edx explain LINK-DOWN HALF-DUPLEX
	expect_status 0
	out_has '^LINK-DOWN: '
	out_has '^HALF-DUPLEX: '
}

@test "an unknown id: exit 3, one line with the id and where all are" {
	for id in NO-SUCH-THING LINK LINK-DOWN2 '' '*'; do
		edx explain "$id"
		refused 'no such finding'
		[[ $stderr == *"$id"* ]]
		err_has 'explain --list'
	done
}

@test "an unknown id with control bytes is shown without them" {
	edx explain $'LINK\e[31m-DOWN'
	expect_status 3
	one_message
	no_control "$stderr"
}

@test "no id: bad usage" {
	edx explain
	usage_error 'explain --list'
}

@test "findings that are reported can be explained" {
	for words in "$words_warning" "$words_critical" "$words_made_up" \
		"3100 782d 02a8 0330 05e1 0021 0000 0000"; do
		edx mii --words "$words" --json
		json '(.findings | length > 0) and (.no_data | length > 0)'
		jq -r '(.findings + .no_data)[].id' <<<"$output" >>"$tmp/ids"
	done
	for id in $(sort -u "$tmp/ids"); do
		edx explain "$id"
		expect_status 0
	done
}
