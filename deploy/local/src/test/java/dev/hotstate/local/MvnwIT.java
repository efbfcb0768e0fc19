package dev.hotstate.local;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.backends.process.ChildCommand;
import dev.hotstate.kit.backends.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script that finds Maven, or fetches one. */
class MvnwIT {

    private static final Path MVNW =
            Path.of("").toAbsolutePath().getParent().getParent().resolve("mvnw");

    @TempDir
    Path folder;

    private Path cache;

    @BeforeEach
    void makeFolders() throws IOException {
        cache = folder.resolve("cache");
        Files.createDirectories(folder.resolve("bin"));
    }

    @Test
    void a_new_enough_maven_is_used_as_it_is() throws IOException {
        mavenOnThePath("3.9.0", "echo \"used for $*\"");
        try (var run = mvnw("-B", "verify")) {
            assertThat(run.exitCode()).isZero();
            assertThat(run.output()).contains("used for -B verify");
            assertThat(cache).doesNotExist();
        }
    }

    @Test
    void one_that_was_fetched_before_makes_way_for_a_new_enough_one() throws IOException {
        program(cache.resolve("apache-maven-3.9.16/bin/mvn"), "echo fetched before");
        mavenOnThePath("4.0.0", "echo from the path");
        try (var run = mvnw("verify")) {
            assertThat(run.exitCode()).isZero();
            assertThat(run.output()).contains("from the path");
        }
    }

    @Test
    void one_that_was_fetched_before_is_used_instead_of_an_old_one() throws IOException {
        program(cache.resolve("apache-maven-3.9.16/bin/mvn"), "echo \"fetched before, for $*\"");
        mavenOnThePath("3.8.7", "exit 1");
        try (var run = mvnw("-B", "verify")) {
            assertThat(run.exitCode()).isZero();
            assertThat(run.output()).contains("fetched before, for -B verify");
        }
    }

    @Test
    void an_old_one_fetches_the_right_one_once() throws IOException {
        mavenOnThePath("3.8.7", "exec " + mavenOfThisRun() + " \"$@\"");
        assertFetchedMavenRuns(System.getenv("PATH"));
        try (var again = mvnw("-v")) {
            assertThat(again.exitCode()).isZero();
            assertThat(again.output()).containsOnlyOnce("fetching");
        }
    }

    @Test
    void without_unzip_the_jdk_unpacks_it() throws IOException {
        mavenOnThePath("3.8.7", "exec " + mavenOfThisRun() + " \"$@\"");
        assertFetchedMavenRuns(everythingBut("unzip").toString());
    }

    private void assertFetchedMavenRuns(String path) {
        try (var run = mvnw(path, List.of("-v"))) {
            assertThat(run.exitCode()).as(run.output()).isZero();
            assertThat(run.output()).contains("fetching Maven 3.9.16").contains("Apache Maven 3.9.16");
        }
        assertThat(cache).isDirectoryContaining("glob:**/apache-maven-3.9.16");
        assertThat(cache.toFile().list()).hasSize(1);
        assertThat(cache.resolve("apache-maven-3.9.16/bin/mvn")).isExecutable();
    }

    /** It is new enough, and so is what can fetch another. */
    private static Path mavenOfThisRun() {
        return Path.of(System.getProperty("maven.home"), "bin/mvn");
    }

    /** A folder of links to all programs on the PATH but one. */
    private Path everythingBut(String program) throws IOException {
        var links = Files.createDirectory(folder.resolve("links"));
        for (var place : System.getenv("PATH").split(":")) {
            if (!Files.isDirectory(Path.of(place))) {
                continue;
            }
            try (var programs = Files.list(Path.of(place))) {
                for (var found : programs.toList()) {
                    var link = links.resolve(found.getFileName());
                    if (!link.endsWith(program) && Files.notExists(link, NOFOLLOW_LINKS)) {
                        Files.createSymbolicLink(link, found);
                    }
                }
            }
        }
        return links;
    }

    @Test
    void a_fetched_archive_that_is_not_the_right_one_is_not_used() throws IOException {
        mavenOnThePath(
                "3.8.7",
                "for word; do case $word in"
                        + " -DoutputDirectory=*) echo forged >\"${word#*=}/apache-maven-3.9.16-bin.zip\" ;; esac; done");
        try (var run = mvnw("verify")) {
            assertThat(run.exitCode()).isNotZero();
            assertThat(run.lastLine()).contains("wrong SHA-512; not used");
            assertThat(cache).isEmptyDirectory();
        }
    }

    @Test
    void a_fetch_that_fails_shows_what_maven_said() throws IOException {
        mavenOnThePath("3.6.3", "echo 'no such repository'; exit 1");
        try (var run = mvnw("verify")) {
            assertThat(run.exitCode()).isNotZero();
            assertThat(run.output()).contains("no such repository");
            assertThat(run.lastLine()).contains("could not fetch Maven");
            assertThat(cache).isEmptyDirectory();
        }
    }

    @Test
    void a_fetch_that_is_stopped_leaves_nothing_behind() throws IOException {
        mavenOnThePath("3.8.7", "touch %1$s/begun; until [ -f %1$s/end ]; do sleep 0.1; done".formatted(folder));
        try (var run = mvnw("verify")) {
            await().atMost(ScriptRun.MOMENTS).until(() -> Files.exists(folder.resolve("begun")));
            // Not as by Ctrl-C: the signal reaches mvnw alone.
            ProcessHandle.of(run.process().pid()).ifPresent(ProcessHandle::destroy);
            Files.createFile(folder.resolve("end"));
            assertThat(run.exitCode()).isEqualTo(128 + 15);
            assertThat(cache).isEmptyDirectory();
        }
    }

    private void mavenOnThePath(String version, String otherwise) throws IOException {
        program(folder.resolve("bin/mvn"), """
                if [ "$1" = -v ]; then echo 'Apache Maven %s (some build)'; exit; fi
                %s""".formatted(version, otherwise));
    }

    private static void program(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + text + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private ScriptRun mvnw(String... words) {
        return mvnw(System.getenv("PATH"), List.of(words));
    }

    private ScriptRun mvnw(String path, List<String> words) {
        var command = new ArrayList<>(List.of(MVNW.toString()));
        command.addAll(words);
        return new ScriptRun(ChildProcess.start(ChildCommand.of("mvnw", folder, command)
                .log(folder.resolve("output.txt"))
                .environment(Map.of(
                        "PATH",
                        folder.resolve("bin") + ":" + path,
                        "HOTSTATE_MAVEN_CACHE",
                        cache.toString(),
                        "HOTSTATE_MAVEN_HOME",
                        ""))));
    }
}
