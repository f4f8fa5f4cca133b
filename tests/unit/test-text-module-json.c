// SPDX-License-Identifier: GPL-3.0-or-later
#include "text-help.h"

static const struct text_sample samples[] = {
	{
		.name = "QSFP, as 6.14 prints it: readings and limits have the same name",
		.text =
			"[ {\n"
			"        \"identifier\": 17,\n"
			"        \"identifier_description\": \"QSFP28\",\n"
			"        \"extended_identifier\": {\n"
			"            \"value\": 207,\n"
			"            \"description\": \"3.5W max. Power consumption\",\n"
			"            \"description\": \"CDR present in TX, CDR present in RX\",\n"
			"            \"description\": \"5.0W max. Power consumption, High Power Class (> 3.5 W) enabled\"\n"
			"        },\n"
			"        \"power_set\": false,\n"
			"        \"connector\": 35,\n"
			"        \"connector_description\": \"No separable connector\",\n"
			"        \"transceiver_codes\": [ 128,0,0,0,0,0,0,0 ],\n"
			"        \"transceiver_type\": \"Active Optical Cable with 50GAUI, 100GAUI-2 or 200GAUI-4 C2M. Providing a worst BER of 10-6 or below\",\n"
			"        \"length_(smf)\": 0,\n"
			"        \"length_(om3)\": 0,\n"
			"        \"length_(copper_or_active_cable)\": 3,\n"
			"        \"transmitter_technology\": 0,\n"
			"        \"transmitter_technology_description\": \"850 nm VCSEL\",\n"
			"        \"laser_wavelength\": 850,\n"
			"        \"vendor_name\": \"Example Optics\",\n"
			"        \"vendor_oui\": [ 0,23,106 ],\n"
			"        \"vendor_pn\": \"EO-AOC-3\",\n"
			"        \"vendor_rev\": \"A6\",\n"
			"        \"vendor_sn\": \"EOA0001\",\n"
			"        \"date_code\": \"190412\",\n"
			"        \"revision_compliance\": \"Unallocated\",\n"
			"        \"rx_loss_of_signal\": [ \"Yes\",\"No\",\"No\",\"No\" ],\n"
			"        \"tx_loss_of_signal\": false,\n"
			"        \"module_temperature\": 56.9805,\n"
			"        \"module_voltage\": 3.259,\n"
			"        \"alarm/warning_flags_implemented\": true,\n"
			"        \"laser_tx_bias_current\": [ 6.5,6.5,6.5,6.5 ],\n"
			"        \"transmit_avg_optical_power\": [ 1,1,1,1 ],\n"
			"        \"rx_power\": {\n"
			"            \"values\": [ 0.0449,0.0475,0.042,0.0394 ],\n"
			"            \"type\": \"Rcvr signal avg optical power\"\n"
			"        },\n"
			"        \"module_temperature\": {\n"
			"            \"high_alarm_threshold\": 80,\n"
			"            \"low_alarm_threshold\": -10,\n"
			"            \"high_warning_threshold\": 70,\n"
			"            \"low_warning_threshold\": 0\n"
			"        },\n"
			"        \"laser_rx_power\": {\n"
			"            \"high_alarm_threshold\": 3.4673,\n"
			"            \"low_alarm_threshold\": 0.0467,\n"
			"            \"high_warning_threshold\": 1.7378,\n"
			"            \"low_warning_threshold\": 0.0933\n"
			"        }\n"
			"    } ]\n",
		.want = {
			{
				.port = "",
				.near =
					"module.form: QSFP28\n"
					"module.memory: SFF-8636\n"
					"module.type: 200G AOC, BER 1e-6\n"
					"module.medium: active-optical\n"
					"module.fec: RS\n"
					"module.connector: no separable connector\n"
					"module.lanes: 4\n"
					"module.reach: 3 m\n"
					"module.wavelength: 850 nm\n"
					"module.vendor: Example Optics\n"
					"module.oui: 00:17:6a\n"
					"module.part: EO-AOC-3\n"
					"module.revision: A6\n"
					"module.serial: EOA0001\n"
					"module.date: 2019-04-12\n"
					"module.power_class: 7\n"
					"module.power: 5 W\n"
					"module.temperature: 57 C\n"
					"module.voltage: 3.26 V\n"
					"module.rx_power: -13.48 -13.23 -13.77 -14.05 dBm\n"
					"module.tx_power: 0 0 0 0 dBm\n"
					"module.tx_bias: 6.50 6.50 6.50 6.50 mA\n"
					"module.thresholds.temperature: -10 0 70 80 C\n"
					"module.thresholds.rx_power: -13.31 -10.30 2.40 5.40 dBm\n"
					"module.rx_los: 1\n"
					"module.tx_los: none\n",
			},
		},
	},
	{
		.name = "SFP, names of 6.18, flags as booleans",
		.text =
			"[ {\n"
			"        \"identifier\": 3,\n"
			"        \"extended_identifier\": 4,\n"
			"        \"connector\": 7,\n"
			"        \"transceiver_codes\": [ 0,0,0,2,0,0,0,0,0 ],\n"
			"        \"transceiver_type\": [ \"Ethernet: 1000BASE-LX\" ],\n"
			"        \"encoding\": 1,\n"
			"        \"length_(smf)\": 10,\n"
			"        \"laser_wavelength\": 1310,\n"
			"        \"vendor_name\": \"Example Optics\",\n"
			"        \"vendor_sn\": \"EOL0001\",\n"
			"        \"option_values\": [ 0,26 ],\n"
			"        \"optical_diagnostics_support\": true,\n"
			"        \"laser_tx_bias_current\": 15.604,\n"
			"        \"transmit_avg_optical_power\": 0.2461,\n"
			"        \"rx_power\": {\n"
			"            \"value\": 0.0516,\n"
			"            \"type\": \"Receiver signal average optical power\"\n"
			"        },\n"
			"        \"module_temperature_measurement\": 26.5898,\n"
			"        \"module_voltage_measurement\": 3.3812\n"
			"    } ]\n",
		.want = {
			{
				.port = "",
				.near =
					"module.form: SFP\n"
					"module.memory: SFF-8472\n"
					"module.type: 1000BASE-LX\n"
					"module.medium: optics\n"
					"module.connector: LC\n"
					"module.lanes: 1\n"
					"module.reach: 10000 m\n"
					"module.wavelength: 1310 nm\n"
					"module.vendor: Example Optics\n"
					"module.serial: EOL0001\n"
					"module.power_class: 1\n"
					"module.power: 1 W\n"
					"module.temperature: 26.6 C\n"
					"module.voltage: 3.38 V\n"
					"module.rx_power: -12.87 dBm\n"
					"module.tx_power: -6.09 dBm\n"
					"module.tx_bias: 15.60 mA\n",
			},
		},
	},
	{
		.name = "CMIS",
		.text =
			"[ {\n"
			"        \"identifier\": 24,\n"
			"        \"power_class\": 5,\n"
			"        \"max_power\": 10,\n"
			"        \"connector\": 40,\n"
			"        \"cable_assembly_length\": 0,\n"
			"        \"transmitter_technology\": 0,\n"
			"        \"length_(smf)\": 0,\n"
			"        \"length_(om4)\": 100,\n"
			"        \"vendor_name\": \"Example Optics\",\n"
			"        \"date_code\": \"211229__\",\n"
			"        \"revision_compliance\": {\n"
			"            \"major\": 4,\n"
			"            \"minor\": 0\n"
			"        },\n"
			"        \"rx_loss_of_signal\": [ true,true,true,true,true,true,true,true ],\n"
			"        \"tx_fault\": [ false,false,false,false,false,false,false,false ],\n"
			"        \"module_state\": 3,\n"
			"        \"module_state_description\": \"ModuleReady\",\n"
			"        \"module_temperature_measurement\": 37.5273,\n"
			"        \"laser_tx_bias_current\": [ 7,7,7,7,7,7,7,7 ],\n"
			"        \"transmit_avg_optical_power\": [ 1,1,1,1,1,1,1,1 ],\n"
			"        \"rx_power\": {\n"
			"            \"values\": [ 0.0001,0.0001,0.0001,0.0001,0.0001,0.0001,0.0001,0.0001 ],\n"
			"            \"type\": \"Rcvr signal avg optical power\"\n"
			"        }\n"
			"    } ]\n",
		.want = {
			{
				.port = "",
				.near =
					"module.form: QSFP-DD\n"
					"module.memory: CMIS 4.0\n"
					"module.medium: optics\n"
					"module.connector: MPO 1x16\n"
					"module.lanes: 8\n"
					"module.reach: 100 m\n"
					"module.vendor: Example Optics\n"
					"module.date: 2021-12-29\n"
					"module.power_class: 5\n"
					"module.power: 10 W\n"
					"module.state: ready\n"
					"module.temperature: 37.5 C\n"
					"module.rx_power: -40 -40 -40 -40 -40 -40 -40 -40 dBm\n"
					"module.tx_power: 0 0 0 0 0 0 0 0 dBm\n"
					"module.tx_bias: 7 7 7 7 7 7 7 7 mA\n"
					"module.rx_los: 1 2 3 4 5 6 7 8\n"
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

static void odd_values(void **state)
{
	static const char *const texts[] = {
		"[ {\n\"identifier\": \"17\"\n} ]\n",
		"[ {\n\"identifier\": 300\n} ]\n",
		"[ {\n\"identifier\": 17,\n\"vendor_oui\": [ 1 ],\n\"rx_power\": 7,\n"
		"\"vendor_name\": { \"a\": { \"b\": 1 } },\n\"connector\": [ [ 1 ] ],\n"
		"\"revision_compliance\": { \"major\": 99, \"minor\": 0 },\n"
		"\"laser_tx_bias_current\": [ 1, 2, 3, 4, 5, 6, 7, 8, 9, \"x\", null ]\n} ]\n",
	};

	(void)state;
	for (size_t i = 0; i < ROWS(texts); i++) {
		struct text_file file;
		struct text_case *c = help_text_read(texts[i], &file);
		const struct text_port *port = help_text_port(c, "");

		if (port)
			help_fact_is(texts[i], &port->sets->set[SET_NEAR], FACT_MODULE_VENDOR, NULL);
		text_case_free(c);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads),
		cmocka_unit_test(odd_values),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("text-module-json", tests, NULL, NULL);
}
