package dev.hotstate.local.city;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** A file with the claims that are not released yet: after a kill -9 the next run gives these drivers back. */
record OpenRides(Path file) {

    /** What it takes to end a claim. */
    record Entry(String id, long token) {}

    void write(Collection<Entry> open) throws IOException {
        var lines = open.stream().map(entry -> entry.id() + " " + entry.token()).collect(Collectors.joining("\n"));
        var next = file.resolveSibling(file.getFileName() + ".next");
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(next, lines);
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    }

    List<Entry> read() throws IOException {
        return Files.exists(file)
                ? Files.readAllLines(file).stream()
                        .map(line -> line.split(" "))
                        .filter(words -> words.length == 2)
                        .map(words -> new Entry(words[0], Long.parseLong(words[1])))
                        .toList()
                : List.of();
    }
}
