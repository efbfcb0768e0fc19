package dev.hotstate.local.demo;

import java.time.Duration;
import java.time.Instant;

/** How each target is at a time: the same for whoever asks. */
final class TargetPolicy {

    static final String STEADY = "/checkout";
    /** Down for 40 s every three minutes. */
    static final String FLAPPING = "/payments";
    /** Its answers take the longer the higher the tide is. */
    static final String TIDAL = "/search";
    /** A minute out of every ten it is gone. */
    static final String FRAIL = "/recommendations";

    private static final long FLAPPING_PERIOD = 180;
    private static final long FLAPPING_DOWN = 40;
    private static final long FRAIL_PERIOD = 600;
    private static final long FRAIL_DOWN = 60;
    private static final long TIDE = 300;
    private static final int TIDE_MS = 350;

    private TargetPolicy() {}

    static boolean isWell(String path, Instant now) {
        return switch (path) {
            case FLAPPING -> now.getEpochSecond() % FLAPPING_PERIOD >= FLAPPING_DOWN;
            case FRAIL -> now.getEpochSecond() % FRAIL_PERIOD >= FRAIL_DOWN;
            default -> true;
        };
    }

    static Duration delay(String path, Instant now) {
        if (!path.equals(TIDAL)) {
            return Duration.ofMillis(5);
        }
        double turn = 2 * Math.PI * (now.getEpochSecond() % TIDE) / TIDE;
        return Duration.ofMillis(Math.round(40 + TIDE_MS * (1 - Math.cos(turn)) / 2));
    }
}
