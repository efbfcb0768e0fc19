package dev.hotstate.driver.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.start.StartProblem;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScoresStartCheckTest {

    @Test
    void what_nobody_could_search_by_is_named() {
        assertThat(problems("driver.search.scores.fair", "distance:1,beauty:2"))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.setting()).isEqualTo("driver.search.scores.fair");
                    assertThat(problem.problem()).contains("distance:1,beauty:2");
                });
    }

    @Test
    void what_can_be_read_is_no_problem() {
        assertThat(problems("driver.search.scores.fair", "distance:1,idle:2")).isEmpty();
    }

    private static List<StartProblem> problems(String setting, String weights) {
        var config = new SmallRyeConfigBuilder()
                .withMapping(SearchConfig.class)
                .withDefaultValue(setting, weights)
                .build()
                .getConfigMapping(SearchConfig.class);
        return new ScoresStartCheck(config).problems();
    }
}
