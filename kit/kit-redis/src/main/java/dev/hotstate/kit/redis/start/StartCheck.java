package dev.hotstate.kit.redis.start;

import java.util.List;

/** One thing that must be right before the service starts; a bean, asked once. */
public interface StartCheck {

    List<StartProblem> problems();
}
