package dev.hotstate.images;

import dev.hotstate.kit.backends.service.ServicePackage;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The four services. */
public enum Service {
    MONITOR_SERVICE(8081, "Uptime monitoring: schedule, status, incidents, alerts", List.of("iputils-ping")),
    DRIVER_SERVICE(8082, "Driver availability: positions, nearest search, claims", List.of()),
    DAG_SCHEDULER(8083, "Jobs as graphs of tasks: dependencies, workers, retries, logs", List.of()),
    METRICS_GATEWAY(8084, "Request, error and latency metrics, rate limits", List.of());

    private final int port;
    private final String description;
    private final List<String> debianPackages;

    Service(int port, String description, List<String> debianPackages) {
        this.port = port;
        this.description = description;
        this.debianPackages = debianPackages;
    }

    static Service named(String name) {
        return Arrays.stream(values())
                .filter(service -> service.module().equals(name))
                .findFirst()
                .orElseThrow(() -> new ImageFailure("There is no service '" + name + "'; there are: "
                        + Arrays.stream(values()).map(Service::module).collect(Collectors.joining(", "))));
    }

    /** Its folder, its image, and its name in Kubernetes. */
    public String module() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** As Redis and Postgres call it. */
    public String app() {
        return module().substring(0, module().indexOf('-'));
    }

    public int port() {
        return port;
    }

    public int managementPort() {
        return port + 1000;
    }

    String description() {
        return description;
    }

    /** Programs that it calls, besides what every image has. */
    List<String> debianPackages() {
        return debianPackages;
    }

    public ServicePackage packaged(Path checkout) {
        return ServicePackage.ofModule(checkout.resolve(module()));
    }
}
