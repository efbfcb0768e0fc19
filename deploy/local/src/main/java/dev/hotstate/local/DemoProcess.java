package dev.hotstate.local;

import dev.hotstate.kit.backends.process.ChildCommand;
import dev.hotstate.kit.backends.process.ChildProcess;
import dev.hotstate.kit.backends.service.ServicePackage;
import dev.hotstate.local.demo.DemoWorld;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The world of {@code --demo}, as a process of its own. */
final class DemoProcess implements Supervised {

    /** In front of a long class path, so that a list of processes shows it. */
    static final String MARK = "-Dhotstate=demo-world";

    private final String description;
    private final ChildCommand command;
    private volatile ChildProcess process;

    /** @param ports of what the services stand on, by name */
    DemoProcess(
            List<LocalService> services,
            DemoSize size,
            Settings settings,
            Map<String, Integer> ports,
            StateFolder folder) {
        description =
                "%d drivers in six cities, %d jobs a minute, a shop with %d requests a second, and all of it watched"
                        .formatted(size.drivers(), size.jobs(), size.requests());
        List<String> words = new ArrayList<>(List.of(
                ServicePackage.java(),
                MARK,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx96m",
                "-cp",
                System.getProperty("java.class.path"),
                DemoWorld.class.getName(),
                "drivers=" + size.drivers(),
                "jobs=" + size.jobs(),
                "requests=" + size.requests(),
                "targets=" + settings.targetsPort(),
                "rides=" + folder.openRides(),
                "ports="
                        + ports.entrySet().stream()
                                .map(port -> port.getKey() + ":" + port.getValue())
                                .collect(Collectors.joining(","))));
        Map<String, String> keys = new TreeMap<>();
        for (var service : services) {
            words.add(service.app() + "=" + service.url("/"));
            words.add("health:" + service.module() + "=" + service.managementUrl("/q/health/ready"));
            settings.firstKey(service)
                    .ifPresent(key ->
                            keys.put(DemoWorld.KEY_VARIABLE + service.app().toUpperCase(Locale.ROOT), key));
        }
        command = ChildCommand.of("demo-world", folder.root().getParent(), words)
                .log(folder.logs().resolve("demo-world.log"))
                .environment(keys)
                .withheld(settings.withheldFromAll());
        process = ChildProcess.start(command);
    }

    String description() {
        return description;
    }

    @Override
    public String name() {
        return command.name();
    }

    @Override
    public ChildProcess process() {
        return process;
    }

    @Override
    public void restart() {
        process = ChildProcess.start(command);
    }
}
