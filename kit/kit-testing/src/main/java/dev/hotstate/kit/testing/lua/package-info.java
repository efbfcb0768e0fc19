/**
 * What is asked of every Lua script before Redis ever sees it: a complete header, keys that are declared and never built,
 * commands that are allowed, and answers that begin with a declared word.
 */
@NullMarked
package dev.hotstate.kit.testing.lua;

import org.jspecify.annotations.NullMarked;
