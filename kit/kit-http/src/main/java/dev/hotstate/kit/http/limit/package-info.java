/**
 * Request limits in process: a token bucket per caller. They protect this instance; limits that hold over all instances are
 * what metrics-gateway is for.
 */
@NullMarked
package dev.hotstate.kit.http.limit;

import org.jspecify.annotations.NullMarked;
