package dev.hotstate.monitor.probe;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.dns.DatagramDnsQuery;
import io.netty.handler.codec.dns.DatagramDnsQueryEncoder;
import io.netty.handler.codec.dns.DatagramDnsResponse;
import io.netty.handler.codec.dns.DatagramDnsResponseDecoder;
import io.netty.handler.codec.dns.DefaultDnsQuestion;
import io.netty.handler.codec.dns.DnsRecordType;
import io.netty.handler.codec.dns.DnsResponseCode;
import io.netty.handler.codec.dns.DnsSection;
import io.vertx.core.spi.transport.Transport;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/**
 * One question to a name server over UDP, with bare Netty: the client of Vert.x neither asks for the start of authority nor
 * tells how many records came. The socket is connected, so that only the server is heard; it belongs to the check and closes
 * with it.
 */
final class DnsExchange extends SimpleChannelInboundHandler<DatagramDnsResponse> {

    private static final int ID_BOUND = 1 << 16;

    private final Check check;
    private final InetSocketAddress server;
    private final DnsTarget target;
    private final Consumer<Answer> onAnswer;
    private final int id = ThreadLocalRandom.current().nextInt(ID_BOUND);

    /** @param values of the wanted type only; others, such as the aliases on the way, are just counted */
    record Answer(DnsResponseCode code, List<String> values, DnsCounts counts) {}

    private DnsExchange(Check check, InetSocketAddress server, DnsTarget target, Consumer<Answer> onAnswer) {
        this.check = check;
        this.server = server;
        this.target = target;
        this.onAnswer = onAnswer;
    }

    /** What goes wrong ends the check. */
    static void begin(
            Transport transport, Check check, InetSocketAddress server, DnsTarget target, Consumer<Answer> onAnswer) {
        var exchange = new DnsExchange(check, server, target, onAnswer);
        var opening = new Bootstrap()
                .group(check.loop().nettyEventLoop())
                .channelFactory(transport::datagramChannel)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline()
                                .addLast(
                                        new DatagramDnsQueryEncoder(),
                                        new DatagramDnsResponseDecoder(new DnsRecordText()),
                                        exchange);
                    }
                })
                .connect(server);
        check.use(opening.channel());
        check.connectedTo(server.getAddress(), false);
        opening.addListener(done -> {
            if (!done.isSuccess()) {
                check.fail(done.cause());
            }
        });
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        var query = new DatagramDnsQuery(null, server, id)
                .setRecursionDesired(true)
                .setRecord(DnsSection.QUESTION, new DefaultDnsQuestion(target.name(), wanted()));
        context.writeAndFlush(query).addListener(sent -> {
            if (!sent.isSuccess()) {
                check.fail(sent.cause());
            }
        });
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, DatagramDnsResponse response) {
        if (response.id() != id) {
            return;
        }
        var values = new ArrayList<String>();
        Long serial = null;
        for (int i = 0; i < response.count(DnsSection.ANSWER); i++) {
            if (response.recordAt(DnsSection.ANSWER, i) instanceof DnsRecordText.TextRecord record
                    && record.type().equals(wanted())) {
                values.add(record.text());
                if (record.type().equals(DnsRecordType.SOA)) {
                    serial = serialOf(record.text());
                }
            }
        }
        onAnswer.accept(new Answer(
                response.code(),
                values,
                new DnsCounts(
                        response.count(DnsSection.ANSWER),
                        response.count(DnsSection.AUTHORITY),
                        response.count(DnsSection.ADDITIONAL),
                        serial)));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
        check.down(Reason.DNS, "The name server sent no answer that can be read");
    }

    private DnsRecordType wanted() {
        return DnsRecordType.valueOf(target.type().name());
    }

    private static long serialOf(String authority) {
        return Long.parseLong(authority.split(" ")[2]);
    }
}
