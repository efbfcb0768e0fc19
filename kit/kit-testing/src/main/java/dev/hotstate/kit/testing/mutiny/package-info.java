/** What tests need that use Mutiny by themselves. */
@NullMarked
package dev.hotstate.kit.testing.mutiny;

import org.jspecify.annotations.NullMarked;
