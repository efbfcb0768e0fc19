/** What peers need to run here: their packages by their own clients, their processes, a plain Redis. */
@NullMarked
package dev.hotstate.bench.peer;

import org.jspecify.annotations.NullMarked;
