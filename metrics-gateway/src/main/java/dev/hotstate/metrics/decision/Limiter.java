package dev.hotstate.metrics.decision;

import dev.hotstate.kit.redis.instance.InstanceRegistry;
import dev.hotstate.metrics.limit.LimitAnswer;
import dev.hotstate.metrics.limit.LimitQuestion;
import dev.hotstate.metrics.limit.LimitStore;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Decides. All that many requests want of many policies is asked at once; what a request got from one policy while another
 * refused it is given back: exactly that, whoever was let through in between. Between the two it counts, so that at worst somebody
 * else is refused a moment too early.
 */
@Singleton
public class Limiter {

    private final LimitStore store;
    private final DenyCache denyCache;
    private final LocalShare localShare;
    private final LongSupplier instances;
    private final DecisionMetrics metrics;

    @Inject
    Limiter(LimitStore store, InstanceRegistry registry, DecisionMetrics metrics, DecisionConfig config) {
        this(
                store,
                new DenyCache(config.denyCache(), config.callersMax(), System::nanoTime),
                new LocalShare(config.callersMax(), System::nanoTime),
                () -> Math.max(1, registry.current().count()),
                metrics);
    }

    Limiter(
            LimitStore store,
            DenyCache denyCache,
            LocalShare localShare,
            LongSupplier instances,
            DecisionMetrics metrics) {
        this.store = store;
        this.denyCache = denyCache;
        this.localShare = localShare;
        this.instances = instances;
        this.metrics = metrics;
    }

    /** @param requests what each of them wants of the policies that concern it; the verdicts are in their order */
    public Uni<List<Verdict>> decide(List<List<Demand>> requests) {
        long begun = System.nanoTime();
        var remembered = requests.stream().map(this::remembered).toList();
        var questions = new ArrayList<LimitQuestion>();
        for (int i = 0; i < requests.size(); i++) {
            if (remembered.get(i).isEmpty()) {
                boolean several = requests.get(i).size() > 1;
                requests.get(i).forEach(demand -> questions.add(demand.question(several)));
            }
        }
        return ask(questions).chain(answers -> {
            var verdicts = verdicts(requests, remembered, answers.iterator());
            verdicts.forEach(metrics::record);
            return giveBack(verdicts, begun);
        });
    }

    Uni<Void> reset(List<Demand> demands) {
        return Uni.join()
                .all(demands.stream()
                        .map(demand -> store.reset(demand.policy().limit(), demand.caller())
                                .invoke(() -> denyCache.forget(demand)))
                        .toList())
                .andFailFast()
                .replaceWithVoid();
    }

    /**
     * The refusals that hold still; one of them is enough, and Redis is not asked. Except where two policies are compared: what
     * the one refuses for a second, the other might allow.
     */
    private List<Ruling> remembered(List<Demand> request) {
        var refusals = new ArrayList<Ruling>(0);
        for (var demand : request) {
            if (demand.isCompared()) {
                return List.of();
            }
            if (demand.policy().isEnforced()) {
                denyCache.refusal(demand).ifPresent(refusals::add);
            }
        }
        return refusals;
    }

    private Uni<List<LimitAnswer>> ask(List<LimitQuestion> questions) {
        return questions.isEmpty() ? Uni.createFrom().item(List.of()) : store.decide(questions);
    }

    private List<Verdict> verdicts(
            List<List<Demand>> requests, List<List<Ruling>> remembered, Iterator<LimitAnswer> answers) {
        var verdicts = new ArrayList<Verdict>(requests.size());
        for (int i = 0; i < requests.size(); i++) {
            verdicts.add(
                    remembered.get(i).isEmpty() ? verdict(requests.get(i), answers) : new Verdict(remembered.get(i)));
        }
        return verdicts;
    }

    private Verdict verdict(List<Demand> request, Iterator<LimitAnswer> answers) {
        var rulings = new ArrayList<Ruling>(request.size());
        for (var demand : request) {
            var ruling = switch (answers.next()) {
                case LimitAnswer.Decided decided -> Ruling.of(demand, decided.decision());
                case LimitAnswer.Undecided undecided -> withoutRedis(demand);
            };
            denyCache.learn(ruling);
            rulings.add(ruling);
        }
        return new Verdict(rulings);
    }

    private Ruling withoutRedis(Demand demand) {
        return switch (demand.policy().failMode()) {
            case OPEN -> Ruling.failedOpen(demand);
            case CLOSED -> Ruling.failedClosed(demand);
            case LOCAL_SHARE -> localShare.decide(demand, instances.getAsLong());
        };
    }

    /** In the time that is left; not what a shadow has allowed, as if it decided. What could not be given back is forgotten with its window. */
    private Uni<List<Verdict>> giveBack(List<Verdict> verdicts, long begun) {
        var taken = new ArrayList<LimitQuestion>();
        for (var verdict : verdicts) {
            if (!verdict.allowed()) {
                verdict.rulings().stream()
                        .filter(ruling -> ruling.hasTaken() && !ruling.demand().isCompared())
                        .forEach(ruling -> giveBack(ruling, taken));
            }
        }
        var left = store.patience().minus(Duration.ofNanos(System.nanoTime() - begun));
        return taken.isEmpty() || !left.isPositive()
                ? Uni.createFrom().item(verdicts)
                : store.decide(taken, left).replaceWith(verdicts);
    }

    /** @param questions gets what Redis has to give back */
    private void giveBack(Ruling ruling, List<LimitQuestion> questions) {
        if (ruling.source() == Source.LOCAL_SHARE) {
            localShare.decide(ruling.demand().back(), instances.getAsLong());
        } else {
            questions.add(ruling.demand().back(ruling.counted()));
        }
    }
}
