/** How bodies are read. */
@NullMarked
package dev.hotstate.kit.http.json;

import org.jspecify.annotations.NullMarked;
