package dev.hotstate.deploy.acl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.deploy.Module;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Redis users may send exactly what the sources of their service send, and of kit-redis those that it uses, in Lua or in Java: one
 * command less or one more in {@code deploy/redis/users.acl} fails here.
 */
class AclMinimumTest {

    private static final Path CHECKOUT = Path.of("../..");
    private static final Path KIT = CHECKOUT.resolve("kit/kit-redis");
    private static final Pattern JAVA =
            Pattern.compile("Command\\s*\\.of\\(\\s*\"([A-Z]+)\"\\s*\\)(?:\\s*\\.arg\\(\\s*\"([A-Z]+)\"\\s*\\))?");
    private static final Pattern LUA = Pattern.compile("redis\\.p?call\\(\\s*'(\\w+)'(?:\\s*,\\s*'(\\w+)')?");
    private static final Pattern COMMENT = Pattern.compile("--.*|^ *[*/].*", Pattern.MULTILINE);

    /** Whose second word says what they do. */
    private static final Set<String> OF_TWO_WORDS = Set.of("CLIENT", "CLUSTER", "SLOWLOG", "XGROUP", "XINFO");

    /** ScriptCall sends the same call by digest or by text, so neither is a literal behind Command.of. */
    private static final Set<String> SCRIPTS = Set.of("eval", "evalsha");

    /** Never sent under the user of a service. */
    private static final String VITALS = "/vitals/";

    /** Which files of kit-redis send something only for a service whose sources say one of these. */
    private static final Map<String, Pattern> FEATURES = Map.of(
            "/cache/", Pattern.compile("kit\\.redis\\.cache\\."),
            "/live/", Pattern.compile("kit\\.redis\\.live\\."),
            "/ownership/", Pattern.compile("kit\\.redis\\.ownership\\."),
            "/stream/", Pattern.compile("kit\\.redis\\.stream\\."),
            "/ShardSubscription.java", Pattern.compile("kit\\.redis\\.live\\.|RedisRouter\\.Subscription"));

    @ParameterizedTest
    @EnumSource
    void a_service_may_send_what_its_sources_send_and_nothing_else(Module module) {
        var service = CHECKOUT.resolve(module.folder());
        var sent = new TreeSet<>(sentBy(KIT, usedBy(service)));
        sent.addAll(sentBy(service, file -> true));
        sent.addAll(SCRIPTS);

        assertThat(grantedTo(module.app())).isEqualTo(sent);
    }

    private static Predicate<Path> usedBy(Path service) {
        var unused = new HashSet<>(FEATURES.keySet());
        filesOf(service)
                .map(AclMinimumTest::read)
                .forEach(source -> unused.removeIf(
                        part -> FEATURES.get(part).matcher(source).find()));
        unused.add(VITALS);
        return file -> unused.stream().noneMatch(file.toString()::contains);
    }

    @Test
    void vitals_may_look_at_nodes_and_nothing_else() {
        var sent = sentBy(
                KIT,
                file -> file.toString().contains(VITALS)
                        || file.endsWith("Handshake.java")
                        || file.endsWith("SlotMapWatch.java"));

        assertThat(grantedTo("vitals")).isEqualTo(sent);
        assertThat(line("vitals")).doesNotContain("~");
    }

    @Test
    void the_scripts_are_sent_by_digest_and_by_text() throws IOException {
        var call = Files.readString(KIT.resolve("src/main/java/dev/hotstate/kit/redis/script/ScriptCall.java"));

        assertThat(call).contains("\"EVALSHA\"", "\"EVAL\"");
    }

    private static Set<String> grantedTo(String user) {
        return Arrays.stream(line(user).split(" "))
                .filter(word -> word.startsWith("+"))
                .map(word -> word.substring(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String line(String user) {
        return read(CHECKOUT.resolve("deploy/redis/users.acl"))
                .lines()
                .filter(line -> line.startsWith("user " + user + " "))
                .findFirst()
                .orElseThrow();
    }

    private static Set<String> sentBy(Path module, Predicate<Path> files) {
        return filesOf(module)
                .filter(files)
                .flatMap(AclMinimumTest::sentIn)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** In Java and in Lua. */
    private static Stream<Path> filesOf(Path module) {
        try (var all = Files.walk(module.resolve("src/main"))) {
            return all.filter(file -> file.toString().matches(".*\\.(java|lua)")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<String> sentIn(Path file) {
        var code = COMMENT.matcher(read(file)).replaceAll("");
        return (file.toString().endsWith(".lua") ? LUA : JAVA)
                .matcher(code)
                .results()
                .map(AclMinimumTest::command);
    }

    private static String command(MatchResult call) {
        var first = call.group(1).toUpperCase(Locale.ROOT);
        return (OF_TWO_WORDS.contains(first) ? first + "|" + call.group(2) : first).toLowerCase(Locale.ROOT);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
