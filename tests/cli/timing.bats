#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# etherdx timing: what somebody measured, judged; what is refused.

load common

# points LINE...: a file of points
points() {
	printf '%s\n' "$@" >"$tmp/points"
}

path() {
	json ".facts.path[\$f].value == $2" --arg f "$1"
}

# k LOW HIGH
k() {
	json ".facts.path[\"timing.k\"].value | . >= $1 and . <= $2"
}

@test "a switch that a sniffer timed, the frame's own time taken off: flat is store-and-forward" {
	points "64 3170" "1518 3170"
	edx timing --points "$tmp/points" --rate 100 --serialization-removed --json
	expect_status 0
	no_errors
	path timing.mode '"store-and-forward"'
	k 0.99 1.01
	found SWITCH-STORE-AND-FORWARD info
	path timing.latency_lifo_ns 3170
	json '.timing.settings.input == "points" and (.timing.points | length) == 2'
}

@test "the same at 1000 Mb/s, and as raw values" {
	points "64 705" "1518 705"
	edx timing --points "$tmp/points" --rate 1G --serialization-removed --json
	expect_status 0
	path timing.mode '"store-and-forward"'
	points "64 1217" "1518 12849"
	edx timing --points "$tmp/points" --rate 1000 --json
	expect_status 0
	path timing.mode '"store-and-forward"'
	k 0.99 1.01
	edx timing --points "$tmp/points" --rate 1000
	out_has 'three or more'
}

@test "a slope beyond one stage: an inner copy of about 3 Gb/s" {
	points "64 3300" "1518 7120"
	edx timing --points "$tmp/points" --rate 1000 --serialization-removed --json
	expect_status 0
	path timing.mode '"store-and-forward"'
	json '.facts.path["timing.inner_rate"].value | . > 2500 and . < 3500'
}

@test "a flat line as it stands is cut-through, and it is asked what was taken off" {
	points "64 700" "512 700" "1024 701" "1518 700"
	edx timing --points "$tmp/points" --rate 10G
	expect_status 0
	out_has 'mode +cut-through'
	out_has 'say --serialization-removed'
	out_lacks 'LIFO:'
	edx timing --points "$tmp/points" --rate 10G --json
	path timing.mode '"cut-through"'
	found SWITCH-CUT-THROUGH info
	json '.facts.path["timing.latency_lifo_ns"].state == "absent"'
	json '.timing.notes | any(test("--serialization-removed"))'
}

@test "a threshold" {
	points "64 551" "128 602" "256 705" "384 807" "512 910" "560 948" "768 948" "1024 948" \
		"1280 948" "1518 948"
	edx timing --points "$tmp/points" --rate 10G --json
	expect_status 0
	path timing.mode '"cut-through-above"'
	json '.facts.path["timing.threshold"].value | . > 540 and . < 580'
}

@test "values between the modes: undetermined, exit 3, with a reason" {
	points "64 1000" "512 2800" "1024 4850" "1518 6820"
	edx timing --points "$tmp/points" --rate 1000 --json
	expect_status 3
	no_errors
	verdict unknown
	found TIMING-UNDETERMINED unknown
	path timing.mode '"undetermined"'
	json '.facts.path["timing.reason"].value | test("^[a-z-]+$")'
	edx timing --points "$tmp/points" --rate 1000
	expect_status 3
	out_has 'TIMING-UNDETERMINED'
}

@test "units in the header and with the values, delay first, a direct leg" {
	points "# size delay_us" "64 1.217" "512 4.801" "1024 8.897" "1518 12.849"
	edx timing --points "$tmp/points" --rate 1000 --json
	k 0.99 1.01
	path timing.resolution_ns 1
	for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
		for size in 64 512 1024 1518; do
			echo "$((2000 + 8 * size + i)) ns, $size bytes, direct"
			echo "$((9000 + 16 * size + i)) ns, $size bytes"
		done
	done >"$tmp/points"
	edx timing --points "$tmp/points" --rate 1000 --json
	expect_status 0
	path timing.mode '"store-and-forward"'
	path timing.values '"delay"'
}

@test "standard input" {
	points "64 1217" "512 4801" "1518 12849"
	edx_from "$tmp/points" timing --points - --rate 1000 --json
	expect_status 0
	path timing.mode '"store-and-forward"'
	json '.interface == "points"'
}

@test "bad lines are named" {
	points "64 1217" "hello" "512 x" "1518"
	edx timing --points "$tmp/points" --rate 1000
	refused 'line 2, "hello".*2 more'
	points $'64 \e[31m'
	edx timing --points "$tmp/points" --rate 1000
	refused 'line 1'
	no_control "$stderr"
	: >"$tmp/points"
	edx timing --points "$tmp/points" --rate 1000 --json
	expect_status 3
	json '.error | test("no points")'
	edx timing --points "$tmp/none" --rate 1000
	refused 'none: .*No such file.*name a file'
	edx timing --points "$tmp" --rate 1000
	refused 'cannot be read|directory'
}

@test "usage" {
	points "64 1217" "1518 12849"
	edx timing --points "$tmp/points"
	usage_error '--rate 1000'
	for rate in 0 -1 x 1X nan inf 1e99 ''; do
		edx timing --points "$tmp/points" --rate "$rate"
		usage_error "--rate"
	done
	edx timing --points "$tmp/points" --rate 1000 --unit parsec
	usage_error 'ns, us, ms or s'
	edx timing --points "$tmp/points" --rate 1000 lo
	usage_error 'not both'
	edx timing
	usage_error 'timing'
}

@test "80 columns" {
	points "64 551" "512 910" "560 948" "768 948" "1024 948" "1518 948"
	COLUMNS=80 edx timing --points "$tmp/points" --rate 10G
	within_columns 80
	edx -q timing --points "$tmp/points" --rate 10G
	one_line "$output"
}

@test "the schema holds, and names no key twice" {
	need_jsonschema
	points "64 1217" "512 4801" "1518 12849"
	edx timing --points "$tmp/points" --rate 1000 --json
	by_schema
	edx timing --points "$tmp/none" --rate 1000 --json
	by_schema
	"$python" - "$top/data/etherdx.schema.json" <<'END'
import json, sys

def once(pairs):
    keys = [key for key, value in pairs]
    assert len(keys) == len(set(keys)), keys
    return dict(pairs)

json.load(open(sys.argv[1]), object_pairs_hook=once)
END
}

# ---------------------------------------------------------------------------------------------
# Two ports of this host

# caused CAUSE: exit 3 with JSON that names the cause
caused() {
	expect_status 3 || return
	json ".complete == false and .cause == \"$1\" and (.error | length) > 10"
}

@test "without privilege: one line" {
	run --separate-stderr without_privilege timeout 20 "$ETHERDX" timing lo lo </dev/null
	refused 'CAP_NET_RAW; run with sudo'
	run --separate-stderr without_privilege timeout 20 "$ETHERDX" timing lo lo --json </dev/null
	caused denied
}

@test "ports that do not exist, one port twice, ports without a wire" {
	need_ns
	edx_ns timing nosuch0 nosuch1 --json
	caused no-interface
	make_pair one two
	edx_ns timing one one --json
	caused one-port-twice
	edx_ns timing one two --json
	caused no-wire
	err_has 'virtual port'
}

@test "bad usage of two ports" {
	edx timing lo
	usage_error 'two interfaces'
	edx timing a b c
	usage_error 'two interfaces'
	edx timing a b --direct x --calibration y
	usage_error 'one of'
	edx timing a b --serialization-removed
	usage_error '--points'
	edx timing a b --stamps sundial
	usage_error 'auto, hardware or software'
	edx timing eth0 eth1 --accuracy 5
	usage_error '--accuracy goes with'
	edx timing -r a --rate 1000 --ptp
	usage_error 'goes with interfaces'
	edx timing --points a --rate 1000 --ptp
	usage_error 'goes with interfaces'
	edx timing a b --duration 0
	usage_error 'duration'
	edx timing --points x --rate 1000 --calibration y
	usage_error 'go with interfaces'
}

# ---------------------------------------------------------------------------------------------
# A far end that answers; more in tests/lab/timing-via.bats

@test "bad usage of a far end" {
	edx timing --via true
	usage_error 'one interface'
	edx timing eth0 eth1 --via true
	usage_error 'one interface'
	edx timing --points x --rate 1000 --via true
	usage_error 'one interface'
	edx timing -r x --rate 1000 --via true
	usage_error 'one interface'
	edx timing eth0 eth1 --peer-iface eth2
	usage_error 'go with --via'
	edx timing eth0 eth1 --remote-etherdx x
	usage_error 'go with --via'
	edx timing eth0 --via true --direct x --calibration y
	usage_error 'one of'
}

@test "a far end, without privilege here: one line, and it is never called" {
	run --separate-stderr without_privilege timeout 20 "$ETHERDX" timing lo --via "touch $tmp/called;" </dev/null
	refused 'CAP_NET_RAW; run with sudo'
	[ ! -e "$tmp/called" ]
}

@test "a far end, and no port here that could be timed" {
	need_ns
	edx_ns timing nosuch0 --via true --json
	caused no-interface
	edx_ns timing lo --via true --json
	caused no-wire
	make_pair one two
	edx_ns timing one --via true --json
	caused no-wire
}

# ---------------------------------------------------------------------------------------------
# Captures

# captures SLOPE [SHIFT_S [SEED [JUMP_NS]]]: tx.pcap, rx.pcap and both.pcap in $tmp: 4 sizes, 40 frames each,
# nanoseconds; each arrives 20 us and SLOPE ns a byte later, from the middle on JUMP_NS more
captures() {
	command -v python3 >/dev/null || skip "python3 is missing"
	python3 - "$tmp" "$@" <<'END'
import random, struct, sys
out, slope, shift = sys.argv[1], float(sys.argv[2]), float((sys.argv[3:] or [0])[0])
random.seed(int((sys.argv[4:] or [1])[0]))
jump = float((sys.argv[5:] or [0])[0])

def write(name, frames, nano=True):
    with open(f"{out}/{name}", "wb") as f:
        f.write(struct.pack("<IHHiIII", 0xa1b23c4d if nano else 0xa1b2c3d4, 2, 4, 0, 0, 65535, 1))
        for t, frame in sorted(frames):
            part = t % 10**9 // (1 if nano else 1000)
            f.write(struct.pack("<IIII", t // 10**9, part, len(frame), len(frame)) + frame)

tx, rx = [], []
for i in range(160):
    size = (64, 512, 1024, 1518)[i % 4]
    frame = bytes([2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1, 0x88, 0xb6]) + random.randbytes(size - 18)
    t = 1796053200 * 10**9 + i * 1000003
    tx.append((t, frame))
    rx.append((t + int(20000 + slope * size + random.random() * 300 + shift * 1e9 + (jump if i >= 80 else 0)), frame))
write("tx.pcap", tx)
write("rx.pcap", rx)
write("both.pcap", tx + rx)
write("micro.pcap", tx + rx, False)
write("twice.pcap", tx + tx + rx + rx)
END
}

@test "captures: the direct cable is kept, then two captures and one are judged" {
	captures 8
	edx timing -r "$tmp/tx.pcap" "$tmp/rx.pcap" --rate 1000 --direct "$tmp/leg" --json
	expect_status 0
	captures 16
	edx timing -r "$tmp/rx.pcap" "$tmp/tx.pcap" --rate 1000 --calibration "$tmp/leg" --json
	expect_status 0
	path timing.mode '"store-and-forward"'
	k 0.9 1.1
	json '.timing.settings.input == "capture" and (.timing.points | length) == 320'
	edx timing -r "$tmp/both.pcap" --rate 1000 --calibration "$tmp/leg" --json
	path timing.mode '"store-and-forward"'
	captures 8
	edx timing -r "$tmp/both.pcap" --rate 1000 --calibration "$tmp/leg" --json
	path timing.mode '"cut-through"'
}

@test "captures without a direct cable: undetermined, and why" {
	captures 16
	edx timing -r "$tmp/tx.pcap" "$tmp/rx.pcap" --rate 1000 --json
	expect_status 3
	path timing.reason '"no-calibration"'
}

@test "captures: microseconds are said, two clocks are noticed" {
	captures 16
	edx timing -r "$tmp/micro.pcap" --rate 1000
	out_has 'whole microseconds'
	edx timing -r "$tmp/micro.pcap" --rate 1000 --json
	json '.timing.settings.resolution_ns == 1000'
	captures 16 -37
	edx timing -r "$tmp/tx.pcap" "$tmp/rx.pcap" --rate 1000
	out_has 'clocks of their own'
	captures 16 37
	edx timing -r "$tmp/both.pcap" --rate 1000 --json
	caused clocks-mixed
}

@test "captures of different times, or of different frames" {
	captures 16 1000 2
	mv "$tmp/rx.pcap" "$tmp/later.pcap"
	captures 16
	edx timing -r "$tmp/tx.pcap" "$tmp/later.pcap" --rate 1000 --json
	caused no-overlap
	err_has 'do not overlap: 9[0-9]{2}\.'
	captures 16 0 3
	mv "$tmp/rx.pcap" "$tmp/other.pcap"
	captures 16
	edx timing -r "$tmp/tx.pcap" "$tmp/other.pcap" --rate 1000 --json
	caused no-pairs
}

@test "captures in which one clock jumps: no verdict, and the clock is named" {
	captures 8
	edx timing -r "$tmp/tx.pcap" "$tmp/rx.pcap" --rate 1000 --direct "$tmp/leg"
	for jump in 5e6 -5e6 3e9; do
		captures 16 0 1 "$jump"
		edx timing -r "$tmp/tx.pcap" "$tmp/rx.pcap" --rate 1000 --calibration "$tmp/leg" --json
		expect_status 3
		path timing.reason '"clock"'
	done
}

@test "captures that cannot be judged: one message" {
	captures 16
	edx timing -r "$tmp/tx.pcap" --rate 1000 --json
	caused no-pairs
	edx timing -r "$tmp/twice.pcap" --rate 1000 --json
	caused duplicates
	edx timing -r "$tmp/tx.pcap" "$tmp/none.pcap" --rate 1000
	refused 'none.pcap'
	points hello
	edx timing -r "$tmp/points" --rate 1000
	refused 'points'
	head -c 1000 "$tmp/rx.pcap" >"$tmp/short.pcap"
	edx timing -r "$tmp/short.pcap" --rate 1000
	refused 'breaks off|truncated|no size'
	edx timing -r "$tmp/rx.pcap"
	usage_error 'which rate'
	edx timing -r a b c --rate 1000
	usage_error 'two files'
}

@test "--plot: an SVG by gnuplot; without it the report says so" {
	points "64 1217" "512 4801" "1024 8897" "1518 12849"
	mkdir "$tmp/bin"
	run --separate-stderr env PATH="$tmp/bin" COLUMNS=200 "$ETHERDX" timing --points "$tmp/points" --rate 1000 \
		--plot "$tmp/a.svg"
	expect_status 0
	out_has 'gnuplot is not installed'
	[ ! -e "$tmp/a.svg" ]
	command -v gnuplot >/dev/null || skip "gnuplot is missing"
	edx timing --points "$tmp/points" --rate 1000 --plot "$tmp/a.svg"
	expect_status 0
	out_lacks 'gnuplot'
	grep -q '<svg' "$tmp/a.svg"
	grep -q 'store-and-forward' "$tmp/a.svg"
	COLUMNS=200 edx timing --points "$tmp/points" --rate 1000 --plot "$tmp/none/a.svg"
	expect_status 0
	out_has 'gnuplot could not write'
}

@test "what cannot be read or written: one line, and the cause in JSON" {
	captures 8
	edx timing -r "$tmp/nosuch.pcap" --rate 1000 --json
	caused no-capture
	echo "no capture" >"$tmp/text"
	edx timing -r "$tmp/text" --rate 1000 --json
	caused no-capture
	edx timing -r "$tmp/tx.pcap" "$tmp/tx.pcap" --rate 1000 --json
	caused one-capture-twice
	err_has 'name one of each side'
	edx timing -r "$tmp/tx.pcap" "$tmp/rx.pcap" --rate 1000 --calibration "$tmp/nosuch" --json
	caused no-calibration
	edx timing -r "$tmp/tx.pcap" "$tmp/rx.pcap" --rate 1000 --calibration "$tmp/text" --json
	caused no-calibration
	edx timing -r "$tmp/tx.pcap" "$tmp/rx.pcap" --rate 1000 --direct "$tmp/nosuch/leg" --json
	caused cannot-write
	err_has 'nosuch/leg: cannot be written: No such file or directory'
	edx timing -r "$tmp/tx.pcap" "$tmp/rx.pcap" --rate 1000 --direct "$tmp/leg" --json
	expect_status 0
	edx timing -r "$tmp/tx.pcap" "$tmp/rx.pcap" --rate 1000 --calibration "$tmp/leg" --stamps hardware --json
	caused stamps-differ
	edx timing --points "$tmp/nosuch" --rate 1000 --json
	caused bad-points
	edx timing --points "$tmp/text" --rate 1000 --json
	caused bad-points
}
