/**
 * Lua scripts: one atomic operation is one file under {@code lua/<capability>/} and one Java method.
 *
 * <p>{@link dev.hotstate.kit.redis.script.Script} reads the file once, with its includes, and compares the words that
 * its header promises with an enum. {@link dev.hotstate.kit.redis.script.Scripts} runs it: EVALSHA, and where the
 * node does not know the script, EVAL of the same text to the same key within the same deadline. Nothing is ever
 * loaded in advance: SCRIPT LOAD reaches one node, and a restarted or promoted node knows nothing.
 */
@NullMarked
package dev.hotstate.kit.redis.script;

import org.jspecify.annotations.NullMarked;
