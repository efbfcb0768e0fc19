/** How much memory of Redis each kind of thing takes: monitors, drivers, tasks, limited callers, endpoints. */
@NullMarked
package dev.hotstate.bench.memory;

import org.jspecify.annotations.NullMarked;
