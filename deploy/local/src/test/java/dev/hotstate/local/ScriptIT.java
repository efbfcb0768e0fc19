package dev.hotstate.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the script answers by itself. */
class ScriptIT {

    private static final String WRITES_ARTIFACTS = """
            for service in monitor-service driver-service dag-scheduler metrics-gateway; do
              mkdir -p $service/target/quarkus-app
              touch $service/target/quarkus-app/quarkus-run.jar
            done
            mkdir -p deploy/local/target/lib
            touch deploy/local/target/launcher.classpath deploy/local/target/hotstate-local-1.jar deploy/local/target/lib/one.jar""";

    @TempDir
    static Path folder;

    private static Checkout checkout;

    @BeforeAll
    static void copy() throws IOException {
        checkout = Checkout.unbuilt(folder);
    }

    @Test
    void help_lists_every_command() {
        try (var help = checkout.hotstate("help")) {
            assertThat(help.exitCode()).isZero();
            assertThat(help.output())
                    .contains(
                            "hotstate up",
                            "hotstate down",
                            "hotstate status",
                            "hotstate test",
                            "hotstate dev",
                            "hotstate demo",
                            "hotstate bench",
                            "hotstate acl",
                            "HOTSTATE_PORT_OFFSET")
                    .doesNotContain("set -eu");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"up --help", "demo -h", "dev --help", "bench limits --help", "test --help"})
    void every_command_shows_the_help(String words) {
        try (var run = checkout.hotstate(words.split(" "))) {
            assertThat(run.exitCode()).isZero();
            assertThat(run.output())
                    .contains("./hotstate up [--fresh] [--demo]")
                    .doesNotContain("Building");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            fly            | there is no 'fly'
            up --fast      | up does not know '--fast'
            demo --fast    | up does not know '--fast'
            images mailer  | there is no service 'mailer'; there are: monitor-service
            down now       | 'now' is one argument too many
            status         | not running
            dev            | dev needs the name of a service: monitor-service
            dev mailer     | there is no service 'mailer'; there are: monitor-service
            bench mailer   | there is no benchmark 'mailer'; there are: limits monitor driver dag metrics memory
            bench --fast   | there is no benchmark '--fast'
            test --nonsuch | neither test nor Maven knows '--nonsuch'; the first argument may be --long
            acl prod now   | 'now' is one argument too many
            """)
    void what_cannot_be_done_is_said_in_one_line(String words, String answer) {
        try (var run = checkout.hotstate(words.split(" "))) {
            assertThat(run.exitCode()).isNotZero();
            assertThat(run.output().lines())
                    .singleElement()
                    .asString()
                    .startsWith("hotstate: ")
                    .contains(answer);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            dev monitor-service | 1oo                  | is '1oo'; it must be a number
            dev monitor-service | 40001                | is 40001; it must lie between 0 and 40000
            up                  | -1                   | is '-1'; it must be a number
            up                  | 99999999999999999999 | it must lie between 0 and 40000
            """)
    void a_port_offset_is_looked_at_before_anything_is_built(String words, String offset, String answer) {
        try (var run = checkout.hotstate(Map.of("HOTSTATE_PORT_OFFSET", offset), words.split(" "))) {
            assertThat(run.exitCode()).isNotZero();
            assertThat(run.output().lines())
                    .singleElement()
                    .asString()
                    .startsWith("hotstate: HOTSTATE_PORT_OFFSET")
                    .endsWith(answer);
        }
    }

    @Test
    void down_is_content_when_nothing_runs() {
        try (var down = checkout.hotstate("down")) {
            assertThat(down.exitCode()).isZero();
            assertThat(down.output()).contains("not running");
        }
    }

    @Test
    void an_old_jdk_everywhere_is_a_clear_error() throws IOException {
        var old = jdk("old", "17.0.1");
        var environment = Map.of(
                "JAVA_HOME", old.toString(),
                "HOTSTATE_JDKS", old.toString(),
                "PATH", old.resolve("bin") + ":" + System.getenv("PATH"));
        try (var up = checkout.hotstate(environment, "up")) {
            assertThat(up.exitCode()).isNotZero();
            assertThat(up.lastLine()).contains("no JDK 21 or newer found", "found 17 in " + old, "set JAVA_HOME");
        }
    }

    @Test
    void acl_generates_with_the_jdk_that_was_picked() throws IOException {
        var picked = jdk("picked", "25");
        program(picked.resolve("bin/java"), "echo \"$*\"");
        var quickBuild = checkout.file("mvnw");
        var mvnw = Files.readString(quickBuild);
        program(quickBuild, "exit 0");
        try (var acl = checkout.hotstate(Map.of("JAVA_HOME", picked.toString()), "acl", "staging")) {
            assertThat(acl.exitCode()).isZero();
            assertThat(acl.lastLine()).endsWith("AclFileGenerator . staging deploy/redis/users.acl");
        } finally {
            Files.writeString(quickBuild, mvnw);
        }
    }

    @Test
    void a_build_that_fails_shows_what_the_compiler_said() throws IOException {
        var broken = checkout.file("kit/kit-backends/src/main/java/dev/hotstate/kit/backends/Broken.java");
        Files.writeString(broken, "package dev.hotstate.kit.backends;\nclass Broken { int one = \"two\"; }\n");
        try (var up = checkout.hotstate("up")) {
            assertThat(up.exitCode()).isNotZero();
            assertThat(up.output()).contains("Building", "kit-backends", "Broken.java");
            assertThat(up.lastLine()).contains("the build failed").contains(".hotstate/logs/build.log");
        } finally {
            Files.delete(broken);
        }
    }

    @Test
    void a_second_up_leaves_the_build_of_the_first_alone_and_down_ends_it() throws IOException {
        var builder = checkout.file(".hotstate/builder");
        var environment = Map.of("JAVA_HOME", jdk("lasting", "25").toString());
        var stuckBuild = checkout.file("mvnw");
        var mvnw = Files.readString(stuckBuild);
        program(stuckBuild, "exec sleep 600");
        try (var first = checkout.hotstate(environment, "up")) {
            await().atMost(ScriptRun.MOMENTS).until(() -> first.tree().members().size() > 1 && Files.exists(builder));
            var processes = first.tree();
            try (var second = checkout.hotstate(environment, "up")) {
                assertThat(second.exitCode()).isNotZero();
                assertThat(second.lastLine()).contains("already running, or building", "./hotstate down");
            }
            assertThat(builder).exists();
            try (var status = checkout.hotstate("status")) {
                assertThat(status.exitCode()).isZero();
                assertThat(status.output()).contains("Hotstate is starting");
            }
            try (var down = checkout.hotstate("down")) {
                assertThat(down.exitCode()).isZero();
                assertThat(down.output()).contains("Hotstate is down.");
            }
            assertThat(first.exitCode()).isEqualTo(128 + 15);
            processes.assertGoneWithin(ScriptRun.SOON);
            assertThat(builder).doesNotExist();
        } finally {
            Files.writeString(stuckBuild, mvnw);
        }
    }

    /** Numbers of processes are given again: this one belongs to another checkout, or only speaks of this one. */
    @ParameterizedTest
    @ValueSource(strings = {"java -Dhotstate=/elsewhere -cp x", "sh /elsewhere/hotstate up", "tail -f %s/hotstate"})
    void a_process_of_somebody_else_is_neither_ended_nor_in_the_way(String words) throws Exception {
        var name = words.formatted(checkout.file(""));
        var stranger = new ProcessBuilder("bash", "-c", "exec -a \"$0\" sleep 600", name).start();
        var environment = Map.of("JAVA_HOME", jdk("beside", "25").toString());
        var failingBuild = checkout.file("mvnw");
        var mvnw = Files.readString(failingBuild);
        program(failingBuild, "exit 1");
        Files.createDirectories(checkout.file(".hotstate"));
        try {
            Files.writeString(checkout.file(".hotstate/lock"), "" + stranger.pid());
            Files.writeString(checkout.file(".hotstate/builder"), stranger.pid() + "\n");
            await().atMost(ScriptRun.MOMENTS)
                    .until(() -> stranger.info().command().orElse("").endsWith("sleep"));
            try (var down = checkout.hotstate("down")) {
                assertThat(down.exitCode()).isZero();
                assertThat(down.output()).contains("not running");
            }
            try (var up = checkout.hotstate(environment, "up")) {
                assertThat(up.exitCode()).isNotZero();
                assertThat(up.lastLine()).contains("the build failed");
            }
            assertThat(stranger.isAlive()).isTrue();
        } finally {
            stranger.destroyForcibly();
            Files.writeString(failingBuild, mvnw);
            Files.delete(checkout.file(".hotstate/lock"));
        }
    }

    @Test
    void of_two_that_meet_what_a_killed_build_left_behind_one_builds() throws IOException {
        var environment = Map.of("JAVA_HOME", jdk("both", "25").toString());
        leaveBehindAKilledBuild();
        var stuckBuild = checkout.file("mvnw");
        var mvnw = Files.readString(stuckBuild);
        program(stuckBuild, "exec sleep 600");
        try (var one = checkout.hotstate(environment, "up");
                var other = checkout.hotstate(environment, "up")) {
            await().atMost(ScriptRun.MOMENTS)
                    .until(() -> one.process().isAlive() != other.process().isAlive());
            var refused = one.process().isAlive() ? other : one;
            assertThat(refused.output())
                    .contains("already running, or building")
                    .doesNotContain("Building");
        } finally {
            Files.writeString(stuckBuild, mvnw);
            Files.deleteIfExists(checkout.file(".hotstate/builder"));
        }
    }

    @Test
    void what_a_killed_build_left_behind_stops_nobody() throws IOException {
        var environment = Map.of("JAVA_HOME", jdk("stale", "25").toString());
        leaveBehindAKilledBuild();
        var failingBuild = checkout.file("mvnw");
        var mvnw = Files.readString(failingBuild);
        program(failingBuild, "exit 1");
        try (var up = checkout.hotstate(environment, "up")) {
            assertThat(up.exitCode()).isNotZero();
            assertThat(up.lastLine()).contains("the build failed");
            assertThat(checkout.file(".hotstate/builder")).doesNotExist();
        } finally {
            Files.writeString(failingBuild, mvnw);
        }
    }

    /** Of a process whose number nobody has. */
    private static void leaveBehindAKilledBuild() throws IOException {
        Files.createDirectories(checkout.file(".hotstate"));
        Files.writeString(checkout.file(".hotstate/builder"), "4194999\n");
    }

    @Test
    void up_builds_again_after_an_edit_of_a_source_and_only_then(@TempDir Path own) throws IOException {
        var edited = Checkout.unbuilt(own.resolve("checkout"));
        var builds = own.resolve("builds");
        program(edited.file("mvnw"), """
                echo one >>%s
                %s""".formatted(builds, WRITES_ARTIFACTS));

        assertThat(buildsAfterUp(edited, builds)).as("never built").isEqualTo(1);
        assertThat(buildsAfterUp(edited, builds)).as("nothing edited").isEqualTo(1);
        append(edited.file("kit/kit-redis/src/test/resources/application.properties"), "# edited");
        assertThat(buildsAfterUp(edited, builds)).as("only a test edited").isEqualTo(1);
        append(edited.file("monitor-service/src/main/resources/application.properties"), "# edited");
        assertThat(buildsAfterUp(edited, builds)).as("a source edited").isEqualTo(2);
        append(edited.file("pom.xml"), "<!-- edited -->");
        assertThat(buildsAfterUp(edited, builds)).as("the pom edited").isEqualTo(3);
        assertThat(buildsAfterUp(edited, builds)).as("nothing edited since").isEqualTo(3);
    }

    @Test
    void what_is_edited_while_up_builds_is_built_by_the_next(@TempDir Path own) throws IOException {
        var edited = Checkout.unbuilt(own.resolve("checkout"));
        var builds = own.resolve("builds");
        var source = "kit/kit-redis/src/main/resources/META-INF/hotstate/redis-acl-base.properties";
        program(edited.file("mvnw"), """
                echo one >>%s
                [ $(wc -l <%s) -gt 1 ] || { touch %s; until [ -n "$(find target/now -newer %s)" ]; do mkdir -p target; touch target/now; done; }
                %s""".formatted(builds, builds, source, source, WRITES_ARTIFACTS));

        assertThat(buildsAfterUp(edited, builds)).as("never built").isEqualTo(1);
        assertThat(buildsAfterUp(edited, builds)).as("edited meanwhile").isEqualTo(2);
        assertThat(buildsAfterUp(edited, builds)).as("nothing edited since").isEqualTo(2);
    }

    private static int buildsAfterUp(Checkout checkout, Path builds) throws IOException {
        try (var up =
                checkout.hotstate(Map.of("JAVA_HOME", jdk("building", "25").toString()), "up")) {
            assertThat(up.exitCode()).as(up.output()).isZero();
        }
        return Files.readAllLines(builds).size();
    }

    private static void append(Path file, String line) throws IOException {
        Files.writeString(file, line + "\n", StandardOpenOption.APPEND);
    }

    /** As much of a JDK as the script looks at. */
    private static Path jdk(String name, String version) throws IOException {
        var home = folder.resolve(name);
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        program(home.resolve("bin/javac"), "exit 0");
        program(home.resolve("bin/java"), "echo '    java.home = " + home + "'");
        return home;
    }

    private static void program(Path file, String text) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + text + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
