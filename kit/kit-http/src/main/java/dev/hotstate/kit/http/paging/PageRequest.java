package dev.hotstate.kit.http.paging;

import java.util.Optional;

/**
 * What a client asked for, checked.
 *
 * @param after position of the last item that the client has; empty for the first page
 */
public record PageRequest(int limit, Optional<Position> after) {

    /** One more than asked for tells whether there is a next page. */
    public int fetch() {
        return limit + 1;
    }
}
