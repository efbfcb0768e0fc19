package dev.hotstate.local;

import java.nio.file.Path;

/** What lies where in {@code .hotstate}. The script {@code hotstate} knows {@code lock}, {@code app} and {@code addresses.txt}, too. */
record StateFolder(Path root) {

    StateFolder {
        root = root.toAbsolutePath().normalize();
    }

    /** A packaged service. */
    Path service(LocalService service) {
        return root.resolve("app").resolve(service.module());
    }

    Path logs() {
        return root.resolve("logs");
    }

    /** Of the last end that nobody foresaw. */
    Path trace() {
        return logs().resolve("unforeseen.txt");
    }

    /** What {@code --fresh} deletes: Redis, Postgres and the passwords of both. */
    Path data() {
        return root.resolve("data");
    }

    /** Written by kit-backends: every user with the password. */
    Path passwords() {
        return data().resolve("backends.properties");
    }

    /** Claims of the demo that are not released yet. */
    Path openRides() {
        return data().resolve("demo-rides.txt");
    }

    /** The table of {@link Addresses}; there only while Hotstate is up. */
    Path addresses() {
        return root.resolve("addresses.txt");
    }

    /** The way a user would write it: from the folder above. */
    String shown(Path path) {
        return root.getParent().relativize(path).toString();
    }
}
