package dev.hotstate.faults;

import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.testing.keys.KeyScan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.awaitility.core.ConditionTimeoutException;

/** What nothing may leave behind: commands and connections that nobody waits for any more, keys without an end, services that stay degraded. */
final class Leftovers {

    private static final Path KEYS = Path.of("../docs/redis-keys.md");
    /** A row of the list of keys: the key first, how long it lives last. */
    private static final Pattern ROW = Pattern.compile("^\\|([^|]*)\\|.*\\|([^|]*)\\|$");

    private static final Pattern ENTITY = Pattern.compile("`(?:\\{env}:[a-z]+:)?([a-z_-]+(?::[a-z_]+)*)[:`]");
    private static final Duration PATIENCE = Duration.ofSeconds(45);

    private final World world;

    Leftovers(World world) {
        this.world = world;
    }

    List<String> violations() throws IOException {
        var found = new ArrayList<String>();
        world.all().forEach(instance -> {
            try {
                await().atMost(PATIENCE)
                        .ignoreExceptions()
                        .until(() -> instance.metric("hotstate_redis_command_in_flight") == 0
                                && instance.metric("sql_pool_active") == 0
                                && instance.management().get("/q/health/ready").statusCode() == 200);
            } catch (ConditionTimeoutException late) {
                found.add(instance + " does not come to rest: " + late.getMessage());
            }
        });
        var permanent = permanent();
        KeyScan.strict()
                .below(world.cluster().env() + ":")
                .permanent(
                        key -> permanent.stream().anyMatch(entity -> key.matches("[a-z]+:[a-z]+:" + entity + "(:.*)?")))
                .labelled(key -> key.startsWith(world.cluster().env() + ":metrics:"))
                .findings(world.cluster().admin())
                .forEach(finding -> found.add(finding.toString()));
        return found;
    }

    private static List<String> permanent() throws IOException {
        var permanent = Files.readAllLines(KEYS).stream()
                .map(ROW::matcher)
                .filter(row -> row.matches()
                        && (row.group(2).contains("permanent")
                                || row.group(2).contains("none while")
                                || row.group(2).strip().startsWith("same")))
                .flatMap(row -> ENTITY.matcher(row.group(1)).results())
                .map(entity -> entity.group(1))
                .distinct()
                .toList();
        if (permanent.isEmpty()) {
            throw new IllegalStateException(KEYS + " names no permanent key: is it written in another way?");
        }
        return permanent;
    }
}
