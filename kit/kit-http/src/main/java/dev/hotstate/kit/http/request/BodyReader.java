package dev.hotstate.kit.http.request;

import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Problems;
import dev.hotstate.kit.http.problem.Refusal;
import io.quarkus.vertx.http.runtime.VertxHttpConfig;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.impl.RoutingContextInternal;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads each body on the event loop, before any work begins: no worker ever waits for a slow client, and whatever is wrong
 * with a body is answered as a problem. What all requests at hand hold together is limited too, since nobody has asked yet
 * who sends them.
 */
@Singleton
class BodyReader {

    private static final Duration LINGER = Duration.ofSeconds(2);

    /** Their bodies mean nothing and are left alone. */
    private static final Set<HttpMethod> WITHOUT_BODY = Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);

    private static final Refusal TOO_SLOW =
            new Refusal(KitProblem.BODY_TOO_SLOW, "Nothing was changed. Send it faster, or in smaller parts.");
    private static final Refusal TOO_MANY =
            new Refusal(KitProblem.OVERLOADED, "This instance holds as many request bodies as it can.");

    private final long usualBytesMax;
    private final long largeBytesMax;
    private final PathPatterns largePaths;
    private final long patienceMillis;
    private final Problems problems;

    private final AtomicLong heldBytes = new AtomicLong();
    private final long heldBytesMax;

    BodyReader(RequestConfig config, VertxHttpConfig http, Problems problems) {
        this.usualBytesMax = config.bodyMax().asLongValue();
        this.largeBytesMax = Math.max(
                usualBytesMax,
                http.limits().maxBodySize().orElse(config.bodyMax()).asLongValue());
        this.largePaths = new PathPatterns(config.largeBodyPaths().orElse(List.of()));
        this.patienceMillis = config.bodyDeadline().toMillis();
        this.heldBytesMax = Math.max(2 * largeBytesMax, Runtime.getRuntime().maxMemory() / 8);
        this.problems = problems;
    }

    void read(RoutingContext request) {
        long bytesMax = largePaths.match(request.normalizedPath()) ? largeBytesMax : usualBytesMax;
        if (announcedBytes(request.request().getHeader(HttpHeaders.CONTENT_LENGTH)) > bytesMax) {
            refuse(request, tooLarge(bytesMax));
        } else if (WITHOUT_BODY.contains(request.request().method())) {
            request.next();
        } else {
            new Reading(request, bytesMax).begin();
        }
    }

    private void refuse(RoutingContext request, Refusal refusal) {
        if (request.request().version() == HttpVersion.HTTP_2) {
            request.request().handler(unwanted -> {}).endHandler(done -> {});
        } else {
            closeLater(request);
        }
        problems.answer(request, refusal);
    }

    /**
     * The connection can't be used again, but closing it at once would break the pipe of a client that is still writing,
     * and it would never read the answer. So what it still sends is thrown away for a moment.
     */
    private static void closeLater(RoutingContext request) {
        var connection = request.request().connection();
        request.response().putHeader(HttpHeaders.CONNECTION, "close");
        request.request()
                .handler(unwanted -> {})
                .endHandler(done -> connection.close())
                .resume();
        request.vertx().setTimer(LINGER.toMillis(), late -> connection.close());
    }

    private static Refusal tooLarge(long bytesMax) {
        return new Refusal(KitProblem.BODY_TOO_LARGE, "At most %d bytes are accepted here.".formatted(bytesMax));
    }

    private static long announcedBytes(@Nullable String header) {
        try {
            return header == null ? 0 : Long.parseLong(header);
        } catch (NumberFormatException e) {
            return 0; // the HTTP codec refuses it
        }
    }

    /** One body as it arrives. All on the event loop of its connection. */
    private final class Reading {

        private final RoutingContext request;
        private final long bytesMax;
        private final Buffer body = Buffer.buffer();
        private long timer;

        Reading(RoutingContext request, long bytesMax) {
            this.request = request;
            this.bytesMax = bytesMax;
        }

        void begin() {
            timer = request.vertx().setTimer(patienceMillis, late -> giveUp(TOO_SLOW));
            request.addEndHandler(answered -> heldBytes.addAndGet(-body.length()));
            if (request.request().headers().contains(HttpHeaders.EXPECT, HttpHeaders.CONTINUE, true)) {
                request.response().writeContinue();
            }
            request.request()
                    .exceptionHandler(gone -> stopWaiting())
                    .handler(this::append)
                    .endHandler(whole -> finish())
                    .resume();
        }

        private void append(Buffer part) {
            if (body.length() + part.length() > bytesMax) {
                giveUp(tooLarge(bytesMax));
            } else if (heldBytes.get() + part.length() > heldBytesMax) {
                giveUp(TOO_MANY);
            } else {
                heldBytes.addAndGet(part.length());
                body.appendBuffer(part);
            }
        }

        private void finish() {
            stopWaiting();
            var internal = (RoutingContextInternal) request;
            internal.visitHandler(RoutingContextInternal.BODY_HANDLER);
            internal.setBody(body);
            request.next();
        }

        private void giveUp(Refusal refusal) {
            stopWaiting();
            refuse(request, refusal);
        }

        private void stopWaiting() {
            request.vertx().cancelTimer(timer);
        }
    }
}
