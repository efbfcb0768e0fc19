package dev.hotstate.kit.backends.acl;

import dev.hotstate.kit.backends.host.BackendFailure;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a service needs of Redis, from its {@code META-INF/hotstate/redis-acl.properties}:
 *
 * <pre>
 * app=monitor
 * commands=hset, pexpire, zadd
 * prefix={env}:monitor:      (optional; this is its default)
 * prefix-variable=KEY_PREFIX (optional; an environment variable that, where it is set, holds the prefix instead)
 * </pre>
 *
 * The commands come on top of those that kit-redis itself sends ({@link #BASE_RESOURCE}).
 */
public record AclDeclaration(String app, List<String> commands, String prefixPattern) {

    public static final String RESOURCE = "META-INF/hotstate/redis-acl.properties";
    public static final String BASE_RESOURCE = "META-INF/hotstate/redis-acl-base.properties";

    private static final Pattern APP = Pattern.compile("[a-z][a-z0-9]{0,31}");
    /** A command or subcommand by its name; no categories, so that a server upgrade never widens what is allowed. */
    private static final Pattern COMMAND = Pattern.compile("[a-z0-9]+(\\|[a-z0-9-]+)?");

    private static final Pattern PREFIX = Pattern.compile("[a-z0-9_.-]+(:[a-z0-9_.-]+)*:");
    private static final String ENV = "{env}";

    public AclDeclaration {
        require(APP, app, "app");
        commands.forEach(command -> require(COMMAND, command, "command"));
        commands = List.copyOf(commands);
        require(PREFIX, prefixPattern.replace(ENV, "env"), "prefix");
    }

    public static AclDeclaration of(String app, String... commands) {
        return new AclDeclaration(app, List.of(commands), ENV + ":" + app + ":");
    }

    public static AclDeclaration read(Path file) {
        return from(load(file), file.toString());
    }

    public static AclDeclaration read(URL resource) {
        return from(load(resource), resource.toString());
    }

    /** The commands of kit-redis, from its {@link #BASE_RESOURCE}. */
    public static List<String> readBase(Path file) {
        return commands(load(file));
    }

    public static List<String> readBase(URL resource) {
        return commands(load(resource));
    }

    /** The key prefix of the service in one environment, for example {@code prod:monitor:}. */
    public String prefix(String env) {
        return prefixPattern.replace(ENV, env);
    }

    private static AclDeclaration from(Properties file, String where) {
        return from(file, where, System::getenv);
    }

    static AclDeclaration from(Properties file, String where, UnaryOperator<String> environment) {
        var app = Optional.ofNullable(file.getProperty("app"))
                .orElseThrow(() -> new BackendFailure("app is missing in " + where));
        return new AclDeclaration(
                app.strip(),
                commands(file),
                Optional.ofNullable(file.getProperty("prefix-variable"))
                        .map(String::strip)
                        .map(environment)
                        .map(String::strip)
                        .filter(prefix -> !prefix.isEmpty())
                        .orElseGet(() -> file.getProperty("prefix", ENV + ":" + app.strip() + ":")
                                .strip()));
    }

    private static List<String> commands(Properties file) {
        return Stream.of(file.getProperty("commands", "").split("[,\\s]+"))
                .filter(command -> !command.isEmpty())
                .toList();
    }

    private static Properties load(Path file) {
        try (var reader = Files.newBufferedReader(file)) {
            return load(reader);
        } catch (IOException e) {
            throw BackendFailure.at(file, e);
        }
    }

    private static Properties load(URL resource) {
        try (var reader = new InputStreamReader(resource.openStream(), StandardCharsets.UTF_8)) {
            return load(reader);
        } catch (IOException e) {
            throw new BackendFailure("Cannot read " + resource + ": " + e.getMessage(), e);
        }
    }

    private static Properties load(Reader reader) throws IOException {
        var properties = new Properties();
        properties.load(reader);
        return properties;
    }

    private static void require(Pattern pattern, String value, String what) {
        if (!pattern.matcher(value).matches()) {
            throw new IllegalArgumentException("Not a valid " + what + " for a Redis ACL: " + value);
        }
    }
}
