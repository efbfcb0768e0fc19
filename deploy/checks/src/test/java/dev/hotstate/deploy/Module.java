package dev.hotstate.deploy;

import dev.hotstate.kit.backends.service.ServicePackage;
import java.nio.file.Path;
import java.util.Locale;

/** The four services, as the checkout has them. */
public enum Module {
    MONITOR_SERVICE,
    DRIVER_SERVICE,
    DAG_SCHEDULER,
    METRICS_GATEWAY;

    public String folder() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** As Redis and Postgres call it. */
    public String app() {
        return folder().substring(0, folder().indexOf('-'));
    }

    public ServicePackage packaged() {
        return ServicePackage.ofModule(Path.of("../..").resolve(folder()));
    }
}
