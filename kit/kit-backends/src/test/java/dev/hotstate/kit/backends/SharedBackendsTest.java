package dev.hotstate.kit.backends;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.backends.process.ChildCommand;
import dev.hotstate.kit.backends.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedBackendsTest {

    /** Above the highest process number that Linux gives. */
    private static final String ENDED = "4194999-1700000000000";

    @TempDir
    Path temp;

    private Path home;

    @BeforeEach
    void create_home() throws IOException {
        home = Files.createDirectory(temp.resolve("home"));
    }

    @Test
    void only_what_ended_runs_have_left_is_deleted() throws IOException {
        var us = ProcessHandle.current();
        var started = us.info().startInstant().map(Instant::toEpochMilli).orElseThrow();
        var current = folder(us.pid() + "-" + started);
        var containers = folder(us.pid() + "-" + started + "-other");
        var stray = folder("my notes");
        var almost = folder(ENDED + "-mine");
        var ended = folder(ENDED);
        var endedContainers = folder(ENDED + "-other");
        var endedSet = folder(ENDED + "-2");
        var currentSet = folder(us.pid() + "-" + started + "-2");
        var sameNumber = folder(us.pid() + "-" + (started - 1));

        SharedBackends.deleteLeftovers(home);

        assertThat(current).exists();
        assertThat(containers).exists();
        assertThat(stray).exists();
        assertThat(almost).exists();
        assertThat(ended).doesNotExist();
        assertThat(endedContainers).doesNotExist();
        assertThat(endedSet).doesNotExist();
        assertThat(currentSet).exists();
        assertThat(sameNumber).doesNotExist();
    }

    @Test
    void links_are_not_followed() throws IOException {
        var elsewhere = Files.createDirectory(temp.resolve("elsewhere"));
        var kept = Files.writeString(elsewhere.resolve("kept"), "text");
        Files.createSymbolicLink(home.resolve(ENDED), elsewhere);
        Files.createSymbolicLink(folder(ENDED + "-other").resolve("link"), elsewhere);

        SharedBackends.deleteLeftovers(home);

        assertThat(kept).hasContent("text");
        assertThat(home.resolve(ENDED)).isSymbolicLink();
        assertThat(home.resolve(ENDED + "-other")).doesNotExist();
    }

    @Test
    void side_by_side_nobody_shares_a_set_and_one_after_the_other_all_do() {
        var run = home.resolve(ENDED);
        var first = sleeper();
        var second = sleeper();

        var setOfFirst = SharedBackends.setFor(handle(first), run);
        var setOfSecond = SharedBackends.setFor(handle(second), run);

        assertThat(setOfSecond).isNotEqualTo(setOfFirst);
        assertThat(SharedBackends.setFor(handle(first), run)).isEqualTo(setOfFirst);
        assertThat(SharedBackends.setFor(handle(second), run)).isEqualTo(setOfSecond);

        first.kill();
        var third = sleeper();

        assertThat(SharedBackends.setFor(handle(third), run)).isEqualTo(setOfFirst);
        second.kill();
        third.kill();
    }

    private ChildProcess sleeper() {
        return ChildProcess.start(ChildCommand.of("sleeper", temp, List.of("sleep", "600")));
    }

    private static ProcessHandle handle(ChildProcess process) {
        return ProcessHandle.of(process.pid()).orElseThrow();
    }

    private Path folder(String name) throws IOException {
        var folder = Files.createDirectory(home.resolve(name));
        Files.writeString(folder.resolve("file"), "text");
        return folder;
    }
}
