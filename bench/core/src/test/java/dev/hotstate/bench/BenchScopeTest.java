package dev.hotstate.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchScopeTest {

    @TempDir
    private Path checkout;

    private final List<String> closed = new ArrayList<>();

    @Test
    void closes_in_reverse_order_even_if_one_refuses() throws IOException {
        // Given
        var scope = new BenchScope(checkout, true);
        scope.own(() -> closed.add("cluster"));
        scope.own(() -> {
            throw new IOException("refuses to close");
        });
        scope.own(() -> closed.add("service"));
        // When
        scope.close();
        // Then
        assertThat(closed).containsExactly("service", "cluster");
    }

    @Test
    void its_folder_disappears_with_all_that_is_in_it() throws IOException {
        // Given
        var scope = new BenchScope(checkout, true);
        Files.createDirectories(scope.folder().resolve("redis/node-1"));
        Files.writeString(scope.folder().resolve("redis/node-1/log"), "text");
        // When
        scope.close();
        // Then
        assertThat(scope.folder()).doesNotExist();
    }

    @Test
    void an_application_that_is_not_packaged_is_named() throws IOException {
        try (var scope = new BenchScope(checkout, true)) {
            assertThatThrownBy(() -> scope.application("bench/app")).hasMessageContaining("bench/app is not packaged");
        }
    }
}
