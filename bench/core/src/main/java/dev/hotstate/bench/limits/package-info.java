/** What reaching Redis costs at the least, and what kit-redis adds to it. */
@NullMarked
package dev.hotstate.bench.limits;

import org.jspecify.annotations.NullMarked;
