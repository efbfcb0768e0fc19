package dev.hotstate.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The first minutes of a newcomer: nothing is built yet. */
@Timeout(value = 25, unit = TimeUnit.MINUTES)
class CleanCheckoutIT {

    @TempDir
    Path folder;

    @Test
    void up_builds_and_starts_everything_and_down_leaves_no_process() throws Exception {
        var checkout = Checkout.unbuilt(folder);

        try (var up = checkout.hotstate("up").awaitWords("Hotstate is up after")) {
            assertThat(up.output()).contains("Building").contains("monitor-service");
            var processes = up.tree();
            try (var down = checkout.hotstate("down")) {
                assertThat(down.exitCode()).isZero();
            }
            assertThat(up.exitCode()).isZero();
            processes.assertGoneWithin(ScriptRun.SOON);
        }
    }
}
