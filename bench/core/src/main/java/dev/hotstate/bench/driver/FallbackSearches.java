package dev.hotstate.bench.driver;

import dev.hotstate.bench.load.LoadProcess;
import dev.hotstate.bench.race.Contestant;
import dev.hotstate.bench.race.Sample;
import dev.hotstate.kit.backends.host.Patience;
import dev.hotstate.kit.backends.redis.RedisNode;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** The same search while Redis does not answer at all: the service finds it in Postgres. */
final class FallbackSearches implements Contestant {

    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final int SHOWN = 200;

    private final DriverStage stage;
    private final Searches searches;

    FallbackSearches(DriverStage stage, LoadProcess load, int size, Duration lasts) {
        this.stage = stage;
        this.searches = new Searches(stage, load, name(size), lasts);
    }

    static String name(int size) {
        return "driver-service without Redis, %,d drivers".formatted(size);
    }

    @Override
    public String name() {
        return searches.name();
    }

    @Override
    public void start() throws IOException, InterruptedException {
        searches.start();
        stage.backends().redis().nodes().forEach(RedisNode::pause);
        Patience.await("the fallback", PATIENCE, this::objection);
    }

    @Override
    public void warmUp() throws IOException {
        searches.warmUp();
    }

    @Override
    public Sample measure() throws IOException {
        return searches.measureWithoutRedis();
    }

    @Override
    public void stop() {
        stage.backends().redis().nodes().forEach(RedisNode::resume);
    }

    private Optional<String> objection() {
        try {
            var centre = stage.fleet().cities().densest();
            var path = "/drivers/available?lat=" + centre.lat() + "&lon=" + centre.lon();
            var answer = stage.send("GET", path, "");
            return answer.contains("\"source\":\"postgres\"") && answer.contains(Fleet.PREFIX)
                    ? Optional.empty()
                    : Optional.of(answer.substring(0, Math.min(answer.length(), SHOWN)));
        } catch (IOException notYet) {
            return Optional.of(notYet.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("interrupted");
        }
    }
}
