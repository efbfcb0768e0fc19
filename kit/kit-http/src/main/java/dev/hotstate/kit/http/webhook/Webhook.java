package dev.hotstate.kit.http.webhook;

import java.net.URI;
import java.util.List;
import java.util.Map;

/**
 * One message.
 *
 * @param id      the same for each attempt: what the receiver tells repetitions by
 * @param body    JSON
 * @param headers besides those of the signature
 * @param secrets none: not signed; two while they are rotated
 */
public record Webhook(URI uri, String id, String body, Map<String, String> headers, List<WebhookSecret> secrets) {

    public Webhook {
        headers = Map.copyOf(headers);
        secrets = List.copyOf(secrets);
    }
}
