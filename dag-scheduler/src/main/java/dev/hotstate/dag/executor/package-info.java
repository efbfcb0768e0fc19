/**
 * Tasks that need no worker of one's own: those of the queues {@code http}, {@code delay} and {@code noop} are run inside this
 * service. They are claimed, answered and retried like any other task, and lost with the process like with any other worker.
 */
@NullMarked
package dev.hotstate.dag.executor;

import org.jspecify.annotations.NullMarked;
