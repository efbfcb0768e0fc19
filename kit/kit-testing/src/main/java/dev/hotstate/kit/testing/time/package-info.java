/** Time as a test may measure it on a machine that is slow, busy or stalls for a second. */
@NullMarked
package dev.hotstate.kit.testing.time;

import org.jspecify.annotations.NullMarked;
