package dev.hotstate.kit.http.secret;

import dev.hotstate.kit.redis.start.StartCheck;
import dev.hotstate.kit.redis.start.StartProblem;
import jakarta.inject.Singleton;
import java.util.List;

/** A key that this service would make for itself would lie beside what it seals. */
@Singleton
final class SecretsStartCheck implements StartCheck {

    private final SecretsConfig config;

    SecretsStartCheck(SecretsConfig config) {
        this.config = config;
    }

    @Override
    public List<StartProblem> problems() {
        if (!config.required() && config.current().isEmpty()) {
            return List.of();
        }
        if (config.current().isEmpty()) {
            return List.of(
                    new StartProblem(
                            "hotstate.secrets.current",
                            "is missing, so the secrets of users could not be sealed",
                            "Name a key, and give it as hotstate.secrets.keys.<name>: 32 random bytes in Base64, or file:<path>"));
        }
        try {
            SecretSealer.configuredKeys(config);
            return List.of();
        } catch (IllegalArgumentException e) {
            return List.of(new StartProblem(
                    "hotstate.secrets.keys",
                    "can't be used: " + e.getMessage(),
                    "Give each key as 32 random bytes in Base64, or file:<path>"));
        }
    }
}
