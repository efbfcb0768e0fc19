package dev.hotstate.driver.search;

import dev.hotstate.kit.redis.start.StartCheck;
import dev.hotstate.kit.redis.start.StartProblem;
import jakarta.inject.Singleton;
import java.util.List;

/** A policy that can't be read would be noticed by the first who asks for it by its name. */
@Singleton
final class ScoresStartCheck implements StartCheck {

    private final SearchConfig config;

    ScoresStartCheck(SearchConfig config) {
        this.config = config;
    }

    @Override
    public List<StartProblem> problems() {
        return config.scores().entrySet().stream()
                .filter(score -> ScorePolicy.parse(score.getValue()).isEmpty())
                .map(score -> new StartProblem(
                        "driver.search.scores." + score.getKey(),
                        "can't be read: " + score.getValue(),
                        "Write weights from 0 to 1000, not all of them 0, such as distance:4,age:1,rating:2,idle:2"))
                .toList();
    }
}
