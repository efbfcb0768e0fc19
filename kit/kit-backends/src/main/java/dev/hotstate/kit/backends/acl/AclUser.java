package dev.hotstate.kit.backends.acl;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * One Redis user: a password hash (or a placeholder for it), the key prefixes it may touch and the commands it may send.
 * Channels follow the key prefixes.
 */
public record AclUser(String name, String passwordHash, List<String> prefixes, List<String> commands) {

    private static final List<String> HANDSHAKE = List.of("auth", "ping", "client|setname");

    /** Sees how the server is, never a key, an argument or another client's command. */
    private static final List<String> VITALS = List.of("info", "slowlog|len", "cluster|info", "cluster|slots");

    private static final List<String> REPLICATION = List.of("psync", "replconf", "ping");

    public AclUser {
        prefixes = List.copyOf(prefixes);
        commands = List.copyOf(commands);
    }

    /** The user of a service in one or more environments. */
    public static AclUser service(
            AclDeclaration declaration, List<String> base, List<String> envs, String passwordHash) {
        var commands = Stream.concat(base.stream(), declaration.commands().stream())
                .distinct()
                .sorted()
                .map(command -> "+" + command)
                .toList();
        var prefixes = envs.stream().map(declaration::prefix).distinct().toList();
        return new AclUser(declaration.app(), passwordHash, prefixes, commands);
    }

    /** The user of a library under test: all that a service could ever declare, on keys of its own. */
    public static AclUser library(String app, List<String> base, List<String> envs, String passwordHash) {
        var commands = Stream.concat(
                        Stream.of("+@all", "-@admin", "-@dangerous"),
                        base.stream().map(command -> "+" + command))
                .toList();
        return new AclUser(
                app,
                passwordHash,
                envs.stream().map(env -> env + ":" + app + ":").toList(),
                commands);
    }

    public static AclUser vitals(String passwordHash) {
        return new AclUser("vitals", passwordHash, List.of(), allowed(HANDSHAKE, VITALS));
    }

    public static AclUser replication(String name, String passwordHash) {
        return new AclUser(name, passwordHash, List.of(), allowed(REPLICATION));
    }

    public static AclUser admin(String name, String passwordHash) {
        return new AclUser(name, passwordHash, List.of(""), List.of("+@all"));
    }

    @SafeVarargs
    private static List<String> allowed(List<String>... commands) {
        return Stream.of(commands)
                .flatMap(List::stream)
                .map(command -> "+" + command)
                .toList();
    }

    /** What this user may do, in the words of {@code ACL SETUSER} and of an ACL file. */
    public List<String> settings() {
        List<String> words = new ArrayList<>(List.of("on", "#" + passwordHash, "resetkeys"));
        prefixes.forEach(prefix -> words.add("~" + prefix + "*"));
        words.add("resetchannels");
        prefixes.forEach(prefix -> words.add("&" + prefix + "*"));
        words.add("-@all");
        words.addAll(commands);
        return words;
    }

    /** The line of an ACL file. */
    public String rule() {
        return "user " + name + " " + String.join(" ", settings());
    }

    @Override
    public String toString() {
        return "AclUser[" + name + "]";
    }
}
