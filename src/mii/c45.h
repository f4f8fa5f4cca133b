/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MII_C45_H
#define MII_C45_H

#include "fact/fact.h"
#include "mii/reg.h"

/*
 * Clause 45 management registers, IEEE 802.3 45.2: 65536 of them in each of 32
 * devices of a PHY.  Here stand those that tell of the link, the cable and the
 * negotiation, under the numbers of linux/mdio.h.
 */
enum mmd {
	MMD_PMA = 1,	/* 45.2.1: medium, signal, 10GBASE-T receiver */
	MMD_PCS = 3,	/* 45.2.3: block lock, error ratio */
	MMD_AN = 7,	/* 45.2.7: negotiation */
	MMD_COUNT
};

#define C45_CONTROL 0		/* of every device */
#define C45_STATUS 1
#define C45_DEVICES1 5		/* devices in package, 45.2.1.5 */
#define C45_DEVICES2 6

#define PMA_SIGNAL_DETECT 10
#define PMA_10GT_SWAP 130
#define PMA_10GT_SNR 133	/* pairs A to D; then the least since the last reading */
#define PCS_EEE_WAKE_ERRORS 22
#define PCS_10G_STATUS1 32
#define PCS_10G_STATUS2 33
#define AN_10GT_CONTROL 32
#define AN_10GT_STATUS 33
#define AN_EEE_OFFER 60
#define AN_EEE_PARTNER 61
#define AN_EEE_OFFER2 62
#define AN_EEE_PARTNER2 63

struct c45_reg {
	uint8_t mmd;		/* enum mmd */
	uint16_t reg;
	const char *name;
	const struct mii_field *fields;	/* as in reg.h; NULL: a number */
};

/* In the order in which they are read and printed: by device, then number. */
extern const struct c45_reg c45_regs[];
extern const size_t c45_regs_count;

/* What was read of them, side by side with the table; WORD_UNREADABLE: not. */
#define C45_WORDS_MAX 40
struct c45_words {
	int32_t word[C45_WORDS_MAX];
	uint32_t devices;	/* both registers: bit n is device n */
};

/*
 * Whether a reading of register 1.5 is one.  Drivers that do not know of clause
 * 45 ignore that part of the address and answer with clause 22 register 5, the
 * partner's word: it lacks bit 1 as long as its selector is that of 802.3, or
 * has one of the bits that are reserved here.
 */
bool c45_devices_plausible(int32_t devices1);

/* SNR operating margin in dB, 45.2.1 (1.133): offset binary, 0.1 dB a step.
 * False for words outside of -12.7 to 12.7 dB: the PHY does not tell it. */
bool c45_snr_db(int32_t word, double *db);

/*
 * One list of words as text, "133 8064" a line, and back: how they stand in
 * facts.  What cannot be read is skipped.
 */
void c45_words_to_fact(const struct c45_words *words, enum mmd mmd, struct fact *list);
void c45_words_from_text(struct c45_words *words, enum mmd mmd, const char *lines);

/* What follows from them.  Facts that somebody told already stand. */
void c45_facts(struct facts *near, struct facts *partner);

/* The fact that holds the words of a device: MII_C45_PMA, _PCS, _AN. */
enum fact_id c45_fact_of(enum mmd mmd);

/* The facts that c45_facts could give, ended by FACT_COUNT. */
extern const enum fact_id c45_fact_ids[];

#endif
