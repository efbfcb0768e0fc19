package dev.hotstate.monitor.channel;

import java.time.Instant;
import java.util.List;

/**
 * A place to tell about incidents.
 *
 * @param sealedSecrets only the vault can read them
 * @param tags          monitors with any of these alert here; none: all do
 */
public record Channel(
        String id,
        String name,
        ChannelSettings settings,
        byte[] sealedSecrets,
        List<String> tags,
        boolean enabled,
        Instant createdAt,
        Instant updatedAt) {}
