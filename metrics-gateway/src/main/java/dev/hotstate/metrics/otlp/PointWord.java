package dev.hotstate.metrics.otlp;

enum PointWord {
    KEPT,
    LATE
}
