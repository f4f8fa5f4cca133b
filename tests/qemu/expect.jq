# SPDX-License-Identifier: GPL-3.0-or-later
#
# Words for the expressions of expect*.tsv; judge puts this text before each.
# Given by judge: $exit (status of the command), $check_exit (status of the
# scene's `check --json`), $ethtool, $ethtool_driver (of -i), $ethtool_pause (-a),
# $ethtool_stats (-S), $mii_tool, $ip (JSON) and $sysfs: what those told in the
# same scene, "" when they were not run; and $trace, see carrier_trace in
# scenes-changes.

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
# and the expectation is left out: judge counts and prints those.
def agrees(truth; value): truth as $truth |
	if $truth == null then "no truth" else $truth == value end;

# What ethtool -i and -a printed.
def driver_says(name): [$ethtool_driver | capture("(^|\n)" + name + ": (?<x>[^\n]*[^ \n])").x |
	select(. != "N/A")] | first;
def pause_says(name): [$ethtool_pause | capture("\n" + name + ":[ \t]*(?<x>on|off)").x] |
	first | yes_no;

# A counter as ethtool -S printed it; null where the driver has none of that name.
def stat(name): [$ethtool_stats | split("\n")[] |
	select(startswith("     " + name + ": ")) |
	ltrimstr("     " + name + ": ") | tonumber] | first;

# What ip -details -s -s printed of the port; null where it printed nothing.
def ip(field): ($ip | try fromjson catch null) | if . then .[0] | field else null end;

# A number of sysfs_dump.
def sysfs(name): [$sysfs | capture("(^|\n)" + name + ": (?<x>[0-9]+)(\n|$)").x | tonumber] | first;

# The mode that mii-tool gives as the outcome of negotiation; null where it names none.
def mii_tool_outcome: [$mii_tool | capture(": negotiated (?<x>[0-9]+base[^ ,\n]*)").x |
	sub("baseTx-"; "baseT-") | sub("-FD"; "/Full") | sub("-HD"; "/Half")] | first;
def mii_tool_pause: $mii_tool | test(": negotiated [^\n]*flow-control");

# The best of some modes (28B.3).
def best_mode: . as $modes | first(("1000baseT/Full", "100baseT/Full", "100baseT/Half",
	"10baseT/Full", "10baseT/Half") | select(. as $mode | $modes | index($mode)));

# How a mode reads: 100baseT/Half.
def mode_in_use: "\(near("link.speed"))baseT/" + (near("link.duplex") | sub("^f"; "F") | sub("^h"; "H"));

# Outages as carrier was looked at, each with the least and the most it can have lasted.
def changes: [$trace | split("\n")[] | split(" ") | select(length == 3) | map(tonumber)];
def outages: [changes | while(length > 0; .[1:]) | select(.[0][0] == 0 and (.[1] | .[0]?) == 1) |
	{least: (.[1][1] - .[0][2]), most: (.[1][2] - .[0][1])}];

# Is a time that long, give or take so much?
def lasts(time; bounds; slack): time >= bounds.least - slack and time <= bounds.most + slack;

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

