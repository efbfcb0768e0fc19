package dev.hotstate.bench.limits;

import dev.hotstate.bench.load.ServedOperation;
import dev.hotstate.bench.race.Contestant;
import dev.hotstate.bench.race.CpuMeter;
import dev.hotstate.bench.race.Sample;
import dev.hotstate.kit.backends.host.Programs;
import dev.hotstate.kit.backends.redis.RedisCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The physical limit: Redis' own load program, written in C, on the same cluster. It sends one command over and over, by itself or
 * several at once, and does nothing else.
 */
final class RedisBenchmark implements Contestant {

    private static final int CLIENTS = 50;
    private static final int WARM_UP_REQUESTS = 50_000;
    private static final int RATE_COLUMN = 1;

    private final String name;
    private final Path program;
    private final RedisCluster redis;
    private final int pipeline;
    private final Duration duration;
    private final List<String> words;
    private double perSecond;

    /** @param words of the command; a key contains {@code {tag}:__rand_int__} */
    RedisBenchmark(String name, Path program, RedisCluster redis, int pipeline, Duration duration, List<String> words) {
        this.name = name;
        this.program = program;
        this.redis = redis;
        this.pipeline = pipeline;
        this.duration = duration;
        this.words = List.copyOf(words);
    }

    static Optional<Path> program() {
        return Programs.onPath("redis-benchmark");
    }

    @Override
    public String name() {
        return name;
    }

    /** Also finds out how many requests fill a turn. */
    @Override
    public void warmUp() throws IOException {
        perSecond = run(WARM_UP_REQUESTS);
    }

    @Override
    public Sample measure() throws IOException {
        long requests = (long) (perSecond * duration.toMillis() / 1_000);
        var meter = new CpuMeter(Map.of("redis", pids()));
        var before = meter.read();
        perSecond = run(requests);
        return Sample.of(ServedOperation.THROUGHPUT, perSecond).and(meter.read().perOperationSince(before, requests));
    }

    private List<Long> pids() {
        return redis.nodes().stream().map(node -> node.process().pid()).toList();
    }

    private double run(long requests) throws IOException {
        var admin = redis.admin();
        var command = new ArrayList<>(List.of(program.toString(), "--csv", "--cluster"));
        command.addAll(List.of("-p", Integer.toString(redis.nodes().getFirst().port())));
        command.addAll(List.of("--user", admin.user(), "-a", admin.password()));
        command.addAll(List.of("-c", Integer.toString(CLIENTS), "-P", Integer.toString(pipeline)));
        command.addAll(List.of("-n", Long.toString(requests), "-r", Integer.toString(LimitsBench.KEYS)));
        command.addAll(words);
        var result = Programs.run(command, Map.of());
        return result.output()
                .lines()
                .reduce((earlier, last) -> last)
                .filter(line -> result.exitCode() == 0 && line.startsWith("\""))
                .map(line -> Double.parseDouble(line.split("\",\"")[RATE_COLUMN]))
                .orElseThrow(() -> new IOException("redis-benchmark failed: " + result.output()));
    }
}
