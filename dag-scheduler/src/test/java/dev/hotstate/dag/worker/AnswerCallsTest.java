package dev.hotstate.dag.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.dag.task.Completion;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many tasks of a job one call completes. */
class AnswerCallsTest {

    /** A call takes as long with twelve of the longest ids as with twenty short ones, or with a few that leave much. */
    @ParameterizedTest
    @CsvSource({"6, 3, 0, 20", "24, 12, 300, 20", "40, 40, 0, 12", "40, 40, 1600, 7", "6, 3, 16000, 2"})
    void a_call_completes_the_fewer_the_more_text_they_bring(int job, int task, int output, int most) {
        var completions = IntStream.range(0, 40)
                .mapToObj(number -> new TaskId("j".repeat(job), ("%0" + task + "d").formatted(number)))
                .map(id -> new Completion(id, "1", "x".repeat(output)))
                .toList();

        var calls = Answers.callsOf(completions);

        assertThat(calls).allMatch(places -> places.size() <= most).anyMatch(places -> places.size() == most);
        assertThat(calls.stream().flatMap(List::stream).toList())
                .containsExactlyElementsOf(IntStream.range(0, 40).boxed().toList());
    }
}
