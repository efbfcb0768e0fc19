package dev.hotstate.kit.redis.key;

/**
 * The first two parts of every key of this service.
 *
 * @param env {@code hotstate.env}: dev, test, local, stg, prod
 * @param app {@code hotstate.app}: the service's short name, which is also the name of its ACL user
 */
public record Namespace(String env, String app) {

    public Namespace {
        KeyPart.word("env", env);
        KeyPart.word("app", app);
    }
}
