package dev.hotstate.kit.ui;

import static java.util.stream.Collectors.joining;

import java.time.Instant;
import java.util.Locale;
import java.util.Random;
import java.util.function.DoubleSupplier;
import java.util.stream.IntStream;

/** The bodies of {@code GET /vitals} and {@code /vitals/history} of a small cluster, as JSON, in the states that the pages tell apart. */
final class SampleVitals {

    enum Condition {
        FINE,
        NOT_KNOWN_YET,
        REPLICA_DOWN,
        MASTER_DOWN,
        REDIS_DOWN,
        POSTGRES_DOWN
    }

    private static final int STEP_SECONDS = 10;
    private static final int STEPS = 360;
    private static final long GB = 1L << 30;

    private final Random random = new Random(7);

    String look(Condition condition) {
        var now = Instant.now();
        var since = now.minusSeconds(252);
        var nodes = IntStream.range(0, condition == Condition.NOT_KNOWN_YET ? 0 : 6)
                .mapToObj(index -> node(index, isDown(index, condition), now, since))
                .collect(joining(","));
        var postgresDown = condition == Condition.POSTGRES_DOWN;
        return """
                {"asOf":"%s","degraded":%s,"reasons":[%s],
                 "redis":{"state":"%s","clusterState":"ok","slotsCovered":%d,"nodes":[%s]},
                 "postgres":{"state":"%s","since":"%s","roundTripMicros":%s,"poolInUse":%d,"poolMax":16},
                 "cache":{"hits":9120,"misses":310,"missRatio":0.033},
                 "commands":{"perSecond":%s,"failuresPerSecond":%s,"p99Micros":%d}}""".formatted(
                        now,
                        condition != Condition.FINE && condition != Condition.NOT_KNOWN_YET,
                        reasons(condition, since),
                        redisState(condition),
                        slotsCovered(condition),
                        nodes,
                        postgresDown ? "down" : "up",
                        postgresDown ? since : now.minusSeconds(86_400),
                        postgresDown ? "null" : about(640, 90),
                        3,
                        decimal(1240 + random.nextInt(180)),
                        condition == Condition.MASTER_DOWN || condition == Condition.REDIS_DOWN ? "17.4" : "0.0",
                        about(1900, 300))
                .replaceAll("\n\\s*", "");
    }

    /** One hour with a gap of four minutes, as after a restart of the service. */
    String history() {
        var from = Instant.now().minusSeconds((long) STEP_SECONDS * STEPS);
        return """
                {"stepSeconds":%d,"from":"%s","series":{"commandsPerSecond":[%s],"failuresPerSecond":[%s],"memoryUsedBytes":[%s],\
                "roundTripMicros":[%s],"postgresRoundTripMicros":[%s]}}""".formatted(
                        STEP_SECONDS,
                        from,
                        series(wave(1340, 220, 30)),
                        series(spike(0, 3.2)),
                        series(climb(1.9e9, 2.33e9)),
                        series(wave(420, 60, 45)),
                        series(wave(640, 110, 70)));
    }

    private static boolean isDown(int index, Condition condition) {
        return switch (condition) {
            case REDIS_DOWN -> true;
            case MASTER_DOWN -> index == 1;
            case REPLICA_DOWN -> index == 5;
            default -> false;
        };
    }

    private String node(int index, boolean down, Instant now, Instant since) {
        var master = index < 3;
        var slots = master ? (index == 1 ? 5462 : 5461) : 0;
        var head =
                "\"address\":\"127.0.0.1:%d\",\"role\":\"%s\",\"state\":\"%s\",\"breaker\":\"%s\",\"since\":\"%s\",\"slots\":%d"
                        .formatted(
                                7001 + index,
                                master ? "master" : "replica",
                                down ? "down" : "up",
                                down && master ? "open" : "closed",
                                down ? since : now.minusSeconds(86_400),
                                slots);
        if (down) {
            return "{" + head + "}";
        }
        return """
                {%s,"memoryUsedBytes":%d,"memoryMaxBytes":%d,"memoryPolicy":"noeviction","clients":%d,"clientsMax":10000,\
                "opsPerSecond":%d,"evictedTotal":0,"slowlogPerMinute":0,"roundTripMicros":%s,"hitRatio":%s}""".formatted(
                        head,
                        (long) (GB * (0.71 + index * 0.013)),
                        2 * GB,
                        41 + index,
                        master ? 380 + random.nextInt(80) : 12,
                        about(390, 50),
                        master ? "0.973" : "null");
    }

    private static String reasons(Condition condition, Instant since) {
        var reason = "{\"code\":\"%s\",\"message\":\"%s\",\"since\":\"" + since + "\"}";
        return switch (condition) {
            case FINE, NOT_KNOWN_YET -> "";
            case REPLICA_DOWN -> reason.formatted("redis-node-down", "Redis replica 127.0.0.1:7006 does not answer");
            case MASTER_DOWN ->
                reason.formatted("redis-node-down", "Redis master 127.0.0.1:7002 does not answer") + ","
                        + reason.formatted("redis-cluster-incomplete", "Only 10,922 of 16,384 slots are served");
            case REDIS_DOWN -> reason.formatted("redis-down", "No node of the Redis Cluster answers.");
            case POSTGRES_DOWN -> reason.formatted("postgres-down", "Postgres refuses connections.");
        };
    }

    private static String redisState(Condition condition) {
        return switch (condition) {
            case REDIS_DOWN -> "down";
            case NOT_KNOWN_YET -> "unknown";
            case MASTER_DOWN, REPLICA_DOWN -> "degraded";
            default -> "up";
        };
    }

    private static int slotsCovered(Condition condition) {
        return switch (condition) {
            case REDIS_DOWN, NOT_KNOWN_YET -> 0;
            case MASTER_DOWN -> 10_922;
            default -> 16_384;
        };
    }

    private int about(int middle, int spread) {
        return middle + random.nextInt(-spread, spread);
    }

    private static String series(DoubleSupplier values) {
        return IntStream.range(0, STEPS)
                .mapToObj(index -> {
                    var value = values.getAsDouble();
                    return index >= 130 && index < 154 ? "null" : decimal(value);
                })
                .collect(joining(","));
    }

    private DoubleSupplier wave(double middle, double swing, double noise) {
        var index = new int[1];
        return () -> middle + swing * Math.sin(index[0]++ / 37.0) + noise * random.nextGaussian();
    }

    private DoubleSupplier spike(double rest, double height) {
        var index = new int[1];
        return () -> index[0]++ > 240 && index[0] < 262 ? height * random.nextDouble() : rest;
    }

    private static DoubleSupplier climb(double from, double to) {
        var index = new int[1];
        return () -> from + (to - from) * index[0]++ / STEPS;
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
