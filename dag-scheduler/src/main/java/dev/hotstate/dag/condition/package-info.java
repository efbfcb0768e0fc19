/**
 * Conditions: a small language in which a task says, from the status and output of its parents, whether it runs. It can only
 * read what it is given, has no loops and no functions of its own, and its length, depth and cost are bounded; so a condition
 * from a stranger is as harmless as a number. The language is described, and tested, in docs/conditions.md.
 */
@NullMarked
package dev.hotstate.dag.condition;

import org.jspecify.annotations.NullMarked;
