package dev.hotstate.local;

import dev.hotstate.kit.backends.host.Patience;
import dev.hotstate.kit.backends.process.ChildCommand;
import dev.hotstate.kit.backends.process.ChildProcess;
import dev.hotstate.kit.backends.service.Readiness;
import dev.hotstate.kit.backends.service.ServicePackage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** One service as a process of its own. */
final class ServiceProcess implements Supervised {

    private final LocalService service;
    private final ChildCommand command;
    private final StartArchive archive;
    private volatile ChildProcess process;

    /**
     * @param environment what it is given
     * @param withheld names of our variables that it does not inherit
     */
    ServiceProcess(
            LocalService service,
            Path folder,
            Path log,
            List<String> javaOptions,
            Map<String, String> environment,
            Set<String> withheld) {
        this.service = service;
        this.archive = new StartArchive(folder);
        keepPreviousLog(log);
        this.command = ChildCommand.of(service.module(), folder, words(folder, javaOptions))
                .log(log)
                .environment(environment)
                .withheld(withheld);
        this.process = ChildProcess.start(command);
    }

    LocalService service() {
        return service;
    }

    StartArchive archive() {
        return archive;
    }

    @Override
    public String name() {
        return service.module();
    }

    @Override
    public ChildProcess process() {
        return process;
    }

    /** Returns when the service is ready, or has died again. */
    @Override
    public void restart() {
        process = ChildProcess.start(command);
        Patience.await(
                name(),
                Readiness.START_PATIENCE,
                () -> process.isAlive() && !isReady()
                        ? Optional.of("it does not say that it is ready (log " + process.log() + ")")
                        : Optional.empty());
    }

    /** Whether it says itself that it can work, and answers. */
    boolean isReady() {
        return Readiness.of(service.httpPort(), service.managementPort());
    }

    /** HOTSTATE_JAVA_OPTIONS come last and win. */
    private List<String> words(Path folder, List<String> javaOptions) {
        return new ServicePackage(folder)
                .command(Stream.concat(archive.options().stream(), javaOptions.stream())
                        .toList());
    }

    private static void keepPreviousLog(Path log) {
        try {
            if (Files.exists(log)) {
                Files.move(log, LogBounds.previous(log), StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            throw new StartFailure("Cannot move the previous log " + log + ": " + e.getMessage(), e);
        }
    }
}
