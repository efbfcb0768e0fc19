package dev.hotstate.metrics.otlp;

enum StreamsWord {
    ADMITTED,
    FULL
}
