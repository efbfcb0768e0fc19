/**
 * HTTP load from a process of its own: {@link dev.hotstate.bench.load.LoadProcess} on the side of the benchmark,
 * {@link dev.hotstate.bench.load.LoadGenerator} in the child. One thread, one selector, no allocation per request, so
 * that on a small machine the generator takes as little as possible from what it measures.
 */
@NullMarked
package dev.hotstate.bench.load;

import org.jspecify.annotations.NullMarked;
