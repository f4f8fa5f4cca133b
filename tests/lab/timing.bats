#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# etherdx timing between the two ports of a host on emulated links: what goes wrong is said in one line,
# with a cause. The modes themselves: timing-modes.

load ../cli/common
load noise
load timing

# timed SCENE ARGUMENT...: etherdx timing eth0 eth1 ARGUMENT... --json there, at 100 Mb/s
timed() {
	local where=$1
	shift
	edx lab run "$where" --rate 100 -- etherdx timing eth0 eth1 --json "$@"
}

switch=("summary two ports on one switch" "rates 100" "host a" "host b"
	"switch sw store-and-forward latency 4us" "wire a.eth0 sw.1" "wire b.eth0 sw.2" "wire a.eth1 sw.3")

@test "without a direct cable store-and-forward cannot be told: undetermined, exit 3" {
	undecided_by no-calibration timed store-and-forward
	expect_status 3
	json .complete
	json '.facts.near["port.name"].value == "eth0" and .facts.far["port.name"].value == "eth1"'
	json '.timing.settings.input == "live" and (.timing.points | length) > 100'
	by_schema
}

@test "--direct through a switch is refused, and writes nothing" {
	timed store-and-forward --direct "$tmp/leg"
	caused not-direct
	[ ! -e "$tmp/leg" ]
}

@test "two switches that are not joined: nothing arrives" {
	scene "summary apart" "rates 100" "host a" "host b" "switch one store-and-forward latency 4us" \
		"switch two store-and-forward latency 4us" "wire a.eth0 one.1" "wire b.eth0 one.2" \
		"wire a.eth1 two.1" "wire b.eth1 two.2"
	timed "$tmp/scene"
	caused no-frames
}

@test "half of the frames are lost: undetermined" {
	scene "${switch[@]}" "loss a.eth0 sw.1 frames 50%"
	timed "$tmp/scene"
	expect_status 3
	json '.facts.path["timing.reason"].value == "loss"'
	json '.timing.notes | any(test("did not arrive"))'
}

@test "settings are as before, whatever the end" {
	edx lab run store-and-forward --rate 100 -- sh -c '
		state() {
			for port in eth0 eth1; do
				ip -d link show $port; ip maddr show dev $port; tc qdisc show dev $port; ethtool -c $port
			done 2>&1
			cat /proc/net/packet
		}
		state >'"$tmp"'/before
		etherdx timing eth0 eth1 --duration 0.5
		state | diff '"$tmp"'/before - || exit 4
		timeout -s INT 0.5 etherdx timing eth0 eth1
		state | diff '"$tmp"'/before - || exit 5
		timeout -s KILL 0.5 etherdx timing eth0 eth1
		sleep 0.2
		state | diff '"$tmp"'/before - || exit 6
		etherdx timing eth0 eth1 --stamps hardware
		state | diff '"$tmp"'/before - || exit 7'
	expect_status 0
}

@test "the link drops in the middle" {
	edx lab run store-and-forward --rate 10 -- sh -c "$after"'
		(after eth1 40; ip link set eth1 down) &
		etherdx timing eth0 eth1 --rate 100G --json; status=$?; wait; exit $status'
	caused link-dropped
}

@test "half duplex is refused" {
	scene "${switch[@]}" "port a.eth0 duplex half" "port sw.1 duplex half"
	timed "$tmp/scene"
	caused half-duplex
}

@test "a port in a bridge is refused" {
	edx lab run store-and-forward --rate 100 -- sh -c \
		'ip link add br0 type bridge || exit 77; ip link set eth1 master br0; etherdx timing eth0 eth1 --json'
	[ "$status" -ne 77 ] || skip "this kernel has no bridge"
	caused enslaved
}

@test "a port in a bond is refused" {
	edx lab run store-and-forward --rate 100 -- sh -c \
		'ip link add bond0 type bond || exit 77; ip link set eth1 down; ip link set eth1 master bond0 &&
		ip link set bond0 up; etherdx timing eth0 eth1 --json'
	[ "$status" -ne 77 ] || skip "this kernel has no bonding"
	caused enslaved
}

@test "one port twice, by its name and by another" {
	edx lab run store-and-forward --rate 100 -- etherdx timing eth0 eth0 --json
	caused one-port-twice
	edx lab run store-and-forward --rate 100 -- sh -c \
		'ip link property add dev eth0 altname uplink0 || exit 77; etherdx timing eth0 uplink0 --json'
	[ "$status" -ne 77 ] || skip "no other names here"
	caused one-port-twice
}

@test "a port beside one without a wire is refused" {
	edx lab run store-and-forward --rate 100 -- sh -c \
		'ip link add here type veth peer name there && ip link set here up && ip link set there up || exit 77
		etherdx timing eth0 here --json'
	[ "$status" -ne 77 ] || skip "this kernel has no veth"
	caused no-wire
	err_has 'here: a virtual port'
}

@test "the loop is broken at one end: no link" {
	edx lab run store-and-forward --rate 100 -- sh -c 'ip link set eth1 down; etherdx timing eth0 eth1 --json'
	caused link-down
	err_has 'eth1: no link'
}

@test "hardware stamps that are not there" {
	timed store-and-forward --stamps hardware
	caused no-hardware-stamps
}

@test "a calibration that is none" {
	echo '{}' >"$tmp/leg"
	timed store-and-forward --calibration "$tmp/leg"
	caused no-calibration
	timed store-and-forward --calibration "$tmp/none"
	expect_status 3
	err_has 'none: No such file'
}

@test "interrupted: what was learnt is printed, marked incomplete" {
	edx lab run store-and-forward --rate 10 -- sh -c "$after"'
		env --default-signal=INT etherdx timing eth0 eth1 --rate 100G --json & pid=$!
		after eth1 40; kill -INT $pid; wait $pid'
	json '.complete == false and .cause == "interrupted" and (.error | test("interrupted"))'
	json '.timing.points | length > 10'
}

@test "lab run of a timing scene: the direct cable, then the switch, one report" {
	edx lab run cut-through --rate 100 --json
	calm
	json '.command == "timing"'
}

# The switch learns nothing: what is for eth1 comes to every port.
hub=("summary a switch that floods" "rates 100" "host a" "host b"
	"switch sw store-and-forward latency 4us learning off" "wire a.eth0 sw.1" "wire b.eth0 sw.2"
	"wire a.eth1 sw.3")

@test "--ptp: frames in the shape of PTP tell the same" {
	scene "${hub[@]}" "wire a.eth2 sw.4"
	timed "$tmp/scene" --ptp
	json '.timing.settings.flooded > 100 and (.timing.notes | any(test("shape of PTP")))'
	tells cut-through timed cut-through --ptp
}

@test "flooding is seen at a third port: undetermined" {
	scene "${hub[@]}" "wire a.eth2 sw.4"
	undecided_by flooding timed "$tmp/scene"
	expect_status 3
	json '.timing.settings.third_ports == 1 and .timing.settings.flooded > 100'
	json '.timing.notes | any(test("eth2 as well: the switch floods"))'
	json '.findings[0].remedies[0].text | test("learn")'
}

@test "a third port of a switch that learns sees next to nothing" {
	scene "${switch[@]}" "wire a.eth2 sw.4"
	undecided_by no-calibration timed "$tmp/scene"
	json '.timing.settings | .third_ports == 1 and .flooded < 0.01 * .sent_switch'
}

@test "without a third port nothing is said of flooding but that" {
	edx lab run store-and-forward --rate 100 -- etherdx timing eth0 eth1
	out_has 'flooding +not looked for'
	out_has 'ports +eth0: driver tun'
	out_has 'eth1: driver tun'
}

@test "frames that come twice, and back to where they were sent" {
	command -v python3 >/dev/null || skip "python3 is missing"
	scene "${hub[@]}"
	cat >"$tmp/echo.py" <<-'end'
		import socket, sys
		s = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(0x88b5))
		s.bind(("eth0", 0x88b5))
		open(sys.argv[1], "w")
		while True:
		    s.send(s.recv(2000))
	end
	# shellcheck disable=SC2016 # for the inner shell
	edx lab run "$tmp/scene" --rate 100 -- sh -c '$ETHERDX_LAB_VIA python3 "$1" "$2" &
		for i in $(seq 100); do [ ! -e "$2" ] || break; sleep 0.1; done
		etherdx timing eth0 eth1 --json; status=$?; kill $!; exit $status' sh "$tmp/echo.py" "$tmp/ready"
	expect_status 3
	json '.facts.path["timing.reason"].value | . == "flooding" or . == "loss" or . == "clock"'
	json '.timing.notes | any(test("^[1-9][0-9]+ frames came back at eth0"))'
	json '.timing.notes | any(test("^[1-9][0-9]+ frames arrived twice at eth1"))'
}

@test "frames of others on the link out of the switch: said, not called idle" {
	edx lab run loaded-egress --rate 100 --json
	calm
	json '.timing.load == "other traffic" and (.timing.settings.other_load | . > 0.15 and . < 0.45)'
	json '.timing.notes | any(test("other frames took [0-9]+ % of the link to eth1"))'
	json '.facts.path["timing.mode"].value | . == "cut-through" or . == "undetermined"'
	json '.facts.path | .["timing.mode"].value != "undetermined" or (.["timing.reason"].value | length) > 0'
	# half a frame of 1518 bytes takes 61 us
	json '.facts.path["timing.variation_ns"].value > 61000'
	by_schema
}

@test "towards a faster port: no cut-through, and it is said" {
	edx lab run slow-to-fast --rate 10
	calm
	out_has 'no switch can cut through'
	out_has '10 Mb/s in, 100 Mb/s out'
	out_lacks "mode +cut-through"
}

@test "a port that is nearly always taken: never a wrong mode, and no clock is blamed" {
	scene "${switch[@]}" "load b.eth0 a.eth1 90%"
	edx lab run "$tmp/scene" --rate 100 --json
	calm
	json '.timing.settings.other_load > 0.5'
	json '.facts.path as $p | $p["timing.mode"].value == "store-and-forward" or
		($p["timing.mode"].value == "undetermined" and $p["timing.reason"].value != "clock"
		and ($p["timing.settle"].value | any(test("without other traffic"))))'
}

@test "noise has not excused everything" {
	noise_is_no_excuse
}
