package dev.hotstate.local;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.assertions.LocatorAssertions;
import dev.hotstate.kit.testing.browser.Browser;
import dev.hotstate.kit.testing.browser.Viewport;
import dev.hotstate.kit.testing.contract.ServiceClient;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** Whatever the README tells a newcomer to type works as it stands, in the order in which it stands there. */
@TestMethodOrder(OrderAnnotation.class)
class ReadmeExamplesIT {

    private static final Path PROJECT = Path.of("../..");
    private static final Pattern COMMAND_IN_TEXT = Pattern.compile("`((?:\\w+=\\S+ )+)\\./hotstate up`");
    private static final Pattern PICTURE = Pattern.compile("!\\[[^]]*]\\(([^)]+)\\)");

    private static final String UP = "Hotstate is up after";

    /** A crowded machine is not an outage: whoever types these commands has one to himself. */
    private static final Map<String, String> PATIENT = Map.of(
            "HOTSTATE_REDIS_DEADLINE", "10s",
            "HOTSTATE_POSTGRES_DEADLINE", "20s",
            "METRICS_LIMIT_DEADLINE", "10s");

    private static final Duration PAGE_PATIENCE = Duration.ofSeconds(60);
    private static final LocatorAssertions.HasTextOptions PATIENTLY =
            new LocatorAssertions.HasTextOptions().setTimeout(PAGE_PATIENCE.toMillis());

    @TempDir
    static Path folder;

    private static Checkout checkout;
    private static ScriptRun up;

    /** The first command of the README. */
    @BeforeAll
    static void hotstate_up() throws IOException {
        checkout = Checkout.packaged(folder);
        up = checkout.hotstate(PATIENT, "up").awaitWords(UP);
    }

    @AfterAll
    static void down() throws IOException {
        up.close();
        checkout.handDown();
    }

    @Test
    @Order(1)
    void every_command_of_the_readme_works() throws Exception {
        var examples = ReadmeExamples.all();
        assertThat(examples).first().isEqualTo("./hotstate up\n");
        // This very run is the test command; CI calls it by the same words.
        assertThat(examples).element(1).isEqualTo("./hotstate test\n");
        assertThat(Files.readString(PROJECT.resolve(".ci/run"))).contains("./hotstate test");

        var ofRunningSystem = ReadmeExamples.ofRunningSystem();
        for (var example : ofRunningSystem.subList(0, ofRunningSystem.size() - 1)) {
            ReadmeExamples.run(example, checkout, folder);
        }
    }

    @Test
    @Order(2)
    void the_page_of_the_job_can_be_taken_as_it_is_now() throws IOException {
        var job = new Picture("job", checkout.services().get(2), "/job.html?id=report-1", "Monthly report");

        try (var browser = Browser.start()) {
            job.take(browser);
        }
        // The other pictures take a living world: DemoIT.
        assertThat(pictures())
                .extracting(picture -> picture.getFileName().toString())
                .containsExactly("start.png", "monitors.png", "map.png", "job.png", "traffic.png")
                .contains(job.file().getFileName().toString());
    }

    /** The one monitor that the README makes asks a service that is there, so it has to come up and nothing else may be told. */
    @Test
    @Order(2)
    void the_page_of_the_monitors_says_that_all_is_well() {
        try (var browser = Browser.start();
                var tab = browser.page(Viewport.LAPTOP)) {
            tab.page().setDefaultTimeout(PAGE_PATIENCE.toMillis());
            tab.open(checkout.services().get(0).url("/"));

            assertThat(tab.page().locator(".verdict h1")).hasText("All is well", PATIENTLY);
            assertThat(tab.page().locator(".verdict p")).hasText("1 monitor up.", PATIENTLY);
        }
    }

    @Test
    @Order(2)
    void status_says_that_it_runs_and_prints_the_table_again() {
        try (var status = checkout.hotstate("status")) {
            assertThat(status.exitCode()).isZero();
            assertThat(status.output()).startsWith("Hotstate is up (process ");
            var table = status.output().substring(status.output().indexOf('\n') + 1);
            assertThat(table).contains(checkout.services().getFirst().url("/"));
            assertThat(up.output()).contains(table);
        }
    }

    /** The last command; a picture of what it ends would show little. */
    @Test
    @Order(3)
    void what_the_readme_begins_it_ends() throws Exception {
        var last = ReadmeExamples.all().getLast();

        assertThat(last).contains("/jobs/report-1/cancel");
        ReadmeExamples.run(last, checkout, folder);
    }

    /** The one that stands in a line of text, since it starts all of it anew. */
    @Test
    @Order(4)
    void where_keys_are_required_the_first_one_is_that_of_the_command() throws Exception {
        up.close();
        var variables = new TreeMap<>(PATIENT);
        variables.putAll(variablesOf("HOTSTATE_AUTH_REQUIRED"));

        up = checkout.hotstate(variables, "up").awaitWords(UP);

        assertThat(up.output()).contains("required; log in to each service by itself");
        for (var service : checkout.services()) {
            var anybody = ServiceClient.anonymous(URI.create(service.url("/")));
            var somebody = anybody.with(variables.get("HOTSTATE_AUTH_BOOTSTRAP_KEY"));
            assertThat(anybody.get("/login.html").statusCode()).isEqualTo(200);
            assertThat(anybody.get("/vitals").statusCode()).isEqualTo(401);
            assertThat(somebody.get("/vitals").statusCode()).isEqualTo(200);
        }
    }

    /** Of the command in the text that sets this one among others. */
    private static Map<String, String> variablesOf(String name) throws IOException {
        var command = COMMAND_IN_TEXT
                .matcher(Files.readString(ReadmeExamples.README))
                .results()
                .map(match -> match.group(1))
                .filter(words -> words.contains(name + "="))
                .findFirst()
                .orElseThrow();
        return Stream.of(command.split(" "))
                .map(word -> word.split("=", 2))
                .collect(Collectors.toMap(word -> word[0], word -> word[1]));
    }

    /** Those that the README shows. */
    private static List<Path> pictures() throws IOException {
        return PICTURE.matcher(Files.readString(ReadmeExamples.README))
                .results()
                .map(match -> PROJECT.resolve(match.group(1)))
                .toList();
    }
}
