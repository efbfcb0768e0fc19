/** What is logged while a test runs. */
@NullMarked
package dev.hotstate.kit.testing.log;

import org.jspecify.annotations.NullMarked;
