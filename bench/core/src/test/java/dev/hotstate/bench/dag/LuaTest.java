package dev.hotstate.bench.dag;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LuaTest {

    @TempDir
    private Path folder;

    @Test
    void puts_each_include_in_once_and_what_it_needs_before_it() throws IOException {
        // Given
        write("task/a.lua", "-- @include one\n-- @include two\nreturn 1");
        write("include/one.lua", "-- @include two\nlocal one");
        write("include/two.lua", "local two");
        // When, Then
        assertThat(Lua.read(folder, "task/a.lua")).isEqualTo("local two\nlocal one\nreturn 1\n");
    }

    private void write(String file, String text) throws IOException {
        var path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
