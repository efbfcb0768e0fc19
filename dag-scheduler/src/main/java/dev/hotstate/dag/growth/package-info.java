/**
 * Jobs that grow while they run: a running task adds tasks to its job. Postgres first, where they stand unconfirmed and are no
 * part of the job; then Redis, in one step that is fenced by the attempt and takes all of them or none; then they are
 * confirmed, by the caller or by the event that Redis wrote, whichever comes first. What a crash leaves unconfirmed the sweeper
 * carries on, or deletes if the attempt does not count any more. After Redis has lost something, before it hands out work, all of it is
 * settled: see AdditionRecovery.
 */
@NullMarked
package dev.hotstate.dag.growth;

import org.jspecify.annotations.NullMarked;
