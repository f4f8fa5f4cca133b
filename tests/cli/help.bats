#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Help, version, and what is said to those who mistype.

load common

# The names that --help lists.
listed_commands() {
	"$ETHERDX" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z][a-z]*\) .*/\1/p'
}

@test "--help: on standard output, exit 0, lists every command" {
	edx --help
	expect_status 0
	no_errors
	for command in "${all_commands[@]}"; do
		out_has "^ +$command "
	done
}

@test "help without a command is the same as --help" {
	edx --help
	first=$output
	edx help
	expect_status 0
	no_errors
	[ "$output" = "$first" ]
	edx -h
	expect_status 0
	[ "$output" = "$first" ]
}

@test "--help tells the global options and the exit status" {
	edx --help
	for option in -o --output --json --color -q -v --version --help; do
		out_has "(^|[ ,])$option([ ,]|$)"
	done
	for meaning in '0 ok' '1 warning' '2 critical' '3 unknown'; do
		out_has "$meaning"
	done
}

@test "--version: one line on standard output, exit 0" {
	edx --version
	expect_status 0
	no_errors
	one_line "$output"
	out_has '^etherdx [0-9]+\.[0-9]'
}

@test "every command that is listed answers COMMAND --help" {
	[ -n "$(listed_commands)" ]
	for command in $(listed_commands); do
		[ "$command" != help ] || continue
		edx "$command" --help
		expect_status 0
		no_errors
		out_has "etherdx $command"
	done
}

@test "help COMMAND and --help COMMAND print what COMMAND --help prints" {
	for command in $(listed_commands); do
		[ "$command" != help ] || continue
		edx "$command" --help
		first=$output
		edx help "$command"
		expect_status 0
		no_errors
		[ "$output" = "$first" ] || fail "help $command differs"
		edx --help "$command"
		expect_status 0
		[ "$output" = "$first" ] || fail "--help $command differs"
	done
}

@test "COMMAND --help needs no arguments and does nothing" {
	edx record --bundle "$tmp/bundle" --help lo
	expect_status 0
	out_has 'etherdx record'
	[ ! -e "$tmp/bundle" ]
}

@test "help fits 80 columns" {
	edx --help
	within_columns 80
	for command in $(listed_commands); do
		edx help "$command"
		within_columns 80
	done
}

@test "no command: one line that names the main one" {
	edx
	usage_error 'no command'
	err_has 'etherdx check'
}

@test "an unknown command: one line with its name and the next step" {
	for word in frobnicate checks Check ''; do
		edx "$word"
		expect_status 3
		no_output
		one_message
		err_has "no such command|unknown command"
		err_has "$word"
		err_has 'etherdx (help|--help)'
	done
	edx help frobnicate
	refused 'frobnicate'
	err_has 'etherdx (help|--help)'
}

@test "commands that are not built yet are not listed and not known" {
	for command in neighbor stream timing serve agent lab cable locate; do
		listed_commands | grep -qx "$command" && continue
		edx "$command" lo
		refused "$command"
	done
}

@test "an unknown long option, for every command: one line with option and next step" {
	for command in "${all_commands[@]}"; do
		edx "$command" --bogus
		usage_error 'unknown option --bogus'
		err_has "try 'etherdx $command --help'"
	done
	edx --bogus
	usage_error 'unknown option --bogus'
}

@test "an unknown short option, for every command: one line with option and next step" {
	for command in "${all_commands[@]}"; do
		edx "$command" -Z
		usage_error 'unknown option -Z'
		err_has "try 'etherdx $command --help'"
	done
	edx -Z check lo
	usage_error 'unknown option -Z'
}

@test "an option is not known by its beginning" {
	edx check --qui lo
	usage_error 'unknown option --qui'
	edx --vers
	usage_error 'unknown option --vers'
}

@test "an option without its value" {
	edx check lo --duration
	usage_error 'duration'
	edx record --bundle
	usage_error 'bundle'
	edx mii --words
	usage_error 'words'
	edx check lo -o
	usage_error '-o|output'
	edx -o
	usage_error '-o|output'
	edx --color
	usage_error 'color'
}

@test "a value for an option that takes none" {
	edx check --quick=yes lo
	usage_error 'quick'
	edx explain --list=all
	usage_error 'list'
}

@test "numbers out of range, and what is no number" {
	for value in 0 -1 abc '' 1x nan inf 1e99; do
		edx check lo --duration "$value"
		usage_error 'duration'
		edx record lo --bundle "$tmp/bundle" --duration="$value"
		usage_error 'duration'
	done
	[ ! -e "$tmp/bundle" ]
}

@test "commands that need an argument say which" {
	edx show
	usage_error 'interface'
	edx mii
	usage_error 'interface'
	edx diagnose
	usage_error 'file'
	edx cable
	usage_error 'interface'
	edx locate
	usage_error 'interface'
	edx explain
	usage_error 'finding'
	edx record lo
	usage_error '--bundle'
}

@test "bad usage with --json: the message, and JSON with error" {
	for command in "${all_commands[@]}"; do
		edx "$command" --bogus --json
		expect_status 3
		one_message
		json '.schema == "etherdx/1" and .verdict == "unknown" and (.error | contains("--bogus"))'
		edx --json "$command" --bogus
		expect_status 3
		json '.error | contains("--bogus")'
	done
}

@test "an option with control bytes is shown without them" {
	edx check $'--bo\e[31mgus'
	expect_status 3
	no_control "$stderr"
	edx $'che\e[31mck'
	expect_status 3
	no_control "$stderr"
	edx check $'-\e'
	expect_status 3
	no_control "$stderr"
}

@test "options may stand on either side of the arguments, -- ends them" {
	edx check lo --quick --json
	expect_verdict
	json '.interface == "lo"'
	edx check --duration 0.1 --json -- lo
	expect_verdict
	json '.interface == "lo"'
	edx check --duration 0.1 -- --json
	refused '--json: no such interface'
}
