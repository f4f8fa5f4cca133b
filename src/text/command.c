// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/command.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define WORDS_MAX 12
#define PROMPT_MAX 100

struct words_of {
	char word[WORDS_MAX][64];
	unsigned int count;
};

/* The first row whose program and option fit. */
static const struct {
	const char *program;
	const char *option;	/* a word that must stand among the arguments; NULL: any */
	const struct text_reader *reader;
} rows[] = {
	{ "ethtool", "--json", &text_json },
	{ "ethtool", "-S", &text_statistics },
	{ "ethtool", "--statistics", &text_statistics },
	{ "ethtool", "-a", &text_pause },
	{ "ethtool", "--show-pause", &text_pause },
	{ "ethtool", "--show-eee", &text_eee },
	{ "ethtool", "--show-fec", &text_fec },
	{ "ethtool", "-i", &text_info },
	{ "ethtool", "--driver", &text_info },
	{ "ethtool", "-m", &text_module },
	{ "ethtool", "--dump-module-eeprom", &text_module },
	{ "ethtool", "--module-info", &text_module },
	{ "ethtool", "-T", &text_other },
	{ "ethtool", "-c", &text_other },
	{ "ethtool", "-g", &text_other },
	{ "ethtool", "-k", &text_other },
	{ "ethtool", "-l", &text_other },
	{ "ethtool", NULL, &text_ethtool },
	{ "mii-tool", NULL, &text_mii_tool },
	{ "mii-diag", NULL, &text_mii_diag },
	{ "tulip-diag", NULL, &text_mii_diag },
	{ "ip", "link", &text_ip_link },
	{ "ip", "l", &text_ip_link },
	{ "ip", NULL, NULL },
	{ "ifconfig", NULL, &text_ifconfig },
	{ "dmesg", NULL, &text_log },
	{ "journalctl", NULL, &text_log },
};

/* Commands after which nothing of links is expected, but which no prose begins with. */
static const char *const others[] = { "ping", "lspci", "lsmod", "uname", "modprobe", "tcpdump",
				      "iperf3", "iperf", "netperf", "exit", "logout", "clear" };

static const char *program_of(const char *word)
{
	const char *slash = strrchr(word, '/');

	return slash ? slash + 1 : word;
}

static void split(const char *text, struct words_of *out)
{
	out->count = 0;
	while (out->count < WORDS_MAX && text_word(&text, out->word[out->count], 64))
		out->count++;
}

/* "sudo -n", "time": what stands before the program. */
static unsigned int skip_sudo(const struct words_of *w)
{
	unsigned int at = 0;

	while (at < w->count && (strcmp(w->word[at], "sudo") == 0 || strcmp(w->word[at], "time") == 0 ||
				 (at && w->word[at][0] == '-')))
		at++;
	return at;
}

static bool has_word(const struct words_of *w, unsigned int from, const char *word)
{
	for (unsigned int i = from; i < w->count; i++)
		if (strcmp(w->word[i], word) == 0)
			return true;
	return false;
}

/* A shell's pipe, redirection or next command ends the arguments. */
static bool ends_arguments(const char *word)
{
	return strpbrk(word, "|;<>&") != NULL;
}

/* The last argument that is no option and no word of the command's own. */
static void find_port(const struct words_of *w, unsigned int from, struct text_command *out)
{
	static const char *const own[] = { "link", "l", "show", "dev", "ls", "list" };

	for (unsigned int i = from; i < w->count && !ends_arguments(w->word[i]); i++) {
		bool is_own = w->word[i][0] == '-' || !text_is_iface(w->word[i]);

		for (size_t k = 0; k < sizeof(own) / sizeof(own[0]); k++)
			is_own = is_own || strcmp(w->word[i], own[k]) == 0;
		if (!is_own)
			snprintf(out->port, sizeof(out->port), "%s", w->word[i]);
	}
}

/* Without a prompt a sentence may begin with the name of a tool. */
static bool looks_typed(const struct words_of *w, unsigned int from)
{
	if (w->count == WORDS_MAX)
		return false;
	for (unsigned int i = from; i < w->count && !ends_arguments(w->word[i]); i++)
		if (w->word[i][0] != '-' && !strpbrk(w->word[i], "0123456789/") &&
		    strcmp(w->word[i], "link") != 0 && strcmp(w->word[i], "show") != 0 &&
		    strcmp(w->word[i], "dev") != 0 && strcmp(w->word[i], "lo") != 0)
			return false;
	return true;
}

/* Files that are shown as they are: the last part of a path may name the port. */
static bool read_path(const struct words_of *w, unsigned int from, struct text_command *out)
{
	static const struct {
		const char *path;
		const struct text_reader *reader;
	} paths[] = {
		{ "/proc/net/bonding/", &text_bonding },
		{ "/proc/net/dev", &text_proc_net_dev },
		{ "/sys/class/net/", &text_sysfs },
	};

	for (unsigned int i = from; i < w->count; i++)
		for (size_t k = 0; k < sizeof(paths) / sizeof(paths[0]); k++) {
			const char *rest = w->word[i] + strlen(paths[k].path);

			if (strncmp(w->word[i], paths[k].path, strlen(paths[k].path)) != 0)
				continue;
			out->reader = paths[k].reader;
			snprintf(out->port, sizeof(out->port), "%.*s",
				 k == 1 ? 0 : (int)strcspn(rest, "/*"), rest);
			rest += strcspn(rest, "/");
			if (k == 2 && *rest && i + 1 == w->count && !strpbrk(rest, "*?[{"))
				snprintf(out->file, sizeof(out->file), "%s", rest + 1);
			return true;
		}
	return false;
}

/* On a switch: what follows tells its port itself. */
static bool read_show(const struct words_of *w, unsigned int from, struct text_command *out)
{
	if (from >= w->count || strncmp(w->word[from], "int", 3) != 0)
		return false;
	out->reader = has_word(w, from, "status") || has_word(w, from, "counters") ?
			      &text_switch_status : &text_switch;
	return true;
}

static bool read_command(const char *text, bool prompt, struct text_command *out)
{
	const char *program;
	struct words_of w;
	unsigned int at;

	split(text, &w);
	at = skip_sudo(&w);
	if (at >= w.count)
		return false;
	program = program_of(w.word[at++]);
	if (!prompt && !looks_typed(&w, at))
		return false;
	if (prompt && strcmp(program, "show") == 0)
		return read_show(&w, at, out);
	if (strcmp(program, "cat") == 0 || strcmp(program, "grep") == 0 ||
	    strcmp(program, "head") == 0)
		return read_path(&w, at, out);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (strcmp(program, rows[i].program) != 0 ||
		    (rows[i].option && !has_word(&w, at, rows[i].option)))
			continue;
		out->reader = rows[i].reader;
		if (out->reader)
			find_port(&w, at, out);
		return true;
	}
	for (size_t i = 0; prompt && i < sizeof(others) / sizeof(others[0]); i++)
		if (strcmp(program, others[i]) == 0)
			return true;
	return false;
}

bool text_command_read(const char *line, struct text_command *out)
{
	*out = (struct text_command){ .reader = NULL };
	for (size_t i = 0; line[i] && i < PROMPT_MAX; i++)
		if (strchr("$#>%", line[i]) && read_command(line + i + 1, true, out))
			return true;
	return read_command(line, false, out);
}
