# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
#
# Bash completion for etherdx. It asks the program: commands, options and finding ids are never listed here.

# The program as typed, so that build/src/etherdx completes what it knows itself.
__etherdx_ask() {
	"$__etherdx_program" "$@" 2>/dev/null </dev/null
}

__etherdx_commands() {
	__etherdx_ask --help | awk '
	/^[A-Za-z].*:[ \t]*$/ { inside = tolower($0) ~ /commands:[ \t]*$/; next }
	/^[^ \t]/ { inside = 0 }
	inside && /^[ \t]+[a-z][a-z0-9-]*([ \t]|$)/ { print $1 }'
}

# __etherdx_options [COMMAND]
__etherdx_options() {
	__etherdx_ask "$@" --help | awk '
	/^[ \t]+-/ {
		line = $0
		sub(/^[ \t]+/, "", line)
		while (match(line, /^--?[A-Za-z0-9][A-Za-z0-9-]*/)) {
			print substr(line, 1, RLENGTH)
			line = substr(line, RLENGTH + 1)
			if (!sub(/^,[ \t]*/, "", line))
				break
		}
	}'
}

# Does --help of the command show an argument after this option?
__etherdx_takes_value() {
	__etherdx_ask ${2:+"$2"} --help | awk -v option="$1" '
	/^[ \t]+-/ {
		line = $0
		sub(/^[ \t]+/, "", line)
		sub(/  .*/, "", line)
		n = split(line, word, /[ ,=]+/)
		hit = value = 0
		for (i = 1; i <= n; i++) {
			if (word[i] == option)
				hit = 1
			else if (word[i] !~ /^-/ && word[i] != "")
				value = 1
		}
		if (hit && value)
			found = 1
	}
	END { exit !found }'
}

__etherdx_interfaces() {
	local path
	for path in /sys/class/net/*; do
		[ -d "$path" ] && echo "${path##*/}"
	done
}

# Ids stand at the start of a line of `etherdx explain --list`.
__etherdx_findings() {
	__etherdx_ask explain --list | awk '$1 ~ /^[A-Z][A-Z0-9-]*$/ { print $1 }'
}

__etherdx_takes_interface() {
	__etherdx_ask "$1" --help | grep -q '^[Uu]sage:.*IFACE'
}

# The first word that is a command, and not the value of an option before it.
__etherdx_find_command() {
	local i
	for ((i = 1; i < COMP_CWORD; i++)); do
		case ${COMP_WORDS[i]} in
		-*) __etherdx_takes_value "${COMP_WORDS[i]}" && ((i++)) ;;
		*) echo "${COMP_WORDS[i]}"; return ;;
		esac
	done
}

# __etherdx_offer WORDS CURRENT
__etherdx_offer() {
	mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2")
}

__etherdx_offer_value() {
	case $1 in
	--color) __etherdx_offer "auto always never" "$2" ;;
	--fail-on) __etherdx_offer "warning critical" "$2" ;;
	--chip) __etherdx_offer "21041 21140 21142 21143" "$2" ;;
	--pair) __etherdx_offer "A B C D" "$2" ;;
	-o | --output) __etherdx_offer "text json" "$2" ;;
	*) compopt -o default ;;
	esac
}

_etherdx() {
	local __etherdx_program=$1 current=$2 previous=$3 command
	COMPREPLY=()
	command=$(__etherdx_find_command)
	if [[ $previous == -* ]] && __etherdx_takes_value "$previous" "$command"; then
		__etherdx_offer_value "$previous" "$current"
	elif [[ $current == -* ]]; then
		__etherdx_offer "$(__etherdx_options ${command:+"$command"})" "$current"
	elif [[ -z $command || $command == help ]]; then
		__etherdx_offer "$(__etherdx_commands)" "$current"
	elif [[ $command == explain ]]; then
		__etherdx_offer "$(__etherdx_findings)" "$current"
	elif __etherdx_takes_interface "$command"; then
		__etherdx_offer "$(__etherdx_interfaces)" "$current"
	else
		compopt -o default
	fi
}

complete -F _etherdx etherdx
