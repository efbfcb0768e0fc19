package dev.hotstate.bench.driver;

import dev.hotstate.bench.race.Contestant;
import dev.hotstate.bench.race.Sample;

/** The same movements as bare commands. */
record SeedUpdates(DriverStage stage, SeedRedis redis, int size, int points) implements Contestant {

    static String name(int size) {
        return "GEOADD + SET EX, pipelined, no guard, %,d drivers".formatted(size);
    }

    @Override
    public String name() {
        return name(size);
    }

    @Override
    public void start() {
        redis.growTo(stage.fleet(), size);
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
