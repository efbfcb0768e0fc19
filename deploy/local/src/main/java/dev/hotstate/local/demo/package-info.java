/**
 * The process behind {@code ./hotstate demo}: a world that gives all four services something to do.
 *
 * <p>Each part is an {@link dev.hotstate.local.stage.Act} that knows of one service no more than its HTTP interface. {@link
 * dev.hotstate.local.demo.DemoWorld} puts them together: the cities, what is watched, the plant whose jobs run, and the shop whose
 * visitors are counted and limited.
 */
@NullMarked
package dev.hotstate.local.demo;

import org.jspecify.annotations.NullMarked;
