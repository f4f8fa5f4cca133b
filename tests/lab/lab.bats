#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Real traffic of the kernel over an emulated wire. No test looks at a time.

load ../cli/common
load noise

lab=t1
load_program=${abs_top_builddir:-$top/build}/tests/lab/load

teardown() {
	for name in "$lab" t2; do
		"$ETHERDX" lab down "$name" >/dev/null 2>&1 || :
	done
	common_teardown
}

# up SCENE [OPTION...]
up() {
	edx lab up "$@" --name "$lab"
	expect_status 0 || return
	no_errors
}

# traffic MODE COUNT BYTES GAP_US: sets a_sent, b_got, b_sent, a_got
traffic() {
	local said
	said=$(timeout -k 5 60 "$load_program" "$1" "etherdx-$lab-a" "etherdx-$lab-b" "${@:2}") || return
	read -r a_sent b_got b_sent a_got <<<"$said"
	echo "# $1: a sent $a_sent, b got $b_got; b sent $b_sent, a got $a_got"
}

# The lab's own counters from now on: json '.ports["a.eth0"].collisions == 0'
look() {
	edx lab show "$lab" --json
	expect_status 0
	echo "$output"
}

in_host() {
	run --separate-stderr timeout -k 5 "$limit" ip netns exec "etherdx-$lab-$1" "$ETHERDX" "${@:2}" \
		</dev/null
}

# Nothing of a lab: no namespace, no process that has its name.
nothing_left() {
	local pid
	[ -z "$(ls /run/netns)" ] || fail "left: $(ls /run/netns)" || return
	for pid in /proc/[0-9]*; do
		! grep -qsx 'etherdx-lab' "$pid/comm" || grep -qs '^State:.*Z' "$pid/status" ||
			fail "a process is left: ${pid#/proc/}" || return
	done
}

# wait_until COMMAND...: at most 30 s
wait_until() {
	for _ in {1..300}; do
		! "$@" || return 0
		sleep 0.1
	done
	fail "this did not come true: $*"
}

gone() {
	! kill -0 "$1" 2>/dev/null
}

# The command of start_run is gone. Its words are apart by NUL.
no_sleeper() {
	! grep -qsxz 300 /proc/[0-9]*/cmdline
}

# start_run SCENE: a lab run with a long command in the background; sets bg_pid, lab, engine
start_run() {
	"$ETHERDX" lab run "$1" -- sh -c 'echo "$ETHERDX_LAB_VIA" >"$1.new"; mv "$1.new" "$1"
		exec sleep 300' sh "$tmp/via" </dev/null >"$tmp/run-log" 2>&1 3>&- &
	bg_pid=$!
	wait_until [ -e "$tmp/via" ] || return
	lab=$(sed 's/.*etherdx-\(.*\)-b$/\1/' "$tmp/via")
	engine=$("$ETHERDX" lab show "$lab" --json | jq .pid)
}

@test "list: a line for every scene, with its rates" {
	COLUMNS=200 edx lab list
	expect_status 0
	no_errors
	for scene in clean duplex-mismatch duplex-mismatch-far half-duplex lossy-cable policer slow-host \
		switched-mismatch-near switched-mismatch-near-partner switched-mismatch-far \
		switched-mismatch-far-partner store-and-forward cut-through cut-through-14 \
		cut-through-threshold two-stages slow-to-fast fast-to-slow loaded-egress; do
		out_has "^$scene +[^ ].* \(10.* Mb/s\)$|^$scene +[^ ].* \(100.* Mb/s\)$" || return
	done
}

@test "bad usage: one line each" {
	for arguments in "" "frob" "run" "up" "down" "run clean --rate 11" "run clean --report maybe" \
		"run clean --seed x" "up clean --name a-b" "up clean ls" "list all" \
		"run half-duplex --rate 1000"; do
		# shellcheck disable=SC2086 # words
		edx lab $arguments
		usage_error . || fail "lab $arguments" || return
	done
}

@test "what makes no report takes no --json" {
	for arguments in list "up clean" "down t1" "run clean true"; do
		# shellcheck disable=SC2086 # words
		edx lab $arguments --json
		expect_status 3
		json '.complete == false and (.error | test("makes no report"))'
	done
	nothing_left
}

@test "what there is not: scene, scene file, lab" {
	edx lab run no-such-scene
	refused 'no-such-scene.*clean.*duplex-mismatch.*\./no-such-scene'
	edx lab run ./no-such-file
	refused 'no-such-file.*No such file.*name a file'
	edx lab run "$tmp/"
	refused 'Is a directory; name a file'
	edx lab down none
	refused 'no lab none'
	edx lab show none
	refused 'no lab none'
	edx lab show
	refused 'no lab'
}

@test "a scene from a file; an error in it is told with its line" {
	"$ETHERDX" lab list >/dev/null
	cat >"$tmp/two.scene" <<-'END'
		summary two hosts
		rates 100
		host a
		host b
		wire a.eth0 b.eth0
	END
	up "$tmp/two.scene"
	look
	json '.scene == "two.scene" and .rate_mbps == 100'
	echo "frob" >>"$tmp/two.scene"
	edx lab run "$tmp/two.scene"
	refused 'two.scene, line 6: '
}

@test "without privilege: one line, exit 3" {
	run --separate-stderr without_privilege timeout 20 "$ETHERDX" lab run clean
	refused root
	nothing_left
	if setpriv --reuid 65534 --regid 65534 --clear-groups "$ETHERDX" --version >/dev/null 2>&1; then
		run --separate-stderr setpriv --reuid 65534 --regid 65534 --clear-groups timeout 20 \
			"$ETHERDX" lab run clean
		refused 'as root'
	fi
}

@test "run: status, environment and host of the command" {
	edx lab run clean -- sh -c 'echo "$ETHERDX_LAB_VIA"; command -v etherdx
		cat /sys/class/net/eth0/address; exit 42'
	expect_status 42
	no_errors_but_noise || return
	out_has '^ip netns exec etherdx-1-b$'
	out_has "^$(dirname "$ETHERDX")/etherdx$"
	out_has '^02:'
	edx lab run clean -- sh -c 'kill -KILL $$'
	expect_status 137
	run -127 "$ETHERDX" lab run clean -- /no/such/command
	nothing_left
}

@test "run without a command checks eth0, and passes -o and -q on" {
	edx lab run clean
	calm
	expect_status 0
	out_has '^eth0: OK'
	edx lab run clean --json
	calm
	expect_status 0
	verdict ok
	edx lab run duplex-mismatch -q -o text -o json:"$tmp/report"
	calm
	expect_status 2
	one_line "$output"
	out_has '^eth0: FAIL: DUPLEX-MISMATCH'
	output=$(<"$tmp/report")
	json '.interface == "eth0"'
}

@test "clean: datagrams arrive both ways, nothing collides, an idle wire is silent" {
	up clean --rate 100
	sleep 2
	look
	json '[.ports[] | .tx_frames, .rx_frames] | add == 0'
	traffic turns 100 1400 0
	[ "$b_got" = 100 ]
	[ "$a_got" = 100 ]
	look
	json '[.ports[] | .collisions, .late_collisions, .fcs_errors, .fragments, .tx_aborted] | add == 0'
	json '[.ports[] | .tx_frames, .rx_frames] == [100, 100, 100, 100]'
}

@test "ping6 both ways" {
	command -v ping >/dev/null || skip "ping is missing"
	up clean
	ip netns exec "etherdx-$lab-a" ping -6 -c 3 -i 0.2 -w 20 fe80::2%eth0
	ip netns exec "etherdx-$lab-b" ping -6 -c 3 -i 0.2 -w 20 fe80::1%eth0
}

# mismatch RATE COUNT GAP_US
mismatch() {
	up duplex-mismatch --rate "$1"
	traffic both "$2" 1452 "$3"
	look
	json '.ports["a.eth0"] | .duplex == "half" and .late_collisions > 0 and .collisions > 0
		and .tx_aborted == .late_collisions + .excessive_collisions
		and .fcs_errors + .alignment_errors + .fragments == 0' || return
	json '.ports["b.eth0"] | .duplex == "full" and .late_collisions == 0 and .collisions == 0
		and .fcs_errors + .alignment_errors > 0' || return
	[ "$b_got" -lt "$a_sent" ] && [ "$a_got" -lt "$b_sent" ]
}

@test "duplex mismatch at 100 Mb/s: late collisions at the half end, bad frames at the full end" {
	mismatch 100 2400 400
}

@test "duplex mismatch at 10 Mb/s" {
	mismatch 10 300 4000
}

@test "a legitimate half-duplex link: collisions, none late, nothing is lost" {
	up half-duplex --rate 100
	traffic both 2400 1452 400
	look
	json '[.ports[] | .late_collisions, .fcs_errors, .fragments] | add == 0'
	json '.ports["a.eth0"].collisions > 0 and .ports["a.eth0"].collisions == .ports["b.eth0"].collisions'
}

@test "a switch between: four MACs" {
	up switched-mismatch-near --rate 100
	traffic both 1200 1452 400
	look
	json '.ports | length == 4'
	json '.ports["a.eth0"].late_collisions > 0 and .ports["b.eth0"].collisions == 0'
}

@test "inside a host: its own counters and registers, by the lab's word" {
	up duplex-mismatch --rate 100
	traffic both 2400 1452 400
	in_host a show eth0 --json
	expect_status 0
	near link.duplex '"half"'
	near link.speed 100
	json '.facts.near["total.late_collisions"] | .value > 0 and .from == "lab"'
	json '.facts.near["mii.words"] | .from == "lab"'
	json '.facts.near["an.parallel_detection"].value == true'
	in_host b show eth0 --json
	near link.duplex '"full"'
	near link.autoneg false
	near total.late_collisions 0
	json '.facts.near["total.crc"] | .value > 0 and .from == "lab"'
}

@test "inside a host: a check while traffic runs names the mismatch" {
	up duplex-mismatch --rate 100
	timeout -k 5 60 "$load_program" both "etherdx-$lab-a" "etherdx-$lab-b" 20000 1452 400 >/dev/null \
		2>&1 3>&- &
	bg_pid=$!
	in_host a check eth0 --duration 3 --json
	found DUPLEX-MISMATCH-LIKELY critical
}

@test "the lab socket tells of its own side and nothing else" {
	up duplex-mismatch
	in_host a record eth0 --duration 0.1 --bundle "$tmp/bundle"
	expect_status 0
	output=$(jq -r '[.ports[0].raw[] | select(.ask == "lab port")][0].text' "$tmp/bundle")
	json 'keys == ["counters", "mii"]'
	json '.mii | length == 16'
	json '.counters | keys == ["alignment_errors", "carrier_changes", "carrier_errors", "collisions",
		"deferred", "excessive_collisions", "fcs_errors", "fragments", "late_collisions",
		"multiple_collisions", "rx_bytes", "rx_frames", "rx_missed", "single_collisions", "tiny",
		"tx_aborted", "tx_bytes", "tx_frames"]'
}

@test "--report hidden: both ends say full duplex, negotiated" {
	up duplex-mismatch --report hidden
	for host in a b; do
		in_host "$host" show eth0 --json
		near link.duplex '"full"'
		near link.autoneg true
		json '.facts.near["an.partner_able"].value == true'
	done
}

@test "two labs at once, of the same scene" {
	up clean
	edx lab up clean --name t2
	expect_status 0
	edx lab up clean --name t2
	refused 'lab t2 is there already'
	traffic turns 10 100 0
	look
	json '.ports["a.eth0"].tx_frames == 10'
	edx lab show t2 --json
	json '.ports["a.eth0"].tx_frames == 0'
	edx lab show
	refused 't1.*t2'
	edx lab down --all
	expect_status 0
	nothing_left
}

@test "show: the counters and how well the machine kept up" {
	up clean --seed 7
	edx lab show "$lab"
	expect_status 0
	no_errors
	out_has 'lab t1: clean, 100 Mb/s, report true, seed 7'
	out_has 'a\.eth0 +b\.eth0'
	out_has 'steal .*priority (fifo|nice|normal)'
	edx lab show "$lab" -v
	out_has 'excessive_collisions +0 +0'
}

@test "SIGTERM, SIGINT and SIGHUP to lab run: command, process and namespaces are gone" {
	for signal in TERM INT HUP; do
		rm -f "$tmp/via"
		start_run clean
		kill -"$signal" "$bg_pid"
		wait_until gone "$bg_pid"
		bg_pid=
		nothing_left
	done
}

@test "kill -9 of lab run: what it left goes by itself or with lab down" {
	start_run duplex-mismatch
	kill -KILL "$bg_pid"
	wait_until gone "$bg_pid"
	bg_pid=
	"$ETHERDX" lab down "$lab" 2>/dev/null || :
	wait_until nothing_left
}

@test "kill -9 of everything: lab down --all takes away what is left" {
	start_run clean
	kill -STOP "$bg_pid"
	kill -KILL "$engine" "$bg_pid"
	wait_until gone "$bg_pid"
	bg_pid=
	[ -n "$(ls /run/netns)" ]
	edx lab show "$lab"
	refused "lab down $lab"
	edx lab down --all
	expect_status 0
	nothing_left
	wait_until no_sleeper
}

@test "the process of the lab is killed: lab run says so and cleans up" {
	start_run clean
	kill -KILL "$engine"
	wait_until gone "$bg_pid"
	bg_pid=
	grep -q 'taken down' "$tmp/run-log"
	nothing_left
}

@test "lab down of a lab that runs a command ends that, too" {
	start_run clean
	edx lab down "$lab"
	expect_status 0
	wait_until gone "$bg_pid"
	bg_pid=
	nothing_left
}

# ---------------------------------------------------------------------------------------------
# Watching the registers of an emulated port

@test "mii --watch: the state, a summary, and SIGINT ends it with exit status 0" {
	edx lab run half-duplex -- "$ETHERDX" mii --watch eth0 --duration 1 --json
	expect_status 0
	json '.complete and .verdict == "ok" and .watch.link_up and .watch.looks >= 2'
	json '.events[0].event == "state" and (.events[0].text | test("100baseT/Half"))'
	# shellcheck disable=SC2016 # for the inner shell
	edx lab run clean -- sh -c 'env --default-signal=INT "$0" mii --watch eth0 &
		sleep 2; kill -INT $!; wait $!' "$ETHERDX"
	expect_status 0
	out_has 'state +link up at 100baseT/Full'
	out_has 'eth0: watched for'
	err_has 'consumes the latched bits'
}
