/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MII_CSR_H
#define MII_CSR_H

#include <stddef.h>
#include <stdint.h>

/*
 * The registers of a 2114x that can be read beside its driver: CSR5, 6 and 12 to
 * 15.  CSR8 counts missed frames and clears; the others move the receiver and
 * transmitter on.  21143 Hardware Reference Manual (Digital, 1998) 3.2; the
 * 21140 has general pins where the others have serial and N-Way status.
 */
enum csr_chip { CSR_21040, CSR_21041, CSR_21140, CSR_21143, CSR_CHIPS };

#define CSR_READ 6
extern const unsigned int csr_read[CSR_READ];	/* numbers, in order */

/* The chip of a PCI device of vendor 1011; -1: another one. */
int csr_chip_of(unsigned int pci_device);
const char *csr_chip_name(enum csr_chip chip);	/* "21143" */

/* What the register says, in one sentence; empty: nothing that is known. */
#define CSR_TEXT_MAX 600
void csr_text(enum csr_chip chip, unsigned int reg, uint32_t word, char out[static CSR_TEXT_MAX]);

/* The state of N-Way in CSR12; NULL: the chip has none. */
const char *csr_nway(enum csr_chip chip, uint32_t csr12);

#endif
