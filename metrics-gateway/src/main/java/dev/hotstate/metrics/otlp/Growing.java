package dev.hotstate.metrics.otlp;

import java.util.function.BiConsumer;

/**
 * A stream of which each point holds all that came before.
 *
 * @param stream whose it is: instance, kind and series
 * @param point as it stands now
 * @param record takes what is new, and goes on from there
 */
record Growing(String stream, Point point, BiConsumer<Point, Told> record) {}
