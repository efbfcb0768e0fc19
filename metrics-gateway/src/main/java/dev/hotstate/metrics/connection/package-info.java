/**
 * Open connections over all instances. Each instance tells what it opened and closed, or how many are open, and so that it lives;
 * the connections of one that falls silent no longer count.
 */
@NullMarked
package dev.hotstate.metrics.connection;

import org.jspecify.annotations.NullMarked;
