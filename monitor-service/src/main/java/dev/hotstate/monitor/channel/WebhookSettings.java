package dev.hotstate.monitor.channel;

import dev.hotstate.kit.http.problem.FieldError;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.media.SchemaProperty;

/** A Standard Webhook: signed with {@code signingSecret}, and with {@code oldSigningSecret} while it is rotated. */
@Schema(properties = @SchemaProperty(name = "kind", enumeration = "webhook"))
public record WebhookSettings(String url) implements ChannelSettings {

    static final String SIGNING_SECRET = "signingSecret";
    static final String OLD_SIGNING_SECRET = "oldSigningSecret";

    @Override
    public String kind() {
        return "webhook";
    }

    @Override
    public Optional<String> host() {
        return Urls.host(url);
    }

    @Override
    public Set<String> requiredSecrets() {
        return Set.of();
    }

    /** Without a signing secret one is drawn. */
    @Override
    public Set<String> optionalSecrets() {
        return Set.of(SIGNING_SECRET, OLD_SIGNING_SECRET, ChannelMessages.AUTHORIZATION);
    }

    @Override
    public List<FieldError> problems() {
        return Urls.problems("/url", url);
    }
}
