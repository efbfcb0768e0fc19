package dev.hotstate.bench.metrics;

import dev.hotstate.bench.peer.PlainRedis;
import dev.hotstate.bench.race.Contestant;
import dev.hotstate.bench.race.CpuMeter;
import dev.hotstate.bench.race.Sample;
import dev.hotstate.kit.backends.redis.RespClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The keys of the design document written as it says: one command for each counter of each observation, as they come. */
final class SeedCounters implements Contestant {

    private static final String REDIS = "redis";
    private static final int ENDPOINTS = 50;

    private final PlainRedis redis;
    private final String name;
    private final int observations;
    private int count;

    SeedCounters(PlainRedis redis, String name, int observations) {
        this.redis = redis;
        this.name = name;
        this.observations = observations;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void warmUp() {
        measure();
    }

    @Override
    public Sample measure() {
        try (var client = redis.connect()) {
            var meter = new CpuMeter(Map.of(REDIS, List.of(redis.process().pid())));
            var before = meter.read();
            long begun = System.nanoTime();
            for (int i = 0; i < observations; i++) {
                record(client);
            }
            double seconds = (System.nanoTime() - begun) / 1e9;
            var used = meter.read().perOperationSince(before, observations).values();
            return Sample.of(Batches.ITEMS_PER_SECOND, observations / seconds)
                    .and(Sample.of(Batches.REDIS_MICROS, used.get(CpuMeter.metric(REDIS))));
        }
    }

    /** As friendly as can be: the commands of one observation go as one pipeline. */
    private void record(RespClient client) {
        int n = count++;
        var endpoint = "GET_/e" + n % ENDPOINTS;
        var millis = Integer.toString(n % 97);
        var commands = new ArrayList<String[]>();
        commands.add(words("INCR ha:requests:total"));
        commands.add(words("INCR ha:requests:accepted"));
        commands.add(words("INCR ha:requests:endpoint:" + endpoint));
        commands.add(words("INCR ha:requests:instance:i" + n % 10));
        commands.add(words("INCR ha:requests:hourly:1"));
        commands.add(words("EXPIRE ha:requests:hourly:1 86400"));
        commands.add(words("ZADD ha:response_times:" + endpoint + " " + n + " " + millis));
        commands.add(words("ZREMRANGEBYRANK ha:response_times:" + endpoint + " 0 -1001"));
        commands.add(words("INCRBYFLOAT ha:avg_response:" + endpoint + " " + millis));
        commands.add(words("INCR ha:response_count:" + endpoint));
        client.callAll(commands);
    }

    private static String[] words(String command) {
        return command.split(" ");
    }
}
