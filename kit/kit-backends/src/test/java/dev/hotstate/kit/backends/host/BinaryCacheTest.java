package dev.hotstate.kit.backends.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BinaryCacheTest {

    @TempDir
    Path root;

    @Test
    void several_at_once_unpack_one_time_and_see_only_the_complete_folder() {
        var unpacked = new AtomicInteger();

        var folders = Stream.generate(() ->
                        CompletableFuture.supplyAsync(() -> BinaryCache.folder(root, "tool-1", part -> {
                            unpacked.incrementAndGet();
                            Files.writeString(part.resolve("program"), "complete");
                        })))
                .limit(4)
                .toList();

        assertThat(folders.stream().map(CompletableFuture::join))
                .allSatisfy(folder -> assertThat(folder.resolve("program")).hasContent("complete"));
        assertThat(unpacked).hasValue(1);
    }

    @Test
    void a_failed_unpacking_leaves_nothing_and_says_why() throws IOException {
        assertThatThrownBy(() -> BinaryCache.folder(root, "tool-1", part -> {
                    Files.writeString(part.resolve("program"), "half");
                    throw new IOException("No space left on device");
                }))
                .isInstanceOf(BackendFailure.class)
                .hasMessageContaining("tool-1")
                .hasMessageContaining("No space left on device");

        try (var left = Files.list(root)) {
            assertThat(left.filter(Files::isDirectory)).isEmpty();
        }
    }
}
