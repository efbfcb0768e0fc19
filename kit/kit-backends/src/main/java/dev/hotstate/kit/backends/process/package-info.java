/** Child processes that die with their owner. */
@NullMarked
package dev.hotstate.kit.backends.process;

import org.jspecify.annotations.NullMarked;
