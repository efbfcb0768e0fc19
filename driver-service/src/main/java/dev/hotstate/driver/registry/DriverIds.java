package dev.hotstate.driver.registry;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.hotstate.driver.platform.DriverFailure.DriverNotFound;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Which id belongs to which number. Neither is ever given to another driver, so what is in memory can only be of somebody who
 * was erased; {@link #forget} then.
 */
@Singleton
public class DriverIds {

    private static final Pattern POSSIBLE = Pattern.compile(ExternalId.PATTERN);

    private final RegistryStore store;
    private final Cache<String, Long> numbers;
    private final Cache<Long, String> ids;

    DriverIds(RegistryStore store, RegistryConfig config) {
        this.store = store;
        this.numbers = Caffeine.newBuilder().maximumSize(config.idsMax()).build();
        this.ids = Caffeine.newBuilder().maximumSize(config.idsMax()).build();
    }

    /** An id and its number. */
    record Pair(String id, long number) {}

    /**
     * What was found of what was looked for.
     *
     * @param all whether what is missing does not exist
     */
    public record Found(Map<String, Long> numbers, boolean all) {}

    public Uni<Long> numberOf(String id) {
        var known = numbers.getIfPresent(id);
        return known != null
                ? Uni.createFrom().item(known)
                : numbersOf(List.of(id)).map(found -> {
                    var number = found.get(id);
                    if (number == null) {
                        throw new DriverNotFound();
                    }
                    return number;
                });
    }

    /** Of those that exist. */
    private Uni<Map<String, Long>> numbersOf(Collection<String> wanted) {
        return find(wanted, numbers, this::byIds, Pair::id, Pair::number);
    }

    /** Nobody has an id that can't be given, and Postgres would refuse to look for some of those. */
    private Uni<List<Pair>> byIds(List<String> wanted) {
        var possible = wanted.stream().filter(POSSIBLE.asMatchPredicate()).toList();
        return possible.isEmpty() ? Uni.createFrom().item(List.of()) : store.byIds(possible);
    }

    /** Those that exist; without Postgres, those that are remembered. */
    public Uni<Found> find(Collection<String> wanted) {
        return numbersOf(wanted)
                .map(all -> new Found(all, true))
                .onFailure()
                .recoverWithItem(() -> new Found(numbers.getAllPresent(wanted), false));
    }

    /** Of those that exist; without Postgres, of those that are remembered. */
    public Uni<Map<Long, String>> idsOf(Collection<Long> wanted) {
        return find(wanted, ids, store::byNumbers, Pair::number, Pair::id)
                .onFailure()
                .recoverWithItem(() -> ids.getAllPresent(wanted));
    }

    /** Somebody was told that there is no such driver any more. */
    public void forget(String id) {
        var number = numbers.getIfPresent(id);
        numbers.invalidate(id);
        if (number != null) {
            ids.invalidate(number);
        }
    }

    void keep(Pair pair) {
        numbers.put(pair.id(), pair.number());
        ids.put(pair.number(), pair.id());
    }

    private <K, V> Uni<Map<K, V>> find(
            Collection<K> wanted,
            Cache<K, V> cache,
            Function<List<K>, Uni<List<Pair>>> load,
            Function<Pair, K> key,
            Function<Pair, V> value) {
        var found = new HashMap<>(cache.getAllPresent(wanted));
        if (found.size() == wanted.size()) {
            return Uni.createFrom().item(found);
        }
        var missing = new ArrayList<>(wanted);
        missing.removeAll(found.keySet());
        return load.apply(missing).map(pairs -> {
            for (var pair : pairs) {
                keep(pair);
                found.put(key.apply(pair), value.apply(pair));
            }
            return found;
        });
    }
}
