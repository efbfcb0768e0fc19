/**
 * OTLP over HTTP, metrics only. A point that grows (a cumulative sum or histogram) is told again and again with all that came
 * before: the last one of each stream is kept in Redis, what is new since then counts. Whatever an exporter sends again counts
 * once: the batch is named after its own bytes.
 */
@NullMarked
package dev.hotstate.metrics.otlp;

import org.jspecify.annotations.NullMarked;
