#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# etherdx timing eth0 --via: frames that the far end answers, on emulated links. What goes wrong at either end
# is said in one line, with a cause. The modes themselves: timing-modes --form via.

load ../cli/common
load noise
load timing

setup() {
	common_setup
	PATH=$(dirname "$ETHERDX"):$PATH
}

# in_a SCENE SCRIPT: in host A at 100 Mb/s; $via reaches host B
in_a() {
	edx lab run "$1" --rate 100 -- sh -c "via=\$ETHERDX_LAB_VIA; $2"
}

# timed SCENE ARGUMENT...: etherdx timing eth0 --via B --json there
timed() {
	local where=$1
	shift
	edx lab run "$where" --rate 100 -- sh -c 'exec etherdx timing eth0 --via "$ETHERDX_LAB_VIA" --json "$@"' sh "$@"
}

switch=("summary two hosts on one switch" "rates 100" "host a" "host b"
	"switch sw store-and-forward latency 4us" "wire a.eth0 sw.1" "wire b.eth0 sw.2")
cable=("summary two hosts on a cable" "rates 100" "host a" "host b" "wire a.eth0 b.eth0")

@test "without a direct cable store-and-forward cannot be told: undetermined, exit 3" {
	undecided_by no-calibration timed store-and-forward
	expect_status 3
	json .complete
	json '.timing.settings.input == "round-trip" and (.timing.points | length) > 100'
	json '.timing.back.reason == "no-calibration" and (.timing.columns | index("back_bytes")) == 5'
	json '.facts.near["port.name"].value == "eth0" and .facts.far["port.name"].value == "eth0"'
	json '.timing.notes | any(test("the way back: undetermined"))'
	by_schema
}

@test "the direct cable is kept; one way and there and back are not mixed up" {
	scene "${cable[@]}"
	timed "$tmp/scene" --direct "$tmp/leg"
	expect_status 0
	jq -e '(.columns | length) == 5 and (.points | length) > 100' "$tmp/leg" >/dev/null
	direct_report=$output
	edx lab run store-and-forward --rate 100 -- etherdx timing eth0 eth1 --json --calibration "$tmp/leg"
	caused no-calibration
	err_has 'there and back'
	timed "$tmp/scene" --calibration "$tmp/leg"
	caused direct-cable
	output=$direct_report
	by_schema
}

@test "--ptp: frames in the shape of PTP go there and back" {
	command -v tcpdump >/dev/null || skip "tcpdump is missing"
	scene "${cable[@]}"
	timed "$tmp/scene" --ptp --direct "$tmp/leg"
	expect_status 0
	timed store-and-forward --ptp --calibration "$tmp/leg"
	json '.timing.notes | any(test("shape of PTP"))'
	json '.facts.path["timing.mode"].value | . == "store-and-forward" or . == "undetermined"'
	json '.timing.points | length > 200'
	# no others are on the wire
	in_a store-and-forward 'tcpdump -i eth0 -w "'"$tmp"'/all.pcap" 2>/dev/null & sleep 0.5
		etherdx timing eth0 --via "$via" --peer-iface eth0 --ptp --duration 0.5 >/dev/null; status=$?
		sleep 0.2; kill $!; wait; exit $status'
	tcpdump -r "$tmp/all.pcap" -c 50 ether proto 0x88f7 2>/dev/null | grep -q . || fail "no frame of PTP"
	[ -z "$(tcpdump -r "$tmp/all.pcap" ether proto 0x88b5 2>/dev/null)" ] || fail "frames of type 0x88b5"
}

@test "--ptp with a far end that knows no such frames" {
	printf '%s\n' '#!/bin/sh' 'etherdx "$@" | sed -u "s/\"ptp\":true,\{0,1\}//"' >"$tmp/older"
	chmod +x "$tmp/older"
	in_a store-and-forward "etherdx timing eth0 --via \"\$via\" --remote-etherdx '$tmp/older' --ptp --json"
	caused far-version
	json '.error | test("shape of PTP; install the same version")'
}

@test "a direct cable without --direct; --direct through a switch writes nothing" {
	scene "${cable[@]}"
	timed "$tmp/scene"
	caused direct-cable
	timed store-and-forward --direct "$tmp/leg"
	caused not-direct
	[ ! -e "$tmp/leg" ]
}

@test "two switches that are not joined: nothing arrives" {
	scene "summary apart" "rates 100" "host a" "host b" "switch one store-and-forward latency 4us" \
		"switch two store-and-forward latency 4us" "wire a.eth0 one.1" "wire b.eth0 two.1"
	timed "$tmp/scene" --peer-iface eth0
	caused no-frames
	json '.error | test("none of [0-9]+ frames from eth0 arrived at")'
}

@test "nothing comes back: the message says which way" {
	scene "${switch[@]}" "loss sw.1 a.eth0 frames 100%"
	timed "$tmp/scene" --peer-iface eth0
	caused no-frames
	json '.error | test("none of its answers came back")'
}

@test "flooding is seen at a third port of this host" {
	scene "summary a switch that floods" "rates 100" "host a" "host b" \
		"switch sw store-and-forward latency 4us learning off" "wire a.eth0 sw.1" "wire b.eth0 sw.2" \
		"wire a.eth1 sw.3"
	undecided_by flooding timed "$tmp/scene"
	expect_status 3
	json '.timing.settings.third_ports == 1 and .timing.settings.flooded > 100'
	json '.timing.notes | any(test("eth1 as well: the switch floods"))'
}

# loaded LINE NAME: load of 30 % on the link to NAME is told; the latency is not called idle.
loaded() {
	scene "${cable[@]}"
	timed "$tmp/scene" --direct "$tmp/leg"
	expect_status 0
	scene "${switch[@]}" "wire a.eth1 sw.3" "wire b.eth1 sw.4" "$1"
	timed "$tmp/scene" --peer-iface eth0 --calibration "$tmp/leg"
	json '.timing.load == "other traffic" and (.timing.settings.other_load | . > 0.15 and . < 0.45)'
	json ".timing.notes | any(test(\"other frames took [0-9]+ % of the link to $2 meanwhile\"))"
	json '[.timing.notes[] | select(test("other frames took"))] | length == 1'
	json '.facts.path["timing.mode"].value | . == "store-and-forward" or . == "undetermined"'
	json '.timing.back.mode | . == "store-and-forward" or . == "undetermined"'
	json '.facts.path | .["timing.mode"].value != "undetermined" or
		(.["timing.settle"].value | any(test("without other traffic")))'
}

@test "frames of others on the link to the far port, or to this one: said, not called idle" {
	loaded "load a.eth1 b.eth0 30%" "far end .*eth0"
	loaded "load b.eth1 a.eth0 30%" "eth0"
}

@test "no frames of others: idle, and known to be" {
	timed store-and-forward
	json '.timing.load == "idle" and (.timing.settings.other_load | . != null and . < 0.01)'
}

@test "half comes back: undetermined, and the way is named" {
	scene "${switch[@]}" "loss sw.1 a.eth0 frames 50%"
	timed "$tmp/scene" --peer-iface eth0
	expect_verdict
	json '.facts.path["timing.reason"].value == "loss" and .facts.path["timing.mode"].value == "undetermined"'
	json '.timing.notes | any(test("answers did not come back")) and (any(test("did not arrive at")) | not)'
}

@test "half arrives at the far end: the other way is named" {
	scene "${switch[@]}" "loss a.eth0 sw.1 frames 50%"
	timed "$tmp/scene" --peer-iface eth0
	expect_verdict
	json '.facts.path["timing.reason"].value == "loss" and .facts.path["timing.mode"].value == "undetermined"'
	json '.timing.notes | any(test("did not arrive at"))'
}

# With a rate that is not so no frames are ever enough: it runs for its three seconds.
@test "the link drops in the middle, here or there" {
	in_a store-and-forward "$after"'(after eth0 40; ip link set eth0 down) &
		etherdx timing eth0 --via "$via" --rate 100G --json; status=$?; wait; exit $status'
	caused link-dropped
	in_a store-and-forward "$after"'(after eth0 40; $via ip link set eth0 down) &
		etherdx timing eth0 --via "$via" --rate 100G --json; status=$?; wait; exit $status'
	caused link-dropped
	json '.error | test("far end .*eth0: the link dropped")'
}

@test "the far port has no link, is half duplex, or is no wire" {
	in_a store-and-forward '$via ip link set eth0 down
		etherdx timing eth0 --via "$via" --peer-iface eth0 --json'
	caused link-down
	json '.error | test("far end .*eth0: no link")'
	in_a store-and-forward '$via ip link set eth0 down
		etherdx timing eth0 --via "$via" --json'
	caused no-far-port
	scene "${switch[@]}" "port b.eth0 duplex half" "port sw.2 duplex half"
	timed "$tmp/scene"
	caused half-duplex
	timed store-and-forward --peer-iface lo
	caused no-wire
	timed store-and-forward --peer-iface nosuch0
	caused no-far-port
}

@test "the far end dies" {
	in_a store-and-forward "$after"'(after eth0 40; pkill -KILL -f "[e]therdx agent") &
		etherdx timing eth0 --via "$via" --peer-iface eth0 --rate 100G --json'
	caused far-gone
	in_a store-and-forward 'etherdx timing eth0 --via false --json'
	caused far-unreachable
}

@test "the far end is of another version" {
	cat >"$tmp/agent" <<'END'
#!/bin/sh
say() { printf '{"etherdx":1,"version":"0.0.9","id":%s,"result":%s}\n' "$1" "$2"; }
say 0 '{}'
while IFS= read -r request; do
	id=$(printf '%s' "$request" | jq .id)
	say "$id" '{"place":"elsewhere","services":["ports","probe","watch"],"ports":[]}'
done
END
	chmod +x "$tmp/agent"
	in_a store-and-forward "etherdx timing eth0 --via env --remote-etherdx '$tmp/agent' --peer-iface eth0 --json"
	caused far-version
	json '.error | test("0\\.0\\.9.*same version at both ends")'
}

@test "no privilege at the far end, whether its port is named or not" {
	local lower='etherdx timing eth0 --via "$via setpriv --bounding-set -all --inh-caps -all --" --json'
	in_a store-and-forward "$lower"
	caused denied
	in_a store-and-forward "$lower --peer-iface eth0"
	caused denied
	json '.error | test("far end .*CAP_NET_RAW")'
}

@test "the far port is the same port" {
	edx lab run store-and-forward --rate 100 -- etherdx timing eth0 --via env --peer-iface eth0 --json
	caused one-port-twice
}

@test "a far port of the same host" {
	undecided_by no-calibration edx lab run store-and-forward --rate 100 -- \
		etherdx timing eth0 --via env --peer-iface eth1 --json
	expect_status 3
}

# The cable at 10 Mb/s, then a switch with 100 in and 10 out
two_speeds() {
	edx lab run "$tmp/cable" --rate 10 -- sh -c \
		'exec etherdx timing eth0 --via "$ETHERDX_LAB_VIA" --json --direct "$1"' sh "$tmp/leg"
	was_busy || expect_status 0 || return
	[ -e "$tmp/leg" ] || return 0
	timed "$tmp/scene" --calibration "$tmp/leg"
}

@test "ports of two speeds: the way towards the cable's speed is told, the other is not" {
	printf '%s\n' "${cable[@]}" | sed 's/rates 100/rates 10/' >"$tmp/cable"
	printf '%s\n' "${switch[@]}" | sed 's,^wire b.*,& rate /10,' >"$tmp/scene"
	tells store-and-forward two_speeds
	json '.timing.settings | .rate_in_mbps == 100 and .rate_out_mbps == 10'
	json '.timing.back | .mode == "undetermined" and .reason == "speed-mismatch"'
}

@test "hardware stamps that are not there; a calibration that is none" {
	timed store-and-forward --stamps hardware
	caused no-hardware-stamps
	echo '{}' >"$tmp/leg"
	timed store-and-forward --calibration "$tmp/leg"
	caused no-calibration
}

@test "interrupted while the far end tells nothing: said, and no other stamps are advised" {
	printf '%s\n' '#!/bin/sh' 'etherdx "$@" | sed -u "/\"rows\":/d"' >"$tmp/mute"
	chmod +x "$tmp/mute"
	in_a store-and-forward "$after env --default-signal=INT etherdx timing eth0 --via \"\$via\" \
		--peer-iface eth0 --rate 100G --remote-etherdx '$tmp/mute' --json & pid=\$!
		after eth0 40; kill -INT \$pid; wait \$pid"
	json '.complete == false and .cause == "interrupted"'
	json '.error | test("interrupted before far end .* told of any frame")'
	json '.error | test("stamps") | not'
}

@test "interrupted: what was learnt is printed, marked incomplete; no process is left" {
	edx lab run store-and-forward --rate 10 -- sh -c "$after"'
		env --default-signal=INT etherdx timing eth0 --via "$ETHERDX_LAB_VIA" --rate 100G --json & pid=$!
		after eth0 40; kill -INT $pid; wait $pid; status=$?
		sleep 0.5; pgrep -f "[e]therdx agent"; [ $? = 1 ] || echo "an agent is left" >&2; exit $status'
	json '.complete == false and .cause == "interrupted" and (.error | test("interrupted"))'
	json '.timing.points | length > 10'
	[[ $stderr != *"is left"* ]] || fail "an agent is left"
}

@test "noise has not excused everything" {
	noise_is_no_excuse
}
