/**
 * Tells the addresses of jobs that they ended. The end of a job and what has to be told of it are kept in one transaction; a
 * delivery is repeated until it was taken or is given up, and says the same each time. No keys in Redis.
 */
@NullMarked
package dev.hotstate.dag.webhook;

import org.jspecify.annotations.NullMarked;
