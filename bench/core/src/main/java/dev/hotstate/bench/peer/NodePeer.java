package dev.hotstate.bench.peer;

import dev.hotstate.bench.BenchScope;
import dev.hotstate.bench.order.OrderTaker;
import dev.hotstate.kit.backends.host.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A peer that is a package for Node.js: a folder {@code peers/<name>} among the resources holds its {@code package.json} with
 * pinned versions and a script that takes one order per line.
 *
 * @param folder where its packages have been installed
 */
public record NodePeer(String name, Path folder, String script) {

    private static final String MANIFEST = "package.json";
    private static final int INSTALL_MINUTES = 3;

    /**
     * Installs the packages of a peer by npm.
     *
     * @return nothing where there is no npm or it cannot get the packages
     */
    public static Optional<NodePeer> install(BenchScope scope, String name, String script)
            throws IOException, InterruptedException {
        if (Programs.onPath("npm").isEmpty() || Programs.onPath("node").isEmpty()) {
            return Optional.empty();
        }
        var folder = Files.createDirectories(scope.folder().resolve(name));
        copy(name, MANIFEST, folder);
        copy(name, script, folder);
        var npm = new ProcessBuilder("npm", "install", "--no-audit", "--no-fund", "--loglevel=error")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("npm.log").toFile())
                .start();
        if (!npm.waitFor(INSTALL_MINUTES, TimeUnit.MINUTES)) {
            npm.destroyForcibly();
            return Optional.empty();
        }
        return npm.exitValue() == 0 ? Optional.of(new NodePeer(name, folder, script)) : Optional.empty();
    }

    public OrderTaker start(String... arguments) throws IOException {
        var command = new ArrayList<>(List.of("node", script));
        command.addAll(List.of(arguments));
        return OrderTaker.start(name, new ProcessBuilder(command).directory(folder.toFile()));
    }

    private static void copy(String name, String file, Path folder) throws IOException {
        try (var resource = NodePeer.class.getResourceAsStream("/peers/" + name + "/" + file)) {
            if (resource == null) {
                throw new IOException("There is no peers/" + name + "/" + file);
            }
            Files.copy(resource, folder.resolve(file));
        }
    }
}
