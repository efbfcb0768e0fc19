package dev.hotstate.kit.http.caller;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a key may do. {@code admin} includes everything, {@code write} includes {@code read}, and a scope with a parameter
 * ({@code driver:4711}) answers to its bare name too, so that a resource asks for {@code driver} and then whose it is.
 */
public record Scopes(Set<String> names) {

    public static final String READ = "read";
    public static final String WRITE = "write";
    public static final String ADMIN = "admin";
    public static final Scopes ALL = new Scopes(Set.of(READ, WRITE, ADMIN));

    public Scopes {
        names = Set.copyOf(names);
    }

    public boolean allow(String scope) {
        return names.contains(ADMIN)
                || names.contains(scope)
                || scope.equals(READ) && names.contains(WRITE)
                || isBare(scope) && !parameters(scope).isEmpty();
    }

    /** Only those answer for their parameters: {@code driver:a:b} is of the driver {@code a:b}, who is not {@code a}. */
    private static boolean isBare(String scope) {
        return scope.indexOf(':') < 0;
    }

    /** The parameters of a scope: of {@code driver:4711} and {@code driver:4712}, {@code 4711} and {@code 4712}. */
    public Set<String> parameters(String scope) {
        return names.stream()
                .filter(name -> name.startsWith(scope + ":"))
                .map(name -> name.substring(scope.length() + 1))
                .collect(Collectors.toUnmodifiableSet());
    }

    public List<String> sorted() {
        return List.copyOf(new TreeSet<>(names));
    }

    @Override
    public String toString() {
        return names.stream().sorted().collect(Collectors.joining(" "));
    }
}
