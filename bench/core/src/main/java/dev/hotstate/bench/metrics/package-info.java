/** What a decision and an observation of metrics-gateway cost, beside other limiters and a bare counter. */
@NullMarked
package dev.hotstate.bench.metrics;

import org.jspecify.annotations.NullMarked;
