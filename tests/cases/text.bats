#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Field cases from public threads, as text of tools and logs: what diagnose must say about them, and what it
# must not.

load ../cli/common

# case_of ARGUMENT...: standard input is the case; JSON in output, the text in text, the message in said.
case_of() {
	cat >"$tmp/case.txt"
	edx diagnose "$tmp/case.txt" "$@"
	text=$output
	text_status=$status
	edx diagnose "$tmp/case.txt" "$@" --json
	[ "$status" -eq "$text_status" ] || fail "text exits $text_status, JSON $status"
	json '.command == "diagnose"'
}

judged() {
	expect_status "$1" || return
	verdict "$2"
}

# The findings and the verdict say, or do not say.
says() {
	grep -aqE -- "$1" <<<"$(tr -s ' \n' '  ' <<<"$text")" || { output=$text fail "the text does not say: $1"; }
}

says_not() {
	! grep -aqiE -- "$1" <<<"$(tr -s ' \n' '  ' <<<"$text")" || { output=$text fail "the text says: $1"; }
}

# fact SET NAME VALUE: of the only port.
fact() {
	json '.facts[$s][$n].value == ($v | fromjson)' --arg s "$1" --arg n "$2" --arg v "$3"
}

fact_unknown() {
	json '.facts[$s][$n] | . == null or has("value") == false' --arg s "$1" --arg n "$2"
}

@test "A05 ethtool and words of one port: only 100 full is offered, nothing heard" {
	case_of <<-'END'
		# mii-diag -v eth0
		Basic registers of MII PHY #24:  3000 780d 0040 6177 0501 0000 0000 0000.
		# ethtool eth0
		Settings for eth0:
			Supported link modes:   10baseT/Half 10baseT/Full
			                        100baseT/Half 100baseT/Full
			Supports auto-negotiation: Yes
			Advertised link modes:  100baseT/Full
			Advertised auto-negotiation: Yes
			Speed: 10Mb/s
			Duplex: Half
			Port: MII
			Auto-negotiation: on
			Link detected: yes
	END
	judged 1 warning
	found ADVERTISE-LIMITED warning
	found PARALLEL-DETECTION warning
	found HALF-DUPLEX warning
	fact near link.speed 10
	fact near link.duplex '"half"'
	says_not 'SOURCES-DISAGREE'
}

@test "A07 the board offers no gigabit: ethtool shows the partner's" {
	case_of <<-'END'
		Settings for eth0:
			Supported link modes:   10baseT/Half 10baseT/Full 100baseT/Half 100baseT/Full 1000baseT/Full
			Supports auto-negotiation: Yes
			Advertised link modes:  10baseT/Half 10baseT/Full 100baseT/Half 100baseT/Full
			Advertised auto-negotiation: Yes
			Link partner advertised link modes:  10baseT/Half 10baseT/Full 100baseT/Half 100baseT/Full 1000baseT/Full
			Link partner advertised auto-negotiation: Yes
			Speed: 100Mb/s
			Duplex: Full
			Port: Twisted Pair
			Auto-negotiation: on
			Link detected: yes
	END
	judged 1 warning
	found SPEED-LIMITED-LOCAL warning
	json '[.findings[] | select(.id == "SPEED-LIMITED-LOCAL") | .fix_end] == ["near"]'
}

@test "A09 idle errors in the words, a drop in the log" {
	case_of <<-'END'
		1140 792d 02a8 0380 0de1 c1e1 000f ffffffff
		ffffffff 0200 280f ffffffff ffffffff ffffffff ffffffff 3000
		[  320.000000] e1000e: eth0 NIC Link is Up 1000 Mbps Full Duplex, Flow Control: None
		[  900.000000] e1000e: eth0 NIC Link is Down
		[  905.100000] e1000e: eth0 NIC Link is Up 1000 Mbps Full Duplex, Flow Control: None
	END
	judged 1 warning
	found RECEIVER-MARGINAL warning
	fact near ms.idle_errors 15
	fact near link.speed 1000
	fact near log.flaps 1
	fact near log.outage 5.1
	json '.facts.near["mii.words"].value[7] == null'
}

@test "A10 the modem does not negotiate; collisions alone are no fault" {
	case_of <<-'END'
		$ mii-tool -v
		eth0: autonegotiation failed, link ok
		  product info: vendor 00:00:00, model 0 rev 0
		  basic mode:   autonegotiation enabled
		  basic status: autonegotiation complete, link ok
		  capabilities: 100baseTx-FD 100baseTx-HD 10baseT-FD 10baseT-HD
		  advertising:  100baseTx-FD 100baseTx-HD 10baseT-FD 10baseT-HD
		$ ifconfig eth0
		eth0      Link encap:Ethernet  HWaddr 02:50:DA:00:00:01
		          UP BROADCAST RUNNING MULTICAST  MTU:1500  Metric:1
		          RX packets:7611 errors:0 dropped:0 overruns:0 frame:0
		          TX packets:7479 errors:0 dropped:0 overruns:0 carrier:0
		          collisions:4847 txqueuelen:1000
		$ dmesg | tail -1
		eth0: Setting half-duplex based on auto-negotiated partner ability 0000.
	END
	judged 1 warning
	found PARALLEL-DETECTION warning
	found HALF-DUPLEX warning
	fact near link.up true
	fact near link.duplex '"half"'
	fact near counter.collisions 4847
	json '[.findings[].id | select(startswith("ERRORS-") or . == "DUPLEX-MISMATCH-LIKELY" or . == "LINK-DOWN")] == []'
}

@test "A12 Tx status 82: late collisions, a full-duplex station on the segment" {
	case_of <<-'END'
		eth0: MII transceiver found at address 24, status 782d.
		eth0: Transmit error, Tx status register 82.
		eth0: Transmit error, Tx status register 88.
		eth0: Transmit error, Tx status register 82.
	END
	judged 1 warning
	found DUPLEX-MISMATCH-LIKELY warning
	found ERRORS-LATE-COLLISION warning
	fact near link.duplex '"half"'
	fact near counter.late_collisions 2
	fact near counter.excessive_collisions 1
	says 'replace the hub by a switch'
	json '[.findings[].remedies[0].text | select(test("cable"; "i"))] == []'
}

@test "A13 CRC and alignment errors in equal numbers: frames cut off, a range and no overflow" {
	case_of <<-'END'
		NIC statistics:
		     rx_packets: 347640758
		     tx_packets: 347729711
		     rx_broadcast: 347640758
		     rx_errors: 152415
		     rx_crc_errors: 76220
		     rx_frame_errors: 76195
		     rx_align_errors: 76195
		     collisions: 0
		     tx_abort_late_coll: 0
		     tx_carrier_errors: 0
		     rx_missed_errors: 0
		     rx_no_buffer_count: 0
	END
	judged 2 critical
	found ERRORS-CRC critical
	says '76220 to 152415 frames were cut off'
	json '[.findings[].id | select(. == "HOST-DROPS")] == []'
}

@test "A14 the host does not empty its ring; the wire is clean" {
	case_of <<-'END'
		NIC statistics:
		     rx_packets: 176715090074
		     rx_multicast: 81461226941
		     rx_no_buffer_count: 830920320
		     rx_missed_errors: 1228956027
		     alloc_rx_buff_failed: 2000
		     rx_crc_errors: 0
		     rx_align_errors: 0
		     rx_errors: 2
		     rx_length_errors: 2
		     rx_flow_control_xon: 0
		     rx_flow_control_xoff: 0
	END
	judged 1 warning
	found HOST-DROPS warning
	json '[.findings[].id] == ["HOST-DROPS"]'
	json '[.findings[].remedies[].text | select(test("cable|duplex"; "i"))] == []'
}

@test "A15 pause is asked for here and not granted" {
	case_of <<-'END'
		Pause parameters for eth0:
		Autonegotiate:	on
		RX:		on
		TX:		on
		RX negotiated: off
		TX negotiated: off
	END
	found PAUSE-NOT-AGREED info
	fact near pause.flow '"none"'
	fact near pause.rx true
	says 'wanted here and not agreed'
	says_not 'duplex mismatch'
}

@test "A15 the same with receiver drops is a warning" {
	cat >"$tmp/first" <<-'END'
		NIC statistics:
		     rx_packets: 1000
		     rx_missed_errors: 5
	END
	sed 's/1000/90000/; s/: 5/: 700/' "$tmp/first" >"$tmp/second"
	cat >"$tmp/pause" <<-'END'
		Pause parameters for eth0:
		Autonegotiate:	on
		RX:		on
		TX:		on
		RX negotiated: off
		TX negotiated: off
	END
	edx diagnose "$tmp/pause" "$tmp/first" "$tmp/second" --window 10 --json
	expect_status 1
	found PAUSE-NOT-AGREED warning
	found HOST-DROPS warning
}

@test "A15 pause works" {
	case_of <<-'END'
		Pause parameters for eth0:
		Autonegotiate:	on
		RX:		on
		TX:		on
		RX negotiated: on
		TX negotiated: on
	END
	not_found PAUSE-NOT-AGREED PAUSE-ONE-WAY
	fact near pause.flow '"both"'
}

@test "A16 EEE is active: no proven cause" {
	case_of <<-'END'
		EEE settings for eth0:
			EEE status: enabled - active
			Tx LPI: disabled
			Supported EEE link modes:  100baseT/Full
			                           1000baseT/Full
			Advertised EEE link modes:  100baseT/Full
			                           1000baseT/Full
			Link partner advertised EEE link modes:  100baseT/Full
			                           1000baseT/Full
	END
	found EEE-ACTIVE info
	not_found EEE-SUSPECT
	fact near eee.tx_lpi false
	no_alarm
}

@test "A17 forced 25G finds no partner; no FEC in use while the link is down proves nothing" {
	case_of <<-'END'
		Settings for enp1s0:
			Supported ports: [ FIBRE ]
			Speed: Unknown!
			Duplex: Unknown! (255)
			Auto-negotiation: off
			Port: FIBRE
			Link detected: no (No partner detected during force mode)
		FEC parameters for enp1s0:
		Configured FEC encodings: Off
		Active FEC encoding: None
	END
	judged 2 critical
	found LINK-DOWN critical
	fact near link.ext_substate '"no-partner-detected-during-force-mode"'
	fact near link.autoneg false
	fact_unknown near fec.active
	says_not 'no cable|cable missing'
}

@test "A18 the driver refused the module: no port came of it, the place on the bus stands for it" {
	case_of <<-'END'
		ixgbe 0000:02:00.0: failed to load because an unsupported SFP+ or QSFP module type was detected.
		ixgbe 0000:02:00.0: Reload the driver after installing a supported module.
		ixgbe: probe of 0000:02:00.0 failed with error -95
	END
	judged 2 critical
	found MODULE-REFUSED critical
	json '.interface == "0000:02:00.0"'
	says_not 'no such interface'
}

@test "A19 two drops of a switch port of a router, an hour apart" {
	case_of <<-'END'
		[3549169.529898] mt7530-mdio mdio-bus:1f lan: Link is Down
		[3549172.238591] mt7530-mdio mdio-bus:1f lan: Link is Up - 1Gbps/Full - flow control rx/tx
		[3552592.237232] mt7530-mdio mdio-bus:1f lan: Link is Down
		[3552595.115661] mt7530-mdio mdio-bus:1f lan: Link is Up - 1Gbps/Full - flow control rx/tx
	END
	judged 1 warning
	found LINK-FLAPPING warning
	json '.interface == "lan"'
	fact near log.flaps 2
	fact near log.outage 2.9
	fact near log.span 3426
	says '3549169.5 link-down; 3549172.2 link-up 1000 full'
	says 'lost and came back 2 times'
	says_not ': OK'
}

@test "A19 a 2.5G link that came back slower" {
	case_of <<-'END'
		[58437.485179] igc 0000:13:00.0 eth1: NIC Link is Down
		[58440.469028] igc 0000:13:00.0 eth1: NIC Link is Up 2500 Mbps Full Duplex, Flow Control: RX/TX
		[58457.134605] igc 0000:13:00.0 eth1: NIC Link is Down
		[58459.908702] igc 0000:13:00.0 eth1: NIC Link is Up 1000 Mbps Full Duplex, Flow Control: RX/TX
	END
	judged 1 warning
	found LINK-FLAPPING warning
	fact near log.flaps 2
	fact near log.outage 3
	fact near link.speed 1000
	says '58440.5 link-up 2500 full; 58457.1 link-down; 58459.9 link-up 1000 full'
}

@test "A20 2.5 and 5 Gb/s supported and not offered: the modes stand unsorted" {
	case_of <<-'END'
		  Supported link modes:  100baseT/Full 1000baseT/Full 10000baseT/Full 2500baseT/Full 5000baseT/Full
		  Advertised link modes: 100baseT/Full 1000baseT/Full 10000baseT/Full
		  Speed: 1000Mb/s  Duplex: Full  Auto-negotiation: on
	END
	found SPEED-LIMITED-LOCAL info
	says 'this end can 5000 Mb/s and does not offer it'
	fact near link.speed 1000
	json '[.findings[].id] == ["SPEED-LIMITED-LOCAL"]'
}

@test "A21 the PCIe path is narrower than the port" {
	case_of <<-'END'
		[    5.000000] mlx5_core 0000:01:00.0: 126.028 Gb/s available PCIe bandwidth (32.0 GT/s PCIe x4 link)
		[   20.000000] mlx5_core 0000:01:00.0 enp1s0f0np0: Link up
		Settings for enp1s0f0np0:
			Speed: 200000Mb/s
			Duplex: Full
			Link detected: yes
	END
	judged 1 warning
	found HOST-BUS-NARROW warning
	fact near host.bus_rate 126028
	json '[.findings[].id] == ["HOST-BUS-NARROW"]'
}

@test "A22 a virtual port without a speed is well" {
	case_of <<-'END'
		Settings for eth0:
			Supported ports: [ ]
			Supported link modes:   Not reported
			Speed: Unknown!
			Duplex: Unknown! (255)
			Auto-negotiation: off
			Port: Other
			Link detected: yes
	END
	judged 0 ok
	found LINK-SPEED-UNKNOWN info
	fact_unknown near link.speed
	fact_unknown near link.duplex
}

@test "A22 65535 is no speed" {
	case_of <<-'END'
		Settings for eth0:
			Supported ports: [ TP ]
			Speed: 65535Mb/s
			Duplex: Unknown! (255)
			Auto-negotiation: on
			Link detected: no
	END
	judged 2 critical
	fact_unknown near link.speed
	says_not '65535'
	json '[.findings[].id] == ["LINK-DOWN"]'
}

@test "A22 what sysfs says of a port without a speed" {
	case_of <<-'END'
		/sys/class/net/eth0/carrier:1
		/sys/class/net/eth0/speed:-1
		/sys/class/net/eth0/duplex:unknown
		cat: /sys/class/net/eth1/speed: Invalid argument
	END
	json '[.ports[] | .facts.near["link.speed"] | has("value")] == [false, false]'
	says_not '-1 Mb/s|4294967295|-125000'
}

@test "A23 a bond of two, one member at 100: the speed is why they do not aggregate" {
	case_of <<-'END'
		$ cat /proc/net/bonding/bond0
		Ethernet Channel Bonding Driver: v3.7.1 (April 27, 2011)

		Bonding Mode: IEEE 802.3ad Dynamic link aggregation
		MII Status: up
		MII Polling Interval (ms): 100

		802.3ad info
		LACP rate: fast
		Active Aggregator Info:
			Aggregator ID: 2
			Number of ports: 1
			Actor Key: 9
			Partner Key: 32784

		Slave Interface: eth0
		MII Status: up
		Speed: 100 Mbps
		Duplex: full
		Link Failure Count: 0
		Aggregator ID: 1
		Actor Churn State: churned
		Partner Churn State: none
		details actor lacp pdu:
		    port key: 7
		    port state: 7
		details partner lacp pdu:
		    oper key: 32784
		    port state: 13

		Slave Interface: eth1
		MII Status: up
		Speed: 1000 Mbps
		Duplex: full
		Link Failure Count: 0
		Aggregator ID: 2
		Actor Churn State: none
		Partner Churn State: none
		details actor lacp pdu:
		    port key: 9
		    port state: 63
		details partner lacp pdu:
		    oper key: 32784
		    port state: 63
	END
	judged 2 critical
	found BOND-AGGREGATOR-SPLIT critical
	found BOND-MEMBER-SPEED warning
	says 'speeds differ: find out why first'
	json '.interface == "bond0"'
}

@test "the host is clean, the switch port counts FCS errors: the cable from here" {
	case_of <<-'END'
		$ ethtool eth0
		Settings for eth0:
			Speed: 1000Mb/s
			Duplex: Full
			Auto-negotiation: on
			Port: Twisted Pair
			Link detected: yes
		$ ethtool -S eth0
		NIC statistics:
		     rx_packets: 500000
		     rx_crc_errors: 0
		     rx_align_errors: 0
		sw1#show interfaces GigabitEthernet1/0/7
		GigabitEthernet1/0/7 is up, line protocol is up (connected)
		  Full-duplex, 1000Mb/s, media type is 10/100/1000BaseTX
		     400000 packets input, 51200000 bytes, 0 no buffer
		     0 runts, 0 giants, 0 throttles
		     70 input errors, 70 CRC, 0 frame, 0 overrun, 0 ignored
		     500000 packets output, 64000000 bytes, 0 underruns
		     0 output errors, 0 collisions, 1 interface resets
		     0 babbles, 0 late collision, 0 deferred
	END
	judged 1 warning
	found PARTNER-ERRORS warning
	not_found ERRORS-CRC
	json '.interface == "eth0"'
	fact partner counter.crc 70
	fact partner link.duplex '"full"'
	json '.facts.partner["link.speed"].from == "paste"'
}

@test "A29 the host is forced to full, the switch port fell to half and counts late collisions" {
	case_of <<-'END'
		Settings for eth0:
			Speed: 100Mb/s
			Duplex: Full
			Auto-negotiation: off
			Port: Twisted Pair
			Link detected: yes
		sw1#show interfaces FastEthernet0/7
		FastEthernet0/7 is up, line protocol is up (connected)
		  Half-duplex, 100Mb/s, media type is 10/100BaseTX
		     100000 packets input, 12345678 bytes, 0 no buffer
		     0 input errors, 0 CRC, 0 frame, 0 overrun, 0 ignored
		     200000 packets output, 23456789 bytes, 0 underruns
		     40 output errors, 400 collisions, 1 interface resets
		     0 babbles, 31 late collision, 6 deferred
	END
	fact near link.duplex '"full"'
	fact near link.autoneg false
	fact partner link.duplex '"half"'
	fact partner link.speed 100
	fact partner counter.late_collisions 31
	found AUTONEG-OFF warning
}

@test "a module that receives no light: ethtool -m beside ethtool" {
	case_of <<-'END'
		$ ethtool eth0
		Settings for eth0:
			Speed: Unknown!
			Duplex: Unknown! (255)
			Auto-negotiation: off
			Port: FIBRE
			Link detected: no
		$ ethtool -m eth0
			Identifier                                : 0x03 (SFP)
			Connector                                 : 0x07 (LC)
			Transceiver codes                         : 0x10 0x00 0x00 0x00 0x00 0x00 0x00 0x00 0x00
			Transceiver type                          : 10G Ethernet: 10G Base-SR
			Encoding                                  : 0x06 (64B/66B)
			Vendor name                               : Example Optics
			Optical diagnostics support               : Yes
			Laser bias current                        : 6.750 mA
			Laser output power                        : 0.5754 mW / -2.40 dBm
			Receiver signal average optical power     : 0.0001 mW / -40.00 dBm
			Module temperature                        : 41.27 degrees C / 106.29 degrees F
			Module voltage                            : 3.2956 V
	END
	judged 2 critical
	found RX-DARK critical
	found LINK-DOWN critical
	not_found TX-DARK
	fact near module.type '"10GBASE-SR"'
	fact near module.rx_power '[-40]'
	json '.facts.near["module.rx_power"].from == "paste"'
}

@test "a module beyond its own limits while the link is up" {
	case_of <<-'END'
		Settings for eth0:
			Speed: 10000Mb/s
			Duplex: Full
			Link detected: yes
			Identifier                                : 0x03 (SFP)
			Optical diagnostics support               : Yes
			Laser bias current                        : 6.750 mA
			Laser output power                        : 0.5754 mW / -2.40 dBm
			Receiver signal average optical power     : 0.5012 mW / -3.00 dBm
			Module temperature                        : 79.27 degrees C / 174.69 degrees F
			Module voltage                            : 3.2956 V
			Module temperature high alarm threshold   : 78.00 degrees C / 172.40 degrees F
			Module temperature low alarm threshold    : -13.00 degrees C / 8.60 degrees F
			Module temperature high warning threshold : 73.00 degrees C / 163.40 degrees F
			Module temperature low warning threshold  : -8.00 degrees C / 17.60 degrees F
	END
	judged 2 critical
	found MODULE-OPTICS critical
	says 'temperature 79.27 C, above the module.s alarm limit of 78.00'
	not_found RX-DARK TX-DARK LINK-DOWN
}

@test "a module without diagnostics, in JSON: nothing is dark" {
	case_of <<-'END'
		$ ethtool --json -m eth0
		[ {
		        "identifier": 3,
		        "connector": 33,
		        "transceiver_codes": [ 1,0,0,4,0,4,128,0,11 ],
		        "encoding": 0,
		        "vendor_name": "Example Cables",
		        "optical_diagnostics_support": false
		    } ]
		Settings for eth0:
			Speed: Unknown!
			Link detected: no
	END
	judged 2 critical
	not_found RX-DARK TX-DARK MODULE-OPTICS
	fact near module.medium '"passive-copper"'
}
