/**
 * What is in Redis after a test: every key of every master, held against the rules that all keys obey. The grammar is
 * written down here a second time on purpose, so that a mistake in the key builder can't hide itself.
 */
@NullMarked
package dev.hotstate.kit.testing.keys;

import org.jspecify.annotations.NullMarked;
