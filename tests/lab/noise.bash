# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
#
# For tests of live labs on a machine that does other things, too: what noise may excuse, and that it does not
# excuse everything. Of a file, or of a table of scenes, something must have been decided, unless the hypervisor
# has taken the CPU away or who sleeps is woken too late; that is not for the program under test to say.

STEAL_EXCUSES=2	# percent, from the beginning to the end
LATE_US=3000	# behind the 2 ms that were asked for
LATE_EXCUSES=5	# of 2000 naps

# cpu_times: of all CPUs since the machine started, stolen and all
cpu_times() {
	awk '/^cpu / { for (i = 2; i <= 9; i++) all += $i; print $9, all }' /proc/stat
}

# late_naps: of 2000
late_naps() {
	local i from never late=0
	exec {never}<> <(:)
	for ((i = 0; i < 2000; i++)); do
		from=${EPOCHREALTIME//[!0-9]/}
		read -rt 0.002 -u "$never" || :
		[ $((${EPOCHREALTIME//[!0-9]/} - from)) -lt $((2000 + LATE_US)) ] || late=$((late + 1))
	done
	exec {never}<&-
	echo "$late"
}

# host_excuses THEN: was much of the CPU stolen since cpu_times said THEN, or is it taken now?
host_excuses() {
	local stolen all stolen_now all_now
	read -r stolen all <<<"$1"
	read -r stolen_now all_now < <(cpu_times)
	[ $((100 * (stolen_now - stolen))) -ge $((STEAL_EXCUSES * (all_now - all))) ] ||
		[ "$(late_naps)" -ge "$LATE_EXCUSES" ]
}

setup_file() {
	cpu_times >"$BATS_FILE_TMPDIR/cpu-times"
}

decided() {
	echo "$BATS_TEST_NUMBER" >>"$BATS_FILE_TMPDIR/decided"
}

too_noisy() {
	echo "$BATS_TEST_NUMBER" >>"$BATS_FILE_TMPDIR/undecided"
	skip "host too noisy: $*"
}

# noise_is_no_excuse: the last test of a file
noise_is_no_excuse() {
	[ -e "$BATS_FILE_TMPDIR/decided" ] || [ ! -e "$BATS_FILE_TMPDIR/undecided" ] ||
		host_excuses "$(<"$BATS_FILE_TMPDIR/cpu-times")" ||
		fail "tests $(sort -nu "$BATS_FILE_TMPDIR/undecided" | tr '\n' ' ')found the host too noisy, and none did not"
}

# calm: after lab run, which has made three attempts by itself; of JSON, of a text, or of one line.
calm() {
	local said
	said=$(jq -r 'select(any(.findings[]; .id == "HOST-TOO-NOISY")) | .facts.path |
		"\(.["stream.lateness_p99"].value) us late, steal \(.["stream.steal"].value)"' \
		<<<"$output" 2>/dev/null) || said=$(grep -E '^ +HOST-TOO-NOISY  |: HOST-TOO-NOISY' <<<"$output") || :
	[ -z "$said" ] || too_noisy "three times, $said"
	decided
}

# no_errors_but_noise: what lab run says of the wire that its command had is no error.
no_errors_but_noise() {
	stderr=$(grep -v '^etherdx: lab: this machine was too busy for a true wire .*; run it again$' <<<"$stderr") || :
	no_errors
}
