package dev.hotstate.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.stream.Stream;

/** Owns whatever a benchmark starts, closes it in reverse order, and lends a folder that disappears in the end. */
public final class BenchScope implements AutoCloseable {

    private final Deque<AutoCloseable> owned = new ArrayDeque<>();
    private final Path checkout;
    private final Path folder;
    private final boolean quick;

    /** @param checkout its root, where packaged applications are found */
    public BenchScope(Path checkout, boolean quick) throws IOException {
        this.checkout = checkout;
        this.quick = quick;
        folder = Files.createTempDirectory("hotstate-bench-");
        own(this::deleteFolder);
    }

    public Path checkout() {
        return checkout;
    }

    public boolean quick() {
        return quick;
    }

    public Path folder() {
        return folder;
    }

    /** The packaged Quarkus application of a module. */
    public Path application(String module) {
        var jar = checkout.resolve(module).resolve("target/quarkus-app/quarkus-run.jar");
        if (!Files.isRegularFile(jar)) {
            throw new IllegalStateException(module + " is not packaged: run ./mvnw package first");
        }
        return jar;
    }

    public <T extends AutoCloseable> T own(T resource) {
        owned.push(resource);
        return resource;
    }

    @Override
    public synchronized void close() {
        while (!owned.isEmpty()) {
            try {
                owned.pop().close();
            } catch (Exception e) {
                System.err.println("While closing the benchmark: " + e);
            }
        }
    }

    private void deleteFolder() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
