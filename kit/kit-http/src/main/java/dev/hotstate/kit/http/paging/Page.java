package dev.hotstate.kit.http.paging;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** @param nextCursor absent on the last page */
public record Page<T>(List<T> items, @Nullable String nextCursor) {

    public <R> Page<R> map(Function<T, R> view) {
        return new Page<>(items.stream().map(view).toList(), nextCursor);
    }
}
