package dev.hotstate.kit.http.paging;

import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The paging of one list. A cursor is the list's name and a position, encoded so that nobody is tempted to build one; it is
 * not signed, since it gives access to nothing that the list itself does not.
 *
 * @param list name that tells its cursors from those of other lists
 * @param usual limit when the client names none
 * @param max largest limit
 */
public record Paging(String list, int usual, int max) {

    private static final String SEPARATOR = "\u001f";
    /** Of the 4,096 characters that a request line may have; a name of 300 characters, three bytes each, needs 1,200. */
    private static final int CURSOR_LENGTH_MAX = 3_000;

    public PageRequest read(@Nullable String cursor, @Nullable Integer limit) {
        int asked = limit == null ? usual : limit;
        if (asked < 1 || asked > max) {
            var error = FieldError.ofParameter("limit", "must be between 1 and " + max);
            throw new Refusal(KitProblem.INVALID_INPUT, "See errors for what must be different.", List.of(error));
        }
        return new PageRequest(asked, Optional.ofNullable(cursor).map(this::decode));
    }

    /** @param fetched up to {@link PageRequest#fetch()} items, in the order of the list */
    public <T> Page<T> page(PageRequest request, List<T> fetched, Function<T, Position> position) {
        if (fetched.size() <= request.limit()) {
            return new Page<>(fetched, null);
        }
        var items = fetched.subList(0, request.limit());
        return new Page<>(items, encode(position.apply(items.getLast())));
    }

    private String encode(Position position) {
        var text = list + SEPARATOR + String.join(SEPARATOR, position.values());
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private Position decode(String cursor) {
        if (cursor.length() > CURSOR_LENGTH_MAX) {
            throw Position.invalid();
        }
        try {
            var text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
            var parts = List.of(text.split(SEPARATOR, -1));
            if (!parts.getFirst().equals(list)) {
                throw Position.invalid();
            }
            return new Position(parts.subList(1, parts.size()));
        } catch (IllegalArgumentException e) {
            throw Position.invalid();
        }
    }
}
