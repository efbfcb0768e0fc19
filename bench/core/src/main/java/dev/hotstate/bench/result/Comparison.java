package dev.hotstate.bench.result;

/** A column that divides a metric of every contestant that has it by the same metric of one of them, the reference. */
public record Comparison(String metric, String reference) {

    String title() {
        return metric + " ÷ " + reference;
    }
}
