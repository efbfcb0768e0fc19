package dev.hotstate.monitor.channel;

import io.smallrye.mutiny.Uni;
import io.vertx.core.Promise;
import io.vertx.core.net.NetSocket;
import io.vertx.core.parsetools.RecordParser;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** One command at a time, and the code that the server answers with. */
final class SmtpSession {

    private static final int LINE_MAX = 4 << 10;
    private static final int UNREAD_MAX = 2;
    private static final String CLIENT = "hotstate";

    private final NetSocket socket;
    private final String serverName;
    private final Queue<Integer> unread = new ArrayDeque<>();
    private @Nullable Promise<Integer> awaited;
    private @Nullable Throwable broken;

    SmtpSession(NetSocket socket, String serverName) {
        this.socket = socket;
        this.serverName = serverName;
        var lines = RecordParser.newDelimited("\n", line -> heard(line.toString()))
                .maxRecordSize(LINE_MAX)
                .exceptionHandler(this::fail);
        socket.handler(lines)
                .exceptionHandler(this::fail)
                .closeHandler(closed -> fail(new SmtpBroken("The mail server hung up")));
    }

    Uni<Void> greeting() {
        return nextCode().invoke(code -> require(code == 220, code)).replaceWithVoid();
    }

    Uni<Void> hello() {
        return command("EHLO " + CLIENT, 250);
    }

    /**
     * Whatever was said before anybody was sure to whom, does not count: it may be the voice of a third party. Looked at when
     * all is encrypted, since what came in one piece with the answer is heard only after it.
     */
    Uni<Void> encrypt() {
        return Uni.createFrom()
                .completionStage(() -> socket.upgradeToSsl(serverName).toCompletionStage())
                .invoke(() -> {
                    if (!unread.isEmpty()) {
                        throw new SmtpRefused("The mail server answered what it was not asked");
                    }
                })
                .replaceWithVoid();
    }

    Uni<Void> command(String text, int expected) {
        return ask(text).invoke(code -> require(code == expected, code)).replaceWithVoid();
    }

    /** Gives the code of the answer, whatever it is. */
    Uni<Integer> ask(String text) {
        return Uni.createFrom().deferred(() -> {
            say(text);
            return nextCode();
        });
    }

    void say(String text) {
        socket.write(text + "\r\n");
    }

    void close() {
        socket.close();
    }

    private static void require(boolean fine, int code) {
        if (!fine) {
            throw new SmtpRefused("The mail server answered " + code);
        }
    }

    private Uni<Integer> nextCode() {
        return Uni.createFrom().completionStage(() -> promisedCode().future().toCompletionStage());
    }

    private Promise<Integer> promisedCode() {
        Promise<Integer> promise = Promise.promise();
        if (!unread.isEmpty()) {
            promise.complete(unread.remove());
        } else if (broken != null) {
            promise.fail(broken);
        } else {
            awaited = promise;
        }
        return promise;
    }

    /** An answer may have many lines; a hyphen after the code says that more follow. */
    private void heard(String line) {
        if (line.length() < 3 || !line.substring(0, 3).chars().allMatch(Character::isDigit)) {
            fail(new SmtpBroken("The server does not speak SMTP"));
            return;
        }
        if (line.length() > 3 && line.charAt(3) == '-') {
            return;
        }
        int code = Integer.parseInt(line.substring(0, 3));
        var waiting = awaited;
        awaited = null;
        if (waiting == null && unread.size() >= UNREAD_MAX) {
            fail(new SmtpBroken("The mail server answered what it was not asked"));
        } else if (waiting == null) {
            unread.add(code);
        } else {
            waiting.complete(code);
        }
    }

    private void fail(Throwable cause) {
        broken = cause;
        var waiting = awaited;
        awaited = null;
        if (waiting != null) {
            waiting.tryFail(cause);
        }
    }
}
