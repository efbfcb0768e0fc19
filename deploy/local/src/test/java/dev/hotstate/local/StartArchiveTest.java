package dev.hotstate.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An archive is made of the classes that a service has loaded so far, while it goes on loading others. */
class StartArchiveTest {

    @TempDir
    Path service;

    private StartArchive archive;
    private Path classes;

    @BeforeEach
    void the_service_notes_its_classes() {
        archive = new StartArchive(service);
        var option = archive.options().getFirst();
        classes = Path.of(option.substring(option.indexOf('=') + 1));
    }

    @Test
    void a_line_that_is_half_written_is_left_for_another_time() throws IOException {
        Files.writeString(classes, "java/lang/Object id: 0\n@lambda-proxy a/B run ()V\n@lambda-proxy a/Eve");

        archive.keepWholeLines();

        assertThat(archive.wholeLines()).hasContent("java/lang/Object id: 0\n@lambda-proxy a/B run ()V\n");
    }

    @Test
    void a_service_that_has_noted_nothing_stops_nobody() {
        archive.keepWholeLines();

        assertThat(archive.wholeLines()).doesNotExist();
    }
}
