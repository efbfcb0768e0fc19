/**
 * Compares what Redis has counted about a job with what it counts anew from edges and states, and repairs it on request. Tasks
 * are looked at some at a time, each look in one step; a repair writes only over what was looked at. A job may run meanwhile.
 */
@NullMarked
package dev.hotstate.dag.verify;

import org.jspecify.annotations.NullMarked;
