/**
 * Monitors that are not asked but report: a dead man's switch. A report moves the deadline; what passes its deadline is claimed
 * like a check and found silent. Speaks the protocols of Healthchecks and of Uptime Kuma's push monitors, so that their clients
 * work unchanged. Who knows the token may report.
 *
 * <p>A report is confirmed when Redis has it, never before. It voids a deadline check that is under way, so that a job that
 * reports in the last moment is not called silent.
 *
 * <p>Keys owned: started.
 */
@NullMarked
package dev.hotstate.monitor.push;

import org.jspecify.annotations.NullMarked;
