// SPDX-License-Identifier: GPL-3.0-or-later
#include "mii/csr.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "mii/reg.h"

#define CSR12_PARTNER_SHIFT 16
#define CSR12_PARTNER_ABLE 0x8000
#define CSR12_NWAY 0x7000

const unsigned int csr_read[CSR_READ] = { 5, 6, 12, 13, 14, 15 };

/* One field; value NULL: a flag. */
struct csr_field {
	uint32_t mask;		/* 0 ends a table */
	const char *name;
	const char *const *value;
};

static const char *const receive_states[8] = {
	"stopped", "fetching a descriptor", "checking for the end of a frame", "waiting for a frame",
	"suspended, no buffer", "closing a descriptor", "flushing the FIFO", "writing a frame to memory",
};

static const char *const transmit_states[8] = {
	"stopped", "fetching a descriptor", "waiting for the end of sending", "reading a frame",
	"reserved", "setting up filters", "suspended, nothing to send", "closing a descriptor",
};

static const char *const bus_errors[8] = {
	"parity", "master abort", "target abort", "reserved", "reserved", "reserved", "reserved",
	"reserved",
};

static const struct csr_field csr5[] = {
	{ 0x08000000, "link changed", NULL },
	{ 0x04000000, "general pin interrupt", NULL },
	{ 0x03800000, "bus error", bus_errors },
	{ 0x00700000, "transmitter", transmit_states },
	{ 0x000e0000, "receiver", receive_states },
	{ 0x00002000, "fatal bus error", NULL },
	{ 0x00001000, "link failed", NULL },
	{ 0x00000800, "timer expired", NULL },
	{ 0x00000200, "receive watchdog", NULL },
	{ 0x00000100, "receiver stopped", NULL },
	{ 0x00000080, "no receive buffer", NULL },
	{ 0x00000020, "transmit underflow", NULL },
	{ 0x00000010, "link passed or negotiation complete", NULL },
	{ 0x00000008, "transmit jabber", NULL },
	{ 0x00000002, "transmitter stopped", NULL },
	{ 0, NULL, NULL },
};

/* Port select, PCS and scrambler together say which port it is. */
static const char *const loopbacks[4] = { "off", "internal", "external", "reserved" };

static const char *const thresholds[4] = {
	"72 bytes (128 at 100 Mb/s)", "96 bytes (256)", "128 bytes (512)", "160 bytes (1024)",
};

static const struct csr_field csr6[] = {
	{ 0x40000000, "receive all", NULL },
	{ 0x01000000, "scrambler", NULL },
	{ 0x00800000, "PCS", NULL },
	{ 0x00400000, "threshold for 10 Mb/s", NULL },
	{ 0x00200000, "store and forward", NULL },
	{ 0x00080000, "heartbeat off", NULL },
	{ 0x00040000, "MII or SYM port", NULL },
	{ 0x0000c000, "transmit threshold", thresholds },
	{ 0x00002000, "transmitter on", NULL },
	{ 0x00001000, "forces collisions", NULL },
	{ 0x00000c00, "loopback", loopbacks },
	{ 0x00000200, "full duplex", NULL },
	{ 0x00000080, "all multicasts", NULL },
	{ 0x00000040, "promiscuous", NULL },
	{ 0x00000008, "passes bad frames", NULL },
	{ 0x00000002, "receiver on", NULL },
	{ 0, NULL, NULL },
};

static const char *const nway_states[8] = {
	"negotiation disabled", "transmit disabled", "ability detect", "acknowledge detect",
	"complete acknowledge", "negotiation complete", "link check", "reserved",
};

/* Bits 1 and 2 are set without link; they mean nothing while negotiating. */
static const struct csr_field csr12[] = {
	{ CSR12_PARTNER_ABLE, "the partner negotiates", NULL },
	{ CSR12_NWAY, "N-Way", nway_states },
	{ 0x00000800, "remote fault is sent", NULL },
	{ 0x00000400, "unstable link pulses", NULL },
	{ 0x00000200, "10BASE-T receives", NULL },
	{ 0x00000100, "AUI receives", NULL },
	{ 0x00000008, "polarity is right or corrected", NULL },
	{ 0x00000004, "no 10 Mb/s link", NULL },
	{ 0x00000002, "no 100 Mb/s link", NULL },
	{ 0, NULL, NULL },
};

static const struct csr_field csr13[] = {
	{ 0x00000008, "AUI or BNC port", NULL },
	{ 0x00000001, "serial port on", NULL },
	{ 0, NULL, NULL },
};

static const struct csr_field csr14[] = {
	{ 0x00040000, "offers 100BASE-T4", NULL },
	{ 0x00020000, "offers 100BASE-TX full duplex", NULL },
	{ 0x00010000, "offers 100BASE-TX half duplex", NULL },
	{ 0x00004000, "polarity is set to plus", NULL },
	{ 0x00002000, "corrects polarity", NULL },
	{ 0x00001000, "link test", NULL },
	{ 0x00000080, "negotiation on", NULL },
	{ 0x00000040, "offers 10BASE-T half duplex", NULL },
	{ 0x00000002, "loopback", NULL },
	{ 0, NULL, NULL },
};

static const struct csr_field csr15[] = {
	{ 0x00000010, "receive watchdog off", NULL },
	{ 0x00000008, "BNC in place of AUI", NULL },
	{ 0x00000001, "jabber timer off", NULL },
	{ 0, NULL, NULL },
};

static const struct {
	const char *name;
	unsigned int pci_device;
	const struct csr_field *field[16];
} chips[CSR_CHIPS] = {
	/* Serial only: of CSR6 it has what the others have, of CSR12 no N-Way. */
	[CSR_21040] = { "21040", 0x0002, { [5] = csr5, [6] = csr6 } },
	[CSR_21041] = { "21041", 0x0014, { [5] = csr5, [6] = csr6, [12] = csr12, [14] = csr14 } },
	[CSR_21140] = { "21140", 0x0009, { [5] = csr5, [6] = csr6, [15] = csr15 } },
	[CSR_21143] = { "21143", 0x0019, { [5] = csr5, [6] = csr6, [12] = csr12, [13] = csr13,
					   [14] = csr14, [15] = csr15 } },
};

int csr_chip_of(unsigned int pci_device)
{
	for (int i = 0; i < CSR_CHIPS; i++)
		if (chips[i].pci_device == pci_device)
			return i;
	return -1;
}

const char *csr_chip_name(enum csr_chip chip)
{
	return chips[chip].name;
}

static bool has_nway(enum csr_chip chip)
{
	return chips[chip].field[12] == csr12;
}

const char *csr_nway(enum csr_chip chip, uint32_t word)
{
	return has_nway(chip) ? nway_states[(word & CSR12_NWAY) / 0x1000] : NULL;
}

static void append(char *out, const char *name, const char *value)
{
	size_t used = strlen(out);

	snprintf(out + used, CSR_TEXT_MAX - used, "%s%s%s%s", used ? "; " : "", name,
		 value ? ": " : "", value ? value : "");
}

/* Bits 31:16 are the partner's word, laid out as register 5 of clause 22. */
static void partner(uint32_t word, char out[static CSR_TEXT_MAX])
{
	const struct mii_field *field = mii_fields(MII_REG_ANLPAR, 0);
	uint32_t page = word >> CSR12_PARTNER_SHIFT;

	for (; word & CSR12_PARTNER_ABLE && field->mask; field++)
		if (field->mask & page && __builtin_popcount(field->mask) == 1)
			append(out, "partner", field->name);
}

void csr_text(enum csr_chip chip, unsigned int reg, uint32_t word, char out[static CSR_TEXT_MAX])
{
	const struct csr_field *field = reg < 16 ? chips[chip].field[reg] : NULL;

	out[0] = '\0';
	for (; field && field->mask; field++) {
		uint32_t value = (word & field->mask) >> __builtin_ctz(field->mask);

		/* What went wrong on the bus counts only when something did. */
		if (field->value == bus_errors && !(word & 0x00002000))
			continue;
		if (field->value)
			append(out, field->name, field->value[value]);
		else if (value)
			append(out, field->name, NULL);
	}
	if (reg == 12 && has_nway(chip))
		partner(word, out);
}
