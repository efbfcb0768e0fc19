package dev.hotstate.monitor.probe;

import dev.hotstate.kit.http.egress.EgressGuard;
import io.netty.handler.codec.dns.DnsResponseCode;
import io.netty.resolver.dns.DnsServerAddressStreamProviders;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.spi.transport.Transport;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Asks a name server: the one that the target names, or that of this machine. */
final class DnsProbe {

    private final Transport transport;
    private final EgressGuard guard;

    DnsProbe(VertxInternal vertx, EgressGuard guard) {
        this.transport = vertx.transport();
        this.guard = guard;
    }

    void run(DnsTarget target, Check check) {
        check.enter(Check.Phase.DNS);
        if (target.resolver() == null) {
            ask(target, check, serverOfThisMachine(target.name()));
            return;
        }
        guard.admit(target.resolver(), target.resolverPort())
                .subscribe()
                .with(
                        server -> ask(target, check, new InetSocketAddress(server.address(), server.port())),
                        check::fail);
    }

    private static InetSocketAddress serverOfThisMachine(String name) {
        return DnsServerAddressStreamProviders.platformDefault()
                .nameServerAddressStream(name)
                .next();
    }

    private void ask(DnsTarget target, Check check, InetSocketAddress server) {
        DnsExchange.begin(transport, check, server, target, answer -> {
            check.counted(answer.counts());
            judge(target, check, answer);
        });
    }

    private static void judge(DnsTarget target, Check check, DnsExchange.Answer answer) {
        if (answer.code().equals(DnsResponseCode.NXDOMAIN)) {
            check.down(Reason.DNS, "The name does not exist");
        } else if (!answer.code().equals(DnsResponseCode.NOERROR)) {
            check.down(Reason.DNS, "The name server answered " + answer.code());
        } else {
            judge(target, check, answer.values());
        }
    }

    private static void judge(DnsTarget target, Check check, Collection<String> found) {
        var values = comparable(target, found);
        var missing = comparable(target, target.expected()).stream()
                .filter(value -> !values.contains(value))
                .count();
        if (values.isEmpty()) {
            check.down(Reason.DNS, "There is no " + target.type() + " record");
        } else if (missing > 0) {
            check.down(Reason.ASSERTION, missing + " of the expected values are not in the answer");
        } else {
            LatencyPolicy.judge(check, target.latencyMax());
        }
    }

    /** Names compare without case and final dot; texts as they are. */
    private static Set<String> comparable(DnsTarget target, Collection<String> values) {
        return values.stream()
                .map(value -> target.type() == DnsTarget.Type.TXT
                        ? value
                        : value.toLowerCase(Locale.ROOT).replaceAll("\\.$", ""))
                .collect(Collectors.toSet());
    }
}
