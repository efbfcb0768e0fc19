package dev.hotstate.monitor.definition;

import static dev.hotstate.monitor.definition.TestMonitors.job;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class PushIndexTest {

    private static final int READINGS = 200_000;

    private final PushIndex index = new PushIndex();

    @Test
    void a_new_token_and_a_new_name_take_the_place_of_the_old_ones() {
        var before = job("mon_1", "Nightly backup", UUID.randomUUID());
        var after = job("mon_1", "Backup", UUID.randomUUID());
        index.replace(null, before);

        index.replace(before, after);

        assertThat(index.ofToken(Objects.requireNonNull(after.pushToken()))).contains(after);
        assertThat(index.ofToken(Objects.requireNonNull(before.pushToken()))).isEmpty();
        assertThat(index.ofSlug("backup")).containsExactly(after);
        assertThat(index.ofSlug("nightly-backup")).isEmpty();
    }

    @Test
    void what_is_removed_leaves_others_of_its_slug() {
        var one = job("mon_1", "Backup", UUID.randomUUID());
        var other = job("mon_2", "backup!", UUID.randomUUID());
        index.replace(null, one);
        index.replace(null, other);

        index.remove(one);

        assertThat(index.ofSlug("backup")).containsExactly(other);
    }

    @Test
    void what_becomes_a_check_is_no_longer_found() {
        var token = UUID.randomUUID();
        var before = job("mon_1", "Backup", token);
        index.replace(null, before);

        index.replace(before, TestMonitors.http("mon_1"));

        assertThat(index.ofToken(token)).isEmpty();
        assertThat(index.ofSlug("backup")).isEmpty();
    }

    @Test
    void whoever_looks_while_monitors_are_read_again_finds_all_of_them() throws Exception {
        var token = UUID.randomUUID();
        var one = job("mon_1", "Backup", token);
        var other = job("mon_2", "backup!", UUID.randomUUID());
        index.replace(null, one);
        index.replace(null, other);
        var begun = new CountDownLatch(1);

        var readings = CompletableFuture.runAsync(() -> {
            for (int reading = 0; reading < READINGS; reading++) {
                index.replace(one, one);
                begun.countDown();
            }
        });
        begun.await();

        while (!readings.isDone()) {
            assertThat(index.ofToken(token)).isPresent();
            assertThat(index.ofSlug("backup")).hasSize(2);
        }
        readings.get();
    }
}
