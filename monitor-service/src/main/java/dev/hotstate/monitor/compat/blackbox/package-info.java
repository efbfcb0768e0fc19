/**
 * Speaks as Prometheus' blackbox_exporter does: {@code GET /probe?target=&module=}. A check is run at once and told in the
 * exporter's metric names; nothing is scheduled or remembered. Unlike there, targets pass the egress guard, and the reason of
 * a failure is a metric of its own.
 */
@NullMarked
package dev.hotstate.monitor.compat.blackbox;

import org.jspecify.annotations.NullMarked;
