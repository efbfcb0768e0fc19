package dev.hotstate.images;

import static java.util.function.Predicate.not;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Packages of the Debian (or Ubuntu) that this machine runs, fetched and unpacked by its own apt and dpkg, which check their signatures.
 * Nothing is installed.
 */
final class Debian {

    /** What a Java runtime stands on, and what lets a scanner tell which Debian this is. */
    static final List<String> BELOW_JAVA = List.of("base-files", "libc6", "libgcc-s1", "netbase", "zlib1g");

    private static final Map<String, List<String>> LIBRARIES =
            Map.of("iputils-ping", List.of("libcap2", "libidn2-0", "libunistring2"));

    private static final Pattern UNWANTED = Pattern.compile(
            "usr/share/(doc/.*/(?!copyright$).*|man/.*|locale/.*|lintian/.*|base-files/.*|bug/.*)"
                    + "|(usr/)?(s?bin)/(?!ping).*|usr/lib/(x86_64|aarch64)-linux-gnu/(gconv|audit)/.*|etc/update-motd\\.d/.*");

    private final Workshop workshop;

    Debian(Workshop workshop) {
        this.workshop = workshop;
    }

    /** @param name in Debian, with its version and maintainers' description of itself */
    record Package(String name, String version, String architecture, Path folder, String control) {

        /** Where Debian puts it, and where it lies here; links have become what they point to. */
        Map<String, Path> files() {
            var files = new TreeMap<String, Path>();
            try (Stream<Path> all = Files.walk(folder)) {
                for (var file : all.filter(not(Files::isDirectory)).toList()) {
                    var name = folder.relativize(file).toString();
                    var content = resolved(file);
                    if (!UNWANTED.matcher(name).matches() && Files.isRegularFile(content)) {
                        files.put("/" + name, content);
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return files;
        }

        /** A link with an absolute target means one inside the package. */
        private Path resolved(Path file) {
            try {
                var at = file;
                for (int links = 0; Files.isSymbolicLink(at) && links < 8; links++) {
                    var target = Files.readSymbolicLink(at);
                    at = target.isAbsolute()
                            ? folder.resolve(target.toString().substring(1))
                            : at.resolveSibling(target).normalize();
                }
                return at;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** These packages and the libraries that they need beyond {@link #BELOW_JAVA}. */
    List<Package> packages(List<String> names) {
        var all = new ArrayList<String>();
        for (var name : names) {
            all.add(name);
            all.addAll(LIBRARIES.getOrDefault(name, List.of()));
        }
        return all.stream().map(this::unpacked).toList();
    }

    private Package unpacked(String name) {
        var folder = workshop.folder("debian").resolve(name);
        try {
            if (!Files.exists(folder.resolve("control"))) {
                Workshop.delete(folder);
                Files.createDirectories(folder);
                fetch(name, folder);
            }
            var control = Files.readString(folder.resolve("control"));
            return new Package(
                    name, field(control, "Version"), field(control, "Architecture"), folder.resolve("files"), control);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void fetch(String name, Path folder) throws IOException {
        if (!Files.isExecutable(Path.of("/usr/bin/apt-get"))) {
            throw new ImageFailure(
                    "Images are made of Debian packages, and there is no apt-get here; build them on a Debian or Ubuntu");
        }
        Workshop.run(folder, List.of("apt-get", "download", "-q", name));
        try (Stream<Path> files = Files.list(folder)) {
            var archive = files.filter(file -> file.toString().endsWith(".deb"))
                    .findFirst()
                    .orElseThrow(() -> new ImageFailure("apt-get has not brought " + name));
            Workshop.run(folder, List.of("dpkg-deb", "-x", archive.toString(), "files"));
            var control = Workshop.run(folder, List.of("dpkg-deb", "-f", archive.toString()));
            Files.delete(archive);
            // Last: it says that the rest is whole.
            Files.writeString(folder.resolve("control"), control);
        }
    }

    private static String field(String control, String name) {
        return control.lines()
                .filter(line -> line.startsWith(name + ": "))
                .map(line -> line.substring(name.length() + 2))
                .collect(Collectors.joining());
    }
}
