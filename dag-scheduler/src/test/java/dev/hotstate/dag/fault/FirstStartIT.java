package dev.hotstate.dag.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.dag.DagApiClient;
import dev.hotstate.dag.JobsOverHttp;
import dev.hotstate.dag.recovery.OwnBackends;
import dev.hotstate.kit.backends.ServiceAccess;
import dev.hotstate.kit.backends.service.ServicePackage;
import dev.hotstate.kit.testing.process.PackagedService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The very first minute of an installation: an empty Redis, an empty Postgres, one instance. */
class FirstStartIT {

    private static final int WAIT_MS = 15_000;

    private final OwnBackends backends = new OwnBackends();
    private PackagedService service;

    @BeforeEach
    void start() throws IOException {
        var folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "first-start-");
        var access = new ServiceAccess("dag", "test", backends.start());
        service = PackagedService.start("first", folder, ServicePackage.ofModule(Path.of("")), access, Map.of());
    }

    @AfterEach
    void stop() {
        service.kill();
        backends.stop();
    }

    @Test
    void who_is_told_that_it_is_ready_gets_the_first_task_of_the_first_job() {
        service.awaitReady();
        var job = new JobsOverHttp(new DagApiClient(service.api(), PackagedService.ADMIN_KEY), "first");
        job.submit("{\"id\": \"a\", \"queue\": \"%1$s\"}");

        var claimed = job.claimNow(1, WAIT_MS);

        assertThat(claimed).hasSize(1);
        job.complete(claimed.getFirst());
        job.awaitStatus("COMPLETED");
    }
}
