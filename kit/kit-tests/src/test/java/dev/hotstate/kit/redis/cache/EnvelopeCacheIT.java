package dev.hotstate.kit.redis.cache;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.kit.redis.ProbeService;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.testing.keys.KeyScan;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class EnvelopeCacheIT {

    record Profile(String name, int trips) {}

    private static final Duration TTL = ofSeconds(100);
    private static final Duration PATIENCE = ofSeconds(30);

    /** How long a loader may take in tests that are not about that. */
    private static final String UNHURRIED = "20s";

    private static final String SECRET = Base64.getEncoder().encodeToString(new byte[32]);
    private static final RandomGenerator NEVER_EARLY = () -> -1L;

    @RegisterExtension
    static final RedisClusterExtension redis = ProbeService.plan().shared();

    private final MovingClock clock = new MovingClock();
    private final AtomicInteger loads = new AtomicInteger();
    private ProbeService service;

    @BeforeEach
    void open(RedisClusterHarness cluster) {
        service = new ProbeService(cluster);
    }

    @AfterEach
    void close() {
        service.close();
    }

    @Test
    void a_value_is_loaded_once_and_then_read_from_redis() {
        assertThat(get(cache(spec()), "a").value()).isEqualTo(new Profile("a", 1));
        var other = get(cache(spec()), "a");
        assertThat(other.value()).isEqualTo(new Profile("a", 1));
        assertThat(other.stale()).isFalse();
        assertThat(loads).hasValue(1);
    }

    @Test
    void an_entry_has_its_ttl_from_the_beginning() {
        get(cache(spec()), "a");
        assertThat(service.send(Command.of("PTTL").key(key("a"))).integer())
                .isBetween(TTL.minusSeconds(10).toMillis(), TTL.toMillis());
    }

    @Test
    void an_entry_is_an_envelope() {
        get(cache(spec()), "a");
        assertThat(raw("a"))
                .isEqualTo("{\"_v\":1,\"_t\":" + clock.millis() + ",\"data\":{\"name\":\"a\",\"trips\":1}}");
    }

    @Test
    void a_thousand_readers_of_an_expired_value_cause_one_load() {
        var cache = cache(spec());
        var slow = new CompletableFuture<Profile>();
        var readers = IntStream.range(0, 1_000)
                .mapToObj(reader -> cache.get("a", id -> {
                            loads.incrementAndGet();
                            return Uni.createFrom().completionStage(slow);
                        })
                        .subscribeAsCompletionStage())
                .toList();
        await().atMost(PATIENCE).until(() -> loads.get() == 1);
        slow.complete(new Profile("a", 7));
        assertThat(readers)
                .allSatisfy(reader -> assertThat(
                                reader.get(30, TimeUnit.SECONDS).value().trips())
                        .isEqualTo(7));
        assertThat(loads).hasValue(1);
        assertThat(get(cache, "a").value().trips()).isEqualTo(7);
    }

    @Test
    void readers_who_share_a_load_go_on_in_their_own_contexts() {
        var cache = cache(spec());
        var slow = new CompletableFuture<Profile>();
        var continued = new CopyOnWriteArrayList<Context>();
        var own = List.of(newContext(), newContext());

        own.forEach(context -> context.runOnContext(start -> cache.get("a", id -> {
                    loads.incrementAndGet();
                    return Uni.createFrom().completionStage(slow);
                })
                .subscribe()
                .with(found -> continued.add(Vertx.currentContext()))));
        await().atMost(PATIENCE).until(() -> loads.get() == 1);
        slow.complete(new Profile("a", 7));

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(continued).containsExactlyInAnyOrderElementsOf(own));
    }

    private Context newContext() {
        return ((VertxInternal) service.vertx).createEventLoopContext();
    }

    /** Binomial with n = 1,000 and p = 0.1: mean 100, standard deviation 9.5, so the band is four of them. */
    @Test
    void of_the_readers_in_the_last_fifth_one_in_ten_loads_early() {
        var ids = IntStream.range(0, 1_000).mapToObj(i -> "id-" + i).toList();
        var cache = cache(spec(), new Random(20_26));
        ids.forEach(id -> get(cache, id));
        clock.advance(TTL.multipliedBy(85).dividedBy(100));
        assertThat(ids)
                .allSatisfy(id -> assertThat(get(cache, id).value().name()).isEqualTo(id));
        int early = (int) earlyLoads();
        assertThat(early).isBetween(62, 138);
        await().atMost(PATIENCE).until(() -> loads.get() == 1_000 + early);
    }

    @Test
    void an_early_refresh_renews_the_entry_while_its_reader_has_the_old_one() {
        var cache = cache(spec(), () -> 0L);
        get(cache, "a");
        clock.advance(TTL.multipliedBy(9).dividedBy(10));
        assertThat(get(cache, "a").value().trips()).isEqualTo(1);
        await().atMost(PATIENCE).until(() -> get(cache, "a").value().trips() == 2);
        assertThat(loads).hasValue(2);
    }

    @Test
    void an_entry_of_another_version_is_a_miss() {
        get(cache(spec()), "a");
        var next = CacheSpec.of("profile", Profile.class, 2, TTL);
        assertThat(get(cache(next), "a").value().trips()).isEqualTo(2);
        assertThat(raw("a")).startsWith("{\"_v\":2");
    }

    @Test
    void a_broken_entry_is_a_miss() {
        for (var broken : List.of("", "{", "not ours", "{\"_v\":1,\"_t\":1,\"data\":{\"trips\":\"many\"}}")) {
            service.send(Command.of("SET").key(key("a")).arg(broken));
            assertThat(get(cache(spec()), "a").value().trips()).isEqualTo(loads.get());
        }
        assertThat(loads).hasValue(4);
    }

    @Test
    void personal_data_is_not_readable_in_redis_and_tampering_is_a_miss(RedisClusterHarness cluster) {
        var cache = cache(spec().withEncryption());
        get(cache, "anna");
        assertThat(raw("anna")).contains("\"_k\":\"k1\"").doesNotContain("\"name\"", "trips");
        KeyScan.strict().assertClean(cluster.admin());
        service.send(Command.of("SET").key(key("bob")).arg(raw("anna")));
        assertThat(get(cache, "bob").value().name()).isEqualTo("bob");
        assertThat(loads).hasValue(2);
        assertThat(get(cache(spec().withEncryption()), "anna").value().name()).isEqualTo("anna");
        assertThat(loads).hasValue(2);
    }

    @Test
    void a_large_value_is_message_pack_in_redis() {
        var large = "x".repeat(2_000);
        var cache = cache(spec());
        cache.get("large", id -> Uni.createFrom().item(new Profile(large, 1)))
                .await()
                .atMost(PATIENCE);
        assertThat(service.send(Command.of("GET").key(key("large"))).bytes()[0]).isNegative();
        assertThat(get(cache(spec()), "large").value().name()).isEqualTo(large);
        assertThat(loads).hasValue(0);
    }

    @Test
    void without_redis_a_young_value_is_served_as_stale(RedisClusterHarness cluster) {
        var cache = cache(spec());
        var asOf = get(cache, "a").asOf();
        cluster.killAll();
        clock.advance(ofSeconds(30));
        var served = get(cache, "a");
        assertThat(served.stale()).isTrue();
        assertThat(served.asOf()).isEqualTo(asOf);
        assertThat(loads).hasValue(1);
    }

    @Test
    void without_redis_an_older_value_is_loaded(RedisClusterHarness cluster) {
        var cache = cache(spec());
        get(cache, "a");
        cluster.killAll();
        clock.advance(TTL.plusSeconds(1));
        var served = get(cache, "a");
        assertThat(served.stale()).isFalse();
        assertThat(served.value().trips()).isEqualTo(2);
        assertThat(get(cache, "a").value().trips()).isEqualTo(2);
        assertThat(loads).hasValue(2);
    }

    @Test
    void without_redis_and_owner_an_old_value_is_better_than_none(RedisClusterHarness cluster) {
        var cache = cache(spec());
        var asOf = get(cache, "a").asOf();
        cluster.killAll();
        clock.advance(TTL.plusHours(1));
        var served = getFailing(cache, "a");
        assertThat(served.stale()).isTrue();
        assertThat(served.asOf()).isEqualTo(asOf);
    }

    @Test
    void a_value_older_than_the_limit_is_not_served() {
        var cache = cache(spec().withStaleMax(TTL.multipliedBy(2)));
        get(cache, "a");
        service.send(Command.of("DEL").key(key("a")));
        clock.advance(TTL.multipliedBy(3));
        assertThatThrownBy(() -> getFailing(cache, "a")).hasMessage("the owner is down");
    }

    @Test
    void when_the_loader_fails_the_last_good_value_is_served() {
        var cache = cache(spec());
        get(cache, "a");
        service.send(Command.of("DEL").key(key("a")));
        assertThat(getFailing(cache, "a").stale()).isTrue();
        assertThatThrownBy(() -> getFailing(cache, "never-seen")).hasMessage("the owner is down");
    }

    @Test
    void a_loader_that_never_ends_blocks_nobody_for_ever() {
        var cache = cache(spec(), NEVER_EARLY, "500ms");
        var first = cache.get("a", id -> Uni.createFrom().nothing()).subscribeAsCompletionStage();
        var second = cache.get("a", id -> Uni.createFrom().nothing());
        assertThatThrownBy(() -> second.await().atMost(PATIENCE)).isInstanceOf(LoadTimedOut.class);
        await().atMost(PATIENCE).until(first::isCompletedExceptionally);
        assertThat(get(cache, "a").value().trips()).isEqualTo(1);
    }

    @Test
    void a_reader_that_goes_away_takes_nobody_with_it() {
        var cache = cache(spec());
        var slow = new CompletableFuture<Profile>();
        var gone = cache.get("a", id -> Uni.createFrom().completionStage(slow))
                .subscribe()
                .asCompletionStage();
        var stays = cache.get("a", id -> Uni.createFrom().failure(new AssertionError("the flight is shared")))
                .subscribeAsCompletionStage();
        gone.cancel(true);
        slow.complete(new Profile("a", 3));
        assertThat(stays)
                .succeedsWithin(PATIENCE)
                .satisfies(cached -> assertThat(cached.value().trips()).isEqualTo(3));
    }

    @Test
    void what_the_owner_does_not_have_is_passed_on_and_not_cached() {
        var cache = cache(spec());
        for (int i = 0; i < 2; i++) {
            assertThat(cache.get("a", id -> {
                                loads.incrementAndGet();
                                return Uni.createFrom().nullItem();
                            })
                            .await()
                            .atMost(PATIENCE))
                    .isNull();
        }
        assertThat(loads).hasValue(2);
        assertThat(service.send(Command.of("GET").key(key("a"))).isNil()).isTrue();
    }

    @Test
    void an_invalidated_value_is_loaded_anew() {
        var cache = cache(spec());
        get(cache, "a");
        cache.invalidate("a").await().atMost(PATIENCE);
        assertThat(get(cache, "a").value().trips()).isEqualTo(2);
    }

    @Test
    void a_load_that_began_before_an_invalidation_is_not_kept() {
        var cache = cache(spec());
        var slow = new CompletableFuture<Profile>();
        var old = cache.get("a", id -> {
                    loads.incrementAndGet();
                    return Uni.createFrom().completionStage(slow);
                })
                .subscribeAsCompletionStage();
        await().atMost(PATIENCE).until(() -> loads.get() == 1);
        cache.invalidate("a").await().atMost(PATIENCE);
        slow.complete(new Profile("old", 0));
        assertThat(old).succeedsWithin(PATIENCE);
        assertThat(get(cache, "a").value().trips()).isEqualTo(2);
    }

    /** The two go over different connections, in any order. */
    @Test
    void an_invalidation_wins_over_a_write_that_is_under_way() throws Exception {
        var cache = cache(spec());
        for (int round = 0; round < 500; round++) {
            var id = "race-" + round;
            var loading = new CompletableFuture<Void>();
            var slow = new CompletableFuture<Profile>();
            var reading = cache.get(id, missing -> {
                        loading.complete(null);
                        return Uni.createFrom().completionStage(slow);
                    })
                    .subscribeAsCompletionStage();
            assertThat(loading).succeedsWithin(PATIENCE);
            var loader = Thread.ofPlatform().start(() -> slow.complete(new Profile("old", 0)));
            for (int step = 0; step < round * 20; step++) {
                Thread.onSpinWait();
            }
            cache.invalidate(id).await().atMost(PATIENCE);
            loader.join();
            assertThat(reading).succeedsWithin(PATIENCE);
            assertThat(service.send(Command.of("GET").key(key(id))).isNil())
                    .as("round " + round)
                    .isTrue();
        }
    }

    /** Whether its read comes before or after the invalidation is a matter of luck. */
    @Test
    void a_hit_that_an_invalidation_overtakes_is_not_served_in_an_outage(RedisClusterHarness cluster) {
        var cache = cache(spec());
        var version = new AtomicInteger();
        var changedTo = new TreeMap<String, Integer>();
        for (int round = 0; round < 300; round++) {
            var id = "hit-" + round;
            get(cache, id, version);
            var reading = cache.get(id, any -> Uni.createFrom().item(() -> new Profile(id, version.get())))
                    .subscribeAsCompletionStage();
            changedTo.put(id, version.incrementAndGet());
            for (int step = 0; step < round * 20; step++) {
                Thread.onSpinWait();
            }
            cache.invalidate(id).await().atMost(PATIENCE);
            assertThat(reading).succeedsWithin(PATIENCE);
        }
        cluster.killAll();
        assertThat(changedTo)
                .allSatisfy((id, changed) ->
                        assertThat(get(cache, id, version).value().trips()).isGreaterThanOrEqualTo(changed));
    }

    @Test
    void in_an_outage_a_load_that_an_invalidation_overtakes_is_not_kept(RedisClusterHarness cluster) {
        var cache = cache(spec());
        cluster.killAll();
        var slow = new CompletableFuture<Profile>();
        var old = cache.get("a", id -> {
                    loads.incrementAndGet();
                    return Uni.createFrom().completionStage(slow);
                })
                .subscribeAsCompletionStage();
        await().atMost(PATIENCE).until(() -> loads.get() == 1);
        // Fails, since Redis is away; what this process keeps is forgotten all the same.
        cache.invalidate("a").subscribe().with(done -> {}, outage -> {});
        slow.complete(new Profile("old", 0));
        assertThat(old).succeedsWithin(PATIENCE);
        assertThat(get(cache, "a").value().trips()).isEqualTo(2);
    }

    @Test
    void an_entry_with_an_impossible_time_is_a_miss() {
        service.send(Command.of("SET")
                .key(key("a"))
                .arg("{\"_v\":1,\"_t\":-9223372036854775808,\"data\":{\"name\":\"a\",\"trips\":9}}")
                .arg("PX")
                .arg(60_000));
        assertThat(get(cache(spec()), "a").value().trips()).isEqualTo(1);
    }

    @Test
    void an_id_that_breaks_the_key_grammar_is_refused() {
        assertThatThrownBy(() -> get(cache(spec()), "a:b")).hasMessageContaining("':'");
    }

    private static CacheSpec<Profile> spec() {
        return CacheSpec.of("profile", Profile.class, 1, TTL);
    }

    private EnvelopeCache<Profile> cache(CacheSpec<Profile> spec) {
        return cache(spec, NEVER_EARLY);
    }

    private EnvelopeCache<Profile> cache(CacheSpec<Profile> spec, RandomGenerator random) {
        return cache(spec, random, UNHURRIED);
    }

    private EnvelopeCache<Profile> cache(CacheSpec<Profile> spec, RandomGenerator random, String loadDeadline) {
        return new EnvelopeCaches(
                        service.router,
                        service.keys,
                        new ObjectMapper(),
                        clock,
                        random,
                        service.registry,
                        config(loadDeadline),
                        new CacheStatistics())
                .create(spec);
    }

    private static CacheConfig config(String loadDeadline) {
        var settings = Map.of(
                "hotstate.cache.load-deadline",
                loadDeadline,
                "hotstate.cache.last-good-max",
                "2000",
                "hotstate.cache.encryption.current",
                "k1",
                "hotstate.cache.encryption.keys.k1",
                SECRET);
        return new SmallRyeConfigBuilder()
                .withMapping(CacheConfig.class)
                .withConverter(Duration.class, 100, new DurationConverter())
                .withSources(new PropertiesConfigSource(settings, "test", 100))
                .build()
                .getConfigMapping(CacheConfig.class);
    }

    private Cached<Profile> get(EnvelopeCache<Profile> cache, String id) {
        return cache.get(id, this::load).await().atMost(PATIENCE);
    }

    private Cached<Profile> get(EnvelopeCache<Profile> cache, String id, AtomicInteger version) {
        return cache.get(id, any -> Uni.createFrom().item(() -> new Profile(id, version.get())))
                .await()
                .atMost(PATIENCE);
    }

    private Cached<Profile> getFailing(EnvelopeCache<Profile> cache, String id) {
        return cache.get(id, failing -> Uni.createFrom().failure(new IllegalStateException("the owner is down")))
                .await()
                .atMost(PATIENCE);
    }

    private Uni<Profile> load(String id) {
        return Uni.createFrom().item(() -> new Profile(id, loads.incrementAndGet()));
    }

    private double earlyLoads() {
        return service.registry
                .get("hotstate.cache.load")
                .tags("cache", "profile", "reason", "early")
                .counter()
                .count();
    }

    private RedisKey key(String id) {
        return service.keys.key("cache", "profile." + id);
    }

    private String raw(String id) {
        return new String(service.send(Command.of("GET").key(key(id))).bytes(), UTF_8);
    }

    /** Only moved by the test. */
    private static final class MovingClock extends Clock {
        private volatile Instant now = Instant.ofEpochMilli(1_800_000_000_000L);

        void advance(Duration by) {
            now = now.plus(by);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
