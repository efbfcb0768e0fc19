package dev.hotstate.metrics.envoy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.testing.mutiny.MutinyContexts;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Looks that overtake each other: that of the worker, and that of whoever has just changed a domain. */
class EnvoyDomainsTest {

    static {
        MutinyContexts.prepare();
    }

    private static final EnvoyConfig CONFIG = new SmallRyeConfigBuilder()
            .withMapping(EnvoyConfig.class)
            .withDefaultValue("metrics.envoy.algorithm", "fixed-window")
            .build()
            .getConfigMapping(EnvoyConfig.class);

    /** A table that hands out what was read when the test says so. */
    private static final class SlowTable extends DomainStore {

        private final List<UniEmitter<? super List<Stored>>> readers = new ArrayList<>();
        private Map<String, Integer> versions = Map.of();

        SlowTable() {
            super(null);
        }

        @Override
        Uni<Map<String, Integer>> versions() {
            return Uni.createFrom().item(versions);
        }

        @Override
        Uni<List<Stored>> all() {
            return Uni.createFrom().emitter(readers::add);
        }

        void answer(int reader, int version) {
            readers.get(reader)
                    .complete(List.of(new Stored("shop", version, file(version), Instant.EPOCH, "somebody")));
        }

        private static String file(int limit) {
            return "domain: shop\ndescriptors: [{key: a, rate_limit: {unit: day, requests_per_unit: %d}}]"
                    .formatted(limit);
        }
    }

    private final Vertx vertx = Vertx.vertx();
    private final SlowTable table = new SlowTable();
    private final EnvoyDomains domains = new EnvoyDomains(table, CONFIG, () -> Duration.ofSeconds(1), vertx);

    @AfterEach
    void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void what_was_read_before_a_change_and_arrives_after_it_is_not_believed() {
        table.versions = Map.of("shop", 1);
        var earlier = look();
        table.versions = Map.of("shop", 2);
        var later = look();

        table.answer(1, 2);
        table.answer(0, 1);

        assertThat(limit()).isEqualTo(2);
        assertThat(earlier).isCompleted();
        assertThat(later).isCompleted();
    }

    @Test
    void a_look_that_finds_nothing_new_makes_those_before_it_old_too() {
        table.versions = Map.of("shop", 2);
        var first = look();
        table.versions = Map.of("shop", 1);
        var behind = look();
        table.versions = Map.of("shop", 2);
        table.answer(0, 2);
        assertThat(look()).isCompleted();

        table.answer(1, 1);

        assertThat(limit()).isEqualTo(2);
        assertThat(first).isCompleted();
        assertThat(behind).isCompleted();
    }

    private CompletableFuture<Void> look() {
        return domains.refresh().subscribeAsCompletionStage();
    }

    private long limit() {
        var limits = new ArrayList<Long>();
        domains.tree("shop")
                .orElseThrow()
                .forEach((path, limit) -> limits.add(limit.policy().limit().hits()));
        assertThat(limits).hasSize(1);
        return limits.getFirst();
    }
}
