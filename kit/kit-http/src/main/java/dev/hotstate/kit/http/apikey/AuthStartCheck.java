package dev.hotstate.kit.http.apikey;

import dev.hotstate.kit.redis.start.StartCheck;
import dev.hotstate.kit.redis.start.StartProblem;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;

/** Somebody must be able to get in, and not everybody. */
@Singleton
final class AuthStartCheck implements StartCheck {

    private final AuthConfig config;

    AuthStartCheck(AuthConfig config) {
        this.config = config;
    }

    @Override
    public List<StartProblem> problems() {
        var problems = new ArrayList<StartProblem>();
        if (!config.required()) {
            problems.add(new StartProblem(
                    "hotstate.auth.required",
                    "lets everybody do everything",
                    "Remove it; authentication can be off in the profiles dev, local and test only"));
        }
        if (config.bootstrapKeyRequired() && config.bootstrapKey().isEmpty()) {
            problems.add(new StartProblem(
                    "hotstate.auth.bootstrap-key",
                    "is missing, so nobody could create the first API key",
                    "Set it to at least " + AuthConfig.BOOTSTRAP_KEY_LENGTH_MIN
                            + " random characters, or, once there are other keys with the scope admin, set"
                            + " hotstate.auth.bootstrap-key-required=false"));
        }
        return problems;
    }
}
