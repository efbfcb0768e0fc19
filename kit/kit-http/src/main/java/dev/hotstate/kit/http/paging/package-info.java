/** Lists in pages: a bounded limit, and an opaque cursor that names the last item seen, so that inserts shift nothing. */
@NullMarked
package dev.hotstate.kit.http.paging;

import org.jspecify.annotations.NullMarked;
