package dev.hotstate.kit.testing.fault;

import java.time.Duration;

/** What a route does to the bytes that pass through it. */
sealed interface Fault {

    /** Forward at once. */
    record Pass() implements Fault {}

    /** Forward everything, that much later; throughput stays, latency grows. */
    record Slow(Duration delay) implements Fault {}

    /** Keep everything and forward it when the fault is lifted, as TCP does after a cut that heals. */
    record Stall() implements Fault {}

    /** Accept connections and swallow whatever arrives, ends of streams included. */
    record Blackhole() implements Fault {}

    /** Accept connections and never answer them, not later either; those that were there before go on. */
    record Ignore() implements Fault {}

    /** Answer every connection, present or new, with RST. */
    record Reset() implements Fault {}
}
