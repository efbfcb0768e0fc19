package dev.hotstate.kit.redis.vitals;

import static dev.hotstate.kit.redis.vitals.VitalsFixture.cache;
import static dev.hotstate.kit.redis.vitals.VitalsFixture.healthy;
import static dev.hotstate.kit.redis.vitals.VitalsFixture.master;
import static dev.hotstate.kit.redis.vitals.VitalsFixture.postgres;
import static dev.hotstate.kit.redis.vitals.VitalsFixture.redis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.hotstate.kit.redis.vitals.Vitals.CacheVitals;
import dev.hotstate.kit.redis.vitals.Vitals.NodeVitals;
import dev.hotstate.kit.redis.vitals.Vitals.RedisVitals;
import dev.hotstate.kit.redis.vitals.Vitals.State;
import java.util.List;
import java.util.Map;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VitalsPolicyTest {

    @Test
    void a_healthy_cluster_has_no_findings() {
        assertThat(codes(healthy(), Map.of(), cache(80, 20))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"800, 1000, false", "801, 1000, true", "5, 0, false"})
    void memory_is_judged_above_80_percent_of_its_limit(long used, long max, boolean judged) {
        var found = codes(redis(master("a").withMemory(used, max).build()), Map.of(), cache(0, 0));
        assertThat(found.contains("redis-memory")).isEqualTo(judged);
    }

    @ParameterizedTest
    @CsvSource({"8000, 10000, false", "8001, 10000, true"})
    void clients_are_judged_above_80_percent_of_their_limit(long clients, long max, boolean judged) {
        var found = codes(redis(master("a").withClients(clients, max).build()), Map.of(), cache(0, 0));
        assertThat(found.contains("redis-clients")).isEqualTo(judged);
    }

    @ParameterizedTest
    @CsvSource({"10, false", "11, true"})
    void more_than_ten_slow_commands_a_minute_are_too_many(long perMinute, boolean judged) {
        var found = codes(redis(master("a").withSlowlog(perMinute).build()), Map.of(), cache(0, 0));
        assertThat(found.contains("redis-slowlog")).isEqualTo(judged);
    }

    @ParameterizedTest
    @CsvSource({"0, false", "1, true"})
    void any_eviction_is_too_many(long evicted, boolean judged) {
        var found = codes(redis(master("a").build()), Map.of("a:6379", evicted), cache(0, 0));
        assertThat(found.contains("redis-evictions")).isEqualTo(judged);
    }

    @ParameterizedTest
    @CsvSource({"50, 50, false", "49, 51, true", "0, 19, false", "0, 20, true"})
    void cache_misses_are_judged_above_half_of_enough_reads(long hits, long misses, boolean judged) {
        assertThat(codes(healthy(), Map.of(), cache(hits, misses)).contains("cache-misses"))
                .isEqualTo(judged);
    }

    @Test
    void a_policy_that_evicts_is_wrong() {
        var found = findings(redis(master("a").withPolicy("volatile-lru").build()), Map.of(), cache(0, 0));
        assertThat(found)
                .filteredOn(finding -> finding.code().equals("redis-wrong-memory-policy"))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.level()).isEqualTo(Logger.Level.ERROR);
                    assertThat(finding.message()).contains("volatile-lru", "noeviction");
                });
    }

    @Test
    void a_silent_node_is_named() {
        var found = findings(
                redis(master("a").withSlots(8192).build(), master("b").silent().build()), Map.of(), cache(0, 0));
        assertThat(found).extracting(Finding::code).contains("redis-node-down", "redis-cluster-incomplete");
        assertThat(found).extracting(Finding::message).contains("Only 8,192 of 16,384 slots are served");
    }

    @Test
    void slots_of_a_node_that_has_not_been_asked_yet_are_not_missing() {
        var found = codes(
                redis(master("a").withSlots(8192).build(), master("b").unknown().build()), Map.of(), cache(0, 0));
        assertThat(found).containsExactly("not-known-yet");
    }

    @Test
    void without_any_answer_redis_is_down_and_not_merely_incomplete() {
        var found = codes(redis(master("a").silent().build()), Map.of(), cache(0, 0));
        assertThat(found).contains("redis-down").doesNotContain("redis-cluster-incomplete");
    }

    @Test
    void without_a_vitals_user_the_service_says_so() {
        var unknown = redis(master("a").unknown().build());
        assertThat(VitalsPolicy.findings(unknown, false, true, Map.of(), postgres(State.UP), cache(0, 0)))
                .extracting(Finding::code)
                .containsExactly("redis-vitals-user-missing");
    }

    @Test
    void what_is_not_known_yet_is_not_called_well() {
        var unknown = redis();
        assertThat(VitalsPolicy.findings(unknown, true, false, Map.of(), postgres(State.UNKNOWN), cache(0, 0)))
                .extracting(Finding::code, Finding::subject)
                .containsExactly(tuple("not-known-yet", "redis"), tuple("not-known-yet", "postgres"));
    }

    @Test
    void when_no_node_was_found_for_seconds_redis_is_down() {
        assertThat(codes(redis(), Map.of(), cache(0, 0))).containsExactly("redis-down");
        assertThat(codes(redis(master("a").unknown().build()), Map.of(), cache(0, 0)))
                .containsExactly("redis-down");
    }

    @Test
    void a_silent_postgres_is_a_finding() {
        assertThat(VitalsPolicy.findings(healthy(), true, true, Map.of(), postgres(State.DOWN), cache(0, 0)))
                .extracting(Finding::code)
                .containsExactly("postgres-down");
    }

    @ParameterizedTest
    @CsvSource({"UP, ok, 16384, UP", "UP, fail, 16384, DEGRADED", "UP, ok, 16383, DEGRADED", "DOWN, ok, 0, DOWN"})
    void the_state_of_redis_follows_from_its_nodes(State node, String clusterState, int covered, State expected) {
        List<NodeVitals> nodes = List.of(
                node == State.UP ? master("a").build() : master("a").silent().build());
        assertThat(VitalsPolicy.redisState(nodes, clusterState, covered)).isEqualTo(expected);
    }

    private static List<String> codes(RedisVitals redis, Map<String, Long> evicted, CacheVitals cache) {
        return findings(redis, evicted, cache).stream().map(Finding::code).toList();
    }

    private static List<Finding> findings(RedisVitals redis, Map<String, Long> evicted, CacheVitals cache) {
        return VitalsPolicy.findings(redis, true, true, evicted, postgres(State.UP), cache);
    }
}
