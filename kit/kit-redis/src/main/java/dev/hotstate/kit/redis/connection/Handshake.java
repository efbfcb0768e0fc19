package dev.hotstate.kit.redis.connection;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.regex.Pattern;

/** Login, name and the question who is there, in one write. The connection is of use when PING is answered, be it with LOADING. */
final class Handshake {

    private static final Command WHO_IS_THERE = Command.of("INFO").arg("server");
    private static final Pattern RUN_ID = Pattern.compile("^run_id:(\\w+)", Pattern.MULTILINE);
    private static final long DEADLINE_NANOS = Duration.ofMillis(500).toNanos();

    private Handshake() {}

    static Future<Connection> run(Connection connection, RouterOptions options) {
        return login(connection, options).onFailure(refused -> connection.close());
    }

    private static Future<Connection> login(Connection connection, RouterOptions options) {
        Credentials credentials;
        try {
            credentials = options.credentials().current();
        } catch (RuntimeException unreadable) {
            return Future.failedFuture(unreadable);
        }
        Promise<Void> authenticated = Promise.promise();
        Promise<Void> known = Promise.promise();
        Promise<Void> answered = Promise.promise();
        if (credentials.password() == null) {
            authenticated.complete();
        } else {
            connection.send(new InternalCall(login(credentials), DEADLINE_NANOS, (reply, failure) -> {
                if (failure == null) {
                    authenticated.complete();
                } else {
                    authenticated.fail(failure);
                }
            }));
        }
        connection.send(
                InternalCall.ignored(Command.of("CLIENT").arg("SETNAME").arg(options.clientName()), DEADLINE_NANOS));
        connection.send(new InternalCall(WHO_IS_THERE, DEADLINE_NANOS, (reply, failure) -> {
            if (reply != null) {
                var found = RUN_ID.matcher(reply.text());
                if (found.find()) {
                    connection.runId(found.group(1));
                }
                known.complete();
            } else if (failure instanceof RedisRefused refusal && refusal.is("NOPERM")) {
                known.complete();
            } else {
                known.fail(failure);
            }
        }));
        connection.send(new InternalCall(Command.of("PING"), DEADLINE_NANOS, (reply, failure) -> {
            if (failure == null || failure instanceof RedisRefused refusal && !refusal.is("NOAUTH")) {
                answered.complete();
            } else {
                answered.fail(failure);
            }
        }));
        return authenticated
                .future()
                .compose(in -> answered.future())
                .compose(there -> known.future())
                .map(connection);
    }

    private static Command login(Credentials credentials) {
        Command auth = Command.of("AUTH");
        if (credentials.username() != null) {
            auth.arg(credentials.username());
        }
        return auth.arg(credentials.password());
    }
}
