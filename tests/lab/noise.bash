# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
#
# For tests of live labs on a machine that does other things, too.

# calm: after lab run, which has made three attempts by itself; of JSON, of a text, or of one line.
calm() {
	local said
	said=$(jq -r 'select(any(.findings[]; .id == "HOST-TOO-NOISY")) | .facts.path |
		"\(.["stream.lateness_p99"].value) us late, steal \(.["stream.steal"].value)"' \
		<<<"$output" 2>/dev/null) || said=$(grep -E '^ +HOST-TOO-NOISY  |: HOST-TOO-NOISY' <<<"$output") || :
	[ -z "$said" ] || skip "host too noisy, three times: $said"
}

# no_errors_but_noise: what lab run says of the wire that its command had is no error.
no_errors_but_noise() {
	stderr=$(grep -v '^etherdx: lab: this machine was too busy for a true wire .*; run it again$' <<<"$stderr") || :
	no_errors
}
