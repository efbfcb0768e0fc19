package dev.hotstate.kit.backends.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Which process was given which port, over all JVMs of this user. Some time goes by until a port is used, and what was
 * killed comes back on its own: meanwhile nobody listens there, and nobody else shall be given it.
 */
final class GivenPorts {

    private final Path folder;

    GivenPorts(Path folder) {
        this.folder = folder;
    }

    static GivenPorts ofThisUser() {
        return new GivenPorts(TempHome.ofThisUser().resolve("ports"));
    }

    /** Whether the port is the process' from now on, until that one ends. */
    boolean give(int port, ProcessHandle to) {
        return Exclusive.on(folder.resolve("lock"), () -> {
            var file = folder.resolve(Integer.toString(port));
            if (isTaken(file)) {
                return false;
            }
            PrivateFiles.write(file, ProcessName.of(to));
            return true;
        });
    }

    private static boolean isTaken(Path file) {
        try {
            return !ProcessName.hasEnded(Files.readString(file));
        } catch (NoSuchFileException never) {
            return false;
        } catch (IOException e) {
            throw BackendFailure.at(file, e);
        }
    }
}
