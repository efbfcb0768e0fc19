package dev.hotstate.monitor.channel;

import dev.hotstate.kit.http.egress.Destination;
import dev.hotstate.kit.http.egress.EgressGuard;
import dev.hotstate.kit.http.egress.EgressTls;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Hands one message to a mail server. Ours, because it must dial the address that the egress guard has checked. */
@Singleton
class SmtpClient {

    private static final int CONNECT_MILLIS_MAX = 10_000;

    /** Taken here, or passed on to where the person is now. */
    private static final Set<Integer> ACCEPTED = Set.of(250, 251);

    private final VertxInternal vertx;
    private final EgressGuard guard;
    private final NetClient net;

    SmtpClient(Vertx vertx, EgressGuard guard, EgressTls tls) {
        this.vertx = (VertxInternal) vertx;
        this.guard = guard;
        var options =
                new NetClientOptions().setConnectTimeout(CONNECT_MILLIS_MAX).setHostnameVerificationAlgorithm("HTTPS");
        tls.configure(options);
        this.net = vertx.createNetClient(options);
    }

    @PreDestroy
    void close() {
        net.close();
    }

    /**
     * Fails with {@link SmtpFailure} or what the network says.
     *
     * @param timeout of the conversation; connecting has its own
     */
    Uni<Void> send(EmailSettings settings, @Nullable String password, String message, Duration timeout) {
        return guard.admit(settings.server(), settings.port())
                .chain(this::connect)
                .chain(session -> conversation(session, settings, password, message)
                        .ifNoItem()
                        .after(timeout)
                        .fail()
                        .onTermination()
                        .invoke(session::close));
    }

    /** All of it happens on one event loop, so that nothing is heard before somebody listens. */
    private Uni<SmtpSession> connect(Destination server) {
        return Uni.createFrom()
                .emitter(session -> vertx.createEventLoopContext()
                        .runOnContext(go -> net.connect(server.socketAddress())
                                .map(socket -> new SmtpSession(socket, server.host()))
                                .onSuccess(session::complete)
                                .onFailure(session::fail)));
    }

    private static Uni<Void> conversation(
            SmtpSession session, EmailSettings settings, @Nullable String password, String message) {
        return secured(session, settings.security())
                .chain(() -> loggedIn(session, settings, password))
                .chain(() -> session.command("MAIL FROM:<" + settings.from() + ">", 250))
                .chain(() -> recipients(session, settings))
                .chain(() -> session.command("DATA", 354))
                .chain(() -> session.command(message + ".", 250))
                .invoke(() -> session.say("QUIT"))
                .replaceWithVoid();
    }

    /** One mailbox that is gone must not silence the others: it is enough that the server takes one of them. */
    private static Uni<Void> recipients(SmtpSession session, EmailSettings settings) {
        return Multi.createFrom()
                .iterable(settings.to())
                .onItem()
                .transformToUniAndConcatenate(to -> session.ask("RCPT TO:<" + to + ">"))
                .collect()
                .asList()
                .invoke(codes -> {
                    if (codes.stream().noneMatch(ACCEPTED::contains)) {
                        throw new SmtpRefused(
                                "The mail server refused all recipients, the last with " + codes.getLast());
                    }
                })
                .replaceWithVoid();
    }

    private static Uni<Void> secured(SmtpSession session, EmailSettings.Security security) {
        return switch (security) {
            case NONE -> session.greeting().chain(session::hello);
            case TLS -> session.encrypt().chain(session::greeting).chain(session::hello);
            case STARTTLS ->
                session.greeting()
                        .chain(session::hello)
                        .chain(() -> session.command("STARTTLS", 220))
                        .chain(session::encrypt)
                        .chain(session::hello);
        };
    }

    private static Uni<Void> loggedIn(SmtpSession session, EmailSettings settings, @Nullable String password) {
        if (settings.username() == null) {
            return Uni.createFrom().voidItem();
        }
        var login = "\0" + settings.username() + "\0" + password;
        var encoded = Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8));
        return session.command("AUTH PLAIN " + encoded, 235);
    }
}
