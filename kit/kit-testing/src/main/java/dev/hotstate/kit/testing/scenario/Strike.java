package dev.hotstate.kit.testing.scenario;

import java.util.random.RandomGenerator;

/** A fault that is inflicted while the clients work; it returns when the next one may follow. */
@FunctionalInterface
public interface Strike {

    void inflict(RandomGenerator random) throws Exception;
}
