package dev.hotstate.local;

import dev.hotstate.kit.backends.Backends;
import dev.hotstate.kit.backends.host.FreePorts;
import dev.hotstate.kit.backends.process.ChildCommand;
import dev.hotstate.kit.backends.process.ChildProcess;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A copy of this repository, on ports of its own, used as a user would: through its script. */
final class Checkout {

    /** A build that runs in the background of a shell ignores Ctrl-C, and what it starts inherits that. */
    private static final List<String> HEEDS_CTRL_C =
            System.getProperty("os.name").equals("Linux") ? List.of("env", "--default-signal=INT") : List.of();

    private static final Path PROJECT = Path.of("").toAbsolutePath().getParent().getParent();
    private static final Set<String> NOT_COPIED = Set.of(".git", ".hotstate", "node_modules");
    /** What {@code up} starts from is built before these tests run; the other modules may be built beside them just now. */
    private static final List<Path> BUILT = Stream.concat(
                    Stream.of("kit", "deploy/local", "dag-scheduler/client", "metrics-gateway/client"),
                    LocalService.ALL.stream().map(LocalService::module))
            .map(PROJECT::resolve)
            .toList();
    /** Of the target folders only what {@code up} starts from; the rest is large. */
    private static final Set<String> PACKAGED = Set.of("quarkus-app", "lib", "launcher.classpath");

    private static final String LAUNCHER_JAR = "hotstate-local-";

    private final Path folder;
    private final Map<String, String> environment = new TreeMap<>();
    private int runs;

    private Checkout(Path folder) {
        this.folder = folder;
        environment.put("HOTSTATE_PORT_OFFSET", Integer.toString(freePortOffset()));
    }

    /** With what Maven has built so far: nothing in it is stale. It starts like one that was started before, if there was one. */
    static Checkout packaged(Path folder) throws IOException {
        Files.walkFileTree(PROJECT, new Copy(folder, PACKAGED));
        StartedApp.lendTo(folder);
        return new Checkout(folder);
    }

    /** With the classes that are there; whatever is stale gets compiled. */
    static Checkout compiled(Path folder) throws IOException {
        Files.walkFileTree(PROJECT, new Copy(folder, Set.of("classes", "maven-status")));
        return new Checkout(folder);
    }

    /** As it comes from the repository. */
    static Checkout unbuilt(Path folder) throws IOException {
        Files.walkFileTree(PROJECT, new Copy(folder, Set.of()));
        return new Checkout(folder);
    }

    Path file(String path) {
        return folder.resolve(path);
    }

    Map<String, String> environment() {
        return environment;
    }

    /** Lets later checkouts begin with the start archives of this one, if it ran long enough to make them. */
    void handDown() throws IOException {
        StartedApp.takeFrom(folder);
    }

    List<LocalService> services() {
        return new Settings(environment).services();
    }

    /** The embedded servers, as whoever may read their passwords sees them. */
    Backends backends() {
        return Backends.in(file(".hotstate/data"));
    }

    /** {@code ./hotstate <words>}; it ends with this JVM. */
    ScriptRun hotstate(String... words) {
        return hotstate(Map.of(), words);
    }

    ScriptRun hotstate(Map<String, String> variables, String... words) {
        Map<String, String> all = new TreeMap<>(environment);
        all.putAll(variables);
        List<String> command = new ArrayList<>(HEEDS_CTRL_C);
        command.add("./hotstate");
        command.addAll(List.of(words));
        var log = file("run-" + ++runs + ".txt");
        return new ScriptRun(ChildProcess.start(
                ChildCommand.of("hotstate", folder, command).log(log).environment(all)));
    }

    /**
     * Below the range from which the kernel serves outgoing connections, the Redis bus ports included. Below 1000: those ports
     * are never given to another test (see FreePorts), and a build may take minutes until they are used.
     */
    private static int freePortOffset() {
        return ThreadLocalRandom.current()
                .ints(20, 1_000)
                .limit(1_000)
                .filter(offset -> IntStream.of(7081, 8081, 9081, 17081)
                        .flatMap(first -> IntStream.range(first, first + 4))
                        .allMatch(port -> FreePorts.isFree(port + offset)))
                .findFirst()
                .orElseThrow();
    }

    /** Keeps the times of the files, since by them the script tells what is stale. */
    private static final class Copy extends SimpleFileVisitor<Path> {

        private final Path to;
        private final Set<String> fromTarget;

        Copy(Path to, Set<String> fromTarget) {
            this.to = to;
            this.fromTarget = fromTarget;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
            if (NOT_COPIED.contains(name(folder)) || isUnwantedInTarget(folder)) {
                return FileVisitResult.SKIP_SUBTREE;
            }
            Files.createDirectories(to.resolve(PROJECT.relativize(folder)));
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            if (!isUnwantedInTarget(file)) {
                Files.copy(file, to.resolve(PROJECT.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
            }
            return FileVisitResult.CONTINUE;
        }

        /** What another module makes and removes while its tests run is not there any more when its turn comes. */
        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            if (failure instanceof NoSuchFileException && isUnwantedInTarget(file)) {
                return FileVisitResult.CONTINUE;
            }
            throw failure;
        }

        /** Folders get new times by being filled. */
        @Override
        public FileVisitResult postVisitDirectory(Path folder, IOException failure) throws IOException {
            Files.setLastModifiedTime(to.resolve(PROJECT.relativize(folder)), Files.getLastModifiedTime(folder));
            return FileVisitResult.CONTINUE;
        }

        private boolean isUnwantedInTarget(Path path) {
            boolean isWanted = fromTarget.contains(name(path))
                    || name(path).startsWith(LAUNCHER_JAR) && fromTarget.equals(PACKAGED);
            boolean isBuilt = BUILT.stream().anyMatch(path::startsWith);
            return path.getParent().endsWith("target") && !(isWanted && isBuilt);
        }

        private static String name(Path path) {
            return path.getFileName().toString();
        }
    }
}
