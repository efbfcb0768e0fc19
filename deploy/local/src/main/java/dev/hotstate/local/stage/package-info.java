/** What the parts of the demo world stand on: a way to a service, and somebody who lets them act again and again. */
@NullMarked
package dev.hotstate.local.stage;

import org.jspecify.annotations.NullMarked;
