package dev.hotstate.bench.monitor;

import java.util.List;

/** How even a series of rates is. */
final class Rates {

    private Rates() {}

    static double peakOverMean(List<Double> perSecond) {
        var statistics = perSecond.stream().mapToDouble(Double::doubleValue).summaryStatistics();
        return statistics.getMax() / statistics.getAverage();
    }
}
