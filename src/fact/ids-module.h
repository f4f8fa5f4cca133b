/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FACT_IDS_MODULE_H
#define FACT_IDS_MODULE_H

/* Facts of what is plugged into the cage, and of FEC by lane: a part of the table in ids.h. */
#define FACT_TABLE_MODULE(X) \
	X(FEC_LANE_CORRECTED, "fec.lane.corrected", REALS, COUNTERS, "blocks", \
	  "FEC blocks corrected, by lane (30.5.1.1.17), since the driver came up") \
	X(FEC_LANE_UNCORRECTABLE, "fec.lane.uncorrectable", REALS, COUNTERS, "blocks", \
	  "FEC blocks lost, by lane (30.5.1.1.18)") \
	X(FEC_LANE_CORRECTED_BITS, "fec.lane.corrected_bits", REALS, COUNTERS, "bits", \
	  "bits that FEC corrected, by lane") \
	X(FEC_CORRECTED_BITS, "fec.corrected_bits", NUM, COUNTERS, "bits", \
	  "bits that FEC corrected since the driver came up") \
	X(FEC_CORRECTED_RATE, "fec.corrected_rate", REAL, DERIVED, "blocks/s", \
	  "FEC blocks corrected while counters were watched") \
	X(FEC_UNCORRECTABLE_RATE, "fec.uncorrectable_rate", REAL, DERIVED, "blocks/s", \
	  "FEC blocks lost while counters were watched") \
	X(FEC_LANE_CORRECTED_RATE, "fec.lane.corrected_rate", REALS, DERIVED, "/s", \
	  "corrections by lane while counters were watched: bits where told, else blocks") \
	X(FEC_BER, "fec.ber", REAL, DERIVED, NULL, \
	  "share of bits that arrive wrong, before correction; at least, when only blocks are told") \
	X(MODULE_FORM, "module.form", TEXT, MODULE, NULL, "SFP, QSFP28, QSFP-DD, ... (SFF-8024)") \
	X(MODULE_MEMORY, "module.memory", TEXT, MODULE, NULL, \
	  "how it describes itself: SFF-8472, SFF-8636 or CMIS with its revision") \
	X(MODULE_TYPE, "module.type", TEXT, MODULE, NULL, "10GBASE-SR, 100GBASE-CR4, ...") \
	X(MODULE_HOST, "module.host", TEXT, MODULE, NULL, "interface towards the port (CMIS)") \
	X(MODULE_MEDIUM, "module.medium", TEXT, MODULE, NULL, \
	  "optics, active-optical, passive-copper, active-copper or base-t") \
	X(MODULE_FEC, "module.fec", TEXT, MODULE, NULL, \
	  "FEC that module or cable asks for: Off, BaseR or RS") \
	X(MODULE_CONNECTOR, "module.connector", TEXT, MODULE, NULL, "LC, MPO 1x12, copper pigtail, ...") \
	X(MODULE_LANES, "module.lanes", NUM, MODULE, NULL, "lanes that it has towards the cable") \
	X(MODULE_REACH, "module.reach", REAL, MODULE, "m", \
	  "length of the cable, or how far it reaches on the best fibre") \
	X(MODULE_WAVELENGTH, "module.wavelength", REAL, MODULE, "nm", "of the laser") \
	X(MODULE_VENDOR, "module.vendor", TEXT, MODULE, NULL, "maker") \
	X(MODULE_OUI, "module.oui", TEXT, MODULE, NULL, "the maker's IEEE number") \
	X(MODULE_PART, "module.part", TEXT, MODULE, NULL, "part number") \
	X(MODULE_REVISION, "module.revision", TEXT, MODULE, NULL, "revision of the part") \
	X(MODULE_SERIAL, "module.serial", TEXT, MODULE, NULL, "serial number") \
	X(MODULE_DATE, "module.date", TEXT, MODULE, NULL, "date of manufacture, YYYY-MM-DD") \
	X(MODULE_POWER_CLASS, "module.power_class", NUM, MODULE, NULL, "power class or level, from 1") \
	X(MODULE_POWER, "module.power", REAL, MODULE, "W", "most it may take") \
	X(MODULE_POWER_MODE, "module.power_mode", TEXT, MODULE, NULL, "low or high") \
	X(MODULE_POWER_POLICY, "module.power_policy", TEXT, MODULE, NULL, "high or auto") \
	X(MODULE_STATE, "module.state", TEXT, MODULE, NULL, \
	  "CMIS: low-power, powering-up, ready, powering-down or fault") \
	X(MODULE_DATA_PATH, "module.data_path", LIST, MODULE, NULL, \
	  "CMIS, by lane: deactivated, initializing, activated, ...") \
	X(MODULE_CONFIG, "module.config", LIST, MODULE, NULL, \
	  "CMIS, by lane: undefined, accepted, rejected-... (ConfigStatus)") \
	X(MODULE_TEMPERATURE, "module.temperature", REAL, MODULE, "C", "inside the module") \
	X(MODULE_VOLTAGE, "module.voltage", REAL, MODULE, "V", "supply") \
	X(MODULE_RX_POWER, "module.rx_power", REALS, MODULE, "dBm", \
	  "light received, by lane; -40 is none") \
	X(MODULE_TX_POWER, "module.tx_power", REALS, MODULE, "dBm", "light sent, by lane") \
	X(MODULE_TX_BIAS, "module.tx_bias", REALS, MODULE, "mA", "laser current, by lane") \
	X(MODULE_THRESHOLDS_TEMPERATURE, "module.thresholds.temperature", REALS, MODULE, "C", \
	  "the module's own limits: low alarm, low warning, high warning, high alarm") \
	X(MODULE_THRESHOLDS_VOLTAGE, "module.thresholds.voltage", REALS, MODULE, "V", \
	  "in the same order") \
	X(MODULE_THRESHOLDS_RX_POWER, "module.thresholds.rx_power", REALS, MODULE, "dBm", \
	  "in the same order") \
	X(MODULE_THRESHOLDS_TX_POWER, "module.thresholds.tx_power", REALS, MODULE, "dBm", \
	  "in the same order") \
	X(MODULE_THRESHOLDS_TX_BIAS, "module.thresholds.tx_bias", REALS, MODULE, "mA", \
	  "in the same order") \
	X(MODULE_FLAGS, "module.flags", LIST, MODULE, NULL, \
	  "alarms and warnings that the module holds, with lanes: rx-power-low-alarm:1,2") \
	X(MODULE_RX_LOS, "module.rx_los", LIST, MODULE, NULL, "lanes that receive no signal") \
	X(MODULE_RX_LOL, "module.rx_lol", LIST, MODULE, NULL, "lanes whose receiver has no lock") \
	X(MODULE_TX_LOS, "module.tx_los", LIST, MODULE, NULL, \
	  "lanes on which the port sends nothing to the module") \
	X(MODULE_TX_LOL, "module.tx_lol", LIST, MODULE, NULL, "lanes whose sender has no lock") \
	X(MODULE_TX_FAULT, "module.tx_fault", LIST, MODULE, NULL, "lanes whose sender failed") \
	X(MODULE_TX_DISABLE, "module.tx_disable", LIST, MODULE, NULL, "lanes that are switched off")

#endif
