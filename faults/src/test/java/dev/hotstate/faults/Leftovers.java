package dev.hotstate.faults;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.core.ConditionTimeoutException;

/** What nothing may leave behind: commands and connections that nobody waits for any more, keys without an end, services that stay degraded. */
final class Leftovers {

    private final World world;
    private final Duration patience;

    Leftovers(World world, Duration patience) {
        this.world = world;
        this.patience = patience;
    }

    List<String> violations() throws IOException {
        var found = new ArrayList<String>();
        world.all().forEach(instance -> {
            try {
                await().atMost(patience)
                        .ignoreExceptions()
                        .until(() -> instance.metric("hotstate_redis_command_in_flight") == 0
                                && instance.metric("sql_pool_active") == 0
                                && instance.management().get("/q/health/ready").statusCode() == 200);
            } catch (ConditionTimeoutException late) {
                found.add(instance + " does not come to rest: " + late.getMessage());
            }
        });
        found.addAll(new KeysWithoutEnd(world.cluster(), patience).found());
        return found;
    }
}
