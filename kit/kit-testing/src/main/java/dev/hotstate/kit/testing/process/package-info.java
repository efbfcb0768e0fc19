/**
 * Processes that tests start, and the proof that they are gone afterwards.
 */
@NullMarked
package dev.hotstate.kit.testing.process;

import org.jspecify.annotations.NullMarked;
