package dev.hotstate.monitor.channel;

import dev.hotstate.kit.http.problem.FieldError;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.media.SchemaProperty;

/** An incoming webhook of Slack, Mattermost, Rocket.Chat, Discord ({@code /slack}): whoever knows its URL may write. */
@Schema(properties = @SchemaProperty(name = "kind", enumeration = "slack"))
public record SlackSettings() implements ChannelSettings {

    static final String URL = "url";

    @Override
    public String kind() {
        return "slack";
    }

    @Override
    public Optional<String> host() {
        return Optional.empty();
    }

    @Override
    public Set<String> requiredSecrets() {
        return Set.of(URL);
    }

    @Override
    public Set<String> optionalSecrets() {
        return Set.of();
    }

    @Override
    public List<FieldError> problems() {
        return List.of();
    }
}
