/** What every use of the reactive Postgres client needs, and the client itself does not do. */
@NullMarked
package dev.hotstate.kit.redis.postgres;

import org.jspecify.annotations.NullMarked;
