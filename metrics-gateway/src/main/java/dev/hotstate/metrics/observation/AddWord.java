package dev.hotstate.metrics.observation;

enum AddWord {
    ADDED
}
