/**
 * Where drivers were: each point that became the position of a driver, for as long as it is kept. Off unless somebody wants it.
 *
 * <p>Points are collected in memory and written in batches, like the newest state; a process that dies loses those that waited.
 * They go with the driver when it is erased.
 */
@NullMarked
package dev.hotstate.driver.history;

import org.jspecify.annotations.NullMarked;
