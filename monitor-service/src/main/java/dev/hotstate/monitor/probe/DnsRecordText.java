package dev.hotstate.monitor.probe;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.dns.AbstractDnsRecord;
import io.netty.handler.codec.dns.DefaultDnsRecordDecoder;
import io.netty.handler.codec.dns.DnsRecord;
import io.netty.handler.codec.dns.DnsRecordType;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.StringJoiner;

/** Reads records as a zone file writes them; names without their final dot. */
final class DnsRecordText extends DefaultDnsRecordDecoder {

    private static final int SRV_NUMBERS = 3;
    private static final int SOA_NUMBERS = 5;

    /** A record with its value. */
    static final class TextRecord extends AbstractDnsRecord {

        private final String text;

        TextRecord(String name, DnsRecordType type, int dnsClass, long ttl, String text) {
            super(name, type, dnsClass, ttl);
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    @Override
    protected DnsRecord decodeRecord(
            String name, DnsRecordType type, int dnsClass, long ttl, ByteBuf packet, int offset, int length)
            throws UnknownHostException {
        // Names refer to earlier ones in the packet, so the index moves and not the buffer.
        var data = packet.duplicate().setIndex(offset, offset + length);
        // OPT uses the place of the class for something else, which must not be taken for a wrong one.
        return new TextRecord(name, type, dnsClass, Math.max(0, ttl), text(type, data));
    }

    private static String text(DnsRecordType type, ByteBuf data) throws UnknownHostException {
        if (type.equals(DnsRecordType.A) || type.equals(DnsRecordType.AAAA)) {
            var address = new byte[data.readableBytes()];
            data.readBytes(address);
            return InetAddress.getByAddress(address).getHostAddress();
        } else if (type.equals(DnsRecordType.NS)
                || type.equals(DnsRecordType.CNAME)
                || type.equals(DnsRecordType.PTR)) {
            return name(data);
        } else if (type.equals(DnsRecordType.MX)) {
            return data.readUnsignedShort() + " " + name(data);
        } else if (type.equals(DnsRecordType.SRV)) {
            return service(data);
        } else if (type.equals(DnsRecordType.SOA)) {
            return authority(data);
        } else if (type.equals(DnsRecordType.TXT)) {
            return strings(data);
        }
        return "";
    }

    private static String service(ByteBuf data) {
        var text = new StringJoiner(" ");
        for (int i = 0; i < SRV_NUMBERS; i++) {
            text.add(Integer.toString(data.readUnsignedShort()));
        }
        return text.add(name(data)).toString();
    }

    private static String authority(ByteBuf data) {
        var text = new StringJoiner(" ").add(name(data)).add(name(data));
        for (int i = 0; i < SOA_NUMBERS; i++) {
            text.add(Long.toString(data.readUnsignedInt()));
        }
        return text.toString();
    }

    /** Of a long text, the parts: they belong together without anything in between. */
    private static String strings(ByteBuf data) {
        var text = new StringBuilder();
        while (data.isReadable()) {
            text.append(data.readCharSequence(data.readUnsignedByte(), StandardCharsets.UTF_8));
        }
        return text.toString();
    }

    private static String name(ByteBuf data) {
        var name = decodeName(data);
        return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    }
}
