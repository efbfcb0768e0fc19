package dev.hotstate.kit.testing.scenario;

import java.util.random.RandomGenerator;

/** Something a client does; whatever varies in it comes from the generator. It records itself in its checker. */
@FunctionalInterface
public interface Operation {

    Outcome perform(RandomGenerator random) throws Exception;
}
