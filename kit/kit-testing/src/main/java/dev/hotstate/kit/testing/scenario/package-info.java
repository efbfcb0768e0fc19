/**
 * Seeded scenarios: clients that work, faults that strike, and a checker that holds what was acknowledged against what
 * is there afterwards. The seed decides what each client does and which faults come in which order; the interleaving is
 * the machine's, so a seed repeats the plan and not the race.
 */
@NullMarked
package dev.hotstate.kit.testing.scenario;

import org.jspecify.annotations.NullMarked;
