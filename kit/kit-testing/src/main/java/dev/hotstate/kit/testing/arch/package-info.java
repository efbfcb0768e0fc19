/**
 * The borders of the architecture, as rules that each module runs over itself.
 */
@NullMarked
package dev.hotstate.kit.testing.arch;

import org.jspecify.annotations.NullMarked;
