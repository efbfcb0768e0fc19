package dev.hotstate.metrics.connection;

enum ConnectionWord {
    TAKEN,
    FIRST,
    FULL
}
