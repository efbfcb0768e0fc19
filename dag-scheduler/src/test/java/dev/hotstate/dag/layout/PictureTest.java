package dev.hotstate.dag.layout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.dag.graph.Graphs;
import dev.hotstate.dag.graph.WfInstances;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PictureTest {

    private static final String ALIGNMENTS =
            "split>align_1>merge split>align_2>merge split>align_3>merge split>check>merge";

    @Test
    void tasks_of_one_level_and_kind_are_folded_into_a_box() {
        var picture = Picture.folded(Graphs.graph(ALIGNMENTS), Set.of());
        assertThat(picture.vertices()).extracting(Vertex::id).containsExactly("split", "1.align", "check", "merge");
        assertThat(picture.vertices().get(1).tasks()).hasSize(3);
        assertThat(picture.levels()).isEqualTo(3);
    }

    @Test
    void a_link_between_boxes_counts_what_it_stands_for() {
        var picture = Picture.folded(Graphs.graph(ALIGNMENTS), Set.of());
        assertThat(picture.links()).containsExactly(0, 1, 3, 0, 2, 1, 1, 3, 3, 2, 3, 1);
    }

    @Test
    void an_unfolded_box_shows_its_tasks() {
        var picture = Picture.folded(Graphs.graph(ALIGNMENTS), Set.of("1.align"));
        assertThat(picture.vertices())
                .extracting(Vertex::id)
                .containsExactly("split", "align_1", "align_2", "align_3", "check", "merge");
    }

    @Test
    void a_level_of_many_kinds_is_folded_by_first_words_or_as_a_whole() {
        var byWord = new StringBuilder();
        var byNothing = new StringBuilder();
        for (int kind = 0; kind < 20; kind++) {
            byWord.append("map_").append((char) ('a' + kind)).append("x ");
            byNothing.append((char) ('a' + kind)).append("word ");
        }
        assertThat(Picture.folded(Graphs.graph(byWord.toString()), Set.of()).vertices())
                .extracting(Vertex::label)
                .containsExactly("map");
        assertThat(Picture.folded(Graphs.graph(byNothing.toString()), Set.of()).vertices())
                .extracting(Vertex::label)
                .containsExactly("level 1");
    }

    @Test
    void the_2122_tasks_of_montage_fold_into_a_handful() {
        var picture = Picture.folded(Graphs.sound(WfInstances.nodes(WfInstances.MONTAGE)), Set.of());
        assertThat(picture.vertices()).hasSizeBetween(8, 20);
        assertThat(picture.vertices().stream()
                        .map(Vertex::tasks)
                        .mapToInt(List::size)
                        .sum())
                .isEqualTo(2122);
    }

    @Test
    void many_levels_are_folded_together() {
        var picture = Picture.folded(Graphs.sound(Graphs.chainWithJoin(99_999)), Set.of());
        assertThat(picture.levels()).isEqualTo(1_000);
        assertThat(picture.vertices()).hasSize(1_000);
        assertThat(picture.vertices().getFirst().label()).isEqualTo("levels 1 to 100");
        assertThat(picture.vertices().getLast().tasks()).hasSize(100);
        assertThat(picture.links()).hasSize(3 * (999 + 998));
    }

    @Test
    void a_chain_of_100_000_is_folded_without_a_stack() {
        assertThat(Picture.ofTasks(Graphs.sound(Graphs.chain(100_000))).vertices())
                .hasSize(100_000);
    }
}
