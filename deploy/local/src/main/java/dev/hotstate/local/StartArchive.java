package dev.hotstate.local;

import dev.hotstate.kit.backends.host.Programs;
import dev.hotstate.kit.backends.process.ChildCommand;
import dev.hotstate.kit.backends.process.ChildProcess;
import dev.hotstate.kit.backends.service.ServicePackage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A class data archive of one packaged service: it starts in half the CPU time with it (docs/adr/0023).
 *
 * <p>The first run after a build notes the classes that it loads; from this list a process of its own makes the archive
 * while the service is already at work. It lies beside the packaged service and vanishes with it, and it belongs to one
 * JDK. The JVM itself refuses an archive that does not fit, and then starts without.
 */
final class StartArchive {

    private final Path service;
    private final Path archive;
    private final Path classes;

    StartArchive(Path service) {
        var jdk = Runtime.version().toString();
        this.service = service;
        this.archive = service.resolve("start-" + jdk + ".jsa");
        this.classes = service.resolve("start-" + jdk + ".classes");
    }

    boolean exists() {
        return Files.exists(archive);
    }

    /** For the JVM of the service. */
    List<String> options() {
        return exists()
                ? List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:disable", "-Xlog:all=error:stderr")
                : List.of("-XX:DumpLoadedClassList=" + classes);
    }

    /** Starts to make the archive, at the lowest priority and without what only a running service needs to know. */
    ChildProcess make(Path log, Set<String> withheld) {
        keepWholeLines();
        List<String> command = new ArrayList<>();
        Programs.onPath("nice").ifPresent(nice -> command.addAll(List.of(nice.toString(), "-n", "19")));
        command.addAll(List.of(ServicePackage.java(), "-XX:+UseSerialGC", "-Xshare:dump"));
        command.add("-XX:SharedClassListFile=" + wholeLines());
        command.add("-XX:SharedArchiveFile=" + unfinished());
        command.addAll(List.of("-cp", new ServicePackage(service).jar().toString()));
        return ChildProcess.start(ChildCommand.of("archive-" + service.getFileName(), service, command)
                .withheld(withheld)
                .log(log));
    }

    /** Only a whole archive gets its final name. */
    void finish() {
        try {
            Files.move(unfinished(), archive, StandardCopyOption.ATOMIC_MOVE);
            Files.deleteIfExists(classes);
            Files.deleteIfExists(wholeLines());
        } catch (IOException e) {
            throw new StartFailure("Cannot keep " + archive + ": " + e.getMessage(), e);
        }
    }

    /** The service goes on writing its list, block by block: the last line may be half of one, and with that there is no archive. */
    void keepWholeLines() {
        try {
            var sofar = Files.readString(classes, StandardCharsets.ISO_8859_1);
            var whole = sofar.substring(0, sofar.lastIndexOf('\n') + 1);
            Files.writeString(wholeLines(), whole, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            // Who is to make the archive of them misses them, and says so in its log.
        }
    }

    Path wholeLines() {
        return classes.resolveSibling(classes.getFileName() + ".whole");
    }

    private Path unfinished() {
        return archive.resolveSibling(archive.getFileName() + ".part");
    }
}
