package dev.hotstate.images;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A native executable that {@code ./mvnw -Dnative -pl <service> -am package} has made plays the scenario of its service. Needs the tools of
 * GraalVM; the workflow {@code native} runs it, with {@code -Dtrial.service=<service>}.
 */
class NativeTrial {

    private static final Path CHECKOUT = Path.of("../..").toAbsolutePath().normalize();

    @TempDir
    static Path folder;

    @Test
    void a_native_service_does_what_it_is_there_for() throws IOException {
        var service = Service.named(System.getProperty("trial.service", Service.DRIVER_SERVICE.module()));
        var target = CHECKOUT.resolve(service.module()).resolve("target");
        try (var files = Files.newDirectoryStream(target, "*-runner");
                var stage = new Rehearsal(folder.resolve("stage"))) {
            var found = files.iterator();
            assertThat(found.hasNext()).as("an executable in %s", target).isTrue();
            stage.perform(
                    service,
                    service.packaged(CHECKOUT).folder(),
                    List.of(found.next().toString()));
        }
    }
}
