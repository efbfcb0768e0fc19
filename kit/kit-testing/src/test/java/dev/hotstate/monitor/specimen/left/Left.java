package dev.hotstate.monitor.specimen.left;

import dev.hotstate.monitor.specimen.right.Right;
import org.jspecify.annotations.Nullable;

/** Half of a cycle. */
public class Left {

    public @Nullable Right other;
}
