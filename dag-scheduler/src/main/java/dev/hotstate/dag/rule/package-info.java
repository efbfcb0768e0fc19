/** Trigger rules: when the ends of its parents let a task run, and when it can't run any more. Pure. */
@NullMarked
package dev.hotstate.dag.rule;

import org.jspecify.annotations.NullMarked;
