package dev.hotstate.kit.http.egress;

import io.netty.resolver.dns.DnsNameResolver;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.resolver.dns.SequentialDnsServerAddressStreamProvider;
import io.netty.util.concurrent.Future;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/**
 * DNS over Netty on one event loop. The JDK would block a thread per name, and the one of Vert.x gives one address only,
 * while all must be checked. Answers are kept for their time to live, but never long enough to hide a change from a check.
 */
final class DnsResolver implements AutoCloseable {

    private static final int SECONDS_KEPT_MAX = 30;

    private final Vertx vertx;
    private final DnsNameResolver resolver;
    private final Duration deadline;

    /** @param servers none: those of this machine */
    DnsResolver(Vertx vertx, List<InetSocketAddress> servers, Duration deadline) {
        this.vertx = vertx;
        this.deadline = deadline;
        var internal = (VertxInternal) vertx;
        var builder = new DnsNameResolverBuilder(internal.nettyEventLoopGroup().next())
                .datagramChannelFactory(() -> internal.transport().datagramChannel())
                .queryTimeoutMillis(deadline.toMillis() / 2)
                .ttl(0, SECONDS_KEPT_MAX)
                .negativeTtl(0);
        if (!servers.isEmpty()) {
            builder.nameServerProvider(new SequentialDnsServerAddressStreamProvider(servers));
        }
        this.resolver = builder.build();
    }

    /** All addresses of a name, the preferred one first. Fails with {@link HostNotFound}. */
    Uni<List<InetAddress>> resolve(String name) {
        return Uni.createFrom().deferred(() -> {
            var answer = resolver.resolveAll(name);
            return answer.isDone() ? known(name, answer) : awaited(name, answer);
        });
    }

    private static Uni<List<InetAddress>> known(String name, Future<List<InetAddress>> answer) {
        return answer.isSuccess()
                ? Uni.createFrom().item(answer.getNow())
                : Uni.createFrom().failure(new HostNotFound(name));
    }

    /** Goes on in the context of the caller. */
    private Uni<List<InetAddress>> awaited(String name, Future<List<InetAddress>> answer) {
        var context = vertx.getOrCreateContext();
        return Uni.createFrom()
                .<List<InetAddress>>emitter(caller -> answer.addListener(done -> context.runOnContext(
                        ignored -> known(name, answer).subscribe().with(caller::complete, caller::fail))))
                .ifNoItem()
                .after(deadline)
                .failWith(() -> new HostNotFound(name));
    }

    @Override
    public void close() {
        resolver.close();
    }
}
