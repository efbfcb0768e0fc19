/**
 * Whether drivers can be had: what they or their dispatchers say about it, and what is known about one of them right now.
 *
 * <p>The record changes first, in one step; then cells follow. A claim is stronger than what is said here.
 */
@NullMarked
package dev.hotstate.driver.status;

import org.jspecify.annotations.NullMarked;
