package dev.hotstate.monitor.channel;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A channel without its secrets. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ChannelView(
        String id,
        String name,
        ChannelSettings settings,
        List<String> tags,
        boolean enabled,
        Instant createdAt,
        Instant updatedAt,

        @Schema(description = "Only in the answer that creates it: the secret which was drawn to sign with") @Nullable
        String signingSecret) {

    static ChannelView of(Channel channel) {
        return of(channel, null);
    }

    static ChannelView of(Channel channel, @Nullable String signingSecret) {
        return new ChannelView(
                channel.id(),
                channel.name(),
                channel.settings(),
                channel.tags(),
                channel.enabled(),
                channel.createdAt(),
                channel.updatedAt(),
                signingSecret);
    }
}
