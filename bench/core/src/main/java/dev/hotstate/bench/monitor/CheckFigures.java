package dev.hotstate.bench.monitor;

import dev.hotstate.bench.race.Sample;

/** The columns of those who check. */
final class CheckFigures {

    static final String PER_SECOND = "checks/s";
    static final String PER_CPU_SECOND = "checks/CPU-s";
    static final String FAILED = "failed";

    private static final double MICROS_PER_SECOND = 1e6;

    private CheckFigures() {}

    /** @param cpu of all that take part, per check */
    static Sample of(double perSecond, Sample cpu) {
        double micros =
                cpu.values().values().stream().mapToDouble(Double::doubleValue).sum();
        return Sample.of(PER_SECOND, perSecond)
                .and(Sample.of(PER_CPU_SECOND, MICROS_PER_SECOND / micros))
                .and(cpu);
    }
}
