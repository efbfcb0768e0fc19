package dev.hotstate.metrics.envoy;

import com.google.protobuf.Duration;
import dev.hotstate.metrics.decision.Demand;
import dev.hotstate.metrics.decision.Limiter;
import dev.hotstate.metrics.decision.Ruling;
import dev.hotstate.metrics.decision.Verdict;
import dev.hotstate.metrics.envoy.DescriptorTree.Entry;
import dev.hotstate.metrics.envoy.DescriptorTree.Found;
import io.envoyproxy.envoy.extensions.common.ratelimit.v3.RateLimitDescriptor;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitRequest;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse.Code;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse.DescriptorStatus;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse.RateLimit;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What Envoy asks for each request. Over the limit is who is so by one descriptor; the others keep what they counted, as there. */
@Singleton
class ShouldRateLimit {

    static final int DESCRIPTORS_MAX = 100;

    private static final String SEPARATOR = "\u001f";
    private static final int UNLIMITED = -1;

    private final EnvoyDomains domains;
    private final Limiter limiter;
    private final EnvoyConfig config;

    ShouldRateLimit(EnvoyDomains domains, Limiter limiter, EnvoyConfig config) {
        this.domains = domains;
        this.limiter = limiter;
        this.config = config;
    }

    /** What is asked makes no sense. */
    static final class Senseless extends RuntimeException {
        Senseless(String message) {
            super(message, null, false, false);
        }
    }

    Uni<RateLimitResponse> answer(RateLimitRequest request) {
        requireSense(request);
        var found = limits(request);
        var replaced = found.stream()
                .flatMap(Optional::stream)
                .flatMap(each -> each.limit().replaces().stream())
                .collect(Collectors.toSet());
        var wanted = new ArrayList<List<Demand>>();
        for (int i = 0; i < found.size(); i++) {
            wanted.add(demands(found.get(i), replaced, hits(request, request.getDescriptors(i))));
        }
        var limits = found.stream().map(each -> each.map(Found::limit)).toList();
        return limiter.decide(wanted).map(verdicts -> response(limits, verdicts));
    }

    private static void requireSense(RateLimitRequest request) {
        if (request.getDomain().isEmpty()) {
            throw new Senseless("rate limit domain must not be empty");
        }
        if (request.getDescriptorsCount() == 0 || request.getDescriptorsCount() > DESCRIPTORS_MAX) {
            throw new Senseless("there must be 1 to %d rate limit descriptors".formatted(DESCRIPTORS_MAX));
        }
    }

    /** In the order of the descriptors; what nothing is configured for is not limited. */
    private List<Optional<Found>> limits(RateLimitRequest request) {
        var tree = domains.tree(request.getDomain());
        return request.getDescriptorsList().stream()
                .map(descriptor -> descriptor.hasLimit()
                        ? Optional.of(new Found(named(request.getDomain(), descriptor), entries(descriptor)))
                        : tree.flatMap(found -> found.find(entries(descriptor))))
                .toList();
    }

    /** Envoy can name a limit itself. */
    private DescriptorLimit named(String domain, RateLimitDescriptor descriptor) {
        var limit = descriptor.getLimit();
        var unit = LimitUnit.of(limit.getUnit().name());
        long requests = Integer.toUnsignedLong(limit.getRequestsPerUnit());
        if (unit.isEmpty() || requests > DescriptorLimit.REQUESTS_MAX) {
            throw new Senseless(
                    "a limit in a descriptor must have a unit up to a month, and at most %d requests_per_unit"
                            .formatted(DescriptorLimit.REQUESTS_MAX));
        }
        var path = "limit of the request in " + domain + SEPARATOR
                + descriptor.getEntriesList().stream()
                        .map(RateLimitDescriptor.Entry::getKey)
                        .collect(Collectors.joining(SEPARATOR));
        return DescriptorLimit.of(path, requests, unit.get(), false, null, Set.of(), 1, config);
    }

    private static List<Demand> demands(Optional<Found> found, Set<String> replaced, long hits) {
        return found.filter(each -> each.limit().policy() != null
                        && !replaced.contains(each.limit().name()))
                .map(each -> List.of(new Demand(
                        each.limit().policy(),
                        each.limit().policy().callerOf(identifier(each.counted())),
                        each.limit().demanded(hits))))
                .orElse(List.of());
    }

    private static String identifier(List<Entry> counted) {
        return counted.stream()
                .flatMap(entry -> Stream.of(entry.key(), entry.value()))
                .collect(Collectors.joining(SEPARATOR));
    }

    private static long hits(RateLimitRequest request, RateLimitDescriptor descriptor) {
        long hits = descriptor.hasHitsAddend()
                ? descriptor.getHitsAddend().getValue()
                : Math.max(1, Integer.toUnsignedLong(request.getHitsAddend()));
        if (hits < 0 || hits > Integer.MAX_VALUE) {
            throw new Senseless("hits_addend is too large");
        }
        return hits;
    }

    private static List<Entry> entries(RateLimitDescriptor descriptor) {
        return descriptor.getEntriesList().stream()
                .map(entry -> new Entry(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static RateLimitResponse response(List<Optional<DescriptorLimit>> limits, List<Verdict> verdicts) {
        var response = RateLimitResponse.newBuilder().setOverallCode(Code.OK);
        Iterator<Verdict> all = verdicts.iterator();
        for (var limit : limits) {
            var verdict = all.next();
            if (!verdict.allowed()) {
                response.setOverallCode(Code.OVER_LIMIT);
            }
            response.addStatuses(status(limit.orElse(null), verdict));
        }
        return response.build();
    }

    private static DescriptorStatus status(@Nullable DescriptorLimit limit, Verdict verdict) {
        var status = DescriptorStatus.newBuilder().setCode(verdict.allowed() ? Code.OK : Code.OVER_LIMIT);
        if (limit != null && limit.policy() == null) {
            status.setLimitRemaining(UNLIMITED);
        }
        if (verdict.rulings().isEmpty() || limit == null || limit.unit() == null) {
            return status.build();
        }
        var ruling = verdict.rulings().getFirst();
        var current = RateLimit.newBuilder()
                .setRequestsPerUnit((int) limit.requests())
                .setUnit(RateLimit.Unit.valueOf(limit.unit().name()));
        if (limit.name() != null) {
            current.setName(limit.name());
        }
        return status.setCurrentLimit(current)
                .setLimitRemaining(remaining(limit, ruling))
                .setDurationUntilReset(duration(ruling))
                .build();
    }

    private static int remaining(DescriptorLimit limit, Ruling ruling) {
        return ruling.remaining() == null ? 0 : (int) Math.min(Integer.MAX_VALUE, limit.remaining(ruling.remaining()));
    }

    private static Duration duration(Ruling ruling) {
        return Duration.newBuilder()
                .setSeconds(ruling.reset().toSeconds())
                .setNanos(ruling.reset().toNanosPart())
                .build();
    }
}
