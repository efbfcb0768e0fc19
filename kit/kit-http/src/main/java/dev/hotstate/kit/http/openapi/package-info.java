/** What the OpenAPI description of every service says in the same way. */
@NullMarked
package dev.hotstate.kit.http.openapi;

import org.jspecify.annotations.NullMarked;
