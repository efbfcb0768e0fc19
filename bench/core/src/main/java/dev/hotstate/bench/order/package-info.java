/** Child processes that work on orders of the benchmark. */
@NullMarked
package dev.hotstate.bench.order;

import org.jspecify.annotations.NullMarked;
