#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The ports of this machine, and as root those of a network namespace made for the test.

load common

lo_up() {
	[[ $(cat /sys/class/net/lo/operstate 2>/dev/null) != down ]] || skip "lo is not up here"
}

@test "check lo: ok, without a speed (A22)" {
	lo_up
	edx check --duration 0.1 lo --json
	expect_status 0
	no_errors
	verdict ok
	no_alarm
	near link.up true
	near link.admin_up true
	near_unknown link.speed link.duplex
	near port.physical false
	if has_net_admin; then
		json '.facts.near["link.speed"] == {"state": "absent"}'
	else
		# Registers might tell it, and they are denied.
		json '.facts.near["link.speed"].state | . == "absent" or . == "denied"'
	fi
}

@test "check lo: text says OK and what was not tested" {
	lo_up
	edx check --duration 0.1 lo
	expect_status 0
	out_has '^lo: OK \('
	out_has 'traffic not tested'
	out_lacks '65535|4294967295|-1 Mb/s|-125000'
}

@test "counters of check are changes over the window, with the totals beside them" {
	lo_up
	edx check --quick lo --json
	near port.name '"lo"'
	json '.facts.near["run.window"].value >= 0.5 and .facts.near["run.window"].unit == "s"'
	json '.duration_s >= 0.5'
	json '.facts.near as $f | all($f | keys[] | select(startswith("counter."));
		$f[.].value == null or $f[.].value <= $f["total." + .[8:]].value)'
}

@test "show lo: facts without judgement" {
	lo_up
	edx show lo --json
	expect_status 0
	near link.up true
	json '(has("findings") or has("steps") or has("no_data")) | not'
	edx show lo
	expect_status 0
	out_has '^ +near +link\.up +yes \(netlink\)'
	out_lacks ': OK'
}

@test "show and check of several ports" {
	edx show lo lo --json
	expect_status 0
	json '[.ports[].interface] == ["lo", "lo"]'
	edx check --duration 0.1 lo lo
	expect_verdict
	[ "$(grep -c '^lo ' <<<"$output")" -ge 2 ]
	out_has '^node: '
}

@test "show of many ports: one list in every output, one error for what is missing" {
	edx show lo nosuch9 lo -o text -o "json:$tmp/json"
	expect_status 3
	one_message
	err_has 'nosuch9: no such interface'
	[ "$(grep -c '^lo ' <<<"$output")" -eq 2 ] || fail "not two ports in the text"
	output=$(<"$tmp/json")
	json '[.ports[].interface] == ["lo", "lo"] and (.complete | not) and .verdict == "unknown"'
	json '.error | test("nosuch9: no such interface")'
	edx show nosuch8 nosuch9 --json
	expect_status 3
	json 'has("ports") | not'
	edx show lo lo -o "json:$tmp/none/json"
	expect_status 3
	one_message
	err_has 'cannot write'
}

@test "memory does not grow with the number of ports" {
	local names=()
	for ((i = 0; i < 300; i++)); do names+=(lo); done
	( ulimit -v "$(room_kb 200000)"; exec "$ETHERDX" show "${names[@]}" --json ) >"$tmp/many" || fail "status $?"
	output=$(<"$tmp/many")
	json '.ports | length == 300'
}

@test "every fact of show has a value with its source, or a state" {
	edx show lo --json
	json 'all(.facts[][]; (has("value") and has("from")) != has("state"))'
}

@test "mii on a port without registers: unknown, with the reason, exit 3" {
	edx mii lo --json
	expect_status 3
	verdict unknown
	if has_net_admin; then
		json '.error | test("MII")'
	else
		json '.error | test("CAP_NET_ADMIN") and test("sudo")'
	fi
	edx mii lo
	expect_status 3
	err_has '^etherdx: lo: '
}

@test "without privilege: registers are denied, the rest is judged, and that alone is no failure" {
	lo_up
	run --separate-stderr without_privilege "$ETHERDX" check --duration 0.1 lo --json
	expect_status 0
	no_errors
	verdict ok
	near link.up true
	json '.facts.near["mii.words"].state == "denied"'
	json '.facts.near["counter.rx_frames"].value >= 0'
	json '.coverage.clear + .coverage.found > 1'
	json '[.no_data[] | select(.state == "denied")] | length > 0'
	run --separate-stderr without_privilege "$ETHERDX" check --duration 0.1 lo
	expect_status 0
	out_has 'sudo|CAP_NET_ADMIN'
}

@test "what the host drops is counted, whatever the driver" {
	edx show lo --json
	json '.facts.near["counter.softnet_drops"].value >= 0'
	json '.facts.near["counter.socket_drops"].value >= 0'
}

@test "the kernel log of a port with a device: read, or denied where the kernel says so" {
	device=$(printf '%s\n' /sys/class/net/*/device | head -n 1)
	[ -e "$device" ] || skip "no port with a device here"
	port=$(basename "${device%/device}")
	run --separate-stderr without_privilege "$ETHERDX" show "$port" --json
	expect_status 0
	if [ "$(cat /proc/sys/kernel/dmesg_restrict)" = 1 ]; then
		json '.facts.near["log.flaps"].state == "denied"'
	else
		json '.facts.near["log.flaps"].value >= 0'
	fi
}

@test "sources can be limited to proc" {
	ETHERDX_SOURCES=proc edx show lo --json
	json '.facts.near["counter.softnet_drops"].value >= 0'
	json '.facts.near["link.speed"].state == "absent"'
}

@test "with privilege nothing is denied" {
	has_net_admin || skip "needs root"
	edx show lo --json
	json '[.facts[][] | select(.state == "denied")] == []'
}

@test "each way to ask gives the same facts of the link" {
	lo_up
	for sources in netlink ioctl,sysfs; do
		ETHERDX_SOURCES=$sources edx show lo --json
		expect_status 0
		near link.up true
		near_unknown link.speed
		near port.mtu "$(cat /sys/class/net/lo/mtu)"
	done
}

# ---------------------------------------------------------------------------------------------
# As root: interfaces of the test's own

@test "check without a physical port: exit 3 and the next step" {
	need_ns
	edx_ns check
	refused 'no physical'
	edx_ns check --json
	expect_status 3
	one_message
	verdict unknown
	json '.error | test("no physical")'
}

@test "check of all ports leaves out what is no port of the machine" {
	need_ns
	make_pair pair0 pair1
	edx_ns check
	refused 'no physical'
}

@test "check of all ports in a namespace that still shows another's sysfs" {
	need_ns
	run --separate-stderr timeout -k 5 "$limit" unshare --net "$ETHERDX" check --duration 0.1 --json
	expect_status 3
	one_line "$stderr"
	verdict unknown
	json '.error | length > 0'
}

@test "a virtual cable: up, its speed is no fault (A22)" {
	need_ns
	make_pair pair0 pair1
	edx_ns check --duration 0.1 pair0 pair1 --json
	expect_status 0
	verdict ok
	json '[.ports[].interface] == ["pair0", "pair1"]'
	json 'all(.ports[]; .verdict == "ok" and .complete and .facts.near["link.up"].value == true)'
	json 'all(.ports[]; .facts.near["port.kind"].value == "veth")'
	json '[.ports[].facts.near["link.speed"].value | select(. == -1 or . == 65535 or . == 4294967295)] == []'
}

@test "an interface that is not up: unknown, and how to set it up" {
	need_ns
	make_link pair0 veth peer name pair1
	edx_ns check --duration 0.1 pair0 --json
	expect_status 3
	verdict unknown
	near link.admin_up false
	found LINK-ADMIN-DOWN unknown
	not_found LINK-DOWN
	edx_ns check --duration 0.1 pair0
	expect_status 3
	out_has 'pair0: UNKNOWN: LINK-ADMIN-DOWN'
	out_has 'ip link set'
	edx_ns show pair0 --json
	expect_status 0
}

@test "an interface that is up without carrier: critical" {
	need_ns
	make_link pair0 veth peer name pair1
	in_ns ip link set pair0 up
	edx_ns check --duration 0.1 pair0 --json
	expect_status 2
	verdict critical
	near link.up false
	found LINK-DOWN critical
	near_unknown link.speed
}

@test "the gravest port makes the verdict of the whole" {
	need_ns
	make_pair good0 good1
	make_link bad0 veth peer name bad1
	edx_ns check --duration 0.1 good0 bad0 --json
	expect_status 3
	verdict unknown
	in_ns ip link set bad0 up
	edx_ns check --duration 0.1 good0 bad0 --json
	expect_status 2
	verdict critical
	json '[.ports[].verdict] == ["ok", "critical"]'
	edx_ns check --duration 0.1 good0 bad0
	expect_status 2
	out_has '^good0 +OK'
	out_has '^bad0 +FAIL +down'
	out_has '^node: FAIL'
}

@test "an interface without a cable at all (dummy)" {
	need_ns
	make_link dummy0 dummy
	in_ns ip link set dummy0 up
	edx_ns check --duration 0.1 dummy0 --json
	expect_status 0
	near port.kind '"dummy"'
	near_unknown link.speed
}

@test "A24: a VLAN device with a dot in its name" {
	need_ns
	make_pair eth0 far0
	make_link_on eth0 eth0.312 vlan id 312
	in_ns ip link set eth0.312 up
	edx_ns check --duration 0.1 eth0.312 --json
	expect_status 0
	json '.interface == "eth0.312"'
	near port.kind '"vlan"'
	near port.lower '"eth0"'
}

@test "a bond and its member" {
	need_ns
	make_pair member0 far0
	make_link bond0 bond
	in_ns ip link set member0 down
	in_ns ip link set member0 master bond0
	in_ns ip link set bond0 up
	in_ns ip link set member0 up
	edx_ns show bond0 member0 --json
	expect_status 0
	json '.ports[0].facts.near["port.kind"].value == "bond"'
	json '.ports[1].facts.near["port.master"].value == "bond0"'
	json '.ports[1].facts.near["port.master_kind"].value == "bond"'
	json '.ports[0].facts.near["bond.kind"].value == "bond"'
	json '.ports[0].facts.near["bond.members"] == {value: ["member0 down"], from: "netlink"} or
		.ports[0].facts.near["bond.members"] == {value: ["member0 up"], from: "netlink"}'
	json '.ports[0].facts.near["bond.failures"].from == "netlink"'
	edx_ns check --duration 0.1 bond0
	expect_verdict
}

# Members come and go by netlink alone: the files of another namespace's bond would not do.
@test "members of a bond: up and down, speeds and frames, without /proc and /sys" {
	need_ns
	make_pair member0 far0
	make_pair member1 far1
	make_link bond0 bond mode active-backup miimon 10
	in_ns ip link set far1 down
	in_ns ip link set bond0 up
	for port in member0 member1; do
		in_ns ip link set $port down
		in_ns ip link set $port master bond0
	done
	sleep 1
	ETHERDX_SOURCES=netlink,ioctl edx_ns check bond0 --duration 0.2 --json
	json '.facts.near["bond.members"].value | sort == ["member0 up", "member1 down"]'
	json '.facts.near["bond.active"].value == "member0"'
	json '.facts.near["bond.speeds"].value == ["member0 10000 full"]'
	json '.facts.near["bond.tx_frames"].value | length == 2'
	found BOND-MEMBER-DOWN warning
	ETHERDX_SOURCES=netlink,ioctl edx_ns check member0 --duration 0.2 --json
	json '[.findings[] | select(.id == "BOND-MEMBER-DOWN")] == []'
}

@test "a team and its members" {
	need_ns
	make_pair member0 far0
	make_pair member1 far1
	make_link team0 team
	in_ns ip link set far1 down
	for port in member0 member1; do
		in_ns ip link set $port down
		in_ns ip link set $port master team0
		in_ns ip link set $port up
	done
	in_ns ip link set team0 up
	sleep 1
	edx_ns check team0 --duration 0.2 --json
	json '.facts.near["bond.kind"].value == "team"'
	json '.facts.near["bond.members"].value | sort == ["member0 up", "member1 down"]'
	json '[.findings[] | select(.id == "BOND-MEMBER-DOWN") | .summary | test("the team has lost member1")] == [true]'
	edx_ns show member0 --json
	json '.facts.near["port.master_kind"].value == "team" and .facts.near["bond.name"].value == "team0"'
}

@test "a bridge and its port" {
	need_ns
	make_pair member0 far0
	make_link br0 bridge
	in_ns ip link set member0 master br0
	in_ns ip link set br0 up
	edx_ns show br0 member0 --json
	expect_status 0
	json '.ports[0].facts.near["port.kind"].value == "bridge"'
	json '.ports[1].facts.near["port.master"].value == "br0"'
}

@test "nothing is changed by looking" {
	need_ns
	make_pair pair0 pair1
	before=$(in_ns ip -d link show dev pair0)
	edx_ns check --duration 0.1 pair0
	edx_ns show pair0
	edx_ns mii pair0
	[ "$(in_ns ip -d link show dev pair0)" = "$before" ]
}

# ---------------------------------------------------------------------------------------------
# What goes wrong in the middle

@test "an interface that vanishes in the window: partial result, exit 3 (JSON)" {
	need_ns
	make_pair pair0 pair1
	bg_edx_ns check pair0 --duration 20 --json
	bg_wait_window
	in_ns ip link del pair0
	bg_join
	expect_status 3
	json '.complete == false and .verdict == "unknown"'
	json '.error | test("pair0") and test("vanish|went away")'
	near link.up true
	near run.vanished true
}

@test "an interface that vanishes in the window: partial result, exit 3 (text)" {
	need_ns
	make_pair pair0 pair1
	bg_edx_ns check pair0 --duration 20
	bg_wait_window
	in_ns ip link del pair0
	bg_join
	expect_status 3
	out_has '^pair0: UNKNOWN: incomplete: '
	out_has 'vanish|went away'
}

@test "one of several interfaces vanishes: the other is judged" {
	need_ns
	make_pair pair0 pair1
	make_pair other0 other1
	bg_edx_ns check pair0 other0 --duration 6 --json
	bg_wait_window
	in_ns ip link del pair0
	bg_join
	expect_status 3
	json '.complete == false'
	json '.ports[] | select(.interface == "pair0") | .complete == false and (.error | length > 0)'
	json '.ports[] | select(.interface == "other0") | .complete and .verdict == "ok"'
}

@test "an interface that vanishes while it is recorded: exit 3, what was read is kept" {
	need_ns
	make_pair pair0 pair1
	bg_edx_ns record pair0 --bundle "$tmp/bundle" --duration 20
	bg_wait_window
	in_ns ip link del pair0
	bg_join
	expect_status 3
	no_output
	one_message
	err_has 'pair0'
	edx diagnose "$tmp/bundle" --json
	expect_verdict
	near link.up true
}

@test "an interface that is renamed in the window is followed" {
	need_ns
	make_pair pair0 pair1
	bg_edx_ns check pair0 --duration 6 --json
	bg_wait_window
	in_ns ip link set pair0 down
	in_ns ip link set pair0 name renamed0
	in_ns ip link set renamed0 up
	bg_join
	expect_verdict
	json '.complete == true'
}

# interrupted SIGNAL ARGUMENT...: ended by the signal long before its window would end.
interrupted() {
	local signal=$1
	shift
	bg_edx "$@" --duration 600
	bg_wait_window
	kill "-$signal" "$bg_pid"
	bg_join
	expect_status 3
}

@test "SIGINT in the window: at once a partial result, marked incomplete (JSON)" {
	lo_up
	interrupted INT check lo --json
	json '.complete == false and (.error | test("interrupt"))'
	verdict unknown
	near link.up true
	json '.facts.near["run.window"].value < 600'
	json '.coverage.clear > 0'
}

@test "SIGTERM in the window: the same" {
	lo_up
	interrupted TERM check lo --json
	json '.complete == false and (.error | test("interrupt"))'
	near link.up true
}

@test "SIGINT in the window: at once a partial result, marked incomplete (text)" {
	lo_up
	interrupted INT check lo
	out_has '^lo: UNKNOWN: incomplete: interrupt'
}

@test "SIGINT with several ports: all end, all are marked" {
	lo_up
	interrupted INT check lo lo --json
	json '.complete == false and .verdict == "unknown"'
	json 'all(.ports[]; .complete == false)'
}

@test "SIGINT while show reads a list: it is ended, and marked incomplete" {
	local names
	names=$(yes lo | head -20000)
	# shellcheck disable=SC2086
	bg_edx show $names --json
	bg_wait_handler
	kill -INT "$bg_pid"
	bg_join
	expect_status 3
	one_message
	err_has 'interrupted; lo and the names behind it were not read'
	json '.complete == false and .verdict == "unknown" and (.error | test("interrupt"))'
	json '.ports | length < 20000'
}

@test "SIGINT while recording: the evidence is kept, exit 3" {
	lo_up
	interrupted INT record lo --bundle "$tmp/bundle"
	no_output
	one_message
	edx diagnose "$tmp/bundle" --json
	expect_verdict
	near link.up true
}
