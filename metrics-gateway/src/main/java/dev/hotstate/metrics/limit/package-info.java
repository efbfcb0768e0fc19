/** Limits: how many hits of one caller may pass in a window, by which algorithm, and what that algorithm promises. */
@NullMarked
package dev.hotstate.metrics.limit;

import org.jspecify.annotations.NullMarked;
