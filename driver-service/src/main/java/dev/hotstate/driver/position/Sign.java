package dev.hotstate.driver.position;

import org.jspecify.annotations.Nullable;

/**
 * A sign of life.
 *
 * @param point absent in a heartbeat
 */
public record Sign(long driver, @Nullable Point point) {}
