package dev.hotstate.kit.redis.vitals;

import dev.hotstate.kit.redis.connection.NodeAddress;
import dev.hotstate.kit.redis.vitals.Vitals.Breaker;
import dev.hotstate.kit.redis.vitals.Vitals.CacheVitals;
import dev.hotstate.kit.redis.vitals.Vitals.CommandVitals;
import dev.hotstate.kit.redis.vitals.Vitals.NodeVitals;
import dev.hotstate.kit.redis.vitals.Vitals.PostgresVitals;
import dev.hotstate.kit.redis.vitals.Vitals.RedisVitals;
import dev.hotstate.kit.redis.vitals.Vitals.Role;
import dev.hotstate.kit.redis.vitals.Vitals.State;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Vitals for tests: healthy unless said otherwise. */
final class VitalsFixture {

    private VitalsFixture() {}

    static Node master(String host) {
        return new Node(host);
    }

    static RedisVitals healthy() {
        return redis(master("a").build());
    }

    static RedisVitals redis(NodeVitals... nodes) {
        var all = List.of(nodes);
        int covered = all.stream()
                .filter(node -> node.state() == State.UP)
                .mapToInt(NodeVitals::slots)
                .sum();
        return new RedisVitals(VitalsPolicy.redisState(all, "ok", covered), "ok", covered, all);
    }

    static PostgresVitals postgres(State state) {
        return new PostgresVitals(state, Instant.EPOCH, state == State.UP ? 500L : null, 1, 20);
    }

    static CacheVitals cache(long hits, long misses) {
        return new CacheVitals(hits, misses, hits + misses == 0 ? null : (double) misses / (hits + misses));
    }

    static Vitals at(Instant time, double commandsPerSecond) {
        return at(time, healthy(), commandsPerSecond);
    }

    static Vitals at(Instant time, RedisVitals redis) {
        return at(time, redis, 0);
    }

    private static Vitals at(Instant time, RedisVitals redis, double commandsPerSecond) {
        return new Vitals(
                time,
                false,
                List.of(),
                redis,
                postgres(State.UP),
                cache(0, 0),
                new CommandVitals(commandsPerSecond, 0, null));
    }

    static final class Node {
        private final String host;
        private State state = State.UP;
        private int slots = 16_384;
        private long used = 100;
        private long max = 1000;
        private long clients = 10;
        private long clientsMax = 10_000;
        private long slowlog;
        private @Nullable String policy = "noeviction";

        Node(String host) {
            this.host = host;
        }

        Node withMemory(long used, long max) {
            this.used = used;
            this.max = max;
            return this;
        }

        Node withClients(long clients, long max) {
            this.clients = clients;
            this.clientsMax = max;
            return this;
        }

        Node withSlowlog(long perMinute) {
            this.slowlog = perMinute;
            return this;
        }

        Node withPolicy(String policy) {
            this.policy = policy;
            return this;
        }

        Node withSlots(int slots) {
            this.slots = slots;
            return this;
        }

        Node silent() {
            this.state = State.DOWN;
            return this;
        }

        Node unknown() {
            this.state = State.UNKNOWN;
            return this;
        }

        NodeVitals build() {
            if (state != State.UP) {
                return NodeVitals.silent(
                        new NodeAddress(host, 6379), Role.MASTER, state, Breaker.CLOSED, Instant.EPOCH, slots);
            }
            return new NodeVitals(
                    host + ":6379",
                    Role.MASTER,
                    state,
                    Breaker.CLOSED,
                    Instant.EPOCH,
                    slots,
                    used,
                    max,
                    policy,
                    clients,
                    clientsMax,
                    0L,
                    0L,
                    slowlog,
                    100L,
                    null);
        }
    }
}
