package dev.hotstate.kit.backends;

import dev.hotstate.kit.backends.host.BackendFailure;
import dev.hotstate.kit.backends.host.Exclusive;
import dev.hotstate.kit.backends.host.Folders;
import dev.hotstate.kit.backends.host.PrivateFiles;
import dev.hotstate.kit.backends.host.ProcessName;
import dev.hotstate.kit.backends.host.TempHome;
import dev.hotstate.kit.backends.process.Owner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Sets of backends for everything below one Maven run, each used by one JVM at a time: modules that are tested one after
 * the other share the first set, those that are tested side by side do not meet. They belong to the Maven process and are
 * gone within seconds after it, however it ends. Without Maven they belong to this JVM.
 */
public final class SharedBackends {

    private static final String OTHER_KIND = "-other";
    private static final Pattern RUN = Pattern.compile("(?<name>\\d{1,18}-\\d+)(" + OTHER_KIND + "|-\\d+)?");

    /** In the folder of a set: which JVM uses it. */
    private static final String USER = "user";

    private SharedBackends() {}

    /** For tests and throw-away data: the set that this JVM uses already, else one that nobody uses now. */
    public static Backends ofThisRun() {
        var owner = MavenRun.current().orElseGet(ProcessHandle::current);
        var home = TempHome.ofThisUser();
        return Exclusive.on(home.resolve("lock"), () -> {
            deleteLeftovers(home);
            var set = setFor(ProcessHandle.current(), home.resolve(ProcessName.of(owner)));
            return attachOrStart(set, owner, false);
        });
    }

    /** For data that shall stay: started on its folder, or attached to if they run there already. */
    public static Backends keptIn(Path folder) {
        var owner = MavenRun.current().orElseGet(ProcessHandle::current);
        return Exclusive.on(folder.resolve("start.lock"), () -> attachOrStart(folder, owner, true));
    }

    /** For servers of another kind, which belong to this JVM: {@code start} describes in the folder what it starts. */
    public static Backends ofThisJvm(Function<Path, Backends> start) {
        var home = TempHome.ofThisUser();
        return Exclusive.on(home.resolve("lock"), () -> {
            deleteLeftovers(home);
            var folder = home.resolve(ProcessName.of(ProcessHandle.current()) + OTHER_KIND);
            return running(folder).orElseGet(() -> start.apply(folder));
        });
    }

    /** The folder of the first set of the run that no other living JVM uses; it is the user's until that one ends. */
    static Path setFor(ProcessHandle user, Path run) {
        var sets = Stream.iterate(1, number -> number + 1)
                .map(number -> run.resolveSibling(run.getFileName() + "-" + number));
        var set = sets.filter(folder -> isFreeFor(user, folder)).findFirst().orElseThrow();
        PrivateFiles.write(set.resolve(USER), ProcessName.of(user));
        return set;
    }

    private static boolean isFreeFor(ProcessHandle user, Path set) {
        try {
            var found = Files.readString(set.resolve(USER));
            return found.equals(ProcessName.of(user)) || ProcessName.hasEnded(found);
        } catch (NoSuchFileException unused) {
            return true;
        } catch (IOException e) {
            throw BackendFailure.at(set, e);
        }
    }

    static Backends attachOrStart(Path folder, ProcessHandle owner, boolean durable) {
        return running(folder).orElseGet(() -> start(folder, owner, durable));
    }

    private static Optional<Backends> running(Path folder) {
        return Backends.areDescribedIn(folder)
                ? Optional.of(Backends.in(folder)).filter(Backends::areRunning)
                : Optional.empty();
    }

    private static Backends start(Path folder, ProcessHandle owner, boolean durable) {
        boolean ours = owner.pid() == ProcessHandle.current().pid();
        var started = LocalBackends.start(LocalBackendsSpec.in(folder)
                .durable(durable)
                .owner(ours ? Owner.thisJvm() : Owner.process(owner.pid())));
        if (ours) {
            Runtime.getRuntime().addShutdownHook(new Thread(started::close, "stop-backends"));
        }
        return started.access();
    }

    /** Folders of runs that have ended; what else lies here is none of ours to delete. */
    static void deleteLeftovers(Path home) {
        try (var runs = Files.list(home)) {
            runs.filter(run -> Files.isDirectory(run, LinkOption.NOFOLLOW_LINKS))
                    .filter(SharedBackends::isOfAnEndedRun)
                    .forEach(Folders::delete);
        } catch (IOException e) {
            throw BackendFailure.at(home, e);
        }
    }

    private static boolean isOfAnEndedRun(Path folder) {
        var run = RUN.matcher(folder.getFileName().toString());
        return run.matches() && ProcessName.hasEnded(run.group("name"));
    }
}
