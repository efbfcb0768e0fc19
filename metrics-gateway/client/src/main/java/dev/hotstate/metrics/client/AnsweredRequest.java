package dev.hotstate.metrics.client;

import org.jspecify.annotations.Nullable;

/**
 * One request that was answered.
 *
 * @param route the template, <code>/users/{id}</code>, or null where only the path is known
 * @param path as it was asked for, if there is no route
 * @param atMs when it ended, unix milliseconds
 * @param client its address; the gateway leaves out those of the machine itself
 * @param refused by a limit
 */
public record AnsweredRequest(
        String method,
        @Nullable String route,
        @Nullable String path,
        int status,
        double durationMs,
        long atMs,
        @Nullable String client,
        boolean refused) {

    private static final int TEXT_MAX = 2_000;
    private static final double DURATION_MS_MAX = 3_600_000;
    private static final int STATUS_MIN = 100;
    private static final int STATUS_MAX = 599;

    public static AnsweredRequest of(String method, String route, int status, double durationMs) {
        return new AnsweredRequest(method, route, null, status, durationMs, System.currentTimeMillis(), null, false);
    }

    /** Whether the gateway would take it: one that it refuses would take the others of its batch with it. */
    boolean isPlausible() {
        var place = route != null ? route : path;
        return method.matches("[A-Z]{1,20}")
                && place != null
                && place.startsWith("/")
                && place.length() <= TEXT_MAX
                && status >= STATUS_MIN
                && status <= STATUS_MAX
                && durationMs >= 0
                && durationMs <= DURATION_MS_MAX;
    }
}
