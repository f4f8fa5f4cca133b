# SPDX-License-Identifier: GPL-3.0-or-later
#
# Adds up test results of several suites. Three uses:
#
#   awk -v suite=NAME  -f summary.awk FILE.trs... FILE.log...
#       one line a test: result, suite, test, detail, log (tab between). A .trs file is the result list of Automake's
#       parallel harness; the names and reasons are taken from the .log beside it. Any other file is read as plain TAP.
#   awk -v total=SUITE -f summary.awk RESULTS     "N passed, N failed[, N skipped]" of one suite
#   awk -v report=all  -f summary.awk RESULTS     every failure and skip with its reason, then the sum of all suites
#                                                 as the last line; exit status 1 when anything failed
#
# A known failure (XFAIL) counts as skipped, with its reason; one that passes (XPASS) counts as failed.

BEGIN {
	FS = "\t"
	if (suite != "") {
		for (i = 1; i < ARGC; i++)
			read_results(ARGV[i])
		exit 0
	}
}

total != "" && $2 != total { next }

$1 == "PASS" { passed++; next }
$1 == "SKIP" || $1 == "XFAIL" { skipped++; keep($1); next }
$1 == "FAIL" || $1 == "ERROR" || $1 == "XPASS" { failed++; keep($1); next }

END {
	if (suite != "")
		exit 0
	if (total == "")
		print_kept()
	printf "%d passed, %d failed", passed, failed
	printf skipped ? ", " skipped " skipped\n" : "\n"
	if (total == "" && (failed || !passed))
		exit 1
}

function keep(result) {
	kept[result, ++kept_count[result]] = sprintf("%s %s: %s%s%s", result, $2, $3,
		$4 == "" ? "" : ": ", $4)
}

function print_kept(    order, n, i, k) {
	n = split("SKIP XFAIL XPASS ERROR FAIL", order, " ")
	for (i = 1; i <= n; i++)
		for (k = 1; k <= kept_count[order[i]]; k++)
			print kept[order[i], k]
}

function emit(result, test, detail, log_file) {
	gsub(/\t/, " ", detail)
	if (detail == "" && (result == "SKIP" || result == "XFAIL"))
		detail = "no reason given"
	printf "%s\t%s\t%s\t%s\t%s\n", result, suite, test, detail, log_file
}

function read_results(file) {
	if (file ~ /\.trs$/)
		read_trs(file)
	else
		read_tap(file)
}

# The harness writes "RESULT: TEST DETAIL" into the log for each result, in the order of the .trs file.
function read_trs(file,    line, log_file, test, word, result, used, details, count) {
	log_file = file
	sub(/\.trs$/, ".log", log_file)
	test = file
	sub(/^.*\/tests\//, "", test)
	sub(/\.trs$/, "", test)
	split("", details)
	split("", count)
	while ((getline line < log_file) > 0)
		remember_detail(line, test, details, count)
	close(log_file)
	split("", used)
	while ((getline line < file) > 0) {
		if (line !~ /^:test-result: [A-Z]/)
			continue
		split(line, word, " ")
		result = word[2]
		used[result]++
		emit(result, test, details[result, used[result]], log_file)
	}
	close(file)
}

function remember_detail(line, test, details, count,    result, rest, name) {
	if (line !~ /^(PASS|FAIL|SKIP|XFAIL|XPASS|ERROR): /)
		return
	result = line
	sub(/:.*/, "", result)
	rest = substr(line, length(result) + 3)
	name = rest
	sub(/ .*/, "", name)
	if (index(name, test) == 0)
		return
	details[result, ++count[result]] = reason(substr(rest, length(name) + 2))
}

# "3 - name # SKIP why" is told as "name: why".
function reason(text) {
	sub(/^[0-9]+ */, "", text)
	sub(/^- */, "", text)
	sub(/ *# *([Ss][Kk][Ii][Pp][^ ]*|[Tt][Oo][Dd][Oo]) */, ": ", text)
	sub(/^: /, "", text)
	sub(/: $/, "", text)
	return text
}

function read_tap(file,    line, planned, seen, empty, bailed, name) {
	name = file
	sub(/^.*\//, "", name)
	sub(/\.[^.]*$/, "", name)
	planned = -1
	seen = empty = bailed = 0
	while ((getline line < file) > 0) {
		if (line ~ /^1\.\.[0-9]+/) {
			planned = substr(line, 4) + 0
			if (planned == 0 && line ~ /#/) {
				empty = 1
				sub(/^[^#]*/, "", line)
				emit("SKIP", name, reason(line), file)
			}
		} else if (line ~ /^(not )?ok([^A-Za-z]|$)/) {
			seen++
			emit(tap_result(line), name " " seen, tap_detail(line), file)
		} else if (line ~ /^Bail out!/) {
			bailed = 1
			emit("ERROR", name, line, file)
		}
	}
	close(file)
	if (!empty && !bailed && planned != seen)
		emit("ERROR", name, planned < 0 ? "no plan: the run was cut short" : \
			sprintf("%d tests planned, %d run", planned, seen), file)
}

function tap_result(line,    good) {
	good = line ~ /^ok/
	if (line ~ / # *[Ss][Kk][Ii][Pp]/)
		return good ? "SKIP" : "FAIL"
	if (line ~ / # *[Tt][Oo][Dd][Oo]/)
		return good ? "XPASS" : "XFAIL"
	return good ? "PASS" : "FAIL"
}

function tap_detail(line) {
	sub(/^(not )?ok */, "", line)
	return reason(line)
}
