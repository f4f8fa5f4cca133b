# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
#
# For tests of live labs: everything in namespaces of its own, which end with the test. Nothing that
# this machine has is seen or touched, and nothing is left.

# alone COMMAND...: runs it there and ends with its status, or skips all with the reason. Returns at
# once when it is there already.
alone() {
	local tool why
	local -a unshared=(unshare --net --mount --pid --fork --kill-child --mount-proc)
	[ -z "${ETHERDX_TEST_ALONE:-}" ] || return 0
	for tool in bats jq ip unshare setpriv; do
		command -v "$tool" >/dev/null || skip_all "$tool is missing"
	done
	[ "$(id -u)" = 0 ] || skip_all "needs root"
	[ -c /dev/net/tun ] || skip_all "/dev/net/tun is missing"
	mkdir -p /run/netns
	why=$("${unshared[@]}" mount -t tmpfs tmpfs /run/netns 2>&1) ||
		skip_all "no namespaces can be made here: ${why//$'\n'/ }"
	# shellcheck disable=SC2016 # for the inner shell
	ETHERDX_TEST_ALONE=yes exec timeout -k 10 "${ALONE_LIMIT_S:-2400}" "${unshared[@]}" \
		sh -c 'mount -t tmpfs tmpfs /run/netns && exec "$@"' sh "$@"
}

skip_all() {
	echo "1..0 # SKIP $*"
	exit 0
}
