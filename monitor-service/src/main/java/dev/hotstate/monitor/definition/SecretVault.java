package dev.hotstate.monitor.definition;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.kit.http.json.Stored;
import dev.hotstate.kit.http.secret.SecretSealer;
import dev.hotstate.monitor.probe.ProbeSecrets;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Seals the secrets of a definition for storage and opens them for a check. */
@Singleton
public class SecretVault {

    private final SecretSealer sealer;
    private final ObjectMapper json;

    SecretVault(SecretSealer sealer, @Stored ObjectMapper json) {
        this.sealer = sealer;
        this.json = json;
    }

    /** What a check of this monitor sends along; fails with SecretLost where the key is gone. */
    public Uni<ProbeSecrets> open(Monitor monitor) {
        var sealed = monitor.sealedSecrets();
        return sealed == null ? Uni.createFrom().item(ProbeSecrets.NONE) : open(monitor.id(), sealed);
    }

    /**
     * What to store: what is given, sealed; what is present, where nothing or the same is given. Sealing twice gives other
     * bytes, and the same secrets sent again must not look like a change.
     */
    Uni<Optional<SealedSecrets>> settle(String id, @Nullable ProbeSecrets given, @Nullable SealedSecrets present) {
        if (given == null) {
            return Uni.createFrom().item(Optional.ofNullable(present));
        }
        if (given.isNone()) {
            return Uni.createFrom().item(Optional.empty());
        }
        if (present == null) {
            return seal(id, given).map(Optional::of);
        }
        return open(id, present)
                .onFailure()
                .recoverWithItem(ProbeSecrets.NONE)
                .chain(known -> known.equals(given) ? Uni.createFrom().item(present) : seal(id, given))
                .map(Optional::of);
    }

    private Uni<SealedSecrets> seal(String id, ProbeSecrets secrets) {
        try {
            return sealer.seal(json.writeValueAsString(secrets), place(id)).map(SealedSecrets::new);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Secrets must be JSON", e);
        }
    }

    private Uni<ProbeSecrets> open(String id, SealedSecrets sealed) {
        return sealer.open(sealed.bytes(), place(id)).map(this::read);
    }

    private ProbeSecrets read(String text) {
        try {
            return json.readValue(text, ProbeSecrets.class);
        } catch (JsonProcessingException e) {
            // Without the cause: its message quotes what was read.
            throw new IllegalStateException("Stored secrets cannot be read");
        }
    }

    private static String place(String id) {
        return "monitor:" + id;
    }
}
