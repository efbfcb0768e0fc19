package dev.hotstate.kit.backends.acl;

import dev.hotstate.kit.backends.host.BackendFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Writes the ACL file of a real installation from what the services of a checkout declare.
 *
 * <p>Password hashes are placeholders such as {@code @MONITOR_REDIS_PASSWORD_SHA256@}: no secret enters the repository.
 */
public final class AclFileGenerator {

    private static final Path RESOURCES = Path.of("src", "main", "resources");
    private static final Path BASE =
            Path.of("kit", "kit-redis").resolve(RESOURCES).resolve(AclDeclaration.BASE_RESOURCE);

    private AclFileGenerator() {}

    /** Arguments: the root of the checkout, the environment (the first part of every key), the file to write. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 3) {
            throw new IllegalArgumentException("expected: <checkout> <env> <file to write>");
        }
        var file = generate(Path.of(arguments[0]), arguments[1]);
        Files.writeString(Path.of(arguments[2]), file.text());
    }

    public static AclFile generate(Path checkout, String env) throws IOException {
        var base = AclDeclaration.readBase(checkout.resolve(BASE));
        List<AclUser> users = new ArrayList<>();
        users.add(AclUser.admin("admin", placeholder("admin")));
        users.add(AclUser.replication("replication", placeholder("replication")));
        users.add(AclUser.vitals(placeholder("vitals")));
        for (var declaration : declarations(checkout)) {
            users.add(AclUser.service(declaration, base, List.of(env), placeholder(declaration.app())));
        }
        return new AclFile(users);
    }

    /** What the modules directly below the root declare, in the order of their names. */
    public static List<AclDeclaration> declarations(Path checkout) throws IOException {
        try (var modules = Files.list(checkout)) {
            var found = modules.map(module -> module.resolve(RESOURCES).resolve(AclDeclaration.RESOURCE))
                    .filter(Files::exists)
                    .map(AclDeclaration::read)
                    .sorted(Comparator.comparing(AclDeclaration::app))
                    .toList();
            if (found.isEmpty()) {
                throw new BackendFailure(
                        "No module below " + checkout.toAbsolutePath() + " declares " + AclDeclaration.RESOURCE);
            }
            return found;
        }
    }

    private static String placeholder(String user) {
        return "@" + user.toUpperCase(Locale.ROOT) + "_REDIS_PASSWORD_SHA256@";
    }
}
