package dev.hotstate.driver.search;

import dev.hotstate.driver.cell.Cell;
import dev.hotstate.driver.cell.CellGrid;
import dev.hotstate.driver.cell.CellScore;
import dev.hotstate.driver.platform.DriverKeys;
import dev.hotstate.driver.search.CellReader.Candidate;
import dev.hotstate.driver.search.CellReader.Reading;
import dev.hotstate.kit.redis.connection.Outcome;
import dev.hotstate.kit.redis.time.RedisClock;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The nearest available drivers. Each round reads the cells that the circle touches and then asks which of the nearest live;
 * it is the last one when as many as are wanted live nearer than anything that was not read.
 */
@Singleton
public class NearestSearch {

    private static final Comparator<Candidate> NEAREST_FIRST =
            Comparator.comparingDouble(Candidate::distance).thenComparing(Candidate::member);

    private final CellGrid grid;
    private final CellReader reader;
    private final RadiusHints hints;
    private final RedisClock clock;

    NearestSearch(CellGrid grid, CellReader reader, RadiusHints hints, RedisClock clock) {
        this.grid = grid;
        this.reader = reader;
        this.hints = hints;
        this.clock = clock;
    }

    public Uni<Nearest> find(NearestQuery query) {
        return hearTime(query)
                .chain(() -> hints.around(query.centre(), query.limit()))
                .chain(hint -> new Search(query, hint.wasRead() ? 1 : 0)
                        .round(SearchStep.first(Math.min(hint.metres(), query.radius()), query.limit())))
                .invoke(found -> learn(query, found));
    }

    /** Who has lapsed is judged by the clock of Redis, never by our own: a process that has just begun asks for it. */
    private Uni<Void> hearTime(NearestQuery query) {
        return clock.shown().isPresent()
                ? Uni.createFrom().voidItem()
                : reader.time(grid.of(query.centre()))
                        .invoke(clock::heard)
                        .onFailure()
                        .recoverWithNull()
                        .replaceWithVoid();
    }

    private void learn(NearestQuery query, Nearest found) {
        if (found.complete() && query.area() == null) {
            boolean isFull = found.drivers().size() >= query.limit();
            double needed = isFull ? found.drivers().getLast().distance() : query.radius();
            hints.learn(query.centre(), needed, found.drivers().size());
        }
    }

    /** One search, and what it has cost so far. */
    private final class Search {

        private final NearestQuery query;
        private int rounds;
        private int roundTrips;
        private int scanned;
        private int dropped;
        private boolean hasLookedAgain;

        Search(NearestQuery query, int roundTrips) {
            this.query = query;
            this.roundTrips = roundTrips;
        }

        Uni<Nearest> round(SearchStep step) {
            rounds++;
            roundTrips++;
            var cells = grid.touching(query.centre(), step.radius());
            return reader.nearest(cells, query.centre(), step).chain(readings -> {
                double horizon =
                        readings.stream().mapToDouble(Reading::horizon).min().orElseThrow();
                var candidates = readings.stream()
                        .flatMap(reading -> reading.candidates().stream())
                        .filter(candidate -> candidate.distance() <= horizon && query.counts(candidate.place()))
                        .sorted(NEAREST_FIRST)
                        .toList();
                scanned += readings.stream()
                        .mapToInt(reading -> reading.candidates().size())
                        .sum();
                boolean answered =
                        clock.shown().isPresent() && readings.stream().allMatch(Reading::answered);
                return living(candidates, new Survivors(), query.limit() + query.limit() / 16 + 1)
                        .chain(living -> judge(step, cells.size(), horizon, living, answered && living.answered));
            });
        }

        private Uni<Nearest> judge(SearchStep step, int cells, double horizon, Survivors living, boolean answered) {
            // Who had no score any more was swept meanwhile. Or Redis has lost its memory: then the marks say so now.
            if (answered && living.hasVanished && !hasLookedAgain) {
                hasLookedAgain = true;
                return round(step);
            }
            boolean isTruncated = horizon < Double.POSITIVE_INFINITY;
            if (answered && living.count() < query.limit() && isTruncated && step.canGrow()) {
                return round(step.withMore());
            }
            if (answered && living.count() < query.limit() && !isTruncated && step.radius() < query.radius()) {
                return round(step.farther(living.count(), query.limit(), query.radius()));
            }
            boolean isComplete = answered && (living.count() >= query.limit() || !isTruncated);
            var explanation = new Nearest.Explanation(cells, rounds, roundTrips, scanned, dropped);
            return Uni.createFrom()
                    .item(new Nearest(
                            living.nearest(query.limit()), isComplete, step.radius(), clock.now(), explanation));
        }

        /**
         * Asks about hardly more than are wanted: what costs Redis most is to write an expiry, and who lapses is swept within a
         * second. About twice as many each time where too few of those live.
         */
        private Uni<Survivors> living(List<Candidate> candidates, Survivors survivors, int count) {
            if (survivors.count() >= query.limit() || candidates.isEmpty()) {
                return Uni.createFrom().item(survivors);
            }
            var asked = candidates.subList(0, Math.min(candidates.size(), count));
            var rest = candidates.subList(asked.size(), candidates.size());
            var byCell = new LinkedHashMap<Cell, List<Candidate>>();
            asked.forEach(candidate -> byCell.computeIfAbsent(candidate.cell(), any -> new ArrayList<>())
                    .add(candidate));
            var members = new LinkedHashMap<Cell, List<String>>();
            byCell.forEach((cell, those) ->
                    members.put(cell, those.stream().map(Candidate::member).toList()));
            roundTrips++;
            return reader.scores(members).chain(outcomes -> {
                int i = 0;
                for (var those : byCell.values()) {
                    dropped += survivors.take(those, outcomes.get(i++), clock.now());
                }
                return living(rest, survivors, 2 * count);
            });
        }
    }

    /** Candidates that live. A driver that is in two cells is where it was last. */
    private static final class Survivors {

        private record Survivor(Candidate candidate, double score) {}

        private final Map<String, Survivor> byMember = new HashMap<>();
        private boolean answered = true;

        /** Whether somebody who was in a cell a moment ago was in it no more. */
        private boolean hasVanished;

        int count() {
            return byMember.size();
        }

        /** @return how many were dropped */
        int take(List<Candidate> candidates, Outcome outcome, Instant now) {
            if (!(outcome instanceof Outcome.Replied replied)) {
                answered = false;
                return candidates.size();
            }
            int before = count();
            for (int i = 0; i < candidates.size(); i++) {
                var score = replied.reply().get(i);
                if (score.isNil()) {
                    hasVanished = true;
                } else {
                    take(candidates.get(i), Double.parseDouble(score.text()), now.toEpochMilli());
                }
            }
            return candidates.size() - (count() - before);
        }

        private void take(Candidate candidate, double score, long now) {
            if (CellScore.expiry(score) > now && !CellScore.hasLeft(score)) {
                byMember.merge(
                        candidate.member(),
                        new Survivor(candidate, score),
                        (one, other) -> one.score() > other.score() ? one : other);
            }
        }

        List<FoundDriver> nearest(int limit) {
            return byMember.values().stream()
                    .sorted(Comparator.comparing(Survivor::candidate, NEAREST_FIRST))
                    .limit(limit)
                    .map(survivor -> new FoundDriver(
                            DriverKeys.driverOf(survivor.candidate().member()),
                            survivor.candidate().place(),
                            survivor.candidate().distance(),
                            Instant.ofEpochMilli(CellScore.positionAt(survivor.score()))))
                    .toList();
        }
    }
}
