// SPDX-License-Identifier: GPL-3.0-or-later
/* A file that claims to be a bundle: read, judged, anonymized and written again. */
#include "standalone.h"

#include <fcntl.h>
#include <string.h>

#include "fact/bundle.h"
#include "rule/judge.h"

#define PORTS_MAX 8	/* judged of one input; more tell nothing new */

static void check_answers(const struct answers *answers)
{
	for (size_t i = 0; i < answers->count; i++) {
		const struct answer *a = &answers->item[i];

		FUZZ_CHECK(memchr(a->name, '\0', sizeof(a->name)) != NULL);
		FUZZ_CHECK((unsigned int)a->group < GROUP_COUNT);
		FUZZ_CHECK(a->error <= 0);
		FUZZ_CHECK(a->bytes && a->bytes[a->len_bytes] == '\0');
	}
}

/* What was read fits its kind, and can be shown to people. */
static void check_facts(const struct facts *f)
{
	char text[4096];

	FUZZ_CHECK(f->others <= FACTS_OTHERS_MAX);
	for (int id = 0; id < FACT_COUNT; id++) {
		const struct fact *fact = facts_get(f, (enum fact_id)id);
		enum fact_kind kind = fact_row((enum fact_id)id)->kind;

		FUZZ_CHECK(fact->state <= FACT_KNOWN && (unsigned int)fact->source < FROM_COUNT);
		if (fact->state != FACT_KNOWN)
			continue;
		if (kind == KIND_TEXT || kind == KIND_LIST)
			FUZZ_CHECK(memchr(fact->text, '\0', sizeof(fact->text)) != NULL);
		if (kind == KIND_WORDS)
			FUZZ_CHECK(fact->words.count <= FACT_WORDS_MAX);
		fact_print((enum fact_id)id, fact, text, sizeof(text));
		FUZZ_CHECK(memchr(text, '\0', sizeof(text)) != NULL);
	}
}

static void check_judgement(const struct judgement *j)
{
	unsigned int looked_at = j->clear_count + j->found_count + j->missing_count;
	unsigned int rules = 0, of_link = 0;

	for (; rule_at(rules); rules++)
		of_link += !rule_at(rules)->of_path;
	FUZZ_CHECK(looked_at == rules || looked_at == rules + of_link);
	for (unsigned int i = 0; i < j->found_count; i++) {
		const struct verdict *v = &j->found[i].verdict;

		FUZZ_CHECK(v->summary[0] && memchr(v->summary, '\0', sizeof(v->summary)));
		FUZZ_CHECK(v->remedies && v->remedies[0].text);
		FUZZ_CHECK(v->evidence_count > 0 && v->evidence_count <= EVIDENCE_MAX);
		FUZZ_CHECK(v->confidence > 0 && v->confidence <= 1);
		FUZZ_CHECK(v->severity <= j->worst);
		FUZZ_CHECK(i == 0 || v->severity <= j->found[i - 1].verdict.severity);
	}
}

static void check_bundle(const struct bundle *bundle)
{
	static struct judgement judgement;

	for (unsigned int i = 0; i < bundle->ports && i < PORTS_MAX; i++) {
		for (int k = 0; k < SET_COUNT; k++)
			check_facts(&bundle->port[i].facts->set[k]);
		check_answers(&bundle->port[i].answers);
		judge(bundle->port[i].facts, &judgement);
		check_judgement(&judgement);
	}
}

/* Not by its own name: run as root, a save that replaces would replace the device. */
static void check_save(const struct bundle *bundle)
{
	static char file[64];

	if (!file[0])
		snprintf(file, sizeof(file), "/proc/self/fd/%d", open("/dev/null", O_WRONLY));
	FUZZ_CHECK(bundle_save(bundle, file, NULL) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bundle *bundle = NULL;
	struct err err = { 0 };

	if (bundle_parse(&bundle, (const char *)data, size, "input", &err) < 0) {
		FUZZ_CHECK(err.code < 0 && strncmp(err.text, "input", 5) == 0);
		return 0;
	}
	check_bundle(bundle);
	check_save(bundle);
	bundle_anonymize(bundle);
	check_bundle(bundle);
	check_save(bundle);
	bundle_free(bundle);
	return 0;
}
