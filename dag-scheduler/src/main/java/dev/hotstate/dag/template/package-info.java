/**
 * Jobs that are ordered again and again: templates with parameters, by hand or by schedules.
 *
 * <p>A schedule fires at most once for each of its times, however many instances look at it: a fire is a row with a unique key
 * (schedule, time), written in the transaction that moves the schedule on. The job of a fire has an id made of that key,
 * so submitting it twice orders it once, and a fire that was recorded is submitted in the end.
 */
@NullMarked
package dev.hotstate.dag.template;

import org.jspecify.annotations.NullMarked;
