package dev.hotstate.bench.driver;

import dev.hotstate.bench.race.Contestant;
import dev.hotstate.bench.race.Sample;

/** The same movements as bare commands. */
record SeedUpdates(DriverStage stage, SeedRedis redis, int points) implements Contestant {

    static final String NAME = "GEOADD + SET EX, pipelined, no guard";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void start() {
        redis.growTo(stage.fleet(), stage.fleet().size());
    }

    @Override
    public void warmUp() {
        measure();
    }

    @Override
    public Sample measure() {
        var moved = stage.fleet().move(points);
        double before = redis.cpuMicros();
        long begun = System.nanoTime();
        redis.update(stage.fleet(), moved);
        double seconds = (System.nanoTime() - begun) / 1e9;
        return Sample.of(Updates.REDIS_MICROS, (redis.cpuMicros() - before) / points)
                .and(Sample.of(Updates.PER_SECOND, points / seconds));
    }
}
