#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# etherdx mii: what may be pasted, what is refused, and every bit with -v.

load common

@test "bad hex is refused; the message names the word and its place" {
	for word in 31g0 310 31000 0x310 31-0 é1 -; do
		edx mii --words "3100 $word 02a8"
		usage_error "word 1"
		[[ $stderr == *"$word"* ]] || fail "the message does not show the word"
		err_has 'hex'
	done
}

@test "bad hex with control bytes is shown without them" {
	edx mii --words $'3100 \e[31m'
	expect_status 3
	no_control "$stderr"
	edx mii --words "3100 782d" --bmsr-first $'\e[31'
	expect_status 3
	no_control "$stderr"
}

@test "too few words" {
	for words in '' ' ' 3100; do
		edx mii --words "$words"
		usage_error 'registers 0 and 1'
	done
}

@test "too many words" {
	edx mii --words "$(printf '0000 %.0s' {1..33})"
	usage_error '32'
	edx mii --words "$(printf '0000 %.0s' {1..20000})"
	usage_error '32'
}

@test "32 words are accepted" {
	edx mii --words "$words_ok $(printf '0000 %.0s' {1..16})" --json
	expect_status 0
	json '(.facts.near["mii.words"].value | length) == 32'
}

@test "bad usage with --json has the message in error" {
	edx mii --words "31g0 782d" --json
	expect_status 3
	one_message
	json '.verdict == "unknown" and (.error | test("31g0"))'
}

@test "an interface and --words: not both" {
	edx mii lo --words "$words_ok"
	usage_error 'not both'
}

@test "options that go with --words are refused without it" {
	for option in "--phy-addr 3" "--bmsr-first 7809" --base-x; do
		# shellcheck disable=SC2086 # two words
		edx mii lo $option
		usage_error '--words'
	done
}

@test "neither interface nor words, and two interfaces" {
	edx mii
	usage_error 'interface.*--words'
	edx mii lo lo
	usage_error 'one interface'
}

@test "--phy-addr: what is no address is refused" {
	for value in abc -1 1.5 70000 '' nan; do
		edx mii --words "$words_ok" --phy-addr "$value"
		usage_error 'phy-addr'
	done
}

@test "--bmsr-first: what is no word is refused" {
	for value in xyz 78 78099 ''; do
		edx mii --words "$words_ok" --bmsr-first "$value"
		usage_error 'bmsr-first'
	done
}

@test "words may be parted by any white space, in either case, with 0x" {
	edx mii --words "$words_warning" --json
	first=$(jq -S .facts <<<"$output")
	edx mii --words $'\t'"${words_warning// /$'\n'}"$'\n' --json
	expect_status 1
	[ "$(jq -S .facts <<<"$output")" = "$first" ]
	edx mii --words "${words_warning^^}" --json
	[ "$(jq -S .facts <<<"$output")" = "$first" ]
	edx mii --words "0x${words_warning// / 0x}" --json
	[ "$(jq -S .facts <<<"$output")" = "$first" ]
}

@test "-- and ffffffff mark words that could not be read" {
	edx mii --words "1140 792d 02a8 0380 0de1 c1e1 000f -- ffffffff FFFFFFFF" --json
	expect_verdict
	json '.facts.near["mii.words"].value == [4416, 31021, 680, 896, 3553, 49633, 15, null, null, null]'
	edx mii --words "1140 792d --"
	out_has '^ +2 +-- .*could not be read'
}

@test "registers 0 and 1 unreadable: nothing firm, exit 3" {
	edx mii --words "-- --" --json
	expect_status 3
	verdict unknown
	near_unknown link.up link.speed link.duplex
}

@test "a bus without a PHY (all ffff, all 0000): nothing firm, exit 3" {
	for word in ffff 0000; do
		edx mii --words "$(printf "$word %.0s" {1..16})" --json
		expect_status 3
		verdict unknown
		near_unknown link.up link.speed link.duplex an.hcd
		edx mii --words "$(printf "$word %.0s" {1..16})" -q
		expect_status 3
	done
}

@test "facts come from the words, and say so" {
	edx mii --words "$words_ok" --json
	json '.facts.near["mii.words"].from == "paste" and .facts.near["link.speed"].from == "mii"'
	json '.facts.near["mii.phy_id"].value == "0x001cc800"'
	json '.facts.near["link.speed"] == {"value": 1000, "unit": "Mb/s", "from": "mii"}'
}

@test "each word is printed with its register, number and name" {
	edx mii --words "$words_ok"
	out_has '^ +0  1040  BMCR'
	out_has '^ +1  79ed  BMSR'
	out_has '^ +4  0de1  ANAR'
	out_has '^ +5  c5e1  ANLPAR'
	out_has '^ +6  006d  ANER'
	out_has '^ +9  0200  1000BASE-T control'
	out_has '^ +10  0800  1000BASE-T status'
	out_has '^ +15  2000  '
}

# bits_of REGISTER: the bits that -v prints for it, ascending, each once.
bits_of() {
	awk -v wanted="$1" '
		NF == 0 { reg = "" }
		/^ +[0-9]+  ([0-9a-f][0-9a-f][0-9a-f][0-9a-f]|  --)  / { reg = $1; next }
		reg == wanted && $1 ~ /^[0-9]+(:[0-9]+)?$/ {
			n = split($1, range, ":")
			for (bit = range[n]; bit <= range[1]; bit++)
				print bit
		}' <<<"$output" | sort -n | tr '\n' ' '
}

@test "-v: every bit of registers 0, 1, 4, 5, 6, 9, 10 and 15, each once" {
	edx mii --words "$words_ok" -v
	expect_status 0
	for reg in 0 1 2 3 4 5 6 9 10 15; do
		[ "$(bits_of "$reg")" = "$(seq -s ' ' 0 15) " ] ||
			fail "register $reg: $(bits_of "$reg")"
	done
}

@test "-v: the value of each bit is that of the word" {
	for pattern in 0000 ffff aaaa 5555; do
		edx mii --words "1140 796d 0141 0cc2 $pattern $pattern $pattern 2001 0000 $pattern $pattern 0000 0000 0000 0000 $pattern" -v
		for reg in 4 5 6 9 10 15; do
			sum=$(awk -v wanted="$reg" '
				function hex(s,    i, n) {
					for (i = 1; i <= length(s); i++)
						n = n * 16 + index("0123456789abcdef", substr(s, i, 1)) - 1
					return n
				}
				NF == 0 { reg = "" }
				/^ +[0-9]+  [0-9a-f][0-9a-f][0-9a-f][0-9a-f]  / { reg = $1; next }
				reg == wanted && $1 ~ /^[0-9]+(:[0-9]+)?$/ {
					n = split($1, range, ":")
					sum += hex($2) * 2 ^ range[n]
				}
				END { printf "%04x", sum }' <<<"$output")
			[ "$sum" = "$pattern" ] || fail "register $reg: $pattern is told as $sum"
		done
	done
}

@test "-v: registers that do not exist are not decoded" {
	edx mii --words "3100 782d 0007 c101 01e1 45e1 0001 ffff ffff ffff ffff" -v
	out_has '^ +9  ffff .*does not exist'
	[ -z "$(bits_of 9)" ]
	[ -z "$(bits_of 10)" ]
}

@test "--base-x reads registers 4 and 5 by clause 37" {
	words="1140 016d 0141 0cc0 01a0 41a0 0001 2001 0000 0000 0000 0000 0000 0000 0000 8000"
	edx mii --base-x --words "$words" --json
	expect_status 0
	near link.speed 1000
	near link.duplex '"full"'
	near an.hcd '"1000baseX/Full"'
	near pause.flow '"both"'
	edx mii --base-x --words "$words" -v
	[ "$(bits_of 4)" = "$(seq -s ' ' 0 15) " ]
	[ "$(bits_of 5)" = "$(seq -s ' ' 0 15) " ]
	out_lacks '100BASE-TX'
}

@test "--bmsr-first with a link lost in between" {
	edx mii --bmsr-first 7809 --words "3100 782d 7810 0000 01e1 41e1 0001" --json
	near link.up true
	near mii.link_dropped true
	edx mii --bmsr-first 782d --words "3100 782d 7810 0000 01e1 41e1 0001" --json
	json '.facts.near["mii.link_dropped"].value != true'
}

@test "--phy-addr is kept as a fact; above 31 the words are made up" {
	edx mii --words "$words_ok" --phy-addr 31 --json
	expect_status 0
	near mii.phy_addr 31
	near mii.synthetic false
	edx mii --words "$words_ok" --phy-addr 32 --json
	near mii.phy_addr 32
	near mii.synthetic true
	near_unknown link.speed
}

@test "any words at all: an exit status, no crash, JSON" {
	for word in 0000 ffff 8000 7fff 0001 5555 aaaa 1000 0140 2100; do
		for reg in {0..15}; do
			words=()
			for i in {0..15}; do
				words+=(796d)
			done
			words[0]=1140
			words[reg]=$word
			run --separate-stderr "$ETHERDX" mii --json --words "${words[*]}"
			expect_verdict
			no_errors
		done
		json '.schema == "etherdx/1"'
	done
}

@test "--watch: what it goes with, and what not" {
	edx mii --watch
	usage_error 'one interface'
	edx mii --watch --words "$words_ok"
	usage_error 'not both'
	edx mii lo --duration 3
	usage_error '--watch'
	for value in 0 -1 abc nan 1e9 ''; do
		edx mii lo --watch --duration "$value"
		usage_error 'duration'
	done
}

@test "--watch on what has no registers, or without the privilege: exit 3, one line" {
	edx mii --watch lo --duration 1
	expect_status 3
	no_output
	one_message
	if has_net_admin; then
		err_has 'no MII registers'
	else
		err_has 'CAP_NET_ADMIN'
	fi
	edx mii --watch lo --duration 1 --json
	expect_status 3
	verdict unknown
	edx mii --watch bundle:"$top"/tests/golden/tulip.json
	refused 'live'
}

# hex_words FILE: an image of 128 bytes as hex words without offsets.
hex_words() {
	od -An -v -tx2 --endian=little "$1"
}

@test "--srom: what it goes with, and what not" {
	edx mii --srom
	usage_error 'srom'
	edx mii lo --srom "$tmp/x"
	usage_error 'stands alone'
	edx mii --words "$words_ok" --srom "$tmp/x"
	usage_error 'stands alone'
	edx mii lo --chip 21143
	usage_error '--srom'
	edx mii --srom "$tmp/x" --chip 21144
	usage_error '21143'
}

@test "--srom: no such file, a folder, nothing, garbage, cut off" {
	edx mii --srom "$tmp/nosuch"
	refused 'nosuch.*No such file'
	edx mii --srom "$tmp"
	refused 'directory'
	: >"$tmp/empty"
	edx mii --srom "$tmp/empty"
	refused 'empty'
	echo 'hello world' >"$tmp/text"
	edx mii --srom "$tmp/text"
	refused 'no SROM in it'
	head -c 100 "$top/tests/fuzz/seeds/mii-srom/de500" >"$tmp/cut"
	edx mii --srom "$tmp/cut"
	refused 'cut off: 100 of 128 bytes'
	head -c 70000 /dev/zero >"$tmp/large"
	edx mii --srom "$tmp/large"
	refused 'too long'
}

@test "--srom: binary, tulip-diag, ethtool, bare words, standard input: the same" {
	seeds=$top/tests/fuzz/seeds/mii-srom
	edx mii --srom "$seeds/de500" --json
	expect_status 0
	json '.srom.sound and .srom.mac == "02:00:00:21:43:01" and .srom.subsystem_vendor == 4113'
	json '[.srom.controllers[0].blocks[].media] == ["10BASE-T", "10BASE-T full duplex", "100BASE-TX",
		"100BASE-TX full duplex"]'
	first=$(jq -S .srom <<<"$output")
	edx mii --srom "$seeds/tulip-diag" --json
	[ "$(jq -S .srom <<<"$output")" = "$first" ]
	edx_from "$seeds/tulip-diag" mii --srom - --json
	[ "$(jq -S .srom <<<"$output")" = "$first" ]
	hex_words "$seeds/de500" >"$tmp/words"
	edx mii --srom "$tmp/words" --json
	[ "$(jq -S .srom <<<"$output")" = "$first" ]
	edx mii --srom "$seeds/ethtool" --json
	expect_status 0
	json '.srom.controllers[0].blocks[0].type == "MII"'
}

@test "--srom: a wrong bit is told, and what could be read is printed" {
	cp "$top/tests/fuzz/seeds/mii-srom/de500" "$tmp/bad"
	printf '\xff' | dd of="$tmp/bad" bs=1 seek=22 conv=notrunc 2>/dev/null
	edx mii --srom "$tmp/bad"
	expect_status 3
	err_has 'CRC is 3054 and should be'
	out_has 'srom: damaged'
	out_has '02:00:ff:21:43:01'
	edx mii --srom "$tmp/bad" --json
	expect_status 3
	json '.complete == false and .verdict == "unknown" and .srom.crc_ok == false'
}

@test "--srom: the chip may be told" {
	seeds=$top/tests/fuzz/seeds/mii-srom
	edx mii --srom "$seeds/compact-21140" --chip 21140 --json
	expect_status 0
	json '.srom.controllers[0].chip_guessed == false and (.srom.controllers[0].blocks | length) == 4'
	edx mii --srom "$seeds/compact-21140" --chip 21143
	expect_status 3
	err_has 'make no sense|makes no sense'
}

@test "--srom: text fits 80 columns, -q prints one line" {
	for image in "$top"/tests/fuzz/seeds/mii-srom/*-*; do
		edx mii --srom "$image"
		expect_verdict
		within_columns 80
		no_control "$output"
	done
	edx mii --srom "$top/tests/fuzz/seeds/mii-srom/de500" -q
	[ "$output" = 'srom: sound' ]
}
