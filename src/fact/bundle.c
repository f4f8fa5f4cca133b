// SPDX-License-Identifier: GPL-3.0-or-later
#include "fact/bundle.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "fact/json.h"

#define SCHEMA_STEM "etherdx-bundle/"
#define SCHEMA_NUMBER 1
#define FILE_MAX_BYTES (64u << 20)

static const char *const byte_order =
	__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? "little" : "big";

static const char *const group_name[GROUP_COUNT] = {
	[GROUP_PORT] = "port",
	[GROUP_HOST] = "host",
	[GROUP_LINK] = "link",
	[GROUP_PAUSE] = "pause",
	[GROUP_EEE] = "eee",
	[GROUP_FEC] = "fec",
	[GROUP_MII] = "mii",
	[GROUP_BOND] = "bond",
	[GROUP_LOG] = "log",
	[GROUP_COUNTERS] = "counters",
	[GROUP_USE] = "use",
	[GROUP_CABLE] = "cable",
	[GROUP_NEIGHBOR] = "neighbor",
	[GROUP_STREAM] = "stream",
	[GROUP_TIMING] = "timing",
	[GROUP_DERIVED] = "derived",
};

struct bundle *bundle_new(void)
{
	return calloc(1, sizeof(struct bundle));
}

void bundle_free(struct bundle *bundle)
{
	if (!bundle)
		return;
	for (unsigned int i = 0; i < bundle->ports; i++) {
		sets_free(bundle->port[i].facts);
		answers_fini(&bundle->port[i].answers);
	}
	free(bundle->port);
	free(bundle);
}

struct bundle_port *bundle_add_port(struct bundle *bundle, const char *name)
{
	struct bundle_port *port, *all;
	struct fact clean;

	all = realloc(bundle->port, (bundle->ports + 1) * sizeof(*all));
	if (!all)
		return NULL;
	bundle->port = all;
	port = &all[bundle->ports];
	*port = (struct bundle_port){ .facts = sets_new() };
	if (!port->facts)
		return NULL;
	fact_set_text(&clean, name);
	snprintf(port->name, sizeof(port->name), "%.*s", (int)sizeof(port->name) - 1, clean.text);
	bundle->ports++;
	return port;
}

/* Writing. */

static bool is_text(const struct answer *a)
{
	for (size_t i = 0; i < a->len_bytes; i++)
		if ((a->bytes[i] < ' ' && a->bytes[i] != '\n') || a->bytes[i] >= 0x7f)
			return false;
	return true;
}

static json_t *hex(const struct answer *a)
{
	char *text = malloc(2 * a->len_bytes + 1);
	json_t *json;

	if (!text)
		return NULL;
	for (size_t i = 0; i < a->len_bytes; i++)
		sprintf(text + 2 * i, "%02x", a->bytes[i]);
	json = json_stringn(text, 2 * a->len_bytes);
	free(text);
	return json;
}

static json_t *answer_to_json(const struct answer *a)
{
	json_t *object = json_object();

	json_object_set_new(object, "ask", json_string(a->name));
	json_object_set_new(object, "group", json_string(group_name[a->group]));
	json_object_set_new(object, "round", json_integer(a->round));
	json_object_set_new(object, "t_ns", json_integer(a->t_ns));
	if (a->error)
		json_object_set_new(object, "errno", json_integer(-a->error));
	else if (is_text(a))
		json_object_set_new(object, "text",
				    json_stringn((const char *)a->bytes, a->len_bytes));
	else
		json_object_set_new(object, "hex", hex(a));
	return object;
}

static json_t *port_to_json(const struct bundle_port *port)
{
	json_t *object = json_object(), *raw = json_array();

	for (size_t i = 0; i < port->answers.count; i++)
		json_array_append_new(raw, answer_to_json(&port->answers.item[i]));
	json_object_set_new(object, "interface", text_to_json(port->name, strlen(port->name)));
	json_object_set_new(object, "facts", sets_to_json(port->facts));
	json_object_set_new(object, "raw", raw);
	return object;
}

static json_t *bundle_to_json(const struct bundle *bundle)
{
	json_t *object = json_object(), *ports = json_array();
	char when[24];

	clock_utc_text(bundle->recorded, when);
	for (unsigned int i = 0; i < bundle->ports; i++)
		json_array_append_new(ports, port_to_json(&bundle->port[i]));
	json_object_set_new(object, "schema", json_string(BUNDLE_SCHEMA));
	json_object_set_new(object, "version", json_string(bundle->version));
	json_object_set_new(object, "recorded", json_string(when));
	json_object_set_new(object, "host", text_to_json(bundle->host, strlen(bundle->host)));
	json_object_set_new(object, "kernel", json_string(bundle->kernel));
	json_object_set_new(object, "byte_order", json_string(byte_order));
	json_object_set_new(object, "ports", ports);
	return object;
}

static int dump_to(const json_t *object, FILE *out)
{
	if (json_dumpf(object, out, JSON_INDENT(1) | JSON_ENSURE_ASCII) < 0)
		return -EIO;
	return fputc('\n', out) == EOF || fflush(out) == EOF ? -EIO : 0;
}

/* file is what people call it, target where it is. */
static int save_beside(const json_t *object, const char *file, const char *target,
		       struct err *err)
{
	char *name = NULL;
	mode_t mask;
	FILE *out;
	int fd, rc;

	if (asprintf(&name, "%s.XXXXXX", target) < 0)
		return err_set(err, -ENOMEM, "out of memory");
	fd = mkstemp(name);
	out = fd < 0 ? NULL : fdopen(fd, "w");
	if (!out) {
		rc = err_set(err, -errno, "%s: cannot write: %s; choose another place", file,
			     strerror(errno));
		free(name);
		return rc;
	}
	umask(mask = umask(0));
	fchmod(fd, 0666 & ~mask);
	rc = dump_to(object, out);
	if (fclose(out) == EOF && rc == 0)
		rc = -EIO;
	if (rc == 0 && rename(name, target) < 0)
		rc = -errno;
	if (rc < 0) {
		err_set(err, rc, "%s: cannot write: %s; choose another place", file, strerror(-rc));
		unlink(name);
	}
	free(name);
	return rc;
}

/* A device or pipe is written to, not replaced. */
static int save_into(const json_t *object, const char *file, struct err *err)
{
	FILE *out = strcmp(file, "-") == 0 ? stdout : fopen(file, "we");
	int rc = out ? dump_to(object, out) : -errno;

	if (out && out != stdout)
		fclose(out);
	if (rc < 0)
		err_set(err, rc, "%s: cannot write the bundle: %s", file, strerror(-rc));
	return rc;
}

static bool is_regular(const char *file)
{
	struct stat st;

	if (strcmp(file, "-") == 0)
		return false;
	return stat(file, &st) < 0 || S_ISREG(st.st_mode);
}

int bundle_save(const struct bundle *bundle, const char *file, struct err *err)
{
	json_t *object = bundle_to_json(bundle);
	/* What a link points to is replaced, not the link. */
	char *target = realpath(file, NULL);
	int rc;

	rc = is_regular(file) ? save_beside(object, file, target ? target : file, err) :
				save_into(object, file, err);
	free(target);
	json_decref(object);
	return rc;
}

/* Reading. */

static const char *string_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

static unsigned int digit(char c)
{
	return (unsigned int)(isdigit((unsigned char)c) ? c - '0' :
						     tolower((unsigned char)c) - 'a' + 10);
}

/* Up to the first pair that is no two hex digits. */
static size_t unhex(const char *text, uint8_t *out)
{
	size_t n = 0;

	for (; isxdigit((unsigned char)text[0]) && isxdigit((unsigned char)text[1]); text += 2)
		out[n++] = (uint8_t)(digit(text[0]) << 4 | digit(text[1]));
	return n;
}

static int group_find(const char *name)
{
	for (int i = 0; i < GROUP_COUNT; i++)
		if (strcmp(group_name[i], name) == 0)
			return i;
	return -1;
}

#define ERRNO_MAX 4095	/* MAX_ERRNO of the kernel */

static int errno_of(const json_t *number)
{
	json_int_t value = json_integer_value(number);

	if (value == 0)
		return 0;
	return value < 0 || value > ERRNO_MAX ? EIO : (int)value;
}

static int answer_from_json(struct answers *answers, const json_t *object)
{
	const char *bytes = string_of(object, "hex"), *text = string_of(object, "text");
	int group = group_find(string_of(object, "group"));
	struct answer a = {
		.round = (unsigned int)json_integer_value(json_object_get(object, "round")),
		.t_ns = json_integer_value(json_object_get(object, "t_ns")),
		.error = -errno_of(json_object_get(object, "errno")),
	};
	int rc;

	if (group < 0)
		return 0;	/* of a version to come: its facts still stand */
	a.group = (enum fact_group)group;
	snprintf(a.name, sizeof(a.name), "%s", string_of(object, "ask"));
	a.bytes = malloc(strlen(bytes) / 2 + strlen(text) + 1);
	if (!a.bytes)
		return -ENOMEM;
	if (*bytes) {
		a.len_bytes = unhex(bytes, a.bytes);
	} else {
		a.len_bytes = strlen(text);
		memcpy(a.bytes, text, a.len_bytes);
	}
	rc = answers_add(answers, &a);
	free(a.bytes);
	return rc;
}

static int port_from_json(struct bundle *bundle, const json_t *object, bool with_raw,
			  const char *name, struct err *err)
{
	const json_t *raw = with_raw ? json_object_get(object, "raw") : NULL;
	struct bundle_port *port = bundle_add_port(bundle, string_of(object, "interface"));
	int rc = 0;

	if (!port)
		return err_set(err, -ENOMEM, "out of memory");
	if (!port->name[0])
		return err_set(err, -EINVAL,
			       "%s: port %u of the bundle has no \"interface\"; record it again", name,
			       bundle->ports);
	bundle->unknown_facts += sets_from_json(port->facts, json_object_get(object, "facts"));
	for (size_t i = 0; i < json_array_size(raw) && rc == 0; i++)
		rc = answer_from_json(&port->answers, json_array_get(raw, i));
	return rc;
}

static int check_schema(const json_t *object, const char *name, struct err *err)
{
	const char *schema = string_of(object, "schema");
	const char *digits = schema + strlen(SCHEMA_STEM);
	long number;

	if (strncmp(schema, SCHEMA_STEM, strlen(SCHEMA_STEM)) != 0 ||
	    !isdigit((unsigned char)*digits))
		return err_set(err, -EINVAL,
			       "%s: JSON, but no etherdx bundle (no \"schema\": \"" BUNDLE_SCHEMA
			       "\"); make one with etherdx record", name);
	number = strtol(digits, NULL, 10);
	if (number > SCHEMA_NUMBER)
		return err_set(err, -EPROTO,
			       "%s: a bundle of schema %s, this etherdx reads up to " BUNDLE_SCHEMA
			       "; use a newer etherdx", name, schema);
	if (!json_is_array(json_object_get(object, "ports")))
		return err_set(err, -EINVAL, "%s: a bundle without \"ports\"; record it again", name);
	return 0;
}

static time_t time_from(const char *text)
{
	struct tm tm = { 0 };

	return strptime(text, "%Y-%m-%dT%H:%M:%SZ", &tm) ? timegm(&tm) : 0;
}

static int bundle_from_json(struct bundle *bundle, const json_t *object, const char *name,
			    struct err *err)
{
	const json_t *ports = json_object_get(object, "ports");
	bool with_raw = strcmp(string_of(object, "byte_order"), byte_order) == 0;
	int rc = check_schema(object, name, err);

	if (rc < 0)
		return rc;
	snprintf(bundle->version, sizeof(bundle->version), "%s", string_of(object, "version"));
	snprintf(bundle->host, sizeof(bundle->host), "%s", string_of(object, "host"));
	snprintf(bundle->kernel, sizeof(bundle->kernel), "%s", string_of(object, "kernel"));
	bundle->recorded = time_from(string_of(object, "recorded"));
	for (size_t i = 0; i < json_array_size(ports) && rc == 0; i++)
		rc = port_from_json(bundle, json_array_get(ports, i), with_raw, name, err);
	if (rc < 0)
		err_set(err, rc, "out of memory");
	return rc;
}

int bundle_parse(struct bundle **out, const char *text, size_t len, const char *name,
		 struct err *err)
{
	json_error_t why;
	json_t *object = json_loadb(text, len, 0, &why);
	struct bundle *bundle;
	int rc;

	if (!object)
		return err_set(err, -EINVAL,
			       "%s: line %d: not JSON, or cut off (%s); record it again, or send it whole",
			       name, why.line, why.text);
	bundle = bundle_new();
	rc = bundle ? bundle_from_json(bundle, object, name, err) : -ENOMEM;
	json_decref(object);
	if (rc < 0) {
		bundle_free(bundle);
		return rc;
	}
	*out = bundle;
	return 0;
}

static int read_all(FILE *in, char **text, size_t *len)
{
	size_t room = 0;

	*text = NULL;
	*len = 0;
	for (;;) {
		size_t got;

		if (*len == room) {
			char *more;

			room = room ? 2 * room : 65536;
			more = room > FILE_MAX_BYTES ? NULL : realloc(*text, room);
			if (!more)
				return room > FILE_MAX_BYTES ? -EFBIG : -ENOMEM;
			*text = more;
		}
		got = fread(*text + *len, 1, room - *len, in);
		*len += got;
		if (got == 0)
			return ferror(in) ? -errno : 0;
	}
}

int bundle_load(struct bundle **out, const char *file, struct err *err)
{
	bool is_stdin = strcmp(file, "-") == 0;
	const char *name = is_stdin ? "standard input" : file;
	FILE *in = is_stdin ? stdin : fopen(file, "re");
	char *text = NULL;
	size_t len = 0;
	int rc;

	if (!in)
		return err_set(err, -errno, "%s: %s; name a bundle made by etherdx record", name,
			       strerror(errno));
	rc = read_all(in, &text, &len);
	if (rc < 0)
		err_set(err, rc, "%s: cannot read: %s; name a bundle made by etherdx record", name,
			strerror(-rc));
	else
		rc = bundle_parse(out, text, len, name, err);
	free(text);
	if (!is_stdin)
		fclose(in);
	return rc;
}
