package dev.hotstate.local;

import java.util.List;

/**
 * One of the four services.
 *
 * @param module its folder in the repository, and its name
 * @param app its name in Redis keys, Redis users, database roles and schemas
 */
record LocalService(String module, String app, int httpPort, int managementPort) {

    static final List<LocalService> ALL = List.of(
            new LocalService("monitor-service", "monitor", 8081, 9081),
            new LocalService("driver-service", "driver", 8082, 9082),
            new LocalService("dag-scheduler", "dag", 8083, 9083),
            new LocalService("metrics-gateway", "metrics", 8084, 9084));

    /** Whether others tell it what they answer. */
    boolean isGateway() {
        return app.equals("metrics");
    }

    boolean isOfDrivers() {
        return app.equals("driver");
    }

    LocalService onPorts(int http, int management) {
        return new LocalService(module, app, http, management);
    }

    String url(String path) {
        return "http://localhost:" + httpPort + path;
    }

    String managementUrl(String path) {
        return "http://localhost:" + managementPort + path;
    }
}
