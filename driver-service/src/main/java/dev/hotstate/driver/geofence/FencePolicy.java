package dev.hotstate.driver.geofence;

import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.webhook.WebhookSecret;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What a fence may be, apart from where its webhook may lead. */
final class FencePolicy {

    private static final Duration DWELL_MIN = Duration.ofSeconds(1);
    private static final Duration DWELL_MAX = Duration.ofHours(24);
    private static final Set<String> SCHEMES = Set.of("http", "https");
    private static final int URL_MAX = 2_000;

    private FencePolicy() {}

    static List<FieldError> errors(FenceRequest request) {
        var errors = new ArrayList<>(ShapePolicy.errors(request.shape()));
        var dwell = request.dwell();
        if (dwell != null && (dwell.compareTo(DWELL_MIN) < 0 || dwell.compareTo(DWELL_MAX) > 0)) {
            errors.add(FieldError.at("/dwell", "must be from " + DWELL_MIN + " to " + DWELL_MAX));
        }
        if (request.webhook() != null) {
            errors.addAll(errors(request.webhook()));
        }
        return errors;
    }

    private static List<FieldError> errors(FenceRequest.Webhook webhook) {
        var errors = new ArrayList<FieldError>();
        var url = webhook.url();
        if (url.getHost() == null
                || url.getUserInfo() != null
                || !SCHEMES.contains(url.getScheme())
                || url.toString().length() > URL_MAX) {
            errors.add(FieldError.at("/webhook/url", "must be an http or https address without credentials"));
        }
        if (webhook.secret() != null) {
            try {
                WebhookSecret.of(webhook.secret());
            } catch (IllegalArgumentException malformed) {
                errors.add(FieldError.at("/webhook/secret", String.valueOf(malformed.getMessage())));
            }
        }
        return errors;
    }
}
