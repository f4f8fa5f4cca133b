#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The duplex test over an emulated wire. What a run proves is looked at only when the machine let it be
# a run: up to three tries, then it is skipped.

load ../cli/common
load noise
load timing

lab=s1

setup() {
	common_setup
	PATH=$(dirname "$ETHERDX"):$PATH
}

teardown() {
	"$ETHERDX" lab down "$lab" >/dev/null 2>&1 || :
	ip netns del etherdx-far 2>/dev/null || :
	common_teardown
}

# up SCENE [OPTION...]
up() {
	edx lab up "$@" --name "$lab"
	expect_status 0
}

in_a() {
	run --separate-stderr timeout -k 5 "$limit" ip netns exec "etherdx-$lab-a" "$ETHERDX" "$@" </dev/null
}

via="ip netns exec etherdx-$lab-b"

# path FACT: its value as JSON
path() {
	jq -c --arg f "$1" '.facts.path[$f].value' <<<"$output"
}

# measure COMMAND OPTION...: until the run is valid
measure() {
	local state
	for _ in 1 2 3; do
		in_a "$@" --via "$via" --json
		expect_verdict || return
		state=$(path stream.state)
		case $state in
		'"host too late"' | '"host drops"') continue ;;
		'"valid"') decided ;;
		*) fail "stream.state is $state" || true_wire ;;
		esac
		return
	done
	too_noisy "lateness $(path stream.lateness_p99) us, steal $(path stream.steal)"
}

# true_wire: behind what failed; no failure where the lab says that the wire was none
true_wire() {
	"$ETHERDX" lab show "$lab" --json | jq -e .validity.valid >/dev/null ||
		too_noisy "the lab says so"
	return 1
}

# path_is FILTER: true by jq on the facts of the path, by their values
path_is() {
	json ".facts.path | map_values(.value) | $1" || true_wire
}

# counted PORT FACT: more than 20 of them while both sent, if the counters could be read in time
counted() {
	json ".facts[\"$1\"][\"$2\"].value != null" || too_noisy "$2 was read too late"
	json ".facts[\"$1\"][\"$2\"].value > 20" || true_wire
}

@test "duplex-mismatch, hidden by both ends: found, and the half end named" {
	up duplex-mismatch --report hidden
	measure stream eth0
	path_is '."stream.duplex.outcome" == "mismatch" and ."stream.duplex.half_ends" == ["near"]'
	path_is '."stream.contrast.far_to_near" > 0.05 and (."stream.loss.far_to_near" | . != null and . < 0.02)'
	path_is '."stream.carried" == "frames" and ."stream.rate" == 100 and ."stream.load" == 0.2'
	counted near stream.late.together
	counted far stream.fcs.together
	json '.complete and .facts.far["port.name"].value == "eth0"'
}

@test "duplex-mismatch-far: the far end is named" {
	up duplex-mismatch-far --report hidden
	measure stream eth0 --direct
	path_is '."stream.duplex.outcome" == "mismatch" and ."stream.duplex.half_ends" == ["far"]'
	path_is '."stream.direct" and ."stream.contrast.near_to_far" > 0.05'
	counted far stream.late.together
}

@test "duplex-mismatch at 10 Mb/s" {
	up duplex-mismatch --rate 10 --report hidden
	measure stream eth0
	path_is '."stream.duplex.outcome" == "mismatch" and (."stream.duplex.half_ends" | index("near"))'
	path_is '."stream.rate" == 10'
}

@test "clean: clean, and TCP has its pace both ways" {
	up clean
	measure stream eth0
	path_is '."stream.duplex.outcome" == "clean" and ."stream.duplex.half_ends" == []
		and ."stream.look_alikes" == []'
	path_is '."stream.tcp.state" == "valid" and ."stream.tcp.paced" == 20
		and ."stream.tcp.limit" > 92 and ."stream.tcp.limit" < 95'
	path_is '[."stream.tcp.tx", ."stream.tcp.rx", ."stream.tcp.bidir_tx", ."stream.tcp.bidir_rx"]
		| all(. > 5 and . < 30)'
	path_is '."stream.tcp.congestion" == "cubic" or ."stream.tcp.congestion" == "reno"'
}

@test "lossy-cable: lost at any time is no mismatch" {
	up lossy-cable
	measure stream eth0
	path_is '."stream.duplex.outcome" != "mismatch"
		and (."stream.look_alikes" | any(test("random loss")))'
}

@test "half-duplex at both ends is no mismatch" {
	up half-duplex
	measure stream eth0
	path_is '."stream.duplex.outcome" != "mismatch"'
	json '.facts.near["stream.late.together"].value == 0'
}

@test "a switch between: its port is the half end" {
	up switched-mismatch-near-partner --report hidden
	measure stream eth0
	path_is '."stream.duplex.outcome" == "mismatch" and ."stream.duplex.half_ends" == ["near-partner"]'
}

@test "check --via: counters and traffic in one window; the bundle is judged the same" {
	up duplex-mismatch --report hidden
	measure check eth0 --bundle "$tmp/bundle"
	json '.facts.near["run.window"].value >= 3 and .facts.far["run.window"].value >= 2.9'
	path_is '."stream.duplex.outcome" == "mismatch"'
	local before same='.facts.path, .no_data, ([.findings[] | [.id, .end, .severity]] | sort)
		, (.facts.near, .facts.far | with_entries(select(.key | test("^(stream|port)[.]"))))'
	before=$(jq -cS "$same" <<<"$output")
	edx diagnose "$tmp/bundle" --json
	expect_verdict
	[ "$(jq -cS "$same" <<<"$output")" = "$before" ] ||
		fail "judged otherwise: $before"
}

@test "--full: TCP at full speed is evidence, too" {
	up clean
	measure stream eth0 --full
	path_is '."stream.tcp.state" == "valid" and ."stream.tcp.paced" == null and ."stream.tcp.tx" > 30'
}

# wait_for_port HOST PORT-IN-HEX: somebody listens there
wait_for_port() {
	for _ in {1..200}; do
		! ip netns exec "etherdx-$lab-$1" cat /proc/net/tcp6 | grep -q ":$2 [^ ]* 0A " || return 0
		sleep 0.1
	done
	fail "nobody listens on port $2"
}

@test "the session runs over the cable that is tested" {
	command -v bash >/dev/null || skip "bash is missing"
	up duplex-mismatch --report hidden
	command -v socat >/dev/null || skip "socat is missing"
	ip netns exec "etherdx-$lab-b" socat 'TCP6-LISTEN:9999,bind=[fe80::2%eth0],reuseaddr' \
		EXEC:"$ETHERDX agent" 3>&- &
	bg_pid=$!
	wait_for_port b 270F
	via="socat - TCP6:[fe80::2%eth0]:9999 #"
	in_a stream eth0 --via "$via" --json
	expect_verdict
	[[ $(path stream.state) =~ valid|host ]] || fail "state $(path stream.state)"
	json '.complete'
}

# Something between that lets IP through and nothing else.
ip_only() {
	local host
	for host in a b; do
		ip netns exec "etherdx-$lab-$host" tc qdisc add dev eth0 ingress &&
			ip netns exec "etherdx-$lab-$host" tc filter add dev eth0 ingress protocol 0x88b5 \
				bpf da bytecode '1,6 0 0 2,' || return
	done
}

@test "where frames of our own do not get through it is datagrams" {
	command -v tc >/dev/null || skip "tc is missing"
	up duplex-mismatch --report hidden
	ip_only 2>/dev/null || skip "this kernel has no cls_bpf"
	measure stream eth0 --peer-iface eth0
	path_is '."stream.carried" == "UDP" and ."stream.duplex.outcome" == "mismatch"
		and ."stream.duplex.half_ends" == ["near"]'
	"$ETHERDX" lab down "$lab"
	up clean
	ip_only
	measure stream eth0 --peer-iface eth0
	path_is '."stream.carried" == "UDP" and ."stream.duplex.outcome" == "clean"'
}

# routed SCENE: its far host is a router, behind which is a host of another subnet; that is the far end now
routed() {
	local a="etherdx-$lab-a" router="etherdx-$lab-b"
	up "$1" --report hidden || return
	ip netns del etherdx-far 2>/dev/null || :
	ip netns add etherdx-far
	ip netns exec "$router" ip link add out0 type veth peer name eth0 netns etherdx-far 2>/dev/null ||
		skip "this kernel has no veth"
	ip netns exec "$a" ip addr add 192.0.2.1/24 dev eth0
	ip netns exec "$router" ip addr add 192.0.2.254/24 dev eth0
	ip netns exec "$router" ip addr add 198.51.100.254/24 dev out0
	ip netns exec etherdx-far ip addr add 198.51.100.1/24 dev eth0
	ip netns exec "$router" ip link set out0 up
	ip netns exec etherdx-far ip link set eth0 up
	ip netns exec "$router" sysctl -qw net.ipv4.ip_forward=1
	# The ports of a lab ask nobody for addresses.
	ip netns exec "$a" ip neigh replace 192.0.2.254 dev eth0 nud permanent \
		lladdr "$(ip netns exec "$router" cat /sys/class/net/eth0/address)"
	ip netns exec "$router" ip neigh replace 192.0.2.1 dev eth0 nud permanent \
		lladdr "$(ip netns exec "$a" cat /sys/class/net/eth0/address)"
	ip netns exec "$a" ip route add 198.51.100.0/24 via 192.0.2.254
	ip netns exec etherdx-far ip route add default via 198.51.100.254
	via="ip netns exec etherdx-far"
}

@test "a router between, two subnets: the far port must be named; it is datagrams, and no false alarm" {
	routed clean
	in_a stream eth0 --via "$via"
	refused 'no far port shares a subnet.*--peer-iface'
	measure stream eth0 --peer-iface eth0
	path_is '."stream.carried" == "UDP" and ."stream.duplex.outcome" == "clean" and ."stream.rate" == 100'
	path_is '."stream.tcp.state" == "valid" and ."stream.tcp.tx" > 5 and ."stream.tcp.rx" > 5'
}

@test "a router between: the mismatch is on this side of it, at either end of the cable" {
	routed duplex-mismatch
	measure stream eth0 --peer-iface eth0
	path_is '."stream.carried" == "UDP" and ."stream.duplex.outcome" == "mismatch"
		and ."stream.duplex.half_ends" == ["near"]'
	"$ETHERDX" lab down "$lab"
	routed duplex-mismatch-far
	measure stream eth0 --peer-iface eth0
	path_is '."stream.carried" == "UDP" and ."stream.duplex.outcome" == "mismatch"
		and ."stream.duplex.half_ends" == ["near-partner"]'
	json '.findings[] | select(.id == "DUPLEX-MISMATCH") | .end == "near-partner"'
}

@test "a far port on another segment, or in another subnet: no frame arrives, and that is said at once" {
	local begun
	up clean
	ip netns exec "etherdx-$lab-b" ip link add far0 type veth peer name far1 2>/dev/null ||
		skip "this kernel has no veth"
	ip netns exec "etherdx-$lab-b" ip link set far0 up
	ip netns exec "etherdx-$lab-b" ip link set far1 up
	ip netns exec "etherdx-$lab-b" ip addr add 192.0.2.9/24 dev far0
	ip netns exec "etherdx-$lab-a" ip addr add 198.51.100.1/24 dev eth0
	begun=$SECONDS
	in_a stream eth0 --via "$via" --peer-iface far0 --json
	[ $((SECONDS - begun)) -le 20 ] || fail "it took $((SECONDS - begun)) s" || return
	expect_status 3
	path_is '."stream.state" == "no answer" and ."stream.duplex.outcome" == null'
	json '.complete == false and (.error | test("no frame of far0 arrives.*--peer-iface"))'
}

# started WHAT: a test at 10 Mb/s is under way in the background
started() {
	up duplex-mismatch --rate 10 --report hidden
	ip netns exec "etherdx-$lab-a" env --default-signal=INT "$ETHERDX" stream eth0 --via "$via" --json \
		</dev/null >"$tmp/bg-out" 2>"$tmp/bg-err" 3>&- &
	bg_pid=$!
	for _ in {1..100}; do
		sleep 0.1
		[ "$(jq '.ports["a.eth0"].tx_frames > 200' <<<"$("$ETHERDX" lab show "$lab" --json)")" != true ] ||
			return 0
	done
	fail "no traffic came"
}

# ended_as STATE: before all of the plan was done
ended_as() {
	bg_join || return
	expect_verdict || return
	json '.complete == false' || return
	path_is ".\"stream.state\" == \"$1\" and .\"stream.duplex.outcome\" == null"
}

@test "SIGINT ends the test, what was learnt is printed" {
	started
	kill -INT "$bg_pid"
	ended_as interrupted
	path_is '."stream.frames" > 0'
}

@test "the agent is killed: no answer" {
	started
	# shellcheck disable=SC2046 # pids
	kill -KILL $(ip netns pids "etherdx-$lab-b")
	ended_as "no answer"
}

@test "the agent is stopped: no answer" {
	started
	# shellcheck disable=SC2046 # pids
	kill -STOP $(ip netns pids "etherdx-$lab-b")
	ended_as "no answer"
}

@test "the near or the far cable is pulled: carrier lost" {
	local host
	for host in a b; do
		started
		ip netns exec "etherdx-$lab-$host" ip link set eth0 down
		ended_as "carrier lost" || return
		"$ETHERDX" lab down "$lab"
	done
}

# tcp_started SCENE: TCP at full speed is under way in the background
tcp_started() {
	up "$1" --report hidden
	ip netns exec "etherdx-$lab-a" "$ETHERDX" stream eth0 --via "$via" --full --yes -q --json \
		-o text:"$tmp/text" </dev/null >"$tmp/bg-out" 2>"$tmp/bg-err" 3>&- &
	bg_pid=$!
	for _ in {1..200}; do
		sleep 0.1
		! ip netns exec "etherdx-$lab-b" cat /proc/net/tcp6 | grep -q '^ *[0-9]*: [^ ]* [^ ]* 01 ' ||
			return 0
	done
	fail "no connection came"
}

# tcp_ended_as STATE LIMIT: of 7 s of TCP and perhaps a minute for the result
tcp_ended_as() {
	local begun=$SECONDS
	bg_join
	[ $((SECONDS - begun)) -le "$2" ] || fail "it took $((SECONDS - begun)) s" || return
	expect_verdict || return
	json '.complete == false' || return
	path_is ".\"stream.tcp.state\" == \"$1\""
}

@test "while TCP runs, a cable is pulled: carrier lost" {
	local host
	for host in a b; do
		tcp_started clean
		ip netns exec "etherdx-$lab-$host" ip link set eth0 down
		tcp_ended_as "carrier lost" 15 || return
		"$ETHERDX" lab down "$lab"
	done
}

@test "while TCP runs, the agent is stopped: no answer, and not for a minute" {
	tcp_started clean
	# shellcheck disable=SC2046 # pids
	kill -STOP $(ip netns pids "etherdx-$lab-b")
	tcp_ended_as "no answer" 15
}

@test "what was found before the far end was lost is in the last line, and that it is not all" {
	local state
	tcp_started duplex-mismatch
	# shellcheck disable=SC2046 # pids
	kill -KILL $(ip netns pids "etherdx-$lab-b")
	bg_join
	state=$(path stream.state)
	[ "$state" = '"valid"' ] || too_noisy "$state"
	expect_status 2
	grep -q '^eth0: FAIL: DUPLEX-MISMATCH .*; incomplete: far end .*has ended' "$tmp/text" ||
		fail "the last line is $(cat "$tmp/text")"
}

@test "an agent refuses a plan for a faster port than its own" {
	up clean --rate 10
	printf '{"etherdx":1,"id":1,"do":"stream","with":{"iface":"eth0","job":{%s,%s,%s}}}\n' \
		'"token":"0123456789abcdef","seed":"0123456789abcdef","rate_mbps":100,"load_percent":20' \
		'"frame_bytes":300,"rounds":24,"low":true,"first_slot":0,"leg":1' \
		'"peer_mac":"02:00:00:00:00:01"' >"$tmp/requests"
	run --separate-stderr timeout -k 5 "$limit" ip netns exec "etherdx-$lab-b" "$ETHERDX" agent \
		<"$tmp/requests"
	expect_status 0
	out_has '"EINVAL".*eth0: it runs at 10 Mb/s, and the plan is for 100'
}

@test "check --full times frames too: what is not known of a switch is no fault" {
	up cut-through
	tells cut-through measure check eth0 --full --yes
	json '.findings[] | select(.id == "SWITCH-CUT-THROUGH") | .severity == "info"'
	"$ETHERDX" lab down "$lab"
	up store-and-forward
	measure check eth0 --full --yes
	expect_status 0
	json '.findings[] | select(.id == "TIMING-UNDETERMINED") | .severity == "info"'
	"$ETHERDX" lab down "$lab"
	up clean
	measure check eth0 --full --yes --bundle "$tmp/bundle"
	json '.facts.path["timing.notes"].value[0] | test("direct cable")'
	COLUMNS=300 edx diagnose "$tmp/bundle"
	out_has '^  timing +- +not timed: .*direct cable'
}

@test "what depends on the far port is said, and --full wants a yes for it" {
	up clean
	ip netns exec "etherdx-$lab-b" ip addr add 192.0.2.1/24 dev eth0
	ip netns exec "etherdx-$lab-b" ip route add default via 192.0.2.9
	in_a stream eth0 --via "$via" --peer-iface eth0 --json
	json '.facts.near["port.default_route"].value == false and .facts.far["port.default_route"].value'
	json '[.findings[] | select(.id == "PORT-IN-USE") | .end] == ["far"]'
	in_a stream eth0 --via "$via" --peer-iface eth0 --full --json
	expect_status 3
	json '.error | test("far end .*: eth0: it carries the default route, and --full .*--yes")'
	path_is '."stream.frames" == null'
}

@test "--duration: whole rounds for so long" {
	up clean
	in_a stream eth0 --via "$via" --duration 0.5 --json
	path_is '."stream.duration" == 0.52'
}

@test "two tests at once do not disturb each other" {
	up clean
	for n in 1 2; do
		ip netns exec "etherdx-$lab-a" "$ETHERDX" stream eth0 --via "$via" --max-load 5 --json \
			</dev/null >"$tmp/out-$n" 2>/dev/null 3>&- &
	done
	wait
	for n in 1 2; do
		output=$(<"$tmp/out-$n")
		path_is '."stream.duplex.outcome" != "mismatch" and (."stream.loss.near_to_far" // 0) < 0.02'
	done
}

@test "noise has not excused everything" {
	noise_is_no_excuse
}
