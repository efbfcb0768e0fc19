/**
 * The protocol of workers over HTTP: long-poll for tasks, answer under an attempt, say that one lives. A queue spans all
 * partitions; which of them have ready tasks is a hint, kept per process and refreshed by wake-ups and a sweep.
 */
@NullMarked
package dev.hotstate.dag.worker;

import org.jspecify.annotations.NullMarked;
