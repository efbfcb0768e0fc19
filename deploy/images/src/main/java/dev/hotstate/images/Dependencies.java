package dev.hotstate.images;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Which package needs which others; their names differ from release to release ({@code libunistring2}, {@code libunistring5}). */
record Dependencies(Map<String, Set<String>> byPackage) {

    private static final Pattern NEEDS = Pattern.compile(" {2}(?:Pre)?Depends: (\\S+?)(?::any)?");

    /** @param printed by {@code apt-cache depends --recurse}: a line for each package, those that it needs indented below */
    static Dependencies of(String printed) {
        var byPackage = new TreeMap<String, Set<String>>();
        Set<String> needed = Set.of();
        for (var line : printed.lines().toList()) {
            var needs = NEEDS.matcher(line);
            if (needs.matches()) {
                needed.add(needs.group(1));
            } else if (!line.startsWith(" ")) {
                needed = byPackage.computeIfAbsent(line, name -> new TreeSet<>());
            }
        }
        return new Dependencies(byPackage);
    }

    /** What programs are linked with, and what that is linked with; not the other programs and files that packages ask for. */
    Set<String> librariesOf(Collection<String> programs, Collection<String> present) {
        var libraries = new TreeSet<String>();
        var open = new ArrayDeque<>(programs);
        while (!open.isEmpty()) {
            byPackage.getOrDefault(open.remove(), Set.of()).stream()
                    .filter(Dependencies::isLibrary)
                    .filter(name -> !present.contains(name) && libraries.add(name))
                    .forEach(open::add);
        }
        return libraries;
    }

    private static boolean isLibrary(String name) {
        return name.startsWith("lib") && !name.endsWith("-bin");
    }
}
