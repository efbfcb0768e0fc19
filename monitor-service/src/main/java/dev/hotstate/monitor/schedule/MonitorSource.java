package dev.hotstate.monitor.schedule;

import dev.hotstate.monitor.definition.Monitor;
import io.smallrye.mutiny.Uni;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** Where the schedule gets definitions from. */
interface MonitorSource {

    /** Whether it is worth to claim anything. */
    boolean isReady();

    /** What this process knows in this version or a newer one, and that is enabled. */
    Optional<Monitor> known(String id, int version);

    /** As Postgres has them, disabled ones too; fails while it is away. */
    Uni<Map<String, Monitor>> fetch(Collection<String> ids);
}
