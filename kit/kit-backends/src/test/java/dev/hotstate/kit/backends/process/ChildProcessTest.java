package dev.hotstate.kit.backends.process;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.backends.host.BackendFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildProcessTest {

    private static final List<String> SLEEPER = List.of("sleep", "600");

    @TempDir
    Path folder;

    @Test
    void the_pid_is_that_of_the_command_itself() {
        try (var child = ChildProcess.start(ChildCommand.of("sleeper", folder, SLEEPER))) {
            await().atMost(ofSeconds(30))
                    .untilAsserted(() -> assertThat(ProcessHandle.of(child.pid())
                                    .flatMap(handle -> handle.info().command()))
                            .hasValueSatisfying(program -> assertThat(program).endsWith("sleep")));
        }
    }

    @Test
    void output_and_environment_reach_the_log() throws Exception {
        var child =
                ChildProcess.start(ChildCommand.of("speaker", folder, List.of("/bin/sh", "-c", "echo $WORD; exit 3"))
                        .environment(Map.of("WORD", "hello")));

        assertThat(child.onExit().get()).isEqualTo(3);
        assertThat(child.logTail(5)).containsExactly("hello");
        assertThat(child.unexpectedEnd()).hasMessageContaining("speaker ended with code 3: hello");
    }

    @Test
    void an_end_is_explained_by_what_was_said_and_not_by_the_frames_after_it() throws Exception {
        var trace =
                "echo 'Caused by: no such table'; printf '\\tat a.B.c(B.java:1)\\n\\tat a.B.d(B.java:2)\\n\\t... 41 more\\n'";
        var child =
                ChildProcess.start(ChildCommand.of("thrower", folder, List.of("/bin/sh", "-c", trace + "; exit 1")));

        assertThat(child.onExit().get()).isEqualTo(1);
        assertThat(child.unexpectedEnd())
                .hasMessageStartingWith("thrower ended with code 1: Caused by: no such table (log ");
    }

    @Test
    void a_withheld_variable_of_ours_is_not_inherited_and_one_that_is_given_anew_is() throws Exception {
        var child = ChildProcess.start(ChildCommand.of("speaker", folder, List.of("/bin/sh", "-c", "env"))
                .environment(Map.of("WORD", "given"))
                .withheld(Set.of("PATH", "WORD")));

        assertThat(child.onExit().get()).isZero();
        assertThat(child.logTail(400)).contains("WORD=given").noneMatch(line -> line.startsWith("PATH="));
    }

    @Test
    void a_missing_program_says_so_in_the_log() throws Exception {
        var child = ChildProcess.start(ChildCommand.of("ghost", folder, List.of("no-such-program")));

        assertThat(child.onExit().get()).isEqualTo(127);
        assertThat(child.unexpectedEnd()).hasMessageContaining("no-such-program");
    }

    @Test
    void an_unusable_folder_is_refused_in_one_line() throws IOException {
        var file = Files.writeString(folder.resolve("file"), "");

        assertThatThrownBy(() -> ChildProcess.start(ChildCommand.of("child", file, SLEEPER)))
                .isInstanceOf(BackendFailure.class)
                .hasMessageContaining("child")
                .hasMessageContaining(file.toString());
    }

    @Test
    void a_paused_process_can_be_resumed_and_stopped() {
        var child = ChildProcess.start(ChildCommand.of("sleeper", folder, SLEEPER));

        child.pause();
        await().atMost(ofSeconds(30)).until(() -> state(child.pid()).equals("T"));
        child.resume();
        await().atMost(ofSeconds(30)).until(() -> state(child.pid()).equals("S"));
        child.pause();
        child.stop();

        assertThat(child.isAlive()).isFalse();
    }

    @Test
    void a_child_that_ignores_the_request_to_stop_can_be_killed() {
        var child = ChildProcess.start(
                ChildCommand.of("stubborn", folder, List.of("/bin/sh", "-c", "trap '' TERM; exec sleep 600")));
        child.requestStop();

        child.kill();

        assertThat(child.isAlive()).isFalse();
    }

    @Test
    void a_killed_owner_takes_its_child_along() {
        var owner = startOwner("this");
        long child = OtherJvm.awaitNumber(owner);
        assertThat(isAlive(child)).isTrue();

        owner.kill();

        await().atMost(ofSeconds(30)).until(() -> !isAlive(child));
    }

    @Test
    void a_child_of_another_owner_outlives_who_started_it_and_dies_with_that_owner() {
        var other = ChildProcess.start(ChildCommand.of("other", folder, SLEEPER));
        var starter = startOwner(Long.toString(other.pid()));
        long child = OtherJvm.awaitNumber(starter);

        starter.kill();
        var survivedStarter = isAlive(child);
        other.kill();

        assertThat(survivedStarter).isTrue();
        await().atMost(ofSeconds(30)).until(() -> !isAlive(child));
    }

    @Test
    void what_a_child_has_started_dies_with_it() {
        var child = ChildProcess.start(ChildCommand.of(
                "parent", folder, List.of("/bin/sh", "-c", "sleep 600 & echo started; exec sleep 601")));
        await().atMost(ofSeconds(30)).until(() -> child.logTail(1).equals(List.of("started")));
        var family = ProcessHandle.of(child.pid()).orElseThrow().descendants().toList();

        child.kill();

        assertThat(family).isNotEmpty();
        await().atMost(ofSeconds(30)).until(() -> family.stream().noneMatch(ProcessHandle::isAlive));
    }

    @Test
    void no_watcher_stays_when_a_child_ends_by_itself() throws Exception {
        var marker = "watched-" + System.nanoTime();
        var child = ChildProcess.start(ChildCommand.of(marker, folder, List.of("true")));
        var followed = ChildProcess.start(ChildCommand.of(marker, folder, List.of("true"))
                .owner(Owner.process(ProcessHandle.current().pid())));

        child.onExit().get(30, TimeUnit.SECONDS);
        followed.onExit().get(30, TimeUnit.SECONDS);

        await().atMost(ofSeconds(30))
                .until(() -> ProcessHandle.allProcesses()
                        .noneMatch(process ->
                                process.info().commandLine().orElse("").contains(marker)));
    }

    private ChildProcess startOwner(String childOwner) {
        return OtherJvm.start("owner", folder, OwnerProgram.class, folder.toString(), childOwner);
    }

    /** A JVM that starts a child, prints its pid and waits to be killed. */
    static final class OwnerProgram {
        public static void main(String[] arguments) throws Exception {
            var owner = arguments[1].equals("this") ? Owner.thisJvm() : Owner.process(Long.parseLong(arguments[1]));
            var child = ChildProcess.start(
                    ChildCommand.of("sleeper", Path.of(arguments[0]), SLEEPER).owner(owner));
            System.out.println(child.pid());
            child.onExit().get();
        }
    }

    private static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).isPresent() && !state(pid).equals("Z");
    }

    private static String state(long pid) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/stat")).split(" ")[2];
        } catch (IOException gone) {
            return "Z";
        }
    }
}
