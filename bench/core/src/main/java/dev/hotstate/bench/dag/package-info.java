/** What the tasks of a graph cost: in Redis by the size of their job, through HTTP beside a queue without it, in time. */
@NullMarked
package dev.hotstate.bench.dag;

import org.jspecify.annotations.NullMarked;
