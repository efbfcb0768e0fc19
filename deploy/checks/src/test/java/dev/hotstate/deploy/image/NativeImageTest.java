package dev.hotstate.deploy.image;

import static java.util.function.Predicate.not;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.kit.devservices.JsonTypes;
import dev.hotstate.kit.devservices.RandomConstants;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jboss.jandex.Index;
import org.jboss.jandex.Indexer;
import org.junit.jupiter.api.Test;

/** What can be said of native images without the tools that make them: whatever is looked up by name at run time is registered. */
class NativeImageTest {

    private static final Path CHECKOUT = Path.of("../..").toAbsolutePath().normalize();
    private static final List<String> MODULES = List.of(
            "kit/kit-redis",
            "kit/kit-http",
            "metrics-gateway/client",
            "monitor-service",
            "driver-service",
            "dag-scheduler",
            "metrics-gateway");

    private static final Path RESOURCE_CONFIG = CHECKOUT.resolve(
            "kit/kit-redis/src/main/resources/META-INF/native-image/dev.hotstate/kit-redis/resource-config.json");

    /**
     * What Quarkus takes along by itself: settings, pages, migrations, words of validation, its own; who carries contexts it notes
     * when it builds.
     */
    private static final Pattern OF_QUARKUS = Pattern.compile(
            "(application|ValidationMessages)\\.properties|db/.*|META-INF/(resources/.*|beans\\.xml|microprofile-config\\.properties|quarkus-.*|native-image/.*"
                    + "|services/org\\.eclipse\\.microprofile\\.context\\.spi\\.ThreadContextProvider)");

    private static final Pattern READ_AS_JSON = Pattern.compile(
            "(?:readValue|treeToValue|convertValue|readerFor|CacheSpec\\.of)\\([^;]*?\\b([A-Z]\\w+)(?:\\[\\])?\\.class");

    private static final Pattern RANDOM_CONSTANT = Pattern.compile("static (?:final )?\\w*Random\\w* \\w+ *=");

    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);

    @Test
    void every_script_and_table_is_a_resource_of_the_image() throws IOException {
        var patterns = includes();
        for (var module : MODULES) {
            var root = CHECKOUT.resolve(module).resolve("src/main/resources");
            assertThat(filesIn(root).stream()
                            .map(file -> root.relativize(file).toString())
                            .filter(not(OF_QUARKUS.asMatchPredicate())))
                    .as(module)
                    .allMatch(name -> patterns.stream()
                            .anyMatch(pattern -> pattern.matcher(name).matches()));
        }
    }

    @Test
    void every_type_that_is_made_of_json_can_be_looked_into() throws IOException {
        var registered = JsonTypes.of(index()).stream()
                .map(name -> name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1))
                .collect(Collectors.toSet());

        var read = typesReadAsJson();
        assertThat(read).hasSizeGreaterThan(10);
        assertThat(registered).containsAll(read);
    }

    @Test
    void every_type_with_subtypes_in_json_has_them_registered() throws IOException {
        var index = index();
        var registered = JsonTypes.of(index);

        var families = index.getAnnotations("com.fasterxml.jackson.annotation.JsonSubTypes");
        assertThat(families).isNotEmpty();
        for (var family : families) {
            assertThat(registered).contains(family.target().asClass().name().toString());
            for (var member : family.value().asNestedArray()) {
                assertThat(registered).contains(member.value().asClass().name().toString());
            }
        }
    }

    @Test
    void every_class_with_a_constant_that_draws_random_numbers_is_initialised_when_it_runs() throws IOException {
        var postponed = RandomConstants.of(index()).stream()
                .map(name -> name.substring(name.lastIndexOf('.') + 1))
                .collect(Collectors.toSet());

        var drawing = sources()
                .filter(file -> RANDOM_CONSTANT.matcher(read(file)).find())
                .map(file -> file.getFileName().toString().replace(".java", ""))
                .collect(Collectors.toSet());
        assertThat(drawing).isNotEmpty().isEqualTo(postponed);
    }

    /** Nobody here can run it, so that it builds and tries each service is at least written down. */
    @Test
    void the_hosted_workflow_builds_and_tries_every_service() throws IOException {
        var workflow = Files.readString(CHECKOUT.resolve(".github/workflows/native.yml"));
        var services =
                MODULES.stream().filter(not(module -> module.contains("/"))).toList();

        assertThat(services).hasSize(4);
        assertThat(workflow)
                .contains("service: [" + String.join(", ", services) + "]")
                .contains("-Dnative -pl ${{ matrix.service }}")
                .contains("-Dit.test=NativeTrial -Dtrial.service=${{ matrix.service }}")
                .contains("deploy/images/Containerfile.native");
        assertThat(Files.readString(CHECKOUT.resolve("pom.xml")))
                .contains("<quarkus.native.enabled>true</quarkus.native.enabled>");
    }

    /** What a tag names may change after it was looked at. */
    @Test
    void the_workflow_takes_each_action_by_its_commit() throws IOException {
        assertThat(Files.readAllLines(CHECKOUT.resolve(".github/workflows/native.yml")))
                .filteredOn(line -> line.contains("uses:"))
                .isNotEmpty()
                .allMatch(line -> line.matches(" *- uses: [\\w/-]+@[0-9a-f]{40} # v[0-9.]+"));
    }

    private static Set<String> typesReadAsJson() {
        var types = new TreeSet<String>();
        sources().forEach(file -> {
            var found = READ_AS_JSON.matcher(COMMENT.matcher(read(file)).replaceAll(""));
            while (found.find()) {
                types.add(found.group(1));
            }
        });
        // Of others: they are trees and plain values, which Jackson needs no reflection for.
        types.removeAll(Set.of("JsonNode", "ObjectNode", "String", "Map", "List", "Object"));
        return types;
    }

    private static Stream<Path> sources() {
        return MODULES.stream()
                .flatMap(module -> filesIn(CHECKOUT.resolve(module).resolve("src/main/java")).stream());
    }

    private static Index index() throws IOException {
        var indexer = new Indexer();
        for (var module : MODULES) {
            for (var file : filesIn(CHECKOUT.resolve(module).resolve("target/classes"))) {
                if (file.toString().endsWith(".class")) {
                    try (var bytes = Files.newInputStream(file)) {
                        indexer.index(bytes);
                    }
                }
            }
        }
        return indexer.complete();
    }

    private static List<Pattern> includes() throws IOException {
        return new ObjectMapper()
                        .readTree(Files.readString(RESOURCE_CONFIG))
                        .at("/resources/includes")
                        .findValuesAsText("pattern")
                        .stream()
                        .map(Pattern::compile)
                        .toList();
    }

    private static List<Path> filesIn(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
