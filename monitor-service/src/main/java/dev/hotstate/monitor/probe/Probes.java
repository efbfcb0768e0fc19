package dev.hotstate.monitor.probe;

import dev.hotstate.kit.http.egress.EgressGuard;
import dev.hotstate.kit.http.egress.EgressTls;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.EventExecutor;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.impl.VertxInternal;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs the probe of the target's kind, each check on the next event loop. */
@Singleton
public final class Probes implements Probe {

    private static final int CHECKS_IN_A_ROW = 8;

    private final List<ContextInternal> loops;
    private final AtomicInteger turn = new AtomicInteger();
    private final EgressGuard guard;
    private final ProbeMetrics metrics;
    private final HttpProbe http;
    private final TcpProbe tcp;
    private final DnsProbe dns;
    private final PingProbe ping;
    private final TlsProbe tls;

    Probes(
            Vertx vertx,
            EgressGuard guard,
            EgressTls trust,
            ProbeConfig config,
            BodyBudget budget,
            ProbeMetrics metrics,
            Clock clock) {
        var internal = (VertxInternal) vertx;
        var dialer = new Dialer(internal, guard);
        var handshakes = new Tls(vertx, trust, clock);
        this.loops = oneContextPerLoop(internal);
        this.guard = guard;
        this.metrics = metrics;
        this.http = new HttpProbe(dialer, handshakes, budget, config.userAgent());
        this.tcp = new TcpProbe(dialer);
        this.dns = new DnsProbe(internal, guard);
        this.ping = new PingProbe(guard, config);
        this.tls = new TlsProbe(dialer, handshakes);
    }

    @Override
    public Uni<ProbeResult> run(ProbeTarget target, ProbeSecrets secrets, Duration timeout) {
        return observe(target, secrets, timeout).map(Observation::result);
    }

    /** The same with more to tell. */
    public Uni<Observation> observe(ProbeTarget target, ProbeSecrets secrets, Duration timeout) {
        return Uni.createFrom()
                .<Observation>emitter(caller -> {
                    var loop = nextLoop();
                    loop.runOnContext(ignored -> {
                        var check = new Check(loop, caller, timeout);
                        caller.onTermination(check::abandonUnlessEnded);
                        begin(target, secrets, check);
                    });
                })
                .invoke(seen -> metrics.count(target.kind(), seen.result().reason()));
    }

    /** What can be said about the place without asking anybody: a closed address, or an unusual form of one. */
    public Optional<String> objection(ProbeTarget target) {
        return switch (target) {
            case DnsTarget question when question.resolver() == null -> Optional.empty();
            case HttpTarget page when page.address() != null -> guard.objection(page.address());
            default -> guard.objection(target.host());
        };
    }

    private void begin(ProbeTarget target, ProbeSecrets secrets, Check check) {
        try {
            switch (target) {
                case HttpTarget page -> http.run(page, secrets, check);
                case TcpTarget port -> tcp.run(port, check);
                case DnsTarget question -> dns.run(question, check);
                case PingTarget host -> ping.run(host, check);
                case TlsTarget port -> tls.run(port, check);
            }
        } catch (RuntimeException ours) {
            check.fail(ours);
        }
    }

    /** Some in a row go to the same one, which so is woken once for checks that begin together. */
    private ContextInternal nextLoop() {
        return loops.get(Math.floorMod(turn.getAndIncrement() / CHECKS_IN_A_ROW, loops.size()));
    }

    private static List<ContextInternal> oneContextPerLoop(VertxInternal vertx) {
        var contexts = new ArrayList<ContextInternal>();
        for (EventExecutor loop : vertx.nettyEventLoopGroup()) {
            contexts.add(vertx.createEventLoopContext(
                    (EventLoop) loop, null, Thread.currentThread().getContextClassLoader()));
        }
        return List.copyOf(contexts);
    }
}
