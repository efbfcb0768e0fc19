package dev.hotstate.dag.platform;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/** Cuts what would keep a node busy for longer than a millisecond, in one call, into several: by how many and by how large they are. */
public final class CallParts {

    /** Of texts; where a call takes a megabyte of them, Redis does nothing else for tens of milliseconds. */
    public static final int CHARACTERS_MAX = 32_768;

    private CallParts() {}

    /** In order, each as long as both limits allow; what is too large for any call has one of its own. */
    public static <T> List<List<T>> of(List<T> all, int most, ToIntFunction<T> characters) {
        var parts = new ArrayList<List<T>>();
        int from = 0;
        long length = 0;
        for (int at = 0; at < all.size(); at++) {
            int next = characters.applyAsInt(all.get(at));
            if (at > from && (at - from == most || length + next > CHARACTERS_MAX)) {
                parts.add(all.subList(from, at));
                from = at;
                length = 0;
            }
            length += next;
        }
        if (from < all.size()) {
            parts.add(all.subList(from, all.size()));
        }
        return parts;
    }

    public static <T> List<List<T>> of(List<T> all, int most) {
        return of(all, most, any -> 0);
    }
}
