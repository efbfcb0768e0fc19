/** Requests to real servers that never make a test wait for ever. */
@NullMarked
package dev.hotstate.kit.testing.http;

import org.jspecify.annotations.NullMarked;
