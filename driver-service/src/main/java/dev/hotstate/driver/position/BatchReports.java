package dev.hotstate.driver.position;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;

import dev.hotstate.driver.position.BatchAnswer.Result;
import dev.hotstate.driver.registry.DriverIds;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Takes what many drivers report, or one after a while without a network. Points of one driver are taken in their order. */
@Singleton
public class BatchReports {

    private final Positions positions;
    private final DriverIds ids;
    private final PositionMetrics metrics;

    BatchReports(Positions positions, DriverIds ids, PositionMetrics metrics) {
        this.positions = positions;
        this.ids = ids;
        this.metrics = metrics;
    }

    Uni<BatchAnswer> take(List<BatchItem> items) {
        var wanted =
                items.stream().filter(BatchItem::isValid).map(BatchItem::id).collect(toSet());
        return ids.find(wanted).chain(found -> take(items, found));
    }

    private Uni<BatchAnswer> take(List<BatchItem> items, DriverIds.Found found) {
        var results = new Result[items.size()];
        var signs = new ArrayList<Sign>(items.size());
        var places = new ArrayList<Integer>(items.size());
        for (int i = 0; i < results.length; i++) {
            var item = items.get(i);
            var number = found.numbers().get(item.id());
            if (!item.isValid()) {
                results[i] = new Result(item.id(), ReportVerdict.INVALID, item.problem());
            } else if (number == null) {
                results[i] = new Result(item.id(), found.all() ? ReportVerdict.UNKNOWN : ReportVerdict.UNDECIDED, null);
            } else {
                signs.add(new Sign(number, item.point()));
                places.add(i);
            }
        }
        return positions.take(signs).map(taken -> {
            for (int i = 0; i < taken.size(); i++) {
                int place = places.get(i);
                results[place] = result(items.get(place), taken.get(i));
            }
            return answer(results);
        });
    }

    private Result result(BatchItem item, Taken taken) {
        if (taken instanceof Taken.Undecided) {
            // Perhaps it was erased, and somebody else has its id by now.
            ids.forget(item.id());
        }
        var verdict = switch (taken) {
            case Taken.Recorded recorded ->
                item.point() == null ? ReportVerdict.IMPRECISE : ReportVerdict.of(recorded.verdict());
            case Taken.Undecided undecided -> ReportVerdict.UNDECIDED;
            case Taken.Lost lost -> ReportVerdict.LOST;
        };
        return new Result(item.id(), verdict, null);
    }

    private BatchAnswer answer(Result[] results) {
        Map<String, Long> counts = new TreeMap<>();
        Arrays.stream(results).collect(groupingBy(Result::verdict, counting())).forEach((verdict, count) -> {
            metrics.count(verdict, count);
            counts.put(verdict.word(), count);
        });
        return new BatchAnswer(List.of(results), counts);
    }
}
