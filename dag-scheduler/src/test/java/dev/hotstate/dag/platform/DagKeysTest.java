package dev.hotstate.dag.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.key.KeySpace;
import dev.hotstate.kit.redis.partition.Partitions;
import org.junit.jupiter.api.Test;

class DagKeysTest {

    private final Partitions partitions = Partitions.lettered('d');
    private final DagKeys keys = new DagKeys(new KeySpace("staging", "dag"), partitions);

    @Test
    void what_one_transition_touches_lies_in_one_slot() {
        var partition = keys.partitionOf("invoice-2024-123");
        var id = new TaskId("invoice-2024-123", "email-task-1");

        assertThat(keys.state(id.job()).slot())
                .isEqualTo(keys.task(id).slot())
                .isEqualTo(keys.status(id).slot())
                .isEqualTo(keys.ready(partition, "mail").slot())
                .isEqualTo(keys.events(partition).slot());
    }

    @Test
    void each_partition_has_keys_of_its_own() {
        assertThat(partitions.all().stream().map(keys::running).distinct()).hasSize(Partitions.COUNT);
        assertThat(keys.lease(partitions.at(7)).value())
                .isEqualTo("staging:dag:lease:" + partitions.at(7).tag().braced());
    }

    @Test
    void the_longest_ids_fit_into_a_key() {
        var id = new TaskId("j".repeat(40), "t".repeat(40));

        assertThat(keys.status(id).value()).hasSizeLessThanOrEqualTo(100).contains(id.job());
        assertThat(keys.status(id)).isNotEqualTo(keys.status(new TaskId(id.job(), "t".repeat(39))));
    }

    @Test
    void a_task_id_has_two_parts() {
        assertThat(TaskId.parse("invoice.mail")).contains(new TaskId("invoice", "mail"));
        assertThat(TaskId.parse("invoice")).isEmpty();
        assertThat(TaskId.parse(".mail")).isEmpty();
        assertThat(TaskId.parse("invoice.")).isEmpty();
        assertThat(TaskId.parse("invoice.mail.now")).isEmpty();
    }

    @Test
    void keys_of_unfinished_jobs_may_lack_a_ttl() {
        var id = new TaskId("invoice", "mail");

        assertThat(keys.permanent().covers(keys.status(id).value())).isTrue();
        assertThat(keys.permanent()
                        .covers(keys.todo(keys.partitionOf("invoice")).value()))
                .isTrue();
        assertThat(keys.permanent().covers("staging:dag:unknown:x")).isFalse();
    }
}
