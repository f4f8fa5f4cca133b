#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What the other end announces: from captures, and live between the two ends of a virtual cable.

load common

# Frames as hex, without blanks.
to=0180c200000e
sw=020000000a07
lldp=$to${sw}88cc020704020000000a000406054661302f3706020078
name=0a0873772d7261636b33
mac_phy=fe0900120f01036c00
end=0000

le32() {
	printf '%02x%02x%02x%02x' $(($1 & 255)) $(($1 >> 8 & 255)) $(($1 >> 16 & 255)) $(($1 >> 24 & 255))
}

bytes() {
	local hex=$1 out=
	while [ -n "$hex" ]; do
		out+="\\x${hex:0:2}"
		hex=${hex:2}
	done
	printf '%b' "$out"
}

# pcap FILE LINK-TYPE FRAME...: one frame every 30 s, in hex.
pcap() {
	local file=$1 link=$2 t=1767225600 frame
	shift 2
	bytes "d4c3b2a1020004000000000000000000ffff0000$(le32 "$link")" >"$file"
	for frame; do
		bytes "$(le32 $t)$(le32 0)$(le32 $((${#frame} / 2)))$(le32 $((${#frame} / 2)))$frame" >>"$file"
		t=$((t + 30))
	done
}

read_frames() {
	pcap "$tmp/c.pcap" 1 "$@"
	edx neighbor -r "$tmp/c.pcap" --json
	expect_verdict
}

@test "neighbor -r: the switch's word, as text" {
	edx neighbor -r "$top/tests/golden/switch.pcap"
	expect_status 0
	no_errors
	out_has 'sw-rack3 .*lldp\+cdp, switch'
	out_has 'speed +100 Mb/s \(lldp\)'
	out_has 'duplex +full \(lldp\)'
	out_has 'came in reverse order'
	within_columns 80
}

@test "neighbor -r: the same as JSON, by the names of facts" {
	edx neighbor -r "$top/tests/golden/switch.pcap" --json
	expect_status 0
	verdict ok
	partner neighbor.system '"sw-rack3"'
	partner neighbor.port '"Fa0/7"'
	partner neighbor.protocol '"lldp+cdp"'
	partner link.speed 100
	partner link.duplex '"full"'
	partner link.autoneg true
	partner neighbor.pmd_reversed true
	near neighbor.count 1
	json '.facts.partner["link.speed"].from == "lldp"'
	json '(.neighbors | length) == 1 and .neighbors[0]["neighbor.platform"].from == "cdp"'
}

@test "diagnose takes a capture, from a file and from standard input" {
	edx diagnose "$top/tests/golden/switch.pcap" --json
	expect_status 0
	partner neighbor.system '"sw-rack3"'
	edx_from "$top/tests/golden/switch.pcap" diagnose - --json
	expect_status 0
	partner neighbor.system '"sw-rack3"'
	edx_from "$top/tests/golden/switch.pcap" neighbor -r - --json
	expect_status 0
	partner neighbor.system '"sw-rack3"'
	edx_from "$top/tests/golden/tulip.json" diagnose - --json
	expect_verdict
	near port.driver '"tulip"'
}

@test "a pipe is read like a file" {
	run --separate-stderr bash -c 'cat "$1" | timeout 60 "$2" neighbor -r - --json' bash \
		"$top/tests/golden/switch.pcap" "$ETHERDX"
	expect_status 0
	partner neighbor.port '"Fa0/7"'
}

@test "several files are several ports; files may follow the first" {
	edx neighbor -r "$top/tests/golden/switch.pcap" "$top/tests/golden/switch.pcap" --json
	expect_status 0
	json '(.ports | length) == 2'
}

@test "duplex of both ends in one capture: --own tells which is ours" {
	ours=${to}02000000000188cc020704020000000001040605657468303006020078
	pcap "$tmp/c.pcap" 1 "$lldp$name${mac_phy}0010$end" "${ours}${mac_phy}000f$end"
	edx neighbor -r "$tmp/c.pcap" --own 02:00:00:00:00:01 --json
	expect_status 2
	found DUPLEX-VIEWS-DIFFER critical
	near link.duplex '"half"'
	partner link.duplex '"full"'
	json '.findings[0].end == "near"'
	not_found NEIGHBOR-MULTIPLE
	edx neighbor -r "$tmp/c.pcap" --json
	expect_status 1
	found NEIGHBOR-MULTIPLE warning
	not_found DUPLEX-VIEWS-DIFFER
}

@test "mandatory TLVs out of order: named with TLV and byte, and decoded" {
	read_frames 0180c200000e02000000000188cc0221073030313132323333343435353636373738383939616162626363646465656666040705706f727434380a0773776974636841060200780e04009400800000
	found NEIGHBOR-MALFORMED info
	partner neighbor.port '"port48"'
	partner neighbor.system '"switchA"'
	json '.facts.near["neighbor.malformed"].value[0] ==
		"TTL is TLV 4, expected 3rd; TLV 3 is System Name at frame byte 58, TTL at 67"'
}

@test "inside VLAN tags" {
	read_frames "${to}${sw}81000194${lldp:24}$name$end" "${to}${sw}88a8000581000194${lldp:24}$name$end"
	partner neighbor.tag 404
	near neighbor.count 1
}

@test "a name with control bytes reaches neither terminal nor JSON raw" {
	evil=0a0c1b5d303b6f776e65640780ff$end	# ESC ] 0 ; owned BEL, then no UTF-8
	read_frames "$lldp$evil"
	json '.facts.partner["neighbor.system"].value == "\\x1b]0;owned\\x07\\x80\\xff"'
	edx neighbor -r "$tmp/c.pcap"
	no_control "$output"
	edx neighbor -r "$tmp/c.pcap" -v
	no_control "$output"
}

@test "a link type that is neither Ethernet nor cooked is named" {
	pcap "$tmp/c.pcap" 105 "$lldp$end"
	edx neighbor -r "$tmp/c.pcap"
	refused 'link type is 105'
	edx neighbor -r "$tmp/c.pcap" --json
	expect_status 3
	verdict unknown
}

@test "a file that breaks off: what was read is told, and that it is not all" {
	pcap "$tmp/c.pcap" 1 "$lldp$name$end" "$lldp$name$end"
	head -c -5 "$tmp/c.pcap" >"$tmp/cut.pcap"
	edx neighbor -r "$tmp/cut.pcap" --json
	expect_status 3
	partner neighbor.system '"sw-rack3"'
	json '.complete == false and (.error | test("truncated"))'
}

# A block of pcapng around a body in hex.
block() {
	local len=$((12 + ${#2} / 2))
	echo "$(le32 "$1")$(le32 $len)$2$(le32 $len)"
}

# Frame of an interface; a third argument are its options.
packet() {
	local pad=
	while (((${#2} + ${#pad}) % 8)); do pad+=00; done
	block 6 "$(le32 "$1")0000000000000000$(le32 $((${#2} / 2)))$(le32 $((${#2} / 2)))$2$pad${3-}"
}

@test "pcapng: each interface is a link of its own, frames that went out are our own" {
	out=020004000200000000000000
	bytes "$(block 168627466 4d3c2b1a01000000ffffffffffffffff)$(block 1 0100000000000400020004006574683000000000)$(
		block 1 0100000000000400020004006574683100000000)$(packet 0 "$lldp$name$end")$(
		packet 1 "${lldp//020000000a/020000000b}$end")$(packet 1 "$lldp$name$end" $out)" >"$tmp/c.pcapng"
	edx neighbor -r "$tmp/c.pcapng" --json
	expect_verdict
	json '[.ports[].interface] == ["c.pcapng#eth0", "c.pcapng#eth1"]'
	json '[.ports[].facts.near["neighbor.count"].value] == [1, 1]'
	json '.ports[1].facts.near["neighbor.own_frames"].value == 1'
	json '[.ports[].findings[].id] == []'
}

@test "no capture, no file, an empty file, a folder" {
	edx neighbor -r "$top/README"
	refused 'not a capture'
	edx neighbor -r "$tmp/nothing-here"
	refused 'nothing-here'
	: >"$tmp/empty"
	edx neighbor -r "$tmp/empty"
	refused 'not a capture'
	edx neighbor -r "$tmp"
	expect_status 3
	one_message
}

# peak COPIES: kB that a capture takes which is that many times the same frames, through a pipe
peak() {
	python3 -c 'import resource, subprocess, sys
seed = open(sys.argv[2], "rb").read()
p = subprocess.Popen([sys.argv[1], "neighbor", "-q", "-r", "-"], stdin=subprocess.PIPE)
p.stdin.write(seed[:24])
for i in range(int(sys.argv[3])):
	p.stdin.write(seed[24:] * 100)
p.stdin.close()
if p.wait() > 3:
	sys.exit(1)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)' "$ETHERDX" "$top/tests/golden/switch.pcap" "$1" |
		tail -1
}

@test "memory does not grow with the capture" {
	command -v python3 >/dev/null || skip "python3 is missing"
	small=$(peak 1) large=$(peak 200)
	echo "# $small kB, then $large kB"
	((large < small + small / 4)) || fail "$small kB became $large kB"
}

@test "a capture without any announcement is unknown, not ok" {
	read_frames "ffffffffffff${sw}08004500"
	expect_status 3
	verdict unknown
	near neighbor.count 0
	not_found NEIGHBOR-NONE
}

@test "65 s without an announcement: NEIGHBOR-NONE" {
	ip=ffffffffffff${sw}08004500
	read_frames $ip $ip $ip $ip
	found NEIGHBOR-NONE info
}

@test "hostile TLVs do not stop it" {
	read_frames "${to}${sw}88ccffffffffffff" "${to}${sw}88cc" "${to}${sw}88cc0200fe00fe03" \
		"01000ccccccc${sw}000caaaa0300000c200002b4ffff"
	near neighbor.count 1
}

@test "bad usage" {
	edx neighbor
	usage_error 'which interface'
	edx neighbor -r
	usage_error 'needs a value'
	edx neighbor -r x --wait 5
	usage_error 'wait'
	edx neighbor eth0 --own 02:00:00:00:00:01
	usage_error 'own'
	edx neighbor -r x --own 02:00
	usage_error 'address'
	edx neighbor eth0 --wait x
	usage_error 'wait'
	edx neighbor --no-such
	usage_error 'no-such'
}

@test "without CAP_NET_RAW: one line, exit 3; a check is only denied that" {
	is_root || ! has_net_raw || skip "this user may listen"
	run --separate-stderr without_privilege timeout 60 "$ETHERDX" neighbor lo --wait 0 </dev/null
	refused 'CAP_NET_RAW'
	run --separate-stderr without_privilege timeout 60 "$ETHERDX" check lo --quick --json </dev/null
	expect_verdict
	json '.facts.near["neighbor.count"].state == "denied"'
	json '.steps[] | select(.id == "neighbor") | .status == "no-data"'
}

@test "no such interface" {
	is_root || skip "needs CAP_NET_RAW"
	edx neighbor nosuch0 --wait 0
	refused 'nosuch0'
}

# send IFACE FRAME: by the kernel's packet socket.
can_send() {
	command -v python3 >/dev/null || skip "python3 is missing"
}

send() {
	in_ns python3 -c 'import socket, sys
s = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
s.bind((sys.argv[1], 0))
s.send(bytes.fromhex(sys.argv[2]))' "$@"
}

# COMMAND..., with the number of the time behind it, every half second until the run in the background ends.
meanwhile() {
	local number
	for number in {1..60}; do
		[ -d "/proc/$bg_pid" ] && ! grep -q '^State:.Z' "/proc/$bg_pid/status" || break
		"$@" "$number"
		sleep 0.5
	done
}

send_meanwhile() {
	meanwhile send "$@"
}

@test "live: ends as soon as the neighbor has told its link" {
	need_ns
	can_send
	make_pair ea eb
	bg_edx_ns neighbor ea --json
	send_meanwhile eb "$lldp$name${mac_phy}0010$end"
	bg_join
	expect_verdict
	partner neighbor.system '"sw-rack3"'
	partner link.duplex '"full"'
	near neighbor.count 1
	json '.duration_s < 30'
}

@test "live: own frames are left out, nothing heard is unknown" {
	need_ns
	can_send
	make_pair ea eb
	bg_edx_ns neighbor ea --wait 2 --json
	send_meanwhile ea "$lldp$name$end"
	bg_join
	expect_status 3
	near neighbor.count 0
	json '.error | test("nothing heard")'
}

check_while() {
	check_while_of ea "$@"
}

# check_while_of IFACE SENDER PORT...: check of IFACE, while SENDER (an address, 12 digits) asks for one address after the
# other, ten a second, each request on every PORT in turn.
check_while_of() {
	local iface=$1
	shift
	in_ns timeout 60 python3 -c 'import socket, sys, time
who, ports = bytes.fromhex(sys.argv[1]), sys.argv[2:]
s = [socket.socket(socket.AF_PACKET, socket.SOCK_RAW) for _ in ports]
for one, port in zip(s, ports):
    one.bind((port, 0))
for number in range(600):
    for one in s:
        one.send(b"\xff" * 6 + who + bytes.fromhex("08060001080006040001") + who + bytes(10) +
                 number.to_bytes(4, "big") + bytes(18))
    if number == 0:
        print("sending", flush=True)
    time.sleep(0.1)' "$@" >"$tmp/sending" 2>&1 3>&- &
	local sender=$!
	for _ in {1..100}; do
		! grep -q sending "$tmp/sending" || break
		sleep 0.1
	done
	edx_ns check "$iface" --json
	kill "$sender" 2>/dev/null
	wait "$sender" 2>/dev/null || :
}

@test "live: another station with this port's address" {
	need_ns
	can_send
	make_pair ea eb
	check_while "$(in_ns cat /sys/class/net/ea/address | tr -d :)" eb
	found MAC-DUPLICATE critical
	near neighbor.own_back 0
	json '[.findings[] | select(.id == "FRAME-LOOP")] == []'
}

# Two ports, ea and eb, with one address on one switch.  No other run of this file has the address.
make_twins() {
	local end
	twin=$(printf '0200%08x' "$BASHPID")
	make_link sw0 bridge
	for end in a b; do
		make_pair "e$end" "s$end"
		in_ns ip link set "s$end" master sw0
		in_ns ip link set "e$end" address "$(sed 's/../&:/g; s/:$//' <<<"$twin")"
	done
	in_ns ip link set sw0 up
}

@test "live: another port of this host with this port's address is no other station" {
	need_ns
	can_send
	make_twins
	check_while "$twin" eb
	found MAC-DUPLICATE info
	near neighbor.own_ports '["eb"]'
	near neighbor.own_foreign 0
	json '[.findings[] | select(.id == "FRAME-LOOP")] == []'
}

@test "live: what a bridge sends and gets back is a loop, though its port sent it" {
	need_ns
	can_send
	make_link sw0 bridge
	make_link br0 bridge
	make_pair ea sa
	in_ns ip link set sa master sw0
	in_ns ip link set sa type bridge_slave hairpin on || skip "no hairpin mode here"
	in_ns ip link set ea master br0
	in_ns ip link set sw0 up
	in_ns ip link set br0 up
	check_while_of br0 "$(in_ns cat /sys/class/net/br0/address | tr -d :)" br0
	found FRAME-LOOP warning
	not_found MAC-DUPLICATE
	near neighbor.own_elsewhere 0
}

@test "live: another port with this port's address, in another network namespace" {
	need_ns
	can_send
	make_twins
	nsenter --target "$ns_pid" --net --mount -- unshare --net sleep 60 3>&- &
	local there=$!
	for _ in {1..50}; do
		[ "$(readlink "/proc/$there/ns/net")" = "$(readlink "/proc/$ns_pid/ns/net")" ] ||
			[ "$(readlink "/proc/$there/ns/net")" = "$(readlink /proc/self/ns/net)" ] || break
		sleep 0.1
	done
	in_ns ip link set eb netns "$there"
	nsenter --target "$there" --net -- ip link set eb up
	check_while "$twin" sb
	kill "$there"
	wait "$there" || :
	found MAC-DUPLICATE warning
	near neighbor.own_ports '["eb in another network namespace"]'
	json '[.findings[] | select(.id == "MAC-DUPLICATE")][0].summary | test("eb in another network")'
}

@test "live: what this port sends comes back to it" {
	need_ns
	can_send
	make_pair ea eb
	check_while "$(in_ns cat /sys/class/net/ea/address | tr -d :)" ea eb
	found FRAME-LOOP info
	json '[.findings[] | select(.id == "MAC-DUPLICATE")] == []'
}

@test "live: frames that this port sends, and those of others, are neither" {
	need_ns
	can_send
	make_pair ea eb
	check_while "$(in_ns cat /sys/class/net/ea/address | tr -d :)" ea
	near neighbor.own_foreign 0
	near neighbor.own_back 0
	check_while 020000000007 eb
	near neighbor.own_foreign 0
	near neighbor.own_back 0
	json '[.findings[] | select(.id == "MAC-DUPLICATE" or .id == "FRAME-LOOP")] == []'
}

@test "live: tagged frames are heard" {
	need_ns
	can_send
	make_pair ea eb
	bg_edx_ns neighbor ea --wait 20 --json
	send_meanwhile eb "${to}${sw}81000194${lldp:24}$name${mac_phy}0010$end"
	bg_join
	partner neighbor.tag 404
}

@test "live: check uses what came meanwhile, and says how long it listened" {
	need_ns
	can_send
	make_pair ea eb
	bg_edx_ns check ea
	send_meanwhile eb "$lldp$name${mac_phy}0010$end"
	bg_join
	out_has 'neighbor +.*sw-rack3 Fa0/7 \(lldp\)'
	edx_ns check ea --quick
	out_has 'nothing heard yet \(listened [0-9] of 65 s'
}

send_both() {
	send eb "$lldp$name${mac_phy}0036$end"
	send eb "$cdp_half"
}

@test "live: LLDP and CDP contradict each other; the bundle keeps both answers" {
	need_ns
	can_send
	make_pair ea eb
	cdp_half=01000ccccccc${sw}0026aaaa0300000c200002b400000001000c73772d7261636b33000300094661302f37000b000500
	bg_edx_ns check ea --duration 6 --bundle "$tmp/bundle" --json
	meanwhile send_both
	bg_join
	found DUPLEX-VIEWS-DIFFER warning
	partner neighbor.protocol '"lldp+cdp"'
	live=$(jq -S '[.findings, .facts]' <<<"$output")
	edx diagnose "$tmp/bundle" --json
	found DUPLEX-VIEWS-DIFFER warning
	[ "$(jq -S '[.findings, .facts]' <<<"$output")" = "$live" ] || fail "the bundle tells another story"
}

@test "live: SIGINT ends the listening, and what was heard is told" {
	need_ns
	can_send
	make_pair ea eb
	bg_edx_ns neighbor ea --json
	bg_wait_window
	send eb "$lldp$name$end"
	sleep 1
	kill -INT "$bg_pid"
	bg_join
	expect_status 3
	partner neighbor.system '"sw-rack3"'
	json '.complete == false and (.error | test("interrupted"))'
}

@test "live: without the multicast flag the groups are joined all the same" {
	need_ns
	can_send
	make_pair ea eb
	in_ns ip link set ea multicast off
	bg_edx_ns neighbor ea --wait 20 --json
	send_meanwhile eb "$lldp$name${mac_phy}0010$end"
	bg_join
	partner neighbor.system '"sw-rack3"'
}

@test "live: a port that goes away while it is listened to" {
	need_ns
	make_pair ea eb
	bg_edx_ns neighbor ea --wait 30 --json
	bg_wait_window
	in_ns ip link del ea
	bg_join
	expect_status 3
	json '.complete == false'
	json '.error | test("could be heard no more .*run again when it is back")'
}

@test "live: progress and remaining time on a terminal, not in a pipe" {
	need_ns
	command -v script >/dev/null || skip "script is missing"
	make_pair ea eb
	run script -qec "nsenter --target $ns_pid --net --mount -- $ETHERDX neighbor ea --wait 2 2>&1 >/dev/null" /dev/null
	[[ $output == *'listening'*'s left, 0 neighbors'* ]] || fail "no progress"
	edx_ns neighbor ea --wait 1
	err_lacks 'listening, '
}

@test "a file name with an escape reaches no terminal" {
	evil=$tmp/$'\e[2Jx'
	cp "$top/tests/golden/switch.pcap" "$evil"
	edx neighbor -r "$evil"
	no_control "$output"
	out_has 'x1b\[2Jx'
	edx neighbor -r "$evil" --json
	json '.schema == "etherdx/1"'
}

@test "live: other frames alone are no neighbor that was asked for" {
	need_ns
	can_send
	make_pair ea eb
	bg_edx_ns neighbor ea --wait 2 --json
	# Classic STP, forwarding.
	send_meanwhile eb "0180c2000000${sw}00264242030000000000800002000000000a00000000800002000000000a80010000140002000f00"
	bg_join
	near neighbor.count 0
	expect_status 3
	json '.error | test("no neighbor announced itself in 2")'
}

@test "live: an interface that is no Ethernet port is named as such" {
	need_ns
	in_ns ip tuntap add ea mode tun || skip "no tun device can be made here"
	in_ns ip link set ea up
	edx_ns neighbor ea --wait 1
	out_has 'no Ethernet port; name one'
}

# In the namespace the folder is this test's own.
own_run() {
	in_ns mount -t tmpfs none /run || skip "no file system can be mounted here"
}

@test "live: what networkd heard in another network namespace is of other ports" {
	need_ns
	own_run
	make_pair ea eb
	in_ns mkdir -p /run/systemd/netif/lldp
	in_ns python3 -c 'import socket, sys
frame = bytes.fromhex(sys.argv[1])
open("/run/systemd/netif/lldp/%d" % socket.if_nametoindex("ea"), "wb").write(
	len(frame).to_bytes(8, "little") + frame)' "$lldp$name${mac_phy}0010$end"
	edx_ns neighbor ea --wait 1 --json
	expect_status 3
	near neighbor.count 0
}

# lldpd_in NSENTER-OPTION...: a stand-in of lldpd that listens there, and of lldpcli that tells of $told.
lldpd_in() {
	printf '#!/bin/sh\ncat <<EOF\n%s\nEOF\n' "$told" >"$tmp/lldpcli"
	chmod 755 "$tmp/lldpcli"
	nsenter --target "$ns_pid" "$@" -- python3 -c 'import os, socket, time
path = "/run/lldpd.socket"
if os.path.exists(path):
	os.unlink(path)
s = socket.socket(socket.AF_UNIX)
s.bind(path)
s.listen()
time.sleep(60)' 3>&- &
	lldpd_pid=$!
	for _ in {1..50}; do
		in_ns test ! -S /run/lldpd.socket || break
		sleep 0.1
	done
}

lldpd_ends() {
	kill "$lldpd_pid"
	wait "$lldpd_pid" || :
	in_ns rm -f /run/lldpd.socket
}

@test "live: lldpd is asked where it runs, and without the duplex its word does not end the listening" {
	need_ns
	can_send
	own_run
	make_pair ea eb
	told='{"lldp":[{"interface":[{"name":"ea","via":"LLDP","chassis":[{"name":[{"value":"sw9"}]}],"port":[{"id":[{"value":"7"}]}]}]}]}'
	lldpd_in --mount
	PATH=$tmp:$PATH edx_ns neighbor ea --wait 1 --json
	expect_status 3
	near neighbor.count 0
	lldpd_ends
	lldpd_in --mount --net
	PATH=$tmp:$PATH edx_ns neighbor ea --wait 2 --json
	partner neighbor.system '"sw9"'
	json '.duration_s >= 2'
	lldpd_ends
}

@test "live: an interface that is down is named as such" {
	need_ns
	make_pair ea eb
	in_ns ip link set ea down
	edx_ns neighbor ea --wait 1
	expect_status 3
	out_has 'not up'
}

# ---------------------------------------------------------------------------------------------
# Captures of others, where their folder is

captures() {
	folder=${ETHERDX_CAPTURES:-$top/../shared/captures}
	[ -d "$folder" ] || skip "no captures: set ETHERDX_CAPTURES to their folder"
}

# said FILE STATUS COUNT HEARD [FINDING...]: of each capture of the folder
said() {
	local file=$1 status_wanted=$2 count=$3 heard=$4
	shift 4
	edx neighbor -r "$folder/$file" --json
	expect_status "$status_wanted" || return
	json '.facts.near["neighbor.count"].value == $n' --argjson n "$count" || return
	json '((.facts.near["neighbor.heard"].value // []) | join(" ")) == $h' --arg h "$heard" || return
	json '([.findings[].id] | join(" ")) == $f' --arg f "$*"
}

@test "captures: how many speak, what is heard, what is found" {
	captures
	said 802.1w_rapid_STP.pcap 1 0 RSTP STP-NOT-FORWARDING
	said LACP.pcap 0 0 LACP NEIGHBOR-NONE
	said LLDP_and_CDP.pcap 1 2 'LLDP CDP' NEIGHBOR-MULTIPLE
	said UDLD.pcap 0 0 UDLD NEIGHBOR-NONE
	said dcb_ets.pcap 1 2 LLDP NEIGHBOR-MULTIPLE
	said erspan-type-i-4.pcap 1 2 LLDP NEIGHBOR-MULTIPLE
	said evb.pcap 0 1 'LLDP MSTP'
	said lldp-app-priority.pcap 0 1 LLDP
	said lldp-infinite-loop-1.pcap 0 1 LLDP
	said lldp_8021_linkagg.pcap 0 1 LLDP NEIGHBOR-MALFORMED
	said lldp_8023_mtu-oobr.pcap 0 1 LLDP NEIGHBOR-MALFORMED
	said lldp_asan.pcap 0 1 LLDP NEIGHBOR-MALFORMED
	said lldpd-8023bt.pcap 1 1 LLDP POE-UNDERPOWERED
	said lldpd-connectx.pcap 0 1 LLDP
	said loopback.pcap 3 0 'loop probe'
	said rpvstp-trunk-native-vid5.pcap 1 0 'RSTP PVST+ DTP VTP loop probe' STP-NOT-FORWARDING
}

@test "captures: other link types are named, nothing is made of them" {
	captures
	for file in dsa isis_poi; do
		edx neighbor -r "$folder/$file.pcap"
		refused 'link type'
	done
}

@test "captures: two switches, each with LLDP and CDP joined" {
	captures
	edx neighbor -r "$folder/LLDP_and_CDP.pcap" --json
	json '[.neighbors[] | .["neighbor.protocol"].value] == ["lldp+cdp", "lldp+cdp"]'
	json '[.neighbors[] | .["link.duplex"].value] == ["full", "full"]'
	json '[.neighbors[] | .["neighbor.pmd_reversed"].value] == [true, true]'
	edx neighbor -r "$folder/LLDP_and_CDP.pcap" --own 00:18:ba:98:68:8f --json
	expect_status 0
	partner neighbor.system '"S2.cisco.com"'
	near link.speed 100
	not_found DUPLEX-VIEWS-DIFFER NEIGHBOR-MULTIPLE
}

@test "captures: a NIC's firmware agent is told from a switch" {
	captures
	edx neighbor -r "$folder/lldpd-connectx.pcap" --json
	partner neighbor.kind '"NIC agent"'
	partner neighbor.ttl 48
}

@test "captures: every one may be cut anywhere, and is still answered" {
	captures
	for file in LLDP_and_CDP UDLD lldpd-8023bt lldp_asan; do
		size=$(stat -c %s "$folder/$file.pcap")
		for ((at = 0; at < size; at += 211)); do
			head -c "$at" "$folder/$file.pcap" >"$tmp/cut.pcap"
			edx neighbor -r "$tmp/cut.pcap" --json
			expect_verdict
			json '.schema == "etherdx/1"'
		done
	done
}
