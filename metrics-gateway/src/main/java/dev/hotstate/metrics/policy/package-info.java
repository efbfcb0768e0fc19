/**
 * Policies: which requests are limited, by what, how much, and what happens while Redis is away. Postgres has them, with a
 * revision that grows with each change; every instance keeps all of them in memory and notices a new revision within a second.
 */
@NullMarked
package dev.hotstate.metrics.policy;

import org.jspecify.annotations.NullMarked;
