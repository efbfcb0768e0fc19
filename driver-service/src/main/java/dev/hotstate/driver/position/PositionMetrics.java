package dev.hotstate.driver.position;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.util.EnumMap;
import java.util.Map;

/** What becomes of signs of life. */
@Singleton
class PositionMetrics {

    private final Map<ReportVerdict, Counter> signs = new EnumMap<>(ReportVerdict.class);

    PositionMetrics(MeterRegistry meters) {
        for (var verdict : ReportVerdict.values()) {
            signs.put(
                    verdict,
                    Counter.builder("driver.position.signs")
                            .description("Signs of life by what became of them")
                            .tag("verdict", verdict.word())
                            .register(meters));
        }
    }

    void count(ReportVerdict verdict) {
        count(verdict, 1);
    }

    void count(ReportVerdict verdict, long times) {
        signs.get(verdict).increment(times);
    }
}
