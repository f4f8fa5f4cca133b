#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Field cases from public mailing lists: register words as they were posted, what etherdx must say about
# them, and what it must not.

load ../cli/common

# mii ARGUMENT...: the case as JSON in output, as text in text (all of it) and said (without the register
# dump, which shows what every bit means whether it holds or not).
mii() {
	edx mii "$@" -v
	text_status=$status
	edx mii "$@"
	[ "$status" -eq "$text_status" ]
	text=$output
	said=$(awk '/^  [A-Z][A-Z0-9]*(-[A-Z0-9]+)*  (info|unknown|warning|critical)/ || /^words: / { on = 1 } on' \
		<<<"$text" | tr -s ' \n' '  ')
	edx mii "$@" --json
	no_errors
	[ "$status" -eq "$text_status" ] || fail "text exits $text_status, JSON $status"
	json '.command == "mii" and .complete'
}

says() {
	grep -aqE -- "$1" <<<"$said" || { output=$text fail "the text does not say: $1"; }
}

says_not() {
	! grep -aqiE -- "$1" <<<"$said" || { output=$text fail "the text says: $1"; }
}

# The whole text, registers and all.
text_lacks() {
	! grep -aqiE -- "$1" <<<"$text" || { output=$text fail "the text has: $1"; }
}

# judged STATUS VERDICT
judged() {
	expect_status "$1" || return
	verdict "$2"
}

# remedy PATTERN: some finding advises it.
remedy() {
	json '[.findings[].remedies[].text | select(test($p; "i"))] | length > 0' --arg p "$1"
}

# No advice to force one end alone.
no_forcing_alone() {
	json '[.findings[].remedies[].text | select(test("\\bforce|duplex full|/full"; "i"))
		| select(test("both|same|same speed"; "i") | not)] == []'
}

# offers SET MODE..., offers_not SET MODE...: link.modes.advertised of near or partner
offers() {
	local set=$1 mode
	shift
	for mode; do
		json '.facts[$s]["link.modes.advertised"].value // [] | index($m) != null' \
			--arg s "$set" --arg m "$mode" || return
	done
}

offers_not() {
	local set=$1 mode
	shift
	for mode; do
		json '.facts[$s]["link.modes.advertised"].value // [] | index($m) == null' \
			--arg s "$set" --arg m "$mode" || return
	done
}

# fine SPEED DUPLEX: link up, negotiated, nothing to complain of.
fine() {
	judged 0 ok || return
	no_alarm || return
	near link.up true || return
	near link.speed "$1" || return
	near link.duplex "\"$2\"" || return
	near an.complete true || return
	near an.hcd "\"$1baseT/${2^}\"" || return
	says 'words: OK ' || return
	says_not 'mismatch|warning|critical'
}

a01="2100 7849 2000 5c21 05e1 45e1 0005 2801
0000 0000 0000 0000 0000 0000 0000 0000
0004 0002 0000 0001 0000 0000 0000 4000
4f48 189c 0860 00b7 0010 5040 1084 0023"

@test "A01 forced 100/full without link: FAIL, negotiation off, and how to put it right" {
	mii --words "$a01"
	judged 2 critical
	near link.up false
	near link.autoneg false
	near link.forced '"100baseT/Full"'
	found LINK-DOWN critical
	found AUTONEG-OFF warning
	remedy 'autoneg on|negotiation (back )?on'
	remedy 'same (speed|mode)'
	says '^.*words: FAIL: LINK-DOWN'
	says '[Hh]ub'
	no_forcing_alone
}

@test "A01 the partner words are stale, and labelled so" {
	mii --words "$a01"
	near mii.partner_stale true
	found MII-PARTNER-STALE info
	says 'left over|stale'
	# Where the registers themselves are shown, too.
	for reg in 5 6; do
		block=$(awk -v reg="$reg" '/^ +[0-9]+  [0-9a-f][0-9a-f][0-9a-f][0-9a-f]  / { on = $1 == reg } on' \
			<<<"$text")
		grep -qiE 'left over|stale|earlier link' <<<"$block" ||
			output=$text fail "register $reg is shown as if it held now"
	done
}

@test "A01 must not: negotiated, flow control, or what the partner supports" {
	mii --words "$a01"
	json '.facts.partner["link.modes.advertised"].value == null'
	json '.facts.partner["pause.advertised"].value == null'
	near_unknown an.hcd an.common pause.flow link.speed
	json '.facts.near["an.complete"].value != true and .facts.near["an.partner_able"].value != true'
	text_lacks '\bnegotiated\b'
	says_not 'flow control|pause|partner (supports|offers)'
}

a02="3100 782d 02a8 0330 05e1 0021 0000 0000
0000 0000 0000 0000 0000 0000 0000 0000
2404 0000 0000 0000 0000 0000 0000 0000
0000 0000 0000 0000 0010 0000 0000 0000"

@test "A02 10 Mb/s hub: 10/half by parallel detection, right for a hub, a mismatch otherwise" {
	mii --words "$a02"
	judged 1 warning
	near link.up true
	near link.speed 10
	near link.duplex '"half"'
	near an.parallel_detection true
	near an.partner_able false
	found PARALLEL-DETECTION warning
	remedy 'partner negotiate'
	says '[Hh]ub'
	edx explain PARALLEL-DETECTION
	out_has '[Hh]ub'
	out_has 'mismatch'
}

@test "A02 must not: negotiated, 100, full" {
	mii --words "$a02"
	text_lacks '\bnegotiated\b'
	near_unknown an.hcd pause.flow
	json '.facts.near["link.speed"].value != 100 and .facts.near["link.duplex"].value != "full"'
	json '.facts.partner["link.modes.advertised"].value // [] | any(test("100|Full")) | not'
	not_found DUPLEX-MISMATCH DUPLEX-MISMATCH-LIKELY
	no_forcing_alone
	says_not '100baseT/Full'
}

a03="1000 782d 7810 0000 01e1 41e1 0001 0000
0000 0000 0000 0000 0000 0000 0000 0000
0000 0000 4000 0000 38c8 0010 0000 0002
0001 0000 0000 0000 0000 0000 0000 0000"

@test "A03 clean 100/full negotiation: PASS, no pause" {
	mii --words "$a03"
	fine 100 full
	near link.autoneg true
	near an.partner_able true
	near pause.flow '"none"'
	offers near 100baseT/Full
	offers partner 100baseT/Full
}

@test "A03 must not: a duplex alarm, or speed and duplex from BMCR 1000" {
	mii --words "$a03"
	json '[.findings[] | select(.id | test("DUPLEX"))] == []'
	json '.facts.near["link.speed"].value != 10 and .facts.near["link.duplex"].value != "half"'
	near_unknown link.forced
	says_not 'duplex|warn|half'
}

# firm_of_nothing: words made up by the driver give nothing firm.
firm_of_nothing() {
	judged 3 unknown || return
	near mii.synthetic true || return
	near mii.phy_addr 32 || return
	near mii.phy_id '"0x00000000"' || return
	found MII-SYNTHETIC info || return
	near_unknown link.up link.speed link.duplex an.hcd an.complete pause.flow || return
	no_alarm || return
	says 'made up by the driver' || return
	says_not '10+ Mb/s|10+baseT|link up|carrier|half|full' || return
	says '^.*words: UNKNOWN'
}

@test "A04a address 32, hub, lamp off: link is not verified" {
	mii --phy-addr 32 --words "1000 784c 0000 0000 01e1 0000 0000 0000"
	firm_of_nothing
}

@test "A04b address 32, 10/half asked for: nothing firm" {
	mii --phy-addr 32 --words "2000 7848 0000 0000 01e1 0000 0000 0000"
	firm_of_nothing
}

@test "A04c address 32, 10/100 switch: no firm speed" {
	mii --phy-addr 32 --words "1000 784c 0000 0000 0041 45e1 0000 0000"
	firm_of_nothing
}

@test "A04d address 32, older driver: nothing firm" {
	mii --phy-addr 32 --words "1000 786c 0000 0000 05e1 0000 0000 0000"
	firm_of_nothing
}

@test "A04 without the address the words give themselves away by their identifier" {
	for words in "1000 784c 0000 0000 01e1 0000 0000 0000" "1000 784c 0000 0000 0041 45e1 0000 0000"; do
		mii --words "$words"
		judged 3 unknown
		near mii.synthetic true
		near_unknown link.up link.speed
	done
}

@test "A05 step 1: only 100/full is offered" {
	mii --phy-addr 24 --words "3000 780d 0040 6177 0501 0000 0000 0000"
	judged 1 warning
	near link.up true
	near an.complete false
	json '[.facts.near["link.modes.advertised"].value[] | select(test("base"))] == ["100baseT/Full"]'
	found ADVERTISE-LIMITED warning
	says 'only 100baseT/Full is offered'
	remedy 'all modes'
	near mii.synthetic false
}

a05_step2="3000 780d 0040 6177 05e1 0000 0000 0000
0000 0000 0000 0000 0000 0000 0000 0000
1000 4321 0000 0004 0000 0126 0200 0000
0037 000c 0f00 ff40 0027 0000 0000 000b"

@test "A05 step 2: nothing heard from the partner; half duplex, speed not told" {
	mii --words "$a05_step2"
	judged 1 warning
	near link.up true
	near link.autoneg true
	near an.complete false
	found AUTONEG-INCOMPLETE warning
	near link.duplex '"half"'
	near_unknown link.speed an.hcd
	json '.facts.partner["link.modes.advertised"].value == null'
	not_found ADVERTISE-LIMITED
	remedy 'PHY|transceiver'
	remedy 'driver'
	says_not '10+ Mb/s'
	text_lacks '\bnegotiated\b'
}

@test "A05 step 2 with the first reading 7809: the link dropped since the last read" {
	mii --bmsr-first 7809 --words "$a05_step2"
	judged 1 warning
	near link.up true
	near mii.link_dropped true
	json '.findings | any(.summary | test("link was lost"))'
	says 'link was lost'
	mii --words "$a05_step2"
	json '.facts.near["mii.link_dropped"].value != true'
	says_not 'link was lost'
}

@test "A05 good machine: PASS 100/full, pause on both" {
	mii --words "3000 782d 0041 6800 05e1 45e1 0007 2801
		0000 0000 0000 0000 0000 0000 0000 0000
		0618 c7b1 0030 4001 40c8 a000 0000 0000
		d300 0220 8084 9119 0065 1aab 7fff 0000"
	fine 100 full
	near pause.flow '"both"'
}

@test "A05 must not: advise forcing 100/full on one side only" {
	for words in "3000 780d 0040 6177 0501 0000 0000 0000" "$a05_step2"; do
		mii --words "$words"
		no_forcing_alone
	done
}

a06="3100 782d 0007 c101 01e1 45e1 0001 ffff
ffff ffff ffff ffff ffff 0000 0000 0000
0040 0002 00e1 ffff 0000 0000 0000 0000
0b9d 0000 0000 000a 0000 00c8 0000 1058"

@test "A06 10/100 PHY whose missing registers read ffff: PASS 100/full, pause off" {
	mii --words "$a06"
	fine 100 full
	near pause.flow '"none"'
	json '.facts.partner["pause.advertised"].value == "symmetric"'
	not_found SPEED-DOWNSHIFT MS-FAULT SPEED-LIMITED-LOCAL SPEED-LIMITED-PARTNER RECEIVER-MARGINAL
}

@test "A06 must not: 1000, half, a master/slave fault, a downshift" {
	mii --words "$a06"
	near_unknown ms.role ms.fault ms.config ms.idle_errors ms.local_rx_ok ms.remote_rx_ok
	json '[.facts[][].value | strings, (arrays | .[] | strings) | select(test("1000base"))] == []'
	json '.facts.near["link.duplex"].value != "half"'
	json '.findings == []'
	says_not '1000|half|master|slave|downshift'
	# The dump may name registers 9 and 10, but only to say that they do not exist.
	if grep -E '1000' <<<"$text" | grep -vq 'does not exist'; then
		output=$text fail "the dump speaks of 1000"
	fi
}

a07_bad="3100 796d 004d d072 15e1 c5e1 000f 0000
0000 0000 0800 0000 0000 0000 0000 a000
0000 0000 0000 f420 082c 0000 04e8 0000
3200 3000 0000 063d 0000 0000 0000 0000"

@test "A07 bad: 100/full because this side stopped offering 1000; pause both" {
	mii --words "$a07_bad"
	judged 1 warning
	near link.speed 100
	near link.duplex '"full"'
	near pause.flow '"both"'
	found SPEED-LIMITED-LOCAL warning
	json '.findings[] | select(.id == "SPEED-LIMITED-LOCAL") | .end == "near" and .fix_end == "near"'
	json '.facts.near["link.modes.supported"].value | index("1000baseT/Full") != null'
	offers_not near 1000baseT/Full 1000baseT/Half
	offers partner 1000baseT/Full
	remedy 'pairs'
	remedy 'max-speed|limit'
	says 'this end does not offer it'
}

@test "A07 bad must not: blame the switch" {
	mii --words "$a07_bad"
	not_found SPEED-LIMITED-PARTNER
	json '[.findings[] | select(.end | test("partner")), select(.fix_end | test("partner"))] == []'
	json '[.findings[].remedies[].text | select(test("switch"; "i"))] == []'
}

@test "A07 good: PASS 1000/full, both receivers ok" {
	mii --words "3100 796d 004d d072 15e1 c5e1 000d 0000
		0000 0200 3800 0000 0000 0000 0000 a000
		0000 0000 0000 0000 082c 0000 04e8 0000
		3200 3000 0000 063e 0000 0000 0000 0000"
	fine 1000 full
	near ms.local_rx_ok true
	near ms.remote_rx_ok true
	not_found SPEED-LIMITED-LOCAL
}

a08_eth0="1040 796d 0007 0572 01e1 45e1 0005 2801
0000 0300 4000 0000 0000 0000 0000 3000
9000 0000 0008 0000 0000 0000 3201 1000
0000 a020 0000 0000 802d 0021 0400 0000"

@test "A08 eth0: PASS 100/full, the right outcome with this partner; pause off" {
	mii --words "$a08_eth0"
	fine 100 full
	near pause.flow '"none"'
	found SPEED-LIMITED-PARTNER info
	offers near 1000baseT/Full
	offers partner 100baseT/Full
	says 'right outcome|correct'
}

@test "A08 eth0 must not: take bit 14 of register 10 for a partner ability or a fault" {
	mii --words "$a08_eth0"
	offers_not partner 1000baseT/Full 1000baseT/Half
	json '.facts.near["ms.fault"].value != true'
	not_found MS-FAULT SPEED-DOWNSHIFT RECEIVER-MARGINAL SPEED-LIMITED-LOCAL
	says_not 'fault|marginal'
	says_not 'partner[^.]*(offers|can) 1000'
}

@test "A08 eth1: FAIL, no link, the partner is silent" {
	mii --words "1040 7949 0007 0572 01e1 0000 0004 2001
		0000 0300 4000 0000 0000 4002 0000 3000
		0000 0000 0088 0000 0000 0000 3200 1000
		0000 0000 0000 0000 0404 0054 0400 0000"
	judged 2 critical
	near link.up false
	found LINK-DOWN critical
	json '.facts.partner["link.modes.advertised"].value == null'
	near_unknown link.speed an.hcd
	json '.facts.near["ms.fault"].value != true'
	not_found MS-FAULT
	says 'silent|no partner|no cable'
}

a09="1140 792d 02a8 0380 0de1 c1e1 000f ffffffff
ffffffff 0200 280f ffffffff ffffffff ffffffff ffffffff 3000
$(printf 'ffffffff %.0s' {1..16})"

@test "A09 unreadable registers and idle errors: 1000/full, the link is marginal" {
	mii --words "$a09"
	judged 1 warning
	near link.up true
	near link.speed 1000
	near link.duplex '"full"'
	near ms.idle_errors 15
	near ms.local_rx_ok true
	near ms.remote_rx_ok false
	found RECEIVER-MARGINAL warning
	near pause.flow '"none"'
	remedy 'read again'
	remedy 'cable'
	says 'marginal'
	says '15 idle errors|idle_errors: 15'
}

@test "A09 must not: take ffffffff for a word, or stop at the first" {
	mii --words "$a09"
	json '.facts.near["mii.words"].value | length == 32'
	json '.facts.near["mii.words"].value | .[7] == null and .[8] == null and .[9] == 512
		and .[10] == 10255 and .[15] == 12288 and (.[16:] | all(. == null))'
	json '[.facts.near["mii.words"].value[] | select(. == 65535)] == []'
	first=$(jq -S '[.facts, .findings]' <<<"$output")
	mii --words "${a09//ffffffff/--}"
	[ "$(jq -S '[.facts, .findings]' <<<"$output")" = "$first" ] || fail "-- is read otherwise"
	text_lacks 'ffff'
}

a11="1040 79ed 001c c800 0de1 c5e1 006d 0000
0000 0200 0800 0000 0000 0000 0000 2000
0000 0000 ffff 0000 0000 0400 0f00 0f00
318b 0053 31ec 8012 bf1f 0000 0000 0000"

@test "A11 healthy gigabit: PASS 1000/full, pause negotiated" {
	mii --words "$a11"
	fine 1000 full
	near pause.flow '"both"'
	near pause.advertised '"both"'
	json '.facts.partner["pause.advertised"].value == "symmetric"'
}

@test "A11 must not: say anything (receiver bits 0, register 18 ffff, ANER bits 5 and 6)" {
	mii --words "$a11"
	json '.findings == []'
	not_found RECEIVER-MARGINAL MS-FAULT AN-PARALLEL-FAULT
	json '.facts.near["ms.local_rx_ok"].value != false and .facts.near["ms.remote_rx_ok"].value != false'
	near an.parallel_fault false
	[ "$(wc -l <<<"$said")" -eq 1 ]
	says '^words: OK '
	edx mii --words "$a11" -q
	expect_status 0
	one_line "$output"
}
