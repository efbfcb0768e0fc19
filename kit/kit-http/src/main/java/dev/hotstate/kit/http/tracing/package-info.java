/** What traces may say about a request: which template of a path, never what stood in it. Owns no keys. */
@NullMarked
package dev.hotstate.kit.http.tracing;

import org.jspecify.annotations.NullMarked;
