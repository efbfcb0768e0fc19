package dev.hotstate.local;

import dev.hotstate.kit.backends.host.BackendFailure;
import dev.hotstate.kit.backends.host.FolderLock;
import dev.hotstate.kit.backends.host.Folders;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The process behind {@code ./hotstate up}: takes the lock, starts everything, waits for the end, stops everything. */
public final class Launcher {

    private static final String FRESH = "--fresh";
    private static final String DEMO = "--demo";

    private static final Path STATE = Path.of(".hotstate");

    private static final int FAILED = 1;

    private Launcher() {}

    public static void main(String[] arguments) throws InterruptedException {
        try {
            var options = List.of(arguments);
            live(options.contains(FRESH), options.contains(DEMO));
        } catch (StartFailure | BackendFailure e) {
            fail(e.getMessage());
        } catch (RuntimeException | Error e) {
            fail("This was not foreseen: " + e + "; where it happened: " + keepTrace(e));
        }
    }

    /** Whatever is still running ends with this JVM. */
    private static void fail(String reason) {
        System.err.println("hotstate: " + reason);
        System.err.flush();
        Runtime.getRuntime().halt(FAILED);
    }

    /** For whoever has to find out; returns where it is. */
    private static String keepTrace(Throwable unforeseen) {
        var folder = new StateFolder(STATE);
        try {
            Files.createDirectories(folder.logs());
            try (var trace = new PrintStream(folder.trace().toFile(), StandardCharsets.UTF_8)) {
                unforeseen.printStackTrace(trace);
            }
            return folder.shown(folder.trace());
        } catch (IOException e) {
            return "cannot be written, " + e.getMessage();
        }
    }

    private static void live(boolean fresh, boolean demo) throws InterruptedException {
        var folder = new StateFolder(STATE);
        try (var lock = FolderLock.take(folder.root())) {
            if (fresh) {
                deleteData(folder);
            }
            run(new LocalSystem(new Settings(System.getenv()), folder, demo, System.out));
        }
    }

    private static void run(LocalSystem system) throws InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> endWell(system), "end"));
        try {
            system.start();
            system.makeStartArchives();
        } catch (RuntimeException | Error e) {
            if (!system.isStopping()) {
                system.stop();
                throw e;
            }
            // Stopped while it was starting: whatever failed, failed because of that.
        }
        system.awaitStopped();
    }

    /** On Ctrl-C and SIGTERM. Being stopped is how this program ends well; without the halt its exit code would be the signal's. */
    private static void endWell(LocalSystem system) {
        system.stop();
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    private static void deleteData(StateFolder folder) {
        if (Files.exists(folder.data())) {
            System.out.println("Deleting " + folder.shown(folder.data()) + " (Redis, Postgres and their passwords)");
            Folders.delete(folder.data());
        }
    }
}
