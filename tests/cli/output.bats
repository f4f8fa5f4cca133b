#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Formats, files, colour, width, and how much is said.

load common

# Without what differs from run to run.
timeless() {
	jq -S 'del(.started, .duration_s)' <<<"$1"
}

@test "text is the default" {
	edx mii --words "$words_ok"
	expect_status 0
	no_errors
	first=$output
	edx -o text mii --words "$words_ok"
	[ "$output" = "$first" ]
	edx mii --words "$words_ok" --output=text
	[ "$output" = "$first" ]
	out_has '^words: OK '
}

@test "-o json, --json and --output json, before and after the command, are the same" {
	edx mii --words "$words_ok" --json
	expect_status 0
	no_errors
	json '.schema == "etherdx/1"'
	first=$(timeless "$output")
	edx --json mii --words "$words_ok"
	[ "$(timeless "$output")" = "$first" ]
	edx -o json mii --words "$words_ok"
	[ "$(timeless "$output")" = "$first" ]
	edx mii -ojson --words "$words_ok"
	[ "$(timeless "$output")" = "$first" ]
	edx mii --output json --words "$words_ok"
	[ "$(timeless "$output")" = "$first" ]
	edx --output=json mii --words "$words_ok"
	[ "$(timeless "$output")" = "$first" ]
}

@test "-o json:FILE writes there and nothing to standard output" {
	edx mii --words "$words_warning" -o "json:$tmp/report.json"
	expect_status 1
	no_output
	no_errors
	output=$(<"$tmp/report.json")
	verdict warning
}

@test "-o text -o json:FILE gives both, alike in verdict and exit status" {
	edx mii --words "$words_critical" -o text -o "json:$tmp/report.json"
	expect_status 2
	out_has '^words: FAIL: '
	output=$(<"$tmp/report.json")
	verdict critical
}

@test "-o json -o text:FILE gives both" {
	edx -o json mii --words "$words_ok" -o "text:$tmp/report.txt"
	expect_status 0
	verdict ok
	grep -q '^words: OK ' "$tmp/report.txt"
}

@test "a file is replaced, not appended to" {
	printf 'old %0100000d\n' 0 >"$tmp/report.json"
	edx mii --words "$words_ok" -o "json:$tmp/report.json"
	expect_status 0
	output=$(<"$tmp/report.json")
	verdict ok
}

@test "a file name may hold a colon" {
	edx mii --words "$words_ok" -o "json:$tmp/a:b.json"
	expect_status 0
	output=$(<"$tmp/a:b.json")
	verdict ok
}

@test "two reports on standard output are refused" {
	edx -o text -o json mii --words "$words_ok"
	expect_status 3
	one_message
	err_has 'standard output'
	edx mii --words "$words_ok" --json -o text
	expect_status 3
	err_has 'standard output'
	edx mii --words "$words_ok" -o text -o text
	expect_status 3
	err_has 'standard output'
}

@test "two reports into one file are refused" {
	edx mii --words "$words_ok" -o "text:$tmp/x" -o "json:$tmp/x"
	expect_status 3
	one_message
	[ ! -e "$tmp/x" ]
}

@test "an unknown format: one line that names it and those there are" {
	for format in xml JSON js jsonx ''; do
		edx check lo -o "$format"
		usage_error "${format:-format}"
		err_has 'text'
		err_has 'json'
	done
	edx -o xml check lo
	usage_error 'xml'
}

@test "a format without a file name behind its colon is refused" {
	edx check lo -o json:
	usage_error 'file'
}

@test "a file that cannot be written: exit 3, one line with file and reason" {
	edx mii --words "$words_ok" -o "json:$tmp/none/report.json"
	refused "$tmp/none/report.json"
	err_has 'No such file'
	mkdir "$tmp/folder"
	edx mii --words "$words_ok" -o "json:$tmp/folder"
	refused "$tmp/folder"
	err_has 'directory'
}

@test "a file without permission: exit 3 for an ordinary user" {
	mkdir "$tmp/closed"
	chmod 500 "$tmp/closed"
	run --separate-stderr without_privilege "$ETHERDX" mii --words "$words_ok" \
		-o "json:$tmp/closed/report.json"
	refused 'ermission denied'
}

@test "one output that fails does not cost the other" {
	edx mii --words "$words_ok" -o text -o "json:$tmp/none/report.json"
	expect_status 3
	out_has '^words: OK '
	one_message
}

@test "a full device: exit 3 and a message" {
	[ -c /dev/full ] || skip "there is no /dev/full here"
	run --separate-stderr bash -c '"$0" mii --words "$1" >/dev/full' "$ETHERDX" "$words_ok"
	expect_status 3
	err_has 'No space left'
	run --separate-stderr bash -c '"$0" mii --words "$1" --json >/dev/full' "$ETHERDX" "$words_ok"
	expect_status 3
	err_has 'No space left'
	edx mii --words "$words_ok" -o json:/dev/full
	expect_status 3
	err_has 'No space left'
}

@test "a reader that goes away early does no harm" {
	run --separate-stderr bash -c 'set -o pipefail; { "$0" show lo -v; echo "$?" >"$1"; } | head -n 1' \
		"$ETHERDX" "$tmp/status"
	one_line "$output"
	[ "$(<"$tmp/status")" -le 3 ] || [ "$(<"$tmp/status")" -eq 141 ]
}

# ---------------------------------------------------------------------------------------------

@test "no escape bytes when standard output is no terminal" {
	for colour in auto never; do
		edx --color "$colour" mii --words "$words_critical"
		expect_status 2
		escape_free "$output"
		edx check --duration 0.1 lo --color="$colour" -v
		escape_free "$output"
	done
}

@test "--color always colours, marks stay the same" {
	edx check --duration 0.1 lo --color always
	grep -q $'\e\[' <<<"$output"
	plain=$(sed $'s/\e\\[[0-9;]*m//g' <<<"$output")
	escape_free "$plain"
	grep -q '^lo: ' <<<"$plain"
	grep -qE '^ +negotiation +(ok|warn|FAIL|no data|denied|\?|-) ' <<<"$plain"
}

@test "--color always: what was switched on is switched off in the same line" {
	edx check --duration 0.1 lo --color always
	while IFS= read -r line; do
		case $line in
		*$'\e['*) [[ $line == *$'\e[0m'* ]] || fail "colour runs on: $line" ;;
		esac
	done <<<"$output"
}

@test "JSON is never coloured" {
	edx --color always mii --words "$words_critical" --json
	escape_free "$output"
	verdict critical
}

@test "--color: anything else is refused" {
	edx --color maybe check lo
	usage_error 'maybe'
	err_has 'auto.*always.*never'
	edx check lo --color=
	usage_error 'color'
}

# on_terminal ARGUMENT...: with a terminal as standard output.
on_terminal() {
	command -v script >/dev/null || skip "there is no script(1) to make a terminal"
	script -qec true /dev/null </dev/null >/dev/null 2>&1 || skip "no terminal can be made here"
	output=$(printf -v command '%q ' "$ETHERDX" "$@"
		timeout -k 5 "$limit" script -qec "$command" /dev/null </dev/null)
	stderr=
}

@test "on a terminal: colour, except with NO_COLOR or --color never" {
	on_terminal check --duration 0.1 lo
	grep -q $'\e\[' <<<"$output"
	export NO_COLOR=1
	on_terminal check --duration 0.1 lo
	escape_free "$output"
	on_terminal --color always check --duration 0.1 lo
	grep -q $'\e\[' <<<"$output"
	export NO_COLOR=
	on_terminal check --duration 0.1 lo
	grep -q $'\e\[' <<<"$output"
	on_terminal --color never check --duration 0.1 lo
	escape_free "$output"
}

@test "NO_COLOR does not matter where there is no colour" {
	NO_COLOR=1 edx check --duration 0.1 lo
	escape_free "$output"
}

# ---------------------------------------------------------------------------------------------

@test "-q: the verdict line only" {
	edx -q mii --words "$words_ok"
	expect_status 0
	one_line "$output"
	out_has '^words: OK '
	edx check --duration 0.1 lo -q
	one_line "$output"
	out_has '^lo: '
}

@test "-q: one line even when the verdict is long" {
	for words in "$words_critical" "$words_warning" "$words_made_up"; do
		edx mii --words "$words" -q
		one_line "$output"
		out_has '^words: (FAIL|WARN|UNKNOWN): '
	done
	COLUMNS=40 edx mii --words "$words_critical" -q
	one_line "$output"
}

@test "-q with several ports: one line for the node" {
	edx check --duration 0.1 -q lo lo
	one_line "$output"
}

@test "-q is the last line of what is said without it" {
	edx mii --words "$words_ok"
	last=$(tail -n 1 <<<"$output")
	edx mii --words "$words_ok" --quiet
	[ "$output" = "$last" ]
}

@test "-v: all facts and all that had no data" {
	edx mii --words "$words_critical" -v
	expect_status 2
	out_has '^ +near +link\.up +no '
	out_has '^ +no data: [A-Z-]+ needs '
	edx mii --words "$words_critical"
	out_lacks 'no data: '
	edx show lo --verbose
	out_has '^ +near +link\.speed +(absent|denied)'
	edx show lo
	out_lacks ' absent$'
}

@test "the verdict line is the last one and tells the coverage" {
	edx check --duration 0.1 lo
	tail -n 1 <<<"$output" | grep -qE 'traffic not tested\)$'
	out_has '[0-9]+ of [0-9]+ rules'
}

@test "the ladder: steps in order, mark and facts apart" {
	edx check --duration 0.1 lo
	steps=$(sed -nE 's/^  (host|cable, PHY|negotiation|neighbor|counters|traffic) .*/\1/p' <<<"$output")
	[ "$steps" = "$(printf '%s\n' host 'cable, PHY' negotiation neighbor counters traffic)" ] ||
		fail "another ladder: $steps"
	bad=$(sed -nE '/^  (host|cable, PHY|negotiation|neighbor|counters|traffic) /p' <<<"$output" |
		grep -vE '^  [a-z]+(, PHY)? +(ok|warn|FAIL|no data|denied|\?|-)( +[^ ].*)?$') || :
	[ -z "$bad" ] || fail "mark and facts run together: $bad"
}

@test "a finding in text has summary, evidence with source, and remedy with impact" {
	edx mii --words "$words_critical"
	out_has '^  LINK-DOWN  critical'
	out_has '^    because  .*\(near, [a-z]+\)'
	out_has '^    do       1\. '
	tr -s ' \n' '  ' <<<"$output" | grep -q '(impact: link drops)'
}

@test "80 columns are enough, and the width when nothing else is known" {
	for columns in 80 ''; do
		export COLUMNS=$columns
		[ -n "$columns" ] || unset COLUMNS
		for words in "$words_ok" "$words_warning" "$words_critical" "$words_made_up"; do
			edx mii --words "$words"
			within_columns 80
		done
		edx check --duration 0.1 lo
		within_columns 80
		edx check --duration 0.1 lo lo
		within_columns 80
		edx show lo
		within_columns 80
	done
}

@test "80 columns are enough with -v, too" {
	export COLUMNS=80
	for words in "$words_ok" "$words_critical"; do
		edx mii --words "$words" -v
		within_columns 80
	done
	edx check --duration 0.1 lo -v
	within_columns 80
	edx show lo -v
	within_columns 80
}

@test "a narrow terminal: text is wrapped more, never wider than 80" {
	edx mii --words "$words_warning"
	wide=$(wc -l <<<"$output")
	export COLUMNS=40
	edx mii --words "$words_warning"
	within_columns 80
	[ "$(wc -l <<<"$output")" -gt "$wide" ]
	edx check --duration 0.1 lo
	within_columns 80
	edx show lo -v
	within_columns 80
	edx check --duration 0.1 lo lo
	within_columns 80
}

@test "COLUMNS that is no number is ignored" {
	for columns in 0 -5 abc 99999999999999999999; do
		export COLUMNS=$columns
		edx mii --words "$words_critical"
		expect_status 2
		out_has '^words: FAIL'
	done
}

# ---------------------------------------------------------------------------------------------

@test "JSON: one object with the keys of the contract" {
	edx check --duration 0.1 lo --json
	expect_verdict
	json 'type == "object"'
	json 'has("schema") and has("version") and has("command") and has("interface") and
		has("started") and has("duration_s") and has("complete") and has("verdict") and
		has("steps") and has("facts") and has("findings") and has("no_data") and has("coverage")'
	json '.command == "check" and .interface == "lo" and .complete == true'
	json '[.facts | keys[]] == ["far", "far_partner", "near", "partner", "path"]'
}

@test "JSON: the verdict is the gravest finding, and the exit status" {
	for words in "$words_ok" "$words_warning" "$words_critical" "$words_made_up"; do
		edx mii --words "$words" --json
		json "{\"ok\": 0, \"warning\": 1, \"critical\": 2, \"unknown\": 3}[.verdict] == $status"
	done
}

@test "JSON: coverage counts what is listed" {
	edx mii --words "$words_critical" --json
	json '.coverage.found == (.findings | length) and .coverage.no_data == (.no_data | length)'
	json '.coverage.clear > 0'
}

@test "JSON of several ports: one object with ports and one verdict" {
	edx check --duration 0.1 lo lo --json
	expect_verdict
	json '(.ports | length) == 2 and (.verdict | type) == "string" and (has("facts") | not)'
	json 'all(.ports[]; .interface == "lo" and has("facts") and has("verdict"))'
}

@test "JSON: a finding at an unknown end lists the candidates" {
	edx mii --words "3000 780d 0040 6177 05e1 0000 0000 0000" --json
	json '[.findings[] | select(.end == "unknown")] | length > 0'
	json 'all(.findings[]; (.end == "unknown") == (.candidates | length > 0))'
}

@test "JSON is UTF-8 whatever bytes come in" {
	edx check $'a\xff\xfeb' --json
	expect_status 3
	iconv -f UTF-8 -t UTF-8 <<<"$output" >/dev/null
	json '.error | length > 0'
	edx diagnose "$tmp/"$'no\xff\xfe.json' --json
	expect_status 3
	json '.error | length > 0'
}
