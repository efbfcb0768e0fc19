package dev.hotstate.images;

import static java.util.function.Predicate.not;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
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

    private static final Pattern UNWANTED = Pattern.compile(
            "usr/share/(doc/.*/(?!copyright$).*|man/.*|locale/.*|lintian/.*|base-files/.*|bug/.*)"
                    + "|(usr/)?(s?bin)/(?!ping).*|usr/lib/(x86_64|aarch64)-linux-gnu/(gconv|audit)/.*|etc/update-motd\\.d/.*");

    private final Workshop workshop;

    Debian(Workshop workshop) {
        this.workshop = workshop;
    }

    /**
     * @param name in Debian, with its version
     * @param control its maintainers' description of itself
     */
    record Package(String name, String version, String architecture, Path folder, Path control) {

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

    /** These packages, in the versions that apt would install now, and the libraries that they need beyond {@link #BELOW_JAVA}. */
    List<Package> packages(List<String> names) {
        if (!Files.isExecutable(Path.of("/usr/bin/apt-get"))) {
            throw new ImageFailure(
                    "Images are made of Debian packages, and there is no apt-get here; build them on a Debian or Ubuntu");
        }
        var all = new TreeSet<>(names);
        var programs = names.stream().filter(not(BELOW_JAVA::contains)).toList();
        if (!programs.isEmpty()) {
            // In C, since it translates what it prints.
            var printed = run(List.of("env", "LC_ALL=C", "apt-cache", "depends", "--recurse", "--important"), programs);
            all.addAll(Dependencies.of(printed).librariesOf(programs, BELOW_JAVA));
        }
        return run(List.of("apt-get", "download", "--print-uris", "-q"), all)
                .lines()
                .map(line -> line.split(" ")[1])
                .sorted()
                .map(this::unpacked)
                .toList();
    }

    private String run(List<String> command, Collection<String> names) {
        return Workshop.run(
                workshop.folder("debian"),
                Stream.concat(command.stream(), names.stream()).toList());
    }

    /** @param archive such as {@code libcap2_1%3a2.66-4_amd64.deb}; another version lies in another folder */
    private Package unpacked(String archive) {
        var folder = workshop.folder("debian").resolve(archive.replaceFirst("\\.deb$", ""));
        var control = folder.resolve("control");
        try {
            if (!Files.exists(control)) {
                Workshop.delete(folder);
                Files.createDirectories(folder);
                fetch(archive, folder);
            }
            var said = Files.readString(control);
            return new Package(
                    field(said, "Package"),
                    field(said, "Version"),
                    field(said, "Architecture"),
                    folder.resolve("files"),
                    control);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void fetch(String archive, Path folder) throws IOException {
        Workshop.run(folder, List.of("apt-get", "download", "-q", archive.substring(0, archive.indexOf('_'))));
        Workshop.run(folder, List.of("dpkg-deb", "-x", archive, "files"));
        var control = Workshop.run(folder, List.of("dpkg-deb", "-f", archive));
        Files.delete(folder.resolve(archive));
        // Last: it says that the rest is whole.
        Files.writeString(folder.resolve("control"), control);
    }

    private static String field(String control, String name) {
        return control.lines()
                .filter(line -> line.startsWith(name + ": "))
                .map(line -> line.substring(name.length() + 2))
                .collect(Collectors.joining());
    }
}
