package dev.hotstate.kit.backends.postgres;

import dev.hotstate.kit.backends.host.BackendFailure;
import dev.hotstate.kit.backends.host.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Whom Postgres runs as, since it refuses to run as root.
 *
 * <p>An ordinary user just runs it. For root a user namespace of its own makes root look like nobody, while files still
 * belong to root. Containers often forbid such namespaces, but let root become another user; that one then needs its own
 * files.
 *
 * @param words put before the command
 * @param uid to whom the files must be given, or negative if they stay as they are
 */
record OrdinaryUser(List<String> words, int uid) {

    private static final int ROOT = 0;
    private static final int NOBODY = 65_534;

    static OrdinaryUser current() {
        if (!isRoot()) {
            return new OrdinaryUser(List.of(), -1);
        }
        var namespace = namespace();
        if (namespace.works()) {
            return namespace;
        }
        var nobody = nobody();
        if (nobody.works()) {
            return nobody;
        }
        throw new BackendFailure(
                "Postgres refuses to run as root, and here neither 'unshare -U' nor 'setpriv' can change that:"
                        + " run as an ordinary user, or configure the address of a Postgres server");
    }

    static OrdinaryUser namespace() {
        return new OrdinaryUser(List.of("unshare", "-U"), -1);
    }

    static OrdinaryUser nobody() {
        return new OrdinaryUser(List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"), NOBODY);
    }

    List<String> command(List<String> command) {
        List<String> all = new ArrayList<>(words);
        all.addAll(command);
        return all;
    }

    /** Gives the file or folder to the user. */
    void own(Path path) {
        if (uid >= 0) {
            try {
                Files.setAttribute(path, "unix:uid", uid);
            } catch (IOException e) {
                throw BackendFailure.at(path, e);
            }
        }
    }

    /** Root sees everything, the user it becomes may stand before a closed folder further up. */
    void requireAccess(Path path) {
        if (uid >= 0 && run("test", "-r", path.toString()) != 0) {
            throw new BackendFailure(
                    "Postgres refuses to run as root, and as nobody it cannot reach " + path
                            + ": use a folder that is open to all (for the programs: HOTSTATE_CACHE), or run as an ordinary user");
        }
    }

    private boolean works() {
        return Programs.onPath(words.get(0)).isPresent() && run("true") == 0;
    }

    private int run(String... command) {
        return Programs.run(command(List.of(command)), Map.of()).exitCode();
    }

    private static boolean isRoot() {
        try {
            return Files.getAttribute(Path.of("/proc/self"), "unix:uid") instanceof Integer uid && uid == ROOT;
        } catch (IOException noProcFileSystem) {
            return System.getProperty("user.name").equals("root");
        }
    }
}
