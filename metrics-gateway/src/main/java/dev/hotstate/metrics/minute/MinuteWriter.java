package dev.hotstate.metrics.minute;

import jakarta.inject.Singleton;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The name of this process among those that write values of minutes. Not that of the instance, which may be configured: whoever is
 * started anew under the same name must not overwrite what its predecessor wrote.
 */
@Singleton
public final class MinuteWriter {

    private final String name = "%012x".formatted(ThreadLocalRandom.current().nextLong(1L << 48));

    public String name() {
        return name;
    }
}
