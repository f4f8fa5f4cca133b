#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Interface names: what is accepted, what is refused, and that nothing is cut silently.

load common

fifteen=iface6789012345
sixteen=iface67890123456

@test "a missing interface: one line that names it and lists what there is" {
	for command in check show mii; do
		edx "$command" nosuch0
		refused '^etherdx: nosuch0: no such interface'
		err_has '\(have: .*\blo\b.*\)'
	done
	edx record nosuch0 --bundle "$tmp/bundle"
	refused '^etherdx: nosuch0: no such interface'
	[ ! -e "$tmp/bundle" ]
}

@test "a missing interface with --json: error in JSON, exit 3" {
	edx check nosuch0 --json
	expect_status 3
	one_message
	verdict unknown
	json '.complete == false and (.error | startswith("nosuch0: no such interface"))'
}

@test "a missing interface among others: the others are judged, exit 3" {
	edx check --duration 0.1 lo nosuch0 --json
	expect_status 3
	one_message
	json '.complete == false and (.error | startswith("nosuch0"))'
	json '[.ports[] | select(.interface == "lo")] | length == 1'
	edx check --duration 0.1 nosuch0 lo
	expect_status 3
	out_has '^lo +OK'
	err_has 'nosuch0'
}

@test "A24: 15 bytes are a name, 16 and more are refused clearly" {
	edx check "$fifteen"
	refused "^etherdx: $fifteen: no such interface"
	err_lacks 'too long'
	for name in "$sixteen" enx001122334455.20; do
		edx check "$name"
		refused "^etherdx: $name: "
		err_has 'too long'
		err_has '15'
		err_has 'altname'
	done
}

@test "A24: a name of 128 bytes and more is refused, and not printed at length" {
	name=$(printf 'x%.0s' {1..5000})
	edx check "$name"
	expect_status 3
	no_output
	one_message
	err_has 'too long'
	[ "${#stderr}" -lt 500 ] || fail "the message is too long itself"
	edx show "$name" --json
	expect_status 3
	verdict unknown
}

@test "an empty name" {
	for command in check show mii; do
		edx "$command" ''
		expect_status 3
		no_output
		one_message
		err_has 'name'
	done
}

@test "a name with a slash never becomes a path" {
	for name in a/b /etc ../lo lo/ . ..; do
		edx show "$name"
		expect_status 3
		no_output
		one_message
		err_has 'not an interface name'
	done
}

@test "a name with white space" {
	for name in 'a b' ' lo' 'lo ' $'lo\n' $'l\to'; do
		edx show "$name"
		expect_status 3
		no_output
		one_message
		no_control "$stderr"
	done
}

@test "control bytes of a name are escaped in messages" {
	for name in $'e\e[31mth0' $'\x01' $'et\x7fh0' $'\e]0;title\a' $'e\b\b\bx' $'a\rb'; do
		edx check "$name"
		expect_status 3
		no_output
		one_message
		no_control "$stderr"
		edx check "$name" --json
		expect_status 3
		json '.error | test("[\\x{00}-\\x{1f}\\x{7f}]") | not'
	done
}

@test "control bytes of a long name are escaped, too" {
	edx check $'e\e[31mth0aaaaaaaaaaaaaaaaaa'
	expect_status 3
	no_control "$stderr"
	edx check "$(printf '\e[31m%0200d' 0)"
	expect_status 3
	no_control "$stderr"
}

@test "a name that looks like a format" {
	edx check '%s%n%d'
	refused '^etherdx: %s%n%d: no such interface'
}

@test "A24: names of 15 bytes and with dots on real interfaces" {
	need_ns
	for pair in "enx001122334455 $fifteen" "eth0.312 enp0s31f6"; do
		# shellcheck disable=SC2086 # two names
		make_pair $pair
		for name in $pair; do
			edx_ns check --duration 0.1 "$name" --json
			expect_status 0
			json '.interface == $name' --arg name "$name"
			near port.name "\"$name\""
			near link.up true
		done
	done
}

@test "A24: 16 bytes are not cut to an interface of 15" {
	need_ns
	make_pair "$fifteen" other0
	edx_ns check --duration 0.1 "$sixteen"
	refused "^etherdx: $sixteen: "
	err_has 'too long'
	err_has "have: .*$fifteen"
}

@test "A24: an altname finds the interface, and both names are shown" {
	need_ns
	make_pair ens4u1u1 vm-deadbeef0224
	in_ns ip link property add dev ens4u1u1 altname enp58s0u1u1 ||
		skip "this kernel or ip has no altnames"
	long=someotherveryveryveryverylongnamevm-eth0
	in_ns ip link property add dev vm-deadbeef0224 altname "$long"
	edx_ns check --duration 0.1 enp58s0u1u1 --json
	expect_status 0
	json '.interface == "ens4u1u1"'
	json '.facts.near["port.altnames"].value == ["enp58s0u1u1"]'
	edx_ns check --duration 0.1 "$long"
	expect_status 0
	out_has '^vm-deadbeef0224: OK'
	out_has "$long"
	edx_ns check --duration 0.1 ens4u1u1
	expect_status 0
	out_has 'enp58s0u1u1'
}

@test "A24: an altname of 16 bytes wins over nothing, never over a shorter name" {
	need_ns
	make_pair "$fifteen" other0
	in_ns ip link property add dev other0 altname "$sixteen" ||
		skip "this kernel or ip has no altnames"
	edx_ns show "$sixteen" --json
	expect_status 0
	json '.interface == "other0"'
}
