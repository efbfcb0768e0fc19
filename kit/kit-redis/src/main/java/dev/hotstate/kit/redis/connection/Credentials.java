package dev.hotstate.kit.redis.connection;

import org.jspecify.annotations.Nullable;

/** The ACL user that the router logs in as, on every node. Prints as the user name only. */
public record Credentials(
        @Nullable String username, @Nullable String password) {

    public static final Credentials NONE = new Credentials(null, null);

    @Override
    public String toString() {
        return "Credentials[" + (username == null ? "none" : username) + "]";
    }

    /** Where the credentials come from; asked anew for every connection, so that a rotated password is picked up. */
    @FunctionalInterface
    public interface Source {
        Credentials current();
    }
}
