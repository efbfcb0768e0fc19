package dev.hotstate.dag.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hotstate.kit.http.problem.Refusal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RenderingTest {

    private final ObjectMapper json = new ObjectMapper();

    @Test
    void places_in_texts_are_filled_and_whole_texts_keep_the_type() {
        assertThat(render("{'a':'day ${day}','b':'${count}','c':['${list}'],'${count}':1}"))
                .isEqualTo(read("{'a':'day monday','b':3,'c':[[1,2]],'${count}':1}"));
    }

    @Test
    void the_time_of_the_fire_is_known_everywhere() {
        assertThat(render("{'at':'${fireTime}'}")).isEqualTo(read("{'at':'2026-11-18T09:00:00Z'}"));
    }

    @Test
    void a_literal_place_is_written_with_two_signs() {
        assertThat(render("{'a':'cost $${day} and $5'}")).isEqualTo(read("{'a':'cost ${day} and $5'}"));
    }

    @Test
    void a_value_is_never_looked_into_again() {
        assertThat(render("{'a':'${tricky}'}")).isEqualTo(read("{'a':'${day} \\\\1 $0'}"));
        assertThat(render("{'a':'x${tricky}'}")).isEqualTo(read("{'a':'x${day} \\\\1 $0'}"));
    }

    @Test
    void what_is_missing_unknown_or_too_much_is_refused() {
        var declared = List.of(new Parameter("needed", null, null));
        assertThatThrownBy(() -> Rendering.render(read("{}"), declared, Map.of(), "t"))
                .isInstanceOf(Refusal.class);
        assertThatThrownBy(() -> Rendering.render(read("{}"), List.of(), Map.of("extra", read("1")), "t"))
                .isInstanceOf(Refusal.class);
        assertThatThrownBy(() -> Rendering.render(read("{'a':'${nobody}'}"), List.of(), Map.of(), "t"))
                .isInstanceOf(Refusal.class);
    }

    @Test
    void what_places_multiply_ends_somewhere() {
        var declared = List.of(new Parameter("big", null, null));
        var given = Map.<String, JsonNode>of("big", TextNode.valueOf("x".repeat(1 << 20)));
        var job = read("{'a':'" + "${big}".repeat(4) + "'}");
        assertThat(Rendering.render(job, declared, given, "t").get("a").textValue())
                .hasSize(4 << 20);
        for (var places : List.of("'" + "${big}".repeat(9) + "'", "[" + "'${big}',".repeat(9) + "1]")) {
            assertThatThrownBy(() -> Rendering.render(read("{'a':" + places + "}"), declared, given, "t"))
                    .isInstanceOf(Refusal.class);
        }
    }

    private JsonNode render(String job) {
        var declared = List.of(
                new Parameter("day", read("'sunday'"), null),
                new Parameter("count", read("3"), null),
                new Parameter("list", read("[1,2]"), null),
                new Parameter("tricky", read("'${day} \\\\1 $0'"), null));
        return Rendering.render(read(job), declared, Map.of("day", read("'monday'")), "2026-11-18T09:00:00Z");
    }

    private JsonNode read(String text) {
        try {
            return json.readTree(text.replace('\'', '"'));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
