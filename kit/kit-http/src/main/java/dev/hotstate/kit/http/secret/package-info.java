/**
 * Secrets that must be read again, such as the password of a monitored page: sealed in Postgres, so that a copy of the
 * database alone opens nothing. They never go to Redis, to a log or into an answer.
 */
@NullMarked
package dev.hotstate.kit.http.secret;

import org.jspecify.annotations.NullMarked;
