/**
 * Gives dev mode and tests a real Redis Cluster and Postgres when none is configured.
 *
 * <p>The servers belong to the Maven process (without one, to this JVM): live reload, test profiles and the other modules
 * of the same run find them running.
 */
@NullMarked
package dev.hotstate.kit.devservices;

import org.jspecify.annotations.NullMarked;
