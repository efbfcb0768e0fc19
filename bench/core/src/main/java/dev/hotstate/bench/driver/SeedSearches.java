package dev.hotstate.bench.driver;

import dev.hotstate.bench.race.Contestant;
import dev.hotstate.bench.race.Sample;
import java.util.SplittableRandom;

/** GEOSEARCH with COUNT 50 on one key, then two look-ups for each hit. */
record SeedSearches(DriverStage stage, SeedRedis redis, int size, int queries) implements Contestant {

    static String name(int size) {
        return "GEOSEARCH COUNT 50 + look-ups, %,d drivers".formatted(size);
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
        var random = new SplittableRandom(queries);
        double before = redis.cpuMicros();
        for (int query = 0; query < queries; query++) {
            redis.search(Searches.near(stage.fleet().cities().densest(), random), Searches.LIMIT);
        }
        double micros = (redis.cpuMicros() - before) / queries;
        return Sample.of(Searches.REDIS_MICROS, micros).and(Sample.of(Searches.PER_CPU_SECOND, 1e6 / micros));
    }
}
