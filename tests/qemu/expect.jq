# SPDX-License-Identifier: GPL-3.0-or-later
#
# Words for the expressions of expect.tsv; judge puts this text before each.
# Given by judge: $exit (status of the command), $check_exit (status of the
# scene's `check --json`), $ethtool, $ethtool_stats (of -S) and $mii_tool (what
# those tools printed in the same scene, "" when they were not run).

def near(name): .facts.near[name].value;
def near_from(name): .facts.near[name].from;
def near_state(name): .facts.near[name].state;
def partner(name): .facts.partner[name].value;
def partner_from(name): .facts.partner[name].from;

def found(id): any(.findings[]; .id == id);
def severity(id): first(.findings[] | select(.id == id) | .severity);
def faults: [.findings[] | select(.severity == "warning" or
	.severity == "critical") | .id];
def judged(verdict; status): .verdict == verdict and $exit == status;
def status_of: {ok: 0, warning: 1, critical: 2, unknown: 3}[.];

# What ethtool printed: null where it printed nothing usable.
def printed(re): [$ethtool | capture(re).x] | first;
def ethtool_iface: printed("Settings for (?<x>[^:\n]+):");
def yes_no: if . == null then null else (. == "yes" or . == "on") end;
def ethtool_link: printed("\tLink detected: (?<x>yes|no)") | yes_no;
# Some drivers go on printing the last speed when the port is down.
def ethtool_speed: printed("\tSpeed: (?<x>[0-9]+)Mb/s") |
	if . and ethtool_link then tonumber else null end;
def ethtool_duplex: printed("\tDuplex: (?<x>Half|Full)") |
	if . and ethtool_link then ascii_downcase else null end;
def ethtool_autoneg: printed("\tAuto-negotiation: (?<x>on|off)") | yes_no;
def ethtool_phyad: printed("\tPHYAD: (?<x>[0-9]+)") |
	if . then tonumber else null end;
def ethtool_modes(kind): printed("\t" + kind +
	" link modes:(?<x>([ \t\n]+[0-9]+base[^ \t\n]+)*)") |
	if . == null then null else [scan("[0-9]+base[^ \t\n]+")] | sort end;

# What is left of a former partner is no truth.
def ethtool_partner_modes: if ethtool_link then
	ethtool_modes("Link partner advertised") else null end;

# Agrees with ethtool; where ethtool does not say, there is nothing to compare
# and the expectation is left out.
def agrees(truth; value): truth as $truth |
	if $truth == null then "no truth" else $truth == value end;

# A counter as ethtool -S printed it; null where the driver has none of that name.
def stat(name): [$ethtool_stats | split("\n")[] |
	select(startswith("     " + name + ": ")) |
	ltrimstr("     " + name + ": ") | tonumber] | first;

# What mii-tool -vv printed: register words, null where the read failed.
def hex: explode | reduce .[] as $c (0; . * 16 +
	(if $c >= 97 then $c - 87 else $c - 48 end));
def mii_tool_words: [$mii_tool | split("\n")[] |
	select(test("^    ([0-9a-f]{4,8} ?)+$")) | scan("[0-9a-f]{4,8}") |
	if length == 8 then null else hex end];

# The basic words must be equal; the others equal, or not read at all.
def words_agree(words): words as $mine | mii_tool_words as $theirs |
	($theirs | length) == 32 and
	all(range(0; 6); $mine[.] == $theirs[.]) and
	all(range(6; 32); $mine[.] == null or $mine[.] == $theirs[.]);

