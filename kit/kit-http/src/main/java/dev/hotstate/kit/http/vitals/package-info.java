/** How the service's Redis and Postgres are: now, during the last hour, and live. */
@NullMarked
package dev.hotstate.kit.http.vitals;

import org.jspecify.annotations.NullMarked;
