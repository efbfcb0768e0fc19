package dev.hotstate.bench.dag;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShapeTest {

    @Test
    void a_fan_ends_in_one_task_after_all_others() {
        assertThat(Shape.fan(4).parents()).containsExactly(List.of(), List.of(), List.of(), List.of(0, 1, 2));
    }

    @Test
    void a_chain_is_one_task_after_the_other() {
        assertThat(Shape.chain(3).parents()).containsExactly(List.of(), List.of(0), List.of(1));
    }

    @Test
    void every_task_of_a_layer_waits_for_two_of_the_layer_before_and_two_wait_for_it() {
        // Given
        var shape = Shape.layers(1_000);
        // Then
        assertThat(shape.parents().subList(0, 5)).allMatch(List::isEmpty);
        assertThat(shape.parents().get(5)).containsExactly(0, 1);
        assertThat(shape.parents().get(9)).containsExactly(4, 0);
        for (int task = 5; task < shape.size(); task++) {
            assertThat(shape.parents().get(task)).hasSize(2).doesNotHaveDuplicates();
        }
        for (int task = 0; task < shape.size() - 5; task++) {
            int parent = task;
            assertThat(shape.parents().stream().filter(parents -> parents.contains(parent)))
                    .hasSize(2);
        }
    }

    @Test
    void is_written_as_the_service_takes_it() throws IOException {
        // When
        var job = new ObjectMapper().readTree(Shape.fan(3).json("job-1", "mail"));
        // Then
        assertThat(job.path("jobId").asText()).isEqualTo("job-1");
        assertThat(job.path("tasks")).hasSize(3);
        assertThat(job.at("/tasks/2/queue").asText()).isEqualTo("mail");
        assertThat(job.at("/tasks/2/dependsOn"))
                .extracting(parent -> parent.asText())
                .containsExactly("t0", "t1");
        assertThat(job.at("/tasks/0").has("dependsOn")).isFalse();
    }
}
