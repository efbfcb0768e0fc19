package dev.hotstate.metrics;

import dev.hotstate.kit.redis.key.KeySpace;
import dev.hotstate.kit.testing.keys.KeyScan;
import dev.hotstate.metrics.platform.MetricsKeys;

/** Looks at all keys of the service under test. */
public final class RecordedKeys {

    private static final KeySpace TEST = new KeySpace("test", "metrics");

    private RecordedKeys() {}

    public static KeyScan scan() {
        return KeyScan.strict()
                .below(TEST.prefix())
                .permanent(new MetricsKeys(TEST).permanent()::covers)
                .labelled(key -> key.contains(":endpoint:"));
    }
}
