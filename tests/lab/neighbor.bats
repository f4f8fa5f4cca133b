#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A real speaker: lldpd in host B, over the emulated wire, and what etherdx in host A makes of it.

load ../cli/common

lab=n1

setup() {
	common_setup
	sockets=
	for tool in lldpd lldpcli; do
		command -v $tool >/dev/null || skip "$tool is missing"
	done
	speaker_pid=
	listener_pid=
	# lldpd's unprivileged half has to reach its socket.
	sockets=$(mktemp -d /tmp/etherdx-lldpd.XXXXXX)
	chmod 755 "$sockets"
}

teardown() {
	[ -z "$speaker_pid" ] || kill "$speaker_pid" 2>/dev/null || :
	[ -z "$listener_pid" ] || kill "$listener_pid" 2>/dev/null || :
	[ -z "$sockets" ] || rm -rf "$sockets"
	"$ETHERDX" lab down "$lab" >/dev/null 2>&1 || :
	common_teardown
}

up() {
	edx lab up "$1" --name "$lab"
	expect_status 0
}

in_host() {
	run --separate-stderr timeout -k 5 "$limit" ip netns exec "etherdx-$lab-$1" "$ETHERDX" "${@:2}" \
		</dev/null
}

# start_lldpd HOST SOCKET [OPTION...]: prints nothing; sets pid
start_lldpd() {
	local host=$1 socket=$2
	shift 2
	ip netns exec "etherdx-$lab-$host" lldpd -d -I eth0 -u "$socket" "$@" </dev/null \
		>"$socket.log" 2>&1 3>&- &
	pid=$!
	for _ in {1..100}; do
		! lldpcli -u "$socket" show configuration >/dev/null 2>&1 || return 0
		kill -0 $pid 2>/dev/null || break
		sleep 0.1
	done
	kill $pid 2>/dev/null || :
	skip "lldpd does not start here: $(tail -1 "$socket.log")"
}

# speak LLDPCLI-ARGUMENT...; cdp=yes: CDP beside LLDP
speak() {
	local forced=()
	[ "${cdp-}" != yes ] || forced=(-l -ccc)
	start_lldpd b "$sockets/b" "${forced[@]}" -M 4 -S 'Test description' -P 'Test platform'
	speaker_pid=$pid
	lldpcli -u "$sockets/b" configure lldp tx-interval 1 >/dev/null
	lldpcli -u "$sockets/b" configure system hostname sw-lab >/dev/null
	lldpcli -u "$sockets/b" configure ports eth0 lldp portidsubtype local Fa0/7 description FastEthernet0/7 >/dev/null
	lldpcli -u "$sockets/b" "$@" >/dev/null
	lldpcli -u "$sockets/b" configure med policy application voice tagged vlan 100 priority voice dscp 46 >/dev/null
}

# The listener's own view, as one flat object.
theirs() {
	for _ in {1..100}; do
		lldpcli -u "$sockets/a" -f json0 show neighbors details >"$tmp/theirs.json" 2>/dev/null
		! jq -e --arg via "$1" '[.lldp[0].interface[]? | select(.via == $via and
			(.chassis[0].name[0].value == "sw-lab"))] | length > 0' "$tmp/theirs.json" >/dev/null || return 0
		sleep 0.1
	done
	fail "lldpd in host A heard nothing by $1: $(cat "$tmp/theirs.json")"
}

their() {
	jq -r --arg via "$via" "[.lldp[0].interface[] | select(.via == \$via)][0] | $1" "$tmp/theirs.json"
}

# same FACT JQ-PATH: ours and theirs
same() {
	local ours want
	ours=$(jq -r --arg f "$1" '.facts.partner[$f].value | if type == "array" then join(" ") else tostring end' <<<"$output")
	want=$(their "$2")
	[ "$ours" = "$want" ] || fail "$1: ours is $ours, lldpd's is $want"
}

@test "every TLV that lldpd sends is read as another lldpd reads it" {
	up clean
	start_lldpd a "$sockets/a" -cc -r
	listener_pid=$pid
	speak configure ports eth0 dot3 power pse supported enabled paircontrol powerpairs spare \
		class class-4 type 2 source primary priority high requested 25000 allocated 20000
	in_host a neighbor eth0 --wait 30 --json
	expect_verdict
	via=LLDP
	theirs $via
	same neighbor.system '.chassis[0].name[0].value'
	same neighbor.chassis '.chassis[0].id[0].value'
	same neighbor.port '.port[0].id[0].value'
	same neighbor.port_description '.port[0].descr[0].value'
	same neighbor.addresses '[.chassis[0]."mgmt-ip"[].value] | join(" ")'
	same neighbor.ttl '.port[0].ttl[0].value // .ttl[0].ttl'
	same link.autoneg '.port[0]."auto-negotiation"[0].enabled | tostring'
	same power.role '.port[0].power[0]."device-type"[0].value | ascii_downcase'
	same power.wanted '.port[0].power[0].requested[0].value'
	same power.given '.port[0].power[0].allocated[0].value'
	same power.class '.port[0].power[0].class[0].value | ltrimstr("class ")'
	same vlan.voice '."lldp-med"[0].policy[] | select(.apptype == "Voice") | .vlan[0].vid // .vlan'
	mau=$(their '.port[0]."auto-negotiation"[0].current[0].value')
	[[ $mau == 100BaseTXFD* ]] || fail "the wire is not 100BASE-TX: $mau"
	partner link.speed 100
	partner link.duplex '"full"'
	found POE-UNDERPOWERED warning
	not_found DUPLEX-VIEWS-DIFFER NEIGHBOR-MULTIPLE NEIGHBOR-MALFORMED
}

@test "LLDP and CDP of one lldpd are one neighbor" {
	cdp=yes
	up clean
	speak update
	# The first to come ends the listening; a capture of some seconds has both.
	command -v tcpdump >/dev/null || skip "tcpdump is missing"
	timeout -k 5 6 ip netns exec "etherdx-$lab-a" tcpdump -i eth0 -Q in -w "$tmp/c.pcap" \
		ether multicast >/dev/null 2>&1 </dev/null || :
	edx neighbor -r "$tmp/c.pcap" --json
	expect_verdict
	near neighbor.count 1
	partner neighbor.protocol '"lldp+cdp"'
	partner neighbor.system '"sw-lab"'
	json '.facts.partner["neighbor.platform"].value == "Test platform"'
	not_found NEIGHBOR-MULTIPLE
}

@test "the far TAP says full, this one is half: DUPLEX-VIEWS-DIFFER" {
	up duplex-mismatch
	speak update
	in_host a neighbor eth0 --wait 30 --json
	expect_status 2
	found DUPLEX-VIEWS-DIFFER critical
	near link.duplex '"half"'
	partner link.duplex '"full"'
	json '.findings[] | select(.id == "DUPLEX-VIEWS-DIFFER") | .end == "near" and .fix_end == "near-partner"'
}

@test "the far TAP says half: the half end is named" {
	up duplex-mismatch-far
	speak update
	in_host a neighbor eth0 --wait 30 --json
	expect_status 2
	found DUPLEX-VIEWS-DIFFER critical
	near link.duplex '"full"'
	partner link.duplex '"half"'
	json '.findings[] | select(.id == "DUPLEX-VIEWS-DIFFER") | .end == "near-partner"'
}

@test "both half by right: nothing to say" {
	up half-duplex
	speak update
	in_host a neighbor eth0 --wait 30 --json
	expect_verdict
	partner link.duplex '"half"'
	not_found DUPLEX-VIEWS-DIFFER NEIGHBOR-NOT-PARTNER
}

@test "the port shut down at the other end says goodbye" {
	up clean
	speak update
	in_host a neighbor eth0 --wait 30 --json
	near neighbor.count 1
	ip netns exec "etherdx-$lab-a" timeout -k 5 60 "$ETHERDX" check eth0 --duration 6 --json \
		</dev/null >"$tmp/bye.json" 2>/dev/null 3>&- &
	local check_pid=$!
	sleep 3
	kill "$speaker_pid"
	wait "$speaker_pid" 2>/dev/null || :
	speaker_pid=
	wait $check_pid || :
	output=$(<"$tmp/bye.json")
	near neighbor.count 0
	json '.facts.near["neighbor.heard"].value | index("LLDP") != null'
}

@test "a running lldpd is asked first: nobody waits for the next announcement" {
	up duplex-mismatch
	start_lldpd a "$sockets/a" -cc -r
	listener_pid=$pid
	speak update
	theirs LLDP
	kill -STOP "$speaker_pid"
	export ETHERDX_LLDPD_SOCKET=$sockets/a
	in_host a neighbor eth0 --wait 40 --json
	kill -CONT "$speaker_pid"
	unset ETHERDX_LLDPD_SOCKET
	expect_status 2
	json '.duration_s < 30'
	near neighbor.count 1
	partner neighbor.system '"sw-lab"'
	partner neighbor.port '"Fa0/7"'
	partner link.speed 100
	partner link.duplex '"full"'
	found DUPLEX-VIEWS-DIFFER critical
	# One that is not there, or that hangs, is no obstacle.
	export ETHERDX_LLDPD_SOCKET=$sockets/nobody
	in_host a neighbor eth0 --wait 30 --json
	unset ETHERDX_LLDPD_SOCKET
	partner neighbor.system '"sw-lab"'
}

@test "the far end listens too: its partner's word stands in far_partner" {
	up duplex-mismatch
	start_lldpd a "$sockets/a" -S 'Test description'
	listener_pid=$pid
	lldpcli -u "$sockets/a" configure lldp tx-interval 1 >/dev/null
	in_host a check eth0 --via "ip netns exec etherdx-$lab-b" --peer-iface eth0 \
		--remote-etherdx "$ETHERDX" --json
	expect_status 2
	json '.facts.far_partner["link.duplex"] == {"value": "half", "from": "lldp"}'
	json '[.findings[] | select(.id == "DUPLEX-VIEWS-DIFFER") | .end] == ["far-partner"]'
}
