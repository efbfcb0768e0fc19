/** What ties a request to its answer, its log lines and its audit entries. */
@NullMarked
package dev.hotstate.kit.http.correlation;

import org.jspecify.annotations.NullMarked;
