package dev.hotstate.metrics.connection;

import java.time.Duration;

/** Settings to test with. */
record TestConnections(Duration lifetime, int instancesMax) implements ConnectionConfig {}
