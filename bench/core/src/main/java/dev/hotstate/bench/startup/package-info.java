/** How long a service takes from nothing to its first answer, and with how much memory: as a jar, with a recorded start, as an image. */
@NullMarked
package dev.hotstate.bench.startup;

import org.jspecify.annotations.NullMarked;
