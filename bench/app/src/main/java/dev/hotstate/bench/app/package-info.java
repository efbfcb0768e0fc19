/**
 * The service that the {@code limits} benchmark measures: one endpoint per way to reach Redis, all of them answering one
 * INCR, all in one process, so that HTTP and the just-in-time compiler treat them alike.
 */
@NullMarked
package dev.hotstate.bench.app;

import org.jspecify.annotations.NullMarked;
