package dev.hotstate.kit.http.webhook;

import dev.hotstate.kit.http.egress.EgressAnswer;
import dev.hotstate.kit.http.egress.EgressClient;
import dev.hotstate.kit.http.egress.EgressRequest;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Signs and sends. */
@Singleton
public final class Webhooks {

    private final EgressClient egress;
    private final Clock clock;

    Webhooks(EgressClient egress, Clock clock) {
        this.egress = egress;
        this.clock = clock;
    }

    /** Any status is an answer; a redirect is one that is no success. Fails as {@link EgressClient#send} does. */
    public Uni<EgressAnswer> send(Webhook webhook, Duration timeout) {
        var body = Buffer.buffer(webhook.body());
        return egress.send(EgressRequest.post(webhook.uri(), headers(webhook, clock.instant()), body, timeout));
    }

    private static Map<String, String> headers(Webhook webhook, Instant now) {
        var headers = new HashMap<>(webhook.headers());
        headers.put("Content-Type", "application/json");
        headers.put("webhook-id", webhook.id());
        headers.put("webhook-timestamp", String.valueOf(now.getEpochSecond()));
        if (!webhook.secrets().isEmpty()) {
            headers.put("webhook-signature", signatures(webhook, now));
        }
        return headers;
    }

    private static String signatures(Webhook webhook, Instant now) {
        return webhook.secrets().stream()
                .map(secret -> secret.sign(webhook.id(), now, webhook.body()))
                .collect(Collectors.joining(" "));
    }
}
