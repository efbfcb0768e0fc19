package dev.hotstate.dag.growth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.dag.job.TaskSnapshot;
import dev.hotstate.dag.rule.TriggerRule;
import dev.hotstate.dag.task.TaskSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdditionPartTest {

    private static final TaskSpec SPEC =
            new TaskSpec(TriggerRule.ALL_SUCCESS, "q", 5, 0, 1_000, 60_000, 30_000, 0, 0, false, false);

    @ParameterizedTest
    @CsvSource({"1, 0, 1", "10, 0, 1", "11, 0, 2", "1, 25, 1", "1, 26, 2", "2, 25, 2", "1, 2000, 80", "100, 20, 80"})
    void parts_end_at_tasks_and_links_that_a_call_may_have(int tasks, int parents, int parts) {
        var addition = IntStream.range(0, tasks).mapToObj(i -> task(i, parents)).toList();

        assertThat(parts(addition)).hasSize(parts);
    }

    @Test
    void every_task_is_written_once_and_linked_once_to_each_of_its_parents() {
        var random = new Random(7);
        for (int round = 0; round < 200; round++) {
            var addition = IntStream.range(0, 1 + random.nextInt(30))
                    .mapToObj(i -> task(i, random.nextInt(4) * random.nextInt(30)))
                    .toList();
            assertWhole(addition, parts(addition));
        }
    }

    private static void assertWhole(List<TaskSnapshot> addition, List<AdditionPart> parts) {
        var written = new ArrayList<TaskSnapshot>();
        var links = new ArrayList<String>();
        var before = "";
        for (var part : parts) {
            assertThat(part.goesOn()).isEqualTo(before);
            before = part.unfinished();
            written.addAll(part.tasks());
            part.links().forEach((parent, children) -> children.forEach(child -> links.add(parent + ">" + child)));
        }
        assertThat(before).isEmpty();
        assertThat(written).isEqualTo(addition);
        assertThat(links)
                .containsExactlyInAnyOrderElementsOf(addition.stream()
                        .flatMap(task -> task.dependsOn().stream().map(parent -> parent + ">" + task.id()))
                        .toList());
    }

    private static List<AdditionPart> parts(List<TaskSnapshot> addition) {
        var parts = new ArrayList<AdditionPart>();
        for (var place = AdditionPart.BEGINNING;
                !place.isEmpty();
                place = parts.getLast().next()) {
            parts.add(AdditionPart.of(addition, place));
        }
        return parts;
    }

    private static TaskSnapshot task(int number, int parents) {
        return TaskSnapshot.pending(
                "t" + number,
                "",
                IntStream.range(0, parents).mapToObj(i -> "p" + i).toList(),
                SPEC);
    }
}
