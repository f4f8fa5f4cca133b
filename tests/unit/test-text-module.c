// SPDX-License-Identifier: GPL-3.0-or-later
#include "text-help.h"

static const struct text_sample samples[] = {
	{
		.name = "10GBASE-SR that receives nothing",
		.text =
			" Identifier                                : 0x03 (SFP)\n"
			" Extended identifier                       : 0x04 (GBIC/SFP defined by 2-wire interface ID)\n"
			" Connector                                 : 0x07 (LC)\n"
			" Transceiver codes                         : 0x10 0x00 0x00 0x00 0x00 0x00 0x00 0x00 0x00\n"
			" Transceiver type                          : 10G Ethernet: 10G Base-SR\n"
			" Encoding                                  : 0x06 (64B/66B)\n"
			" BR, Nominal                               : 10300MBd\n"
			" Rate identifier                           : 0x00 (unspecified)\n"
			" Length (SMF,km)                           : 0km\n"
			" Length (SMF)                              : 0m\n"
			" Length (50um)                             : 80m\n"
			" Length (62.5um)                           : 30m\n"
			" Length (Copper)                           : 0m\n"
			" Length (OM3)                              : 300m\n"
			" Laser wavelength                          : 850nm\n"
			" Vendor name                               : Example Optics\n"
			" Vendor OUI                                : 00:17:6a\n"
			" Vendor PN                                 : EO-10G-SR\n"
			" Vendor rev                                : A\n"
			" Option values                             : 0x00 0x1a\n"
			" Option                                    : RX_LOS implemented\n"
			" Option                                    : TX_FAULT implemented\n"
			" Option                                    : TX_DISABLE implemented\n"
			" BR margin, max                            : 0%\n"
			" BR margin, min                            : 0%\n"
			" Vendor SN                                 : EO10001\n"
			" Date code                                 : 200708\n"
			" Optical diagnostics support               : Yes\n"
			" Laser bias current                        : 6.750 mA\n"
			" Laser output power                        : 0.5754 mW / -2.40 dBm\n"
			" Receiver signal average optical power     : 0.0001 mW / -40.00 dBm\n"
			" Module temperature                        : 41.27 degrees C / 106.29 degrees F\n"
			" Module voltage                            : 3.2956 V\n"
			" Alarm/warning flags implemented           : Yes\n"
			" Laser bias current high alarm             : Off\n"
			" Laser bias current low alarm              : Off\n"
			" Laser bias current high warning           : Off\n"
			" Laser bias current low warning            : Off\n"
			" Laser output power high alarm             : Off\n"
			" Laser output power low alarm              : Off\n"
			" Laser output power high warning           : Off\n"
			" Laser output power low warning            : Off\n"
			" Module temperature high alarm             : Off\n"
			" Module temperature low alarm              : Off\n"
			" Module temperature high warning           : Off\n"
			" Module temperature low warning            : Off\n"
			" Module voltage high alarm                 : Off\n"
			" Module voltage low alarm                  : Off\n"
			" Module voltage high warning               : Off\n"
			" Module voltage low warning                : Off\n"
			" Laser rx power high alarm                 : Off\n"
			" Laser rx power low alarm                  : On\n"
			" Laser rx power high warning               : Off\n"
			" Laser rx power low warning                : On\n"
			" Laser bias current high alarm threshold   : 12.000 mA\n"
			" Laser bias current low alarm threshold    : 2.000 mA\n"
			" Laser bias current high warning threshold : 11.500 mA\n"
			" Laser bias current low warning threshold  : 2.500 mA\n"
			" Laser output power high alarm threshold   : 1.2589 mW / 1.00 dBm\n"
			" Laser output power low alarm threshold    : 0.1585 mW / -8.00 dBm\n"
			" Laser output power high warning threshold : 1.0000 mW / 0.00 dBm\n"
			" Laser output power low warning threshold  : 0.1995 mW / -7.00 dBm\n"
			" Module temperature high alarm threshold   : 78.00 degrees C / 172.40 degrees F\n"
			" Module temperature low alarm threshold    : -13.00 degrees C / 8.60 degrees F\n"
			" Module temperature high warning threshold : 73.00 degrees C / 163.40 degrees F\n"
			" Module temperature low warning threshold  : -8.00 degrees C / 17.60 degrees F\n"
			" Module voltage high alarm threshold       : 3.7000 V\n"
			" Module voltage low alarm threshold        : 2.9000 V\n"
			" Module voltage high warning threshold     : 3.6000 V\n"
			" Module voltage low warning threshold      : 3.0000 V\n"
			" Laser rx power high alarm threshold       : 1.5849 mW / 2.00 dBm\n"
			" Laser rx power low alarm threshold        : 0.0501 mW / -13.00 dBm\n"
			" Laser rx power high warning threshold     : 1.2589 mW / 1.00 dBm\n"
			" Laser rx power low warning threshold      : 0.0794 mW / -11.00 dBm\n",
		.want = {
			{
				.port = "",
				.near =
					"module.form: SFP\n"
					"module.memory: SFF-8472\n"
					"module.type: 10GBASE-SR\n"
					"module.medium: optics\n"
					"module.connector: LC\n"
					"module.lanes: 1\n"
					"module.reach: 300 m\n"
					"module.wavelength: 850 nm\n"
					"module.vendor: Example Optics\n"
					"module.oui: 00:17:6a\n"
					"module.part: EO-10G-SR\n"
					"module.revision: A\n"
					"module.serial: EO10001\n"
					"module.date: 2020-07-08\n"
					"module.power_class: 1\n"
					"module.power: 1 W\n"
					"module.temperature: 41.3 C\n"
					"module.voltage: 3.3 V\n"
					"module.rx_power: -40 dBm\n"
					"module.tx_power: -2.40 dBm\n"
					"module.tx_bias: 6.75 mA\n"
					"module.thresholds.temperature: -13 -8 73 78 C\n"
					"module.thresholds.voltage: 2.90 3 3.60 3.70 V\n"
					"module.thresholds.rx_power: -13 -11 1 2 dBm\n"
					"module.thresholds.tx_power: -8 -7 0 1 dBm\n"
					"module.thresholds.tx_bias: 2 2.50 11.50 12 mA\n"
					"module.flags: rx-power-low-alarm:1 rx-power-low-warning:1\n",
			},
		},
	},
	{
		.name = "a copper cable: nothing is measured",
		.text =
			" Identifier                                : 0x03 (SFP)\n"
			" Extended identifier                       : 0x04 (GBIC/SFP defined by 2-wire interface ID)\n"
			" Connector                                 : 0x21 (Copper pigtail)\n"
			" Transceiver codes                         : 0x01 0x00 0x00 0x04 0x00 0x04 0x80 0x00\n"
			" Transceiver type                          : Infiniband: 1X Copper Passive\n"
			" Transceiver type                          : Ethernet: 1000BASE-CX\n"
			" Transceiver type                          : Passive Cable\n"
			" Transceiver type                          : FC: Twin Axial Pair (TW)\n"
			" Transceiver type                          : Extended: 100G Base-CR4 or 25G Base-CR CA-L\n"
			" Encoding                                  : 0x00 (unspecified)\n"
			" BR, Nominal                               : 25750MBd\n"
			" Rate identifier                           : 0x00 (unspecified)\n"
			" Length (SMF,km)                           : 0km\n"
			" Length (SMF)                              : 0m\n"
			" Length (50um)                             : 0m\n"
			" Length (62.5um)                           : 0m\n"
			" Length (Copper)                           : 3m\n"
			" Length (OM3)                              : 0m\n"
			" Passive Cu cmplnce.                       : 0x01 (SFF-8431 appendix E) [SFF-8472 rev10.4 only]\n"
			" Vendor name                               : Example Cables\n"
			" Vendor OUI                                : 00:17:6a\n"
			" Vendor PN                                 : EC-25G-3M\n"
			" Vendor rev                                : A\n"
			" Option values                             : 0x00 0x00\n"
			" BR margin, max                            : 103%\n"
			" BR margin, min                            : 0%\n"
			" Vendor SN                                 : EC25001\n"
			" Date code                                 : 210102__\n"
			" Optical diagnostics support               : No\n",
		.want = {
			{
				.port = "",
				.near =
					"module.form: SFP\n"
					"module.memory: SFF-8472\n"
					"module.type: 25GBASE-CR CA-25G-L, 1000BASE-CX\n"
					"module.medium: passive-copper\n"
					"module.fec: RS\n"
					"module.connector: copper pigtail\n"
					"module.lanes: 1\n"
					"module.reach: 3 m\n"
					"module.vendor: Example Cables\n"
					"module.oui: 00:17:6a\n"
					"module.part: EC-25G-3M\n"
					"module.revision: A\n"
					"module.serial: EC25001\n"
					"module.date: 2021-01-02\n"
					"module.power_class: 1\n"
					"module.power: 1 W\n",
			},
		},
	},
	{
		.name = "100GBASE-SR4, lane 3 dark",
		.text =
			" Identifier                                : 0x11 (QSFP28)\n"
			" Extended identifier                       : 0x80\n"
			" Extended identifier description           : 2.5W max. Power consumption\n"
			" Extended identifier description           : No CDR in TX, No CDR in RX\n"
			" Extended identifier description           : High Power Class (> 3.5 W) not enabled\n"
			" Power set                                 : Off\n"
			" Power override                            : Off\n"
			" Connector                                 : 0x0c (MPO Parallel Optic)\n"
			" Transceiver codes                         : 0x80 0x00 0x00 0x00 0x00 0x00 0x00 0x00\n"
			" Transceiver type                          : 100G Ethernet: 100G Base-SR4 or 25GBase-SR\n"
			" Encoding                                  : 0x05 (64B/66B)\n"
			" BR, Nominal                               : 25500Mbps\n"
			" Rate identifier                           : 0x00\n"
			" Length (SMF,km)                           : 0km\n"
			" Length (OM3 50um)                         : 70m\n"
			" Length (OM2 50um)                         : 0m\n"
			" Length (OM1 62.5um)                       : 0m\n"
			" Length (Copper or Active cable)           : 50m\n"
			" Transmitter technology                    : 0x00 (850 nm VCSEL)\n"
			" Laser wavelength                          : 850.000nm\n"
			" Laser wavelength tolerance                : 10.000nm\n"
			" Vendor name                               : Example Optics\n"
			" Vendor OUI                                : 00:17:6a\n"
			" Vendor PN                                 : EO-Q28-SR4\n"
			" Vendor rev                                : 1B\n"
			" Vendor SN                                 : EOQ0001\n"
			" Date code                                 : 210930\n"
			" Revision Compliance                       : SFF-8636 Rev 2.5/2.6/2.7\n"
			" Rx loss of signal                         : None\n"
			" Tx loss of signal                         : None\n"
			" Rx loss of lock                           : None\n"
			" Tx loss of lock                           : None\n"
			" Tx fault                                  : None\n"
			" Module temperature                        : 31.00 degrees C / 87.80 degrees F\n"
			" Module voltage                            : 3.2800 V\n"
			" Alarm/warning flags implemented           : Yes\n"
			" Laser tx bias current (Channel 1)         : 6.700 mA\n"
			" Laser tx bias current (Channel 2)         : 6.800 mA\n"
			" Laser tx bias current (Channel 3)         : 6.600 mA\n"
			" Laser tx bias current (Channel 4)         : 6.720 mA\n"
			" Transmit avg optical power (Channel 1)    : 1.0233 mW / 0.10 dBm\n"
			" Transmit avg optical power (Channel 2)    : 1.0471 mW / 0.20 dBm\n"
			" Transmit avg optical power (Channel 3)    : 0.9333 mW / -0.30 dBm\n"
			" Transmit avg optical power (Channel 4)    : 1.0000 mW / 0.00 dBm\n"
			" Rcvr signal avg optical power(Channel 1)  : 0.7943 mW / -1.00 dBm\n"
			" Rcvr signal avg optical power(Channel 2)  : 0.6310 mW / -2.00 dBm\n"
			" Rcvr signal avg optical power(Channel 3)  : 0.0000 mW / -inf dBm\n"
			" Rcvr signal avg optical power(Channel 4)  : 0.6026 mW / -2.20 dBm\n"
			" Laser bias current high alarm   (Chan 1)  : Off\n"
			" Laser bias current high alarm   (Chan 2)  : Off\n"
			" Laser bias current high alarm   (Chan 3)  : Off\n"
			" Laser bias current high alarm   (Chan 4)  : Off\n"
			" Laser bias current low alarm   (Chan 1)   : Off\n"
			" Laser bias current low alarm   (Chan 2)   : Off\n"
			" Laser bias current low alarm   (Chan 3)   : Off\n"
			" Laser bias current low alarm   (Chan 4)   : Off\n"
			" Laser bias current high warning   (Chan 1) : Off\n"
			" Laser bias current high warning   (Chan 2) : Off\n"
			" Laser bias current high warning   (Chan 3) : Off\n"
			" Laser bias current high warning   (Chan 4) : Off\n"
			" Laser bias current low warning   (Chan 1) : Off\n"
			" Laser bias current low warning   (Chan 2) : Off\n"
			" Laser bias current low warning   (Chan 3) : Off\n"
			" Laser bias current low warning   (Chan 4) : Off\n"
			" Laser tx power high alarm   (Chan 1)      : Off\n"
			" Laser tx power high alarm   (Chan 2)      : Off\n"
			" Laser tx power high alarm   (Chan 3)      : Off\n"
			" Laser tx power high alarm   (Chan 4)      : Off\n"
			" Laser tx power low alarm   (Chan 1)       : Off\n"
			" Laser tx power low alarm   (Chan 2)       : Off\n"
			" Laser tx power low alarm   (Chan 3)       : Off\n"
			" Laser tx power low alarm   (Chan 4)       : Off\n"
			" Laser tx power high warning   (Chan 1)    : Off\n"
			" Laser tx power high warning   (Chan 2)    : Off\n"
			" Laser tx power high warning   (Chan 3)    : Off\n"
			" Laser tx power high warning   (Chan 4)    : Off\n"
			" Laser tx power low warning   (Chan 1)     : Off\n"
			" Laser tx power low warning   (Chan 2)     : Off\n"
			" Laser tx power low warning   (Chan 3)     : Off\n"
			" Laser tx power low warning   (Chan 4)     : Off\n"
			" Laser rx power high alarm   (Chan 1)      : Off\n"
			" Laser rx power high alarm   (Chan 2)      : Off\n"
			" Laser rx power high alarm   (Chan 3)      : Off\n"
			" Laser rx power high alarm   (Chan 4)      : Off\n"
			" Laser rx power low alarm   (Chan 1)       : Off\n"
			" Laser rx power low alarm   (Chan 2)       : Off\n"
			" Laser rx power low alarm   (Chan 3)       : On\n"
			" Laser rx power low alarm   (Chan 4)       : Off\n"
			" Laser rx power high warning   (Chan 1)    : Off\n"
			" Laser rx power high warning   (Chan 2)    : Off\n"
			" Laser rx power high warning   (Chan 3)    : Off\n"
			" Laser rx power high warning   (Chan 4)    : Off\n"
			" Laser rx power low warning   (Chan 1)     : Off\n"
			" Laser rx power low warning   (Chan 2)     : Off\n"
			" Laser rx power low warning   (Chan 3)     : On\n"
			" Laser rx power low warning   (Chan 4)     : Off\n"
			" Module temperature high alarm             : Off\n"
			" Module temperature low alarm              : Off\n"
			" Module temperature high warning           : Off\n"
			" Module temperature low warning            : Off\n"
			" Module voltage high alarm                 : Off\n"
			" Module voltage low alarm                  : Off\n"
			" Module voltage high warning               : Off\n"
			" Module voltage low warning                : Off\n"
			" Laser bias current high alarm threshold   : 10.000 mA\n"
			" Laser bias current low alarm threshold    : 0.500 mA\n"
			" Laser bias current high warning threshold : 9.000 mA\n"
			" Laser bias current low warning threshold  : 1.000 mA\n"
			" Laser output power high alarm threshold   : 2.1878 mW / 3.40 dBm\n"
			" Laser output power low alarm threshold    : 0.1259 mW / -9.00 dBm\n"
			" Laser output power high warning threshold : 1.7378 mW / 2.40 dBm\n"
			" Laser output power low warning threshold  : 0.1585 mW / -8.00 dBm\n"
			" Module temperature high alarm threshold   : 80.00 degrees C / 176.00 degrees F\n"
			" Module temperature low alarm threshold    : -10.00 degrees C / 14.00 degrees F\n"
			" Module temperature high warning threshold : 70.00 degrees C / 158.00 degrees F\n"
			" Module temperature low warning threshold  : 0.00 degrees C / 32.00 degrees F\n"
			" Module voltage high alarm threshold       : 3.6300 V\n"
			" Module voltage low alarm threshold        : 2.9700 V\n"
			" Module voltage high warning threshold     : 3.4600 V\n"
			" Module voltage low warning threshold      : 3.1400 V\n"
			" Laser rx power high alarm threshold       : 2.1878 mW / 3.40 dBm\n"
			" Laser rx power low alarm threshold        : 0.0501 mW / -13.00 dBm\n"
			" Laser rx power high warning threshold     : 1.7378 mW / 2.40 dBm\n"
			" Laser rx power low warning threshold      : 0.1000 mW / -10.00 dBm\n",
		.want = {
			{
				.port = "",
				.near =
					"module.form: QSFP28\n"
					"module.memory: SFF-8636 2.7\n"
					"module.type: 100GBASE-SR4\n"
					"module.medium: optics\n"
					"module.fec: RS\n"
					"module.connector: MPO 1x12\n"
					"module.lanes: 4\n"
					"module.reach: 100 m\n"
					"module.wavelength: 850 nm\n"
					"module.vendor: Example Optics\n"
					"module.oui: 00:17:6a\n"
					"module.part: EO-Q28-SR4\n"
					"module.revision: 1B\n"
					"module.serial: EOQ0001\n"
					"module.date: 2021-09-30\n"
					"module.power_class: 3\n"
					"module.power: 2.5 W\n"
					"module.temperature: 31 C\n"
					"module.voltage: 3.28 V\n"
					"module.rx_power: -1 -2 -40 -2.20 dBm\n"
					"module.tx_power: 0.10 0.20 -0.30 0 dBm\n"
					"module.tx_bias: 6.70 6.80 6.60 6.72 mA\n"
					"module.thresholds.temperature: -10 0 70 80 C\n"
					"module.thresholds.voltage: 2.97 3.14 3.46 3.63 V\n"
					"module.thresholds.rx_power: -13 -10 2.40 3.40 dBm\n"
					"module.thresholds.tx_power: -9 -8 2.40 3.40 dBm\n"
					"module.thresholds.tx_bias: 0.50 1 9 10 mA\n"
					"module.flags: rx-power-low-alarm:3 rx-power-low-warning:3\n"
					"module.rx_los: none\n"
					"module.rx_lol: none\n"
					"module.tx_los: none\n"
					"module.tx_lol: none\n"
					"module.tx_fault: none\n",
			},
		},
	},
	{
		.name = "400GBASE-DR4: four of the eight lanes shown are none",
		.text =
			" Identifier                                : 0x18 (QSFP-DD Double Density 8X Pluggable Transceiver (INF-8628))\n"
			" Power class                               : 5\n"
			" Max power                                 : 10.00W\n"
			" Connector                                 : 0x0c (MPO Parallel Optic)\n"
			" Cable assembly length                     : 0.00m\n"
			" Tx CDR bypass control                     : No\n"
			" Rx CDR bypass control                     : No\n"
			" Tx CDR                                    : Yes\n"
			" Rx CDR                                    : Yes\n"
			" Transmitter technology                    : 0x06 (1310 nm EML)\n"
			" Laser wavelength                          : 1311.000nm\n"
			" Laser wavelength tolerance                : 6.500nm\n"
			" Length (SMF)                              : 0.50km\n"
			" Length (OM5)                              : 0m\n"
			" Length (OM4)                              : 0m\n"
			" Length (OM3 50/125um)                     : 0m\n"
			" Length (OM2 50/125um)                     : 0m\n"
			" Vendor name                               : Example Optics\n"
			" Vendor OUI                                : 00:17:6a\n"
			" Vendor PN                                 : EO-DD-DR4\n"
			" Vendor rev                                : 01\n"
			" Vendor SN                                 : EOD0001\n"
			" Date code                                 : 220304__\n"
			" Revision compliance                       : Rev. 4.0\n"
			" Rx loss of signal                         : [ No, Yes, No, No, No, No, No, No ]\n"
			" Tx loss of signal                         : None\n"
			" Rx loss of lock                           : None\n"
			" Tx loss of lock                           : None\n"
			" Tx fault                                  : None\n"
			" Module State                              : 0x03 (ModuleReady)\n"
			" LowPwrAllowRequestHW                      : Off\n"
			" LowPwrRequestSW                           : Off\n"
			" Module temperature                        : 45.50 degrees C / 113.90 degrees F\n"
			" Module voltage                            : 3.3100 V\n"
			" Laser tx bias current (Channel 1)         : 60.000 mA\n"
			" Laser tx bias current (Channel 2)         : 60.000 mA\n"
			" Laser tx bias current (Channel 3)         : 60.000 mA\n"
			" Laser tx bias current (Channel 4)         : 60.000 mA\n"
			" Laser tx bias current (Channel 5)         : 0.000 mA\n"
			" Laser tx bias current (Channel 6)         : 0.000 mA\n"
			" Laser tx bias current (Channel 7)         : 0.000 mA\n"
			" Laser tx bias current (Channel 8)         : 0.000 mA\n"
			" Transmit avg optical power (Channel 1)    : 1.4125 mW / 1.50 dBm\n"
			" Transmit avg optical power (Channel 2)    : 1.4125 mW / 1.50 dBm\n"
			" Transmit avg optical power (Channel 3)    : 1.4125 mW / 1.50 dBm\n"
			" Transmit avg optical power (Channel 4)    : 1.4125 mW / 1.50 dBm\n"
			" Transmit avg optical power (Channel 5)    : 0.0000 mW / -inf dBm\n"
			" Transmit avg optical power (Channel 6)    : 0.0000 mW / -inf dBm\n"
			" Transmit avg optical power (Channel 7)    : 0.0000 mW / -inf dBm\n"
			" Transmit avg optical power (Channel 8)    : 0.0000 mW / -inf dBm\n"
			" Rcvr signal avg optical power (Channel 1) : 1.1220 mW / 0.50 dBm\n"
			" Rcvr signal avg optical power (Channel 2) : 0.0000 mW / -inf dBm\n"
			" Rcvr signal avg optical power (Channel 3) : 1.0000 mW / 0.00 dBm\n"
			" Rcvr signal avg optical power (Channel 4) : 0.8913 mW / -0.50 dBm\n"
			" Rcvr signal avg optical power (Channel 5) : 0.0000 mW / -inf dBm\n"
			" Rcvr signal avg optical power (Channel 6) : 0.0000 mW / -inf dBm\n"
			" Rcvr signal avg optical power (Channel 7) : 0.0000 mW / -inf dBm\n"
			" Rcvr signal avg optical power (Channel 8) : 0.0000 mW / -inf dBm\n"
			" Module temperature high alarm             : Off\n"
			" Module temperature low alarm              : Off\n"
			" Module temperature high warning           : Off\n"
			" Module temperature low warning            : Off\n"
			" Module voltage high alarm                 : Off\n"
			" Module voltage low alarm                  : Off\n"
			" Module voltage high warning               : Off\n"
			" Module voltage low warning                : Off\n"
			" Laser bias current high alarm (Chan 3)    : Off\n"
			" Laser bias current low alarm (Chan 3)     : Off\n"
			" Laser bias current high warning (Chan 3)  : Off\n"
			" Laser bias current low warning (Chan 3)   : Off\n"
			" Laser tx power high alarm (Chan 3)        : Off\n"
			" Laser tx power low alarm (Chan 3)         : Off\n"
			" Laser tx power high warning (Chan 3)      : Off\n"
			" Laser tx power low warning (Chan 3)       : Off\n"
			" Laser rx power high alarm (Chan 3)        : Off\n"
			" Laser rx power low alarm (Chan 3)         : On\n"
			" Laser rx power high warning (Chan 3)      : Off\n"
			" Laser rx power low warning (Chan 3)       : Off\n"
			" Laser bias current high alarm threshold   : 120.000 mA\n"
			" Laser bias current low alarm threshold    : 20.000 mA\n"
			" Laser bias current high warning threshold : 110.000 mA\n"
			" Laser bias current low warning threshold  : 30.000 mA\n"
			" Laser output power high alarm threshold   : 3.1623 mW / 5.00 dBm\n"
			" Laser output power low alarm threshold    : 0.2512 mW / -6.00 dBm\n"
			" Laser output power high warning threshold : 2.5119 mW / 4.00 dBm\n"
			" Laser output power low warning threshold  : 0.3981 mW / -4.00 dBm\n"
			" Module temperature high alarm threshold   : 80.00 degrees C / 176.00 degrees F\n"
			" Module temperature low alarm threshold    : -10.00 degrees C / 14.00 degrees F\n"
			" Module temperature high warning threshold : 75.00 degrees C / 167.00 degrees F\n"
			" Module temperature low warning threshold  : 0.00 degrees C / 32.00 degrees F\n"
			" Module voltage high alarm threshold       : 3.6000 V\n"
			" Module voltage low alarm threshold        : 3.0000 V\n"
			" Module voltage high warning threshold     : 3.5000 V\n"
			" Module voltage low warning threshold      : 3.1000 V\n"
			" Laser rx power high alarm threshold       : 3.1623 mW / 5.00 dBm\n"
			" Laser rx power low alarm threshold        : 0.1000 mW / -10.00 dBm\n"
			" Laser rx power high warning threshold     : 2.5119 mW / 4.00 dBm\n"
			" Laser rx power low warning threshold      : 0.1585 mW / -8.00 dBm\n",
		.want = {
			{
				.port = "",
				.near =
					"module.form: QSFP-DD\n"
					"module.memory: CMIS 4.0\n"
					"module.medium: optics\n"
					"module.connector: MPO 1x12\n"
					"module.lanes: 4\n"
					"module.reach: 500 m\n"
					"module.wavelength: 1311 nm\n"
					"module.vendor: Example Optics\n"
					"module.oui: 00:17:6a\n"
					"module.part: EO-DD-DR4\n"
					"module.revision: 01\n"
					"module.serial: EOD0001\n"
					"module.date: 2022-03-04\n"
					"module.power_class: 5\n"
					"module.power: 10 W\n"
					"module.state: ready\n"
					"module.temperature: 45.5 C\n"
					"module.voltage: 3.31 V\n"
					"module.rx_power: 0.50 -40 0 -0.50 dBm\n"
					"module.tx_power: 1.50 1.50 1.50 1.50 dBm\n"
					"module.tx_bias: 60 60 60 60 mA\n"
					"module.thresholds.temperature: -10 0 75 80 C\n"
					"module.thresholds.voltage: 3 3.10 3.50 3.60 V\n"
					"module.thresholds.rx_power: -10 -8 4 5 dBm\n"
					"module.thresholds.tx_power: -6 -4 4 5 dBm\n"
					"module.thresholds.tx_bias: 20 30 110 120 mA\n"
					"module.flags: none\n"
					"module.rx_los: 2\n"
					"module.rx_lol: none\n"
					"module.tx_los: none\n"
					"module.tx_lol: none\n"
					"module.tx_fault: none\n",
			},
		},
	},
};

static void reads(void **state)
{
	(void)state;
	for (size_t i = 0; i < ROWS(samples); i++)
		help_text_sample(&samples[i]);
}

static struct facts *read_near(const char *text, size_t len, struct text_case **c)
{
	const struct text_port *port;
	struct text_file file;

	*c = help_text_feed(text, len, NULL, &file);
	text_case_finish(*c, NULL, 0, NULL);
	port = text_case_port(*c, 0);
	return port ? &port->sets->set[SET_NEAR] : NULL;
}

/* No lane, limit or length that was cut off is taken for 0. */
static void cut_anywhere(void **state)
{
	(void)state;
	for (size_t i = 0; i < ROWS(samples); i++) {
		struct text_case *whole, *c;
		const struct facts *all = read_near(samples[i].text, strlen(samples[i].text), &whole);

		for (size_t len = 0; len < strlen(samples[i].text); len += 11) {
			const struct facts *f = read_near(samples[i].text, len, &c);

			for (int id = FACT_MODULE_FORM; f && id <= FACT_MODULE_TX_DISABLE; id++)
				help_same_or_unknown(samples[i].name, len, f, all,
						     (enum fact_id)id);
			text_case_free(c);
		}
		text_case_free(whole);
	}
}

static void fact_of(const char *text, enum fact_id id, const char *want)
{
	struct text_case *c;
	const struct facts *f = read_near(text, strlen(text), &c);

	assert_non_null(f);
	help_fact_is(text, f, id, want);
	text_case_free(c);
}

#define QSFP "\tIdentifier : 0x11 (QSFP28)\n"
#define SFP "\tIdentifier : 0x03 (SFP)\n"
#define CMIS "\tIdentifier : 0x19 (OSFP 8X Pluggable Transceiver)\n"

#define CODES " Transceiver codes : 0x00 0x00 0x00 0x00 0x00 0x00 0x00 0x00\n"

static void layouts_of_versions(void **state)
{
	(void)state;
	/* Old ones print the byte, those from 6.14 its upper half. */
	fact_of(QSFP CODES " Transmitter technology : 0xb0 (Copper cable, passive equalized)\n",
		FACT_MODULE_MEDIUM, "passive-copper");
	fact_of(QSFP CODES " Transmitter technology : 0x0b (Copper cable, passive equalized)\n",
		FACT_MODULE_MEDIUM, "passive-copper");
	fact_of(SFP " Length (SMF) : 10km\n Length (SMF) : 10000m\n Vendor name : X\n",
		FACT_MODULE_REACH, "10000 m");
	fact_of(SFP " Length (Copper or Active cable) : 2m\n Vendor name : X\n", FACT_MODULE_REACH,
		"20 m");
	fact_of(CMIS " Cable assembly length : 3.00m\n Vendor name : X\n", FACT_MODULE_REACH, "3 m");
	fact_of(CMIS " Cable assembly length : > 6.3km\n Vendor name : X\n", FACT_MODULE_REACH,
		NULL);
	fact_of(CMIS " Transmitter technology : 0x0a (Copper cable, unequalized)\n",
		FACT_MODULE_MEDIUM, "passive-copper");
	fact_of(CMIS " Module State : 0x05 (ModuleFault)\n", FACT_MODULE_STATE, "fault");
	fact_of(QSFP " Extended identifier : 0x20\n", FACT_MODULE_POWER_CLASS, "8");
	/* Its watts stand in a byte that is not printed. */
	fact_of(QSFP " Extended identifier : 0x20\n", FACT_MODULE_POWER, NULL);
}

static void what_can_not_be(void **state)
{
	(void)state;
	fact_of(SFP " Module voltage : 3.2956\n", FACT_MODULE_VOLTAGE, NULL);
	fact_of(SFP " Module voltage : 99999 V\n", FACT_MODULE_VOLTAGE, NULL);
	fact_of(SFP " Module voltage : 6.55356 V\n", FACT_MODULE_VOLTAGE, NULL);	/* rounds to 0 */
	fact_of(SFP " Module voltage : nan V\n", FACT_MODULE_VOLTAGE, NULL);
	fact_of(SFP " Vendor name : a name of more than sixteen\n", FACT_MODULE_VENDOR, NULL);
	fact_of(SFP " Connector : 0x107 (LC)\n", FACT_MODULE_CONNECTOR, NULL);
	fact_of(QSFP " Rx loss of signal : many\n", FACT_MODULE_RX_LOS, NULL);
	fact_of(QSFP " Laser tx bias current (Channel 0) : 6 mA\n"
		" Laser tx bias current (Channel 5) : 6 mA\n"
		" Laser tx bias current (Channel 99999999999) : 6 mA\n", FACT_MODULE_TX_BIAS, NULL);
	fact_of("\tIdentifier : 0x7f (reserved or unknown)\n Vendor name : X\n", FACT_MODULE_VENDOR,
		NULL);
}

/* A second module in the same text does not inherit from the first. */
static void two_modules(void **state)
{
	static const char text[] = "$ ethtool -m eth0\n" SFP " Vendor PN : A\n"
				   "$ ethtool -m eth1\n" SFP " Vendor SN : B\n";
	struct text_file file;
	struct text_case *c = help_text_read(text, &file);

	(void)state;
	help_fact_is("eth0", &help_text_port(c, "eth0")->sets->set[SET_NEAR], FACT_MODULE_PART, "A");
	help_fact_is("eth1", &help_text_port(c, "eth1")->sets->set[SET_NEAR], FACT_MODULE_PART,
		     NULL);
	help_fact_is("eth1", &help_text_port(c, "eth1")->sets->set[SET_NEAR], FACT_MODULE_SERIAL, "B");
	text_case_free(c);
}

/* A command whose output is missing says nothing of the module before it. */
static void a_command_alone(void **state)
{
	static const char text[] = "$ ethtool -m eth0\n" SFP " Vendor PN : A\n"
				   "$ ethtool -m eth1\nnetlink error: Operation not supported\n";
	struct text_file file;
	struct text_case *c = help_text_read(text, &file);
	const struct text_port *port = help_text_port(c, "eth1");

	(void)state;
	if (port)
		help_fact_is("eth1", &port->sets->set[SET_NEAR], FACT_MODULE_PART, NULL);
	assert_int_equal(file.unknown_lines, 1);
	text_case_free(c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads),
		cmocka_unit_test(cut_anywhere),
		cmocka_unit_test(layouts_of_versions),
		cmocka_unit_test(what_can_not_be),
		cmocka_unit_test(two_modules),
		cmocka_unit_test(a_command_alone),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("text-module", tests, NULL, NULL);
}
