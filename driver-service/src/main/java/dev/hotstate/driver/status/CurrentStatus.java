package dev.hotstate.driver.status;

import dev.hotstate.driver.mirror.LastStates;
import dev.hotstate.driver.position.DriverRecords;
import dev.hotstate.driver.registry.DriverIds;
import dev.hotstate.kit.redis.connection.RedisFailure;
import dev.hotstate.kit.redis.time.RedisClock;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Optional;

/** How a driver stands: as Redis says, else as Postgres last heard. */
@Singleton
class CurrentStatus {

    private final DriverIds ids;
    private final DriverRecords records;
    private final LastStates lastStates;
    private final RedisClock clock;

    CurrentStatus(DriverIds ids, DriverRecords records, LastStates lastStates, RedisClock clock) {
        this.ids = ids;
        this.records = records;
        this.lastStates = lastStates;
        this.clock = clock;
    }

    Uni<StatusView> of(String id) {
        return ids.numberOf(id)
                .chain(driver -> records.find(driver)
                        .onFailure(RedisFailure.class)
                        .recoverWithItem(Optional.empty())
                        .chain(found -> found.map(state -> Uni.createFrom().item(StatusView.of(state)))
                                .orElseGet(() -> last(driver))))
                .map(view -> view.at(clock.now()));
    }

    private Uni<StatusView> last(long driver) {
        return lastStates.find(driver).map(last -> last.map(StatusView::of).orElse(StatusView.NEVER_HEARD));
    }
}
