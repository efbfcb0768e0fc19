/**
 * What a test needs from the machine beyond a JDK. Absent on a developer's machine the test is skipped and says what it
 * misses; absent under {@code CI=true} it fails, so that a green build never means "not tried".
 */
@NullMarked
package dev.hotstate.kit.testing.requires;

import org.jspecify.annotations.NullMarked;
