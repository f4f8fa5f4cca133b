// SPDX-License-Identifier: GPL-3.0-or-later
#include "dev/capture.h"

#include <errno.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <pcap/pcap.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "dev/pcapng.h"

#define NS_PER_S INT64_C(1000000000)
#define NS_PER_MS INT64_C(1000000)
#define SNAP_BYTES 2048
#define RING_BYTES (256 * 1024)
#define POLL_MS 100

#define MAGIC_BYTES 4
#define PCAPNG_FIRST_BYTE 0x0a

struct capture {
	pcap_t *pcap;
	struct pcapng *pcapng;		/* in place of pcap */
	FILE *in;			/* of pcapng; stdin is not closed */
	uint64_t left_out;
	enum eth_link link;
	bool live;
	char name[128];
};

bool capture_begins(FILE *in)
{
	/* pcap with us and ns, of either byte order; pcapng's section header is one both ways. */
	static const uint8_t known[][MAGIC_BYTES] = {
		{ 0xa1, 0xb2, 0xc3, 0xd4 }, { 0xd4, 0xc3, 0xb2, 0xa1 },
		{ 0xa1, 0xb2, 0x3c, 0x4d }, { 0x4d, 0x3c, 0xb2, 0xa1 },
		{ 0x0a, 0x0d, 0x0d, 0x0a },
	};
	uint8_t magic[MAGIC_BYTES];
	size_t count = fread(magic, 1, sizeof(magic), in);

	for (size_t i = count; i > 0; i--)
		ungetc(magic[i - 1], in);
	for (size_t i = 0; count == sizeof(magic) && i < sizeof(known) / sizeof(known[0]); i++)
		if (memcmp(magic, known[i], sizeof(magic)) == 0)
			return true;
	return false;
}

/* LINKTYPE_ and DLT_ numbers are the same for these. */
static bool link_of(int type, enum eth_link *link)
{
	switch (type) {
	case DLT_EN10MB:
		*link = ETH_LINK_ETHERNET;
		return true;
	case DLT_LINUX_SLL:
		*link = ETH_LINK_SLL;
		return true;
	case DLT_LINUX_SLL2:
		*link = ETH_LINK_SLL2;
		return true;
	}
	return false;
}

static int wrong_link(const struct capture *c, int type, struct err *err)
{
	const char *name = pcap_datalink_val_to_name(type);

	return err_set(err, -EPROTONOSUPPORT, "%s: its link type is %d (%s); neighbors are read from "
		       "Ethernet and Linux cooked captures", c->name, type, name ? name : "no name");
}

static struct capture *capture_new(const char *name)
{
	struct capture *c = calloc(1, sizeof(*c));

	if (c)
		snprintf(c->name, sizeof(c->name), "%s", name);
	return c;
}

static int open_pcap(struct capture *c, struct err *err)
{
	char why[PCAP_ERRBUF_SIZE] = "";
	int type;

	c->pcap = pcap_fopen_offline_with_tstamp_precision(c->in, PCAP_TSTAMP_PRECISION_NANO, why);
	if (!c->pcap)
		return err_set(err, -EBADMSG, "%s: not a capture that can be read: %s; pcap and "
			       "pcapng are known", c->name, why);
	c->in = NULL;			/* libpcap closes it */
	type = pcap_datalink(c->pcap);
	return link_of(type, &c->link) ? 0 : wrong_link(c, type, err);
}

int capture_open_file(struct capture **out, FILE *in, const char *name, struct err *err)
{
	struct capture *c = capture_new(name);
	int first, rc;

	if (!c) {
		if (in != stdin)
			fclose(in);
		return err_set(err, -ENOMEM, "out of memory");
	}
	c->in = in;
	first = ungetc(getc(in), in);
	rc = first == PCAPNG_FIRST_BYTE ? pcapng_open(&c->pcapng, in, name, err) : open_pcap(c, err);
	if (rc < 0) {
		capture_close(c);
		return rc;
	}
	*out = c;
	return 0;
}

/* To which addresses a port must listen besides its own. */
static const uint8_t groups[][ETH_MAC_BYTES] = {
	{ 0x01, 0x80, 0xc2, 0x00, 0x00, 0x0e },	/* nearest bridge */
	{ 0x01, 0x80, 0xc2, 0x00, 0x00, 0x03 },	/* nearest non-TPMR bridge */
	{ 0x01, 0x80, 0xc2, 0x00, 0x00, 0x00 },	/* nearest customer bridge; STP */
	{ 0x01, 0x80, 0xc2, 0x00, 0x00, 0x02 },	/* slow protocols */
	{ 0x01, 0x00, 0x0c, 0xcc, 0xcc, 0xcc },	/* CDP, VTP, DTP, UDLD */
	{ 0x01, 0x00, 0x0c, 0xcc, 0xcc, 0xcd },	/* PVST+ */
	{ 0x01, 0xe0, 0x52, 0xcc, 0xcc, 0xcc },	/* FDP */
};

/* By destination, which stands in front of any tag; the two types are loop probes and stray LLDP. */
#define FILTER \
	"(ether[0:4] = 0x0180c200 and ether[4:2] < 0x30) or ether[0:4] = 0x01000ccc or " \
	"ether dst 01:e0:52:cc:cc:cc or ether dst 00:e0:2b:00:00:00 or ether proto 0x9000 or " \
	"ether proto 0x88cc"

static int join_groups(const struct capture *c, const char *iface, struct err *err)
{
	struct packet_mreq request = { .mr_ifindex = (int)if_nametoindex(iface),
				       .mr_type = PACKET_MR_MULTICAST,
				       .mr_alen = ETH_MAC_BYTES };

	for (size_t i = 0; i < sizeof(groups) / sizeof(groups[0]); i++) {
		memcpy(request.mr_address, groups[i], ETH_MAC_BYTES);
		if (setsockopt(pcap_fileno(c->pcap), SOL_PACKET, PACKET_ADD_MEMBERSHIP, &request,
			       sizeof(request)) < 0)
			return err_set(err, -errno, "%s: cannot join the group of LLDP: %s; no "
				       "announcement would be heard", iface, strerror(errno));
	}
	return 0;
}

static int set_filter(const struct capture *c, struct err *err)
{
	struct bpf_program program;
	int rc = pcap_compile(c->pcap, &program, FILTER, 1, PCAP_NETMASK_UNKNOWN);

	if (rc == 0) {
		rc = pcap_setfilter(c->pcap, &program);
		pcap_freecode(&program);
	}
	return rc == 0 ? 0 : err_set(err, -EIO, "%s: the kernel takes no filter: %s", c->name,
				     pcap_geterr(c->pcap));
}

static int activate(const struct capture *c, struct err *err)
{
	int rc;

	pcap_set_snaplen(c->pcap, SNAP_BYTES);
	pcap_set_promisc(c->pcap, 0);
	pcap_set_timeout(c->pcap, POLL_MS);
	pcap_set_immediate_mode(c->pcap, 1);
	pcap_set_buffer_size(c->pcap, RING_BYTES);
	pcap_set_tstamp_precision(c->pcap, PCAP_TSTAMP_PRECISION_NANO);
	rc = pcap_activate(c->pcap);
	switch (rc) {
	case PCAP_ERROR_PERM_DENIED:
		return err_set(err, -EPERM, "%s: listening needs CAP_NET_RAW: run it as root, with "
			       "sudo", c->name);
	case PCAP_ERROR_NO_SUCH_DEVICE:
		return err_set(err, -ENODEV, "%s: no such interface; see ip -br link", c->name);
	case PCAP_ERROR_IFACE_NOT_UP:
		return err_set(err, -ENETDOWN, "%s: the interface is not up, so nothing can be heard; "
			       "set it up: ip link set %s up", c->name, c->name);
	}
	return rc >= 0 ? 0 : err_set(err, -EIO, "%s: cannot listen: %s", c->name,
				     pcap_geterr(c->pcap));
}

static int start(struct capture *c, struct err *err)
{
	char why[PCAP_ERRBUF_SIZE] = "";
	int rc = activate(c, err);

	if (rc == 0 && pcap_datalink(c->pcap) != DLT_EN10MB)
		rc = err_set(err, -EPROTONOSUPPORT, "%s: no Ethernet port; name one (ip -br link)",
			     c->name);
	if (rc == 0)
		rc = set_filter(c, err);
	if (rc == 0)
		rc = join_groups(c, c->name, err);
	if (rc == 0 && pcap_setdirection(c->pcap, PCAP_D_IN) < 0)
		rc = err_set(err, -EIO, "%s: cannot leave own frames out: %s", c->name,
			     pcap_geterr(c->pcap));
	if (rc == 0 && pcap_setnonblock(c->pcap, 1, why) < 0)
		rc = err_set(err, -EIO, "%s: %s", c->name, why);
	return rc;
}

int capture_allowed(struct err *err)
{
	int fd = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0);

	if (fd < 0)
		return err_set(err, -errno, "listening needs CAP_NET_RAW (%s): run it as root, with "
			       "sudo", strerror(errno));
	close(fd);
	return 0;
}

int capture_open_live(struct capture **out, const char *iface, struct err *err)
{
	struct capture *c = capture_new(iface);
	char why[PCAP_ERRBUF_SIZE] = "";
	int rc;

	if (!c)
		return err_set(err, -ENOMEM, "out of memory");
	c->live = true;
	c->pcap = pcap_create(iface, why);
	rc = c->pcap ? start(c, err) : err_set(err, -EIO, "%s: cannot listen: %s", iface, why);
	if (rc < 0) {
		capture_close(c);
		return rc;
	}
	*out = c;
	return 0;
}

static int next_of_pcapng(struct capture *c, struct capture_frame *frame, struct err *err)
{
	struct pcapng_frame f;
	int rc;

	while ((rc = pcapng_next(c->pcapng, &f, err)) > 0) {
		enum eth_link link;

		if (!link_of(f.link_type, &link)) {
			c->left_out++;
			continue;
		}
		*frame = (struct capture_frame){
			.link = link, .bytes = f.bytes, .len_bytes = f.len_bytes,
			.wire_bytes = f.wire_bytes, .t_ns = f.t_ns, .port = f.port,
			.outgoing = f.outgoing,
		};
		return 1;
	}
	return rc;
}

int capture_next(struct capture *c, struct capture_frame *frame, struct err *err)
{
	struct pcap_pkthdr *head;
	const u_char *bytes;

	if (c->pcapng)
		return next_of_pcapng(c, frame, err);
	switch (pcap_next_ex(c->pcap, &head, &bytes)) {
	case 1:
		break;
	case 0:
	case PCAP_ERROR_BREAK:			/* so libpcap tells the end of a file */
		return 0;
	default:
		return err_set(err, c->live ? -ENODEV : -EBADMSG, "%s: %s", c->name,
			       pcap_geterr(c->pcap));
	}
	*frame = (struct capture_frame){
		.link = c->link, .bytes = bytes, .len_bytes = head->caplen,
		.wire_bytes = head->len,
		.t_ns = head->ts.tv_sec * NS_PER_S + head->ts.tv_usec,
	};
	return 1;
}

const char *capture_port_name(const struct capture *c, unsigned int port)
{
	return c->pcapng ? pcapng_port_name(c->pcapng, port) : NULL;
}

uint64_t capture_left_out(const struct capture *c)
{
	return c->left_out;
}

int capture_wait_until_ns(struct capture *c, int64_t deadline_ns)
{
	struct pollfd fd = { .fd = pcap_get_selectable_fd(c->pcap), .events = POLLIN };
	int64_t left_ns = deadline_ns - clock_now_ns();

	if (left_ns <= 0)
		return 0;
	return poll(&fd, 1, (int)(left_ns / NS_PER_MS) + 1) < 0 ? -errno : 0;
}

uint64_t capture_dropped(struct capture *c)
{
	struct pcap_stat stat = { 0 };

	return c->live && pcap_stats(c->pcap, &stat) == 0 ? stat.ps_drop : 0;
}

void capture_close(struct capture *c)
{
	if (!c)
		return;
	if (c->pcap)
		pcap_close(c->pcap);
	pcapng_close(c->pcapng);
	if (c->in && c->in != stdin)
		fclose(c->in);
	free(c);
}
