package dev.hotstate.monitor.channel;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.kit.http.json.Stored;
import dev.hotstate.kit.http.secret.SecretSealer;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Map;

/** Seals the secrets of a channel, and opens them to send. */
@Singleton
class ChannelVault {

    private static final TypeReference<Map<String, String>> SECRETS = new TypeReference<>() {};

    private final SecretSealer sealer;
    private final ObjectMapper json;

    ChannelVault(SecretSealer sealer, @Stored ObjectMapper json) {
        this.sealer = sealer;
        this.json = json;
    }

    Uni<byte[]> seal(String id, Map<String, String> secrets) {
        try {
            return sealer.seal(json.writeValueAsString(secrets), place(id));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Secrets must be JSON", e);
        }
    }

    Uni<Map<String, String>> open(Channel channel) {
        return sealer.open(channel.sealedSecrets(), place(channel.id())).map(this::read);
    }

    private Map<String, String> read(String text) {
        try {
            return json.readValue(text, SECRETS);
        } catch (JsonProcessingException e) {
            // Without the cause: its message quotes what was read.
            throw new IllegalStateException("Stored secrets can't be read");
        }
    }

    private static String place(String id) {
        return "channel:" + id;
    }
}
