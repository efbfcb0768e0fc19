/**
 * What happens to each request before a resource sees it: a request id, security headers, limits for bodies, a deadline.
 *
 * <p>All of it is Vert.x filters, so that static files, unknown paths and refused requests get the same treatment as
 * resources. The order is fixed in {@link dev.hotstate.kit.http.request.RequestFilters}.
 */
@NullMarked
package dev.hotstate.kit.http.request;

import org.jspecify.annotations.NullMarked;
