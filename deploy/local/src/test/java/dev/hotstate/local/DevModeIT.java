package dev.hotstate.local;

import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.testing.http.BoundedHttp;
import dev.hotstate.kit.testing.process.ProcessTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * {@code ./hotstate dev} of each service on a copy of the checkout: a small resource that runs a script of its own is put
 * beside what is there, then both are changed while the service runs.
 */
@Timeout(value = 25, unit = TimeUnit.MINUTES)
class DevModeIT {

    /** The first start compiles what is stale and unpacks Redis and Postgres. */
    private static final Duration START = ofMinutes(15);

    private static final Pattern MASTERS = Pattern.compile("Redis masters are \\[.*]");

    private static final Duration RELOAD = ofMinutes(4);

    @TempDir
    static Path folder;

    private static Checkout checkout;

    @BeforeAll
    static void copy() throws IOException {
        checkout = Checkout.compiled(folder);
    }

    static List<LocalService> services() {
        return LocalService.ALL;
    }

    @ParameterizedTest
    @MethodSource("services")
    void a_changed_resource_and_a_changed_script_are_live_at_the_next_request(LocalService service) throws Exception {
        var module = checkout.file(service.module());
        var resource =
                module.resolve("src/main/java/dev/hotstate/" + service.app() + "/greeting/GreetingResource.java");
        var script = module.resolve("src/main/resources/lua/greeting/greet_caller.lua");
        write(resource, resource(service, "Good morning"));
        write(script, script("MOON"));
        var own = checkout.services().get(LocalService.ALL.indexOf(service));

        ProcessTree processes;
        try (var dev = checkout.hotstate("dev", service.module(), "-Ddebug=false")) {
            awaitGreeting(dev, own, START, "Good morning, MOON");
            processes = dev.tree();
            assertThat(errors(dev)).isEmpty();

            write(resource, resource(service, "Good evening"));
            awaitGreeting(dev, own, RELOAD, "Good evening, MOON");

            write(script, script("SUN"));
            awaitGreeting(dev, own, RELOAD, "Good evening, SUN");

            // Each reload connects anew, to the servers that were there before.
            assertThat(mastersSeenBy(dev))
                    .hasSizeGreaterThan(2)
                    .containsOnly(mastersSeenBy(dev).getFirst());
            dev.pressCtrlC();
            dev.exitCode();
        }
        processes.assertGoneWithin(ScriptRun.SOON);
    }

    private static void awaitGreeting(ScriptRun dev, LocalService service, Duration patience, String greeting) {
        await(greeting)
                .atMost(patience)
                .pollInterval(Duration.ofMillis(500))
                .failFast(() ->
                        assertThat(dev.process().isAlive()).as(dev.output()).isTrue())
                .untilAsserted(() -> assertThat(get(service)).as(dev.output()).isEqualTo(greeting));
    }

    /** Without what a starved machine makes of the vitals: that Redis answers slowly is not this test's concern. */
    private static List<String> errors(ScriptRun dev) {
        return dev.output()
                .lines()
                .filter(line -> line.contains("ERROR") && !line.contains(".vi.Reasons]"))
                .toList();
    }

    private static List<String> mastersSeenBy(ScriptRun dev) {
        return MASTERS.matcher(dev.output())
                .results()
                .map(masters -> masters.group())
                .toList();
    }

    private static String get(LocalService service) {
        var uri = URI.create("http://localhost:" + service.httpPort() + "/greeting");
        try (var http = BoundedHttp.create()) {
            return http.send(HttpRequest.newBuilder(uri)).body();
        } catch (UncheckedIOException notYet) {
            return "no connection";
        }
    }

    private static String resource(LocalService service, String salutation) {
        return """
                package dev.hotstate.%s.greeting;

                import dev.hotstate.kit.redis.key.KeySpace;
                import dev.hotstate.kit.redis.script.Script;
                import dev.hotstate.kit.redis.script.Scripts;
                import io.smallrye.mutiny.Uni;
                import jakarta.annotation.security.PermitAll;
                import jakarta.ws.rs.GET;
                import jakarta.ws.rs.Path;
                import jakarta.ws.rs.Produces;

                @Path("/greeting")
                @PermitAll
                public class GreetingResource {

                    enum Name { MOON, SUN }

                    private static final Script<Name> GREET = Script.load("lua/greeting/greet_caller.lua", Name.class);

                    private final Scripts scripts;
                    private final KeySpace keys;

                    GreetingResource(Scripts scripts, KeySpace keys) {
                        this.scripts = scripts;
                        this.keys = keys;
                    }

                    @GET
                    @Produces("text/plain")
                    public Uni<String> greeting() {
                        return scripts.run(GREET, keys.key("greeting", "caller"))
                                .args()
                                .map(reply -> "%s, " + reply.status());
                    }
                }
                """.formatted(service.app(), salutation);
    }

    private static String script(String name) {
        return """
                -- Purpose  Greet.
                -- Keys     caller (string)
                -- Args     none
                -- Returns  MOON | SUN
                -- Cost     O(1)
                -- Retry    safe
                return {'%s'}
                """.formatted(name);
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
