package dev.hotstate.kit.http.egress;

import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import org.jspecify.annotations.Nullable;

/** One request on one connection, and as much of its answer as is wanted. */
final class Exchange {

    private final EgressRequest request;
    private final UniEmitter<? super EgressAnswer> caller;
    private final Buffer body = Buffer.buffer();
    private volatile @Nullable HttpClientRequest sent;
    private volatile boolean abandoned;

    Exchange(EgressRequest request, UniEmitter<? super EgressAnswer> caller) {
        this.request = request;
        this.caller = caller;
    }

    void begin(HttpClientRequest connected) {
        sent = connected;
        if (abandoned) {
            abandon();
            return;
        }
        var content = request.body();
        connected.response().onSuccess(this::read).onFailure(this::unread);
        (content == null ? connected.end() : connected.end(content)).onFailure(caller::fail);
    }

    /** Nobody waits any more, or all that was wanted is here. */
    void abandon() {
        abandoned = true;
        var connected = sent;
        if (connected != null) {
            connected.reset();
        }
    }

    private void read(HttpClientResponse response) {
        response.exceptionHandler(this::unread)
                .handler(part -> append(response, part))
                .endHandler(end -> caller.complete(answer(response, false)));
    }

    private void unread(Throwable failure) {
        caller.fail(AnswerUnreadable.orAsItIs(failure));
    }

    private void append(HttpClientResponse response, Buffer part) {
        int space = request.answerMaxBytes() - body.length();
        if (part.length() <= space) {
            body.appendBuffer(part);
            return;
        }
        body.appendBuffer(part, 0, space);
        caller.complete(answer(response, true));
        abandon();
    }

    private EgressAnswer answer(HttpClientResponse response, boolean truncated) {
        return new EgressAnswer(response.statusCode(), response.headers(), body, truncated, request.uri());
    }
}
