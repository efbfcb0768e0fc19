package dev.hotstate.metrics.policy;

import dev.hotstate.kit.http.paging.PageRequest;
import dev.hotstate.metrics.platform.MetricsFailure.PoliciesUnknown;
import dev.hotstate.metrics.platform.MetricsFailure.PolicyNotFound;
import dev.hotstate.metrics.platform.RoutePattern;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All policies, in memory: deciding needs no Postgres. */
@Singleton
public class Policies {

    private record Known(long revision, Map<String, LimitPolicy> byId, Map<String, List<LimitPolicy>> shadowsById) {

        static Known of(long revision, List<LimitPolicy> all) {
            return new Known(
                    revision,
                    all.stream()
                            .collect(Collectors.toMap(
                                    LimitPolicy::id, Function.identity(), (one, same) -> one, LinkedHashMap::new)),
                    all.stream()
                            .filter(policy -> policy.isEnabled() && policy.shadowOf() != null)
                            .collect(Collectors.groupingBy(LimitPolicy::shadowOf)));
        }
    }

    private final PolicyStore store;
    private volatile @Nullable Known known;
    private volatile Map<String, Tightening> tightened = Map.of();

    Policies(PolicyStore store) {
        this.store = store;
    }

    /** Fails with {@link PolicyNotFound}, and with {@link PoliciesUnknown} as long as Postgres was never reached. */
    public LimitPolicy named(String id) {
        var found = byId().get(id);
        if (found == null) {
            throw new PolicyNotFound(id);
        }
        return asItIsNow(found);
    }

    /** It, and those that are in its shadow. */
    public Stream<LimitPolicy> withShadows(LimitPolicy policy) {
        var all = known;
        var shadows = all == null ? null : all.shadowsById.get(policy.id());
        return shadows == null ? Stream.of(policy) : Stream.concat(Stream.of(policy), shadows.stream());
    }

    /** Whether they were read at least once; before that, nothing can be decided. */
    public boolean areKnown() {
        return known != null;
    }

    /** Those that may be tightened. */
    public List<LimitPolicy> adaptive() {
        return byId().values().stream()
                .filter(policy -> policy.isEnabled() && policy.spec().adaptive() != null)
                .toList();
    }

    /** From now on these are tightened, and no others. */
    public void tighten(Map<String, Tightening> byId) {
        tightened = Map.copyOf(byId);
    }

    public Optional<Tightening> tightening(String id) {
        return Optional.ofNullable(tightened.get(id));
    }

    private LimitPolicy asItIsNow(LimitPolicy policy) {
        return tightened.containsKey(policy.id()) ? policy.tightened() : policy;
    }

    /** Empty if there is none, or if Postgres was never reached. */
    public Optional<LimitPolicy> find(String id) {
        var all = known;
        return all == null ? Optional.empty() : Optional.ofNullable(all.byId.get(id));
    }

    /** As they were read last, by id: what there is to show while Postgres does not answer. */
    List<LimitPolicy> page(PageRequest page) {
        var after = page.after().map(position -> position.text(0)).orElse("");
        return byId().values().stream()
                .filter(policy -> policy.id().compareTo(after) > 0)
                .sorted(Comparator.comparing(LimitPolicy::id))
                .limit(page.fetch())
                .toList();
    }

    /** All that this request falls under, in the order of their ids. */
    public List<LimitPolicy> concerning(Subject subject) {
        if (subject.route() == null) {
            return List.of();
        }
        var path = RoutePattern.segmentsOf(subject.route());
        return byId().values().stream()
                .filter(policy -> policy.concerns(path, subject.method()))
                .map(this::asItIsNow)
                .toList();
    }

    /** Reads them all if any has changed. */
    Uni<Void> refresh() {
        return store.revision().chain(revision -> {
            var before = known;
            return before != null && before.revision == revision
                    ? Uni.createFrom().voidItem()
                    : store.all().invoke(all -> learn(revision, all)).replaceWithVoid();
        });
    }

    /** What was read earlier may arrive later. */
    private synchronized void learn(long revision, List<LimitPolicy> all) {
        var before = known;
        if (before == null || revision >= before.revision) {
            known = Known.of(revision, all);
        }
    }

    private Map<String, LimitPolicy> byId() {
        var all = known;
        if (all == null) {
            throw new PoliciesUnknown();
        }
        return all.byId;
    }
}
