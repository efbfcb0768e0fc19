package dev.hotstate.monitor.channel;

import dev.hotstate.kit.redis.start.StartCheck;
import dev.hotstate.kit.redis.start.StartProblem;
import jakarta.inject.Singleton;
import java.util.List;

/** A link that leads nowhere would be found out by whoever is woken by it. */
@Singleton
final class LinkStartCheck implements StartCheck {

    private final LinkConfig config;

    LinkStartCheck(LinkConfig config) {
        this.config = config;
    }

    @Override
    public List<StartProblem> problems() {
        return config
                .publicUrl()
                .filter(url -> !AlertLinks.canBegin(url))
                .map(url -> new StartProblem(
                        "monitor.alert.public-url",
                        "is no place that a link can begin with",
                        "Give scheme and host, and a path if there is one, such as https://monitor.example.org"))
                .stream()
                .toList();
    }
}
