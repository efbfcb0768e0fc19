/**
 * A worker for dag-scheduler in plain Java: claims tasks over HTTP, runs them, keeps their leases, hands in what they leave.
 * Needs a JDK 21 and Jackson, nothing else.
 */
@NullMarked
package dev.hotstate.dag.client;

import org.jspecify.annotations.NullMarked;
