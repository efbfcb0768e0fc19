package dev.hotstate.bench.stage;

import dev.hotstate.kit.backends.redis.RespClient;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What the nodes of a Redis say that they have used, over connections that stay open, so that asking costs next to nothing. */
public record RedisMeter(List<RespClient> nodes) implements AutoCloseable {

    private static final double MICROS_PER_SECOND = 1e6;
    private static final String ONE_IN_A_THOUSAND = "99.9";
    private static final String LONGEST = "100";

    /**
     * Used since the start of the nodes.
     *
     * @param cpuMicros of all threads, in and outside the kernel
     * @param scriptMicros that commands in scripts and the scripts themselves took, as commandstats count it
     */
    public record Used(double cpuMicros, double scriptMicros) {

        public Used minus(Used earlier) {
            return new Used(cpuMicros - earlier.cpuMicros, scriptMicros - earlier.scriptMicros);
        }
    }

    public Used used() {
        return new Used(
                sum(node -> MICROS_PER_SECOND * (seconds(node, "used_cpu_user") + seconds(node, "used_cpu_sys"))),
                sum(node -> scriptMicros(node.field("cmdstat_evalsha", "INFO", "commandstats"))));
    }

    /** From here on {@link #scriptP999Micros} and {@link #longestScriptMicros} tell of what follows. */
    public void forgetStatistics() {
        for (var node : nodes) {
            node.call("CONFIG", "SET", "latency-tracking-info-percentiles", ONE_IN_A_THOUSAND + " " + LONGEST);
            node.call("CONFIG", "RESETSTAT");
        }
    }

    /** How long a call of a script took that only one in a thousand exceeded, on the node where it took longest. */
    public double scriptP999Micros() {
        return slowest(ONE_IN_A_THOUSAND);
    }

    /** How long the longest call of a script took. */
    public double longestScriptMicros() {
        return slowest(LONGEST);
    }

    private double slowest(String percentile) {
        return nodes.stream()
                .mapToDouble(node -> percentileMicros(
                        percentile, node.field("latency_percentiles_usec_evalsha", "INFO", "latencystats")))
                .max()
                .orElse(0);
    }

    /**
     * What all nodes hold by now.
     *
     * @param bytes without the buffers of connections and of the append-only file, which come and go
     */
    public record Held(long bytes, long keys) {

        public static final Held NOTHING = new Held(0, 0);
    }

    public Held held() {
        return new Held((long) sum(RedisMeter::heldBytes), (long) sum(node -> node.number("DBSIZE")));
    }

    public long memoryBytes() {
        return held().bytes();
    }

    private static double heldBytes(RespClient node) {
        return bytes(node, "used_memory") - bytes(node, "mem_clients_normal") - bytes(node, "mem_aof_buffer");
    }

    private static double bytes(RespClient node, String field) {
        return Double.parseDouble(node.field(field, "INFO", "memory"));
    }

    private double sum(ToDoubleFunction<RespClient> figure) {
        return nodes.stream().mapToDouble(figure).sum();
    }

    private static double seconds(RespClient node, String field) {
        return Double.parseDouble(node.field(field, "INFO", "cpu"));
    }

    /** From {@code calls=7,usec=210,usec_per_call=30.00,...}. */
    static double scriptMicros(String commandStatistics) {
        for (var field : commandStatistics.split(",")) {
            if (field.startsWith("usec=")) {
                return Double.parseDouble(field.substring("usec=".length()));
            }
        }
        return 0;
    }

    /** From {@code p50=21.119,p99=36.095,p99.9=63.231}. */
    static double percentileMicros(String percentile, String percentiles) {
        var name = "p" + percentile + "=";
        for (var field : percentiles.split(",")) {
            if (field.startsWith(name)) {
                return Double.parseDouble(field.substring(name.length()));
            }
        }
        return 0;
    }

    @Override
    public void close() {
        nodes.forEach(RespClient::close);
    }
}
