package dev.hotstate.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.backends.LocalBackends;
import dev.hotstate.kit.backends.LocalBackendsSpec;
import dev.hotstate.kit.backends.service.ServicePackage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code up} with a Redis Cluster and a Postgres that somebody else runs, named by environment variables. */
class OwnBackendsIT {

    @TempDir
    Path folder;

    @TempDir
    Path servers;

    @Test
    void the_embedded_servers_stay_away_when_every_service_names_others() throws IOException {
        var checkout = Checkout.packaged(folder);
        try (var others = LocalBackends.start(LocalBackendsSpec.in(servers))) {
            Map<String, String> variables = new TreeMap<>();
            checkout.services().forEach(service -> variables.putAll(variablesFor(service, checkout, others)));

            try (var up = checkout.hotstate(variables, "up").awaitWords("Hotstate is up after")) {
                assertThat(up.output()).doesNotContain("Redis Cluster");
                assertThat(checkout.file(".hotstate/data")).doesNotExist();
                for (var service : checkout.services()) {
                    assertThat(environmentsOf(service, up))
                            .as(service.module())
                            .allSatisfy(environment -> assertThat(environment.split("DATASOURCE_PASSWORD=", -1))
                                    .hasSizeLessThanOrEqualTo(2))
                            .anyMatch(environment -> environment.contains("DATASOURCE_PASSWORD="));
                }
            }
        }
    }

    /**
     * As the kernel keeps them: what one service is told, its sisters shall not know. A service that starts for the
     * first time has a second process for a while, which makes its start archive.
     */
    private static List<String> environmentsOf(LocalService service, ScriptRun up) {
        return up.tree().members().stream()
                .filter(member ->
                        member.info().commandLine().orElse("").contains("/" + service.module() + "/quarkus-run.jar"))
                .map(OwnBackendsIT::environmentOf)
                .toList();
    }

    private static String environmentOf(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc/" + process.pid() + "/environ"));
        } catch (IOException e) {
            assertThat(process.isAlive()).as("%s: %s", process.pid(), e).isFalse();
            return "";
        }
    }

    private static Map<String, String> variablesFor(LocalService service, Checkout checkout, LocalBackends others) {
        var access = ServicePackage.ofModule(checkout.file(service.module())).admitTo(others.access(), "local");
        Map<String, String> variables = new TreeMap<>();
        access.environment()
                .forEach((name, value) ->
                        variables.put("HOTSTATE_" + service.app().toUpperCase(Locale.ROOT) + "_" + name, value));
        return variables;
    }
}
