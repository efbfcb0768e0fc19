package dev.hotstate.monitor.specimen.right;

import dev.hotstate.monitor.specimen.left.Left;
import org.jspecify.annotations.Nullable;

/** Half of a cycle. */
public class Right {

    public @Nullable Left other;
}
