package dev.hotstate.metrics.connection;

enum ConnectionWord {
    TAKEN,
    NOBODY,
    FULL
}
