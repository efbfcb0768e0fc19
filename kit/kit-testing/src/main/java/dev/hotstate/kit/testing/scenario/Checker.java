package dev.hotstate.kit.testing.scenario;

import java.util.List;

/** Knows from its own record what must hold, and says what does not. */
@FunctionalInterface
public interface Checker {

    /** Called once, when all operations have ended and all faults are healed; one sentence per violation. */
    List<String> violations() throws Exception;
}
