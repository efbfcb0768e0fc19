package dev.hotstate.bench.driver;

import dev.hotstate.bench.peer.PlainRedis;
import dev.hotstate.kit.backends.redis.RespClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What one would write first, on one Redis: a geo set of all drivers, a hash of their states, a key with a time to live for each
 * heartbeat.
 */
final class SeedRedis {

    private static final String GEO = "drivers:geo";
    private static final String STATUS = "drivers:status";
    private static final String ONLINE = "driver:online:";
    private static final int CHUNK = 2_000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final RespClient redis;
    private final long pid;
    private int size;

    SeedRedis(PlainRedis plain) {
        this.redis = RespClient.connect("127.0.0.1", plain.port(), PATIENCE);
        this.pid = plain.process().pid();
    }

    long pid() {
        return pid;
    }

    void growTo(Fleet fleet, int wanted) {
        for (; size < wanted; size += CHUNK) {
            var commands = new ArrayList<String[]>();
            for (int driver = size; driver < Math.min(wanted, size + CHUNK); driver++) {
                commands.add(place(fleet, driver));
                commands.add(new String[] {"HSET", STATUS, Fleet.id(driver), "AVAILABLE"});
                commands.add(online(driver));
            }
            redis.callAll(commands);
        }
    }

    /** Without a guard: the last one that writes is right. */
    void update(Fleet fleet, List<Integer> drivers) {
        for (int from = 0; from < drivers.size(); from += CHUNK) {
            redis.callAll(drivers.subList(from, Math.min(drivers.size(), from + CHUNK)).stream()
                    .flatMap(driver -> Stream.of(place(fleet, driver), online(driver)))
                    .toList());
        }
    }

    /** The first fifty around a point, then whether each of them lives and can be had. */
    void search(Place place, int limit) {
        var found = redis.call(
                "GEOSEARCH",
                GEO,
                "FROMLONLAT",
                Double.toString(place.lon()),
                Double.toString(place.lat()),
                "BYRADIUS",
                "5",
                "km",
                "ASC",
                "COUNT",
                Integer.toString(limit),
                "WITHDIST");
        var lookups = new ArrayList<String[]>();
        if (found instanceof List<?> hits) {
            for (var hit : hits) {
                var id = hit instanceof List<?> parts ? String.valueOf(parts.getFirst()) : "";
                lookups.add(new String[] {"HGET", STATUS, id});
                lookups.add(new String[] {"EXISTS", ONLINE + id});
            }
        }
        redis.callAll(lookups);
    }

    double cpuMicros() {
        return 1e6
                * (Double.parseDouble(redis.field("used_cpu_user", "INFO", "cpu"))
                        + Double.parseDouble(redis.field("used_cpu_sys", "INFO", "cpu")));
    }

    long memoryBytes() {
        return Long.parseLong(redis.field("used_memory", "INFO", "memory"));
    }

    private static String[] place(Fleet fleet, int driver) {
        var place = fleet.place(driver);
        return new String[] {"GEOADD", GEO, Double.toString(place.lon()), Double.toString(place.lat()), Fleet.id(driver)
        };
    }

    private static String[] online(int driver) {
        return new String[] {"SET", ONLINE + Fleet.id(driver), "1", "EX", "600"};
    }
}
