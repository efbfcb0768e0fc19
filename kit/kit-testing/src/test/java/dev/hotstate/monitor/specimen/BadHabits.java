package dev.hotstate.monitor.specimen;

import dev.hotstate.driver.specimen.DriverThing;
import io.smallrye.mutiny.Uni;
import io.vertx.redis.client.Command;
import jakarta.inject.Inject;
import java.time.Instant;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Does everything that a service must not do. */
@SuppressWarnings("NullAway.Init")
class BadHabits {

    @Inject
    DriverThing injected;

    @ConfigProperty(name = "single")
    String single = "";

    Instant now() {
        return Instant.now();
    }

    void sleep() throws InterruptedException {
        Thread.sleep(1);
    }

    int await(Uni<Integer> uni) {
        return uni.await().indefinitely();
    }

    Command command() {
        return Command.GET;
    }
}
