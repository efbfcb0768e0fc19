/** What was recorded, read back: over all instances, as Redis has it now. */
@NullMarked
package dev.hotstate.metrics.report;

import org.jspecify.annotations.NullMarked;
