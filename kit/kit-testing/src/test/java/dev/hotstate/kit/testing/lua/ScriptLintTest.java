package dev.hotstate.kit.testing.lua;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptLintTest {

    private static final Path CLEAN = Path.of("src/test/resources/lua/clean");

    private static final String HEADER = """
            -- Purpose  Specimen.
            -- Keys     counter (string)
            -- Args     amount (count)
            -- Returns  DONE | NONE
            -- Cost     O(1)
            -- Retry    safe
            local counter = KEYS[1]
            local amount = ARGV[1]
            """;

    @TempDir
    Path folder;

    @Test
    void good_scripts_are_clean() {
        assertThatCode(ScriptLint.of(CLEAN)::assertClean).doesNotThrowAnyException();
    }

    @Test
    void a_folder_without_scripts_is_a_mistake_of_the_test() {
        assertThatThrownBy(ScriptLint.of(folder)::assertClean).hasMessageContaining("wrong folder?");
    }

    @Test
    void a_finding_says_where_it_is() throws IOException {
        write("queue/bad.lua", HEADER + "\nredis.call('FLUSHALL')\nreturn {amount == 0 and 'NONE' or 'DONE'}\n");

        assertThatThrownBy(ScriptLint.of(folder)::assertClean)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("queue/bad.lua:10 FLUSHALL is forbidden in scripts");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Purpose", "Keys", "Args", "Returns", "Cost", "Retry"})
    void every_field_of_the_header_is_needed(String field) throws IOException {
        var header = HEADER.replaceFirst("-- " + field + ".*\n", "");

        assertThat(lint(header + "return {'DONE'}\n"))
                .anyMatch(message -> message.contains("the header has no \"-- " + field + "\""));
    }

    @Test
    void a_header_mentions_what_the_script_binds() throws IOException {
        assertThat(lint(HEADER.replace("counter (string)", "total (string)").replace("amount (", "sum (") + BODY))
                .containsExactly("\"-- Args\" does not mention amount", "\"-- Keys\" does not mention counter");
    }

    private static final String BODY = "if amount then return {'NONE'} end\nreturn {'DONE'}\n";

    @Test
    void the_specimen_itself_is_clean() throws IOException {
        assertThat(lint(HEADER + BODY)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    redis.call('GET', KEYS[1])                    | KEYS outside of the binding lines
                    if amount then amount = ARGV[2] end           | ARGV outside of the binding lines
                    redis.call('GET', counter .. ':old')          | the key counter..':old' is not bound
                    redis.call('GET', 'test:probe:x:1')           | the key 'test:probe:x:1' is not bound
                    redis.call('DEL', counter, amount)            | the key amount is not bound
                    redis.call('RENAME', counter, amount)         | the key amount is not bound
                    redis.call('XREAD', 'STREAMS', amount, '0')   | the key amount is not bound
                    redis.call('ZUNIONSTORE', counter, 1, amount) | the key amount is not bound
                    redis.pcall('GET', amount)                    | the key amount is not bound
                    counter = counter .. ':old'                   | counter is a key and gets another value
                    redis.call('keys', '*')                       | KEYS is forbidden
                    redis.call('SELECT', 1)                       | SELECT is forbidden
                    redis.call('BLPOP', counter, 0)               | BLPOP waits
                    redis.call('XREAD', 'BLOCK', 0, 'STREAMS', counter, '0') | XREAD waits
                    redis.call('PUBLISH', 'channel', 'x')         | PUBLISH without "-- Publishes"
                    redis.call(amount, counter)                   | the command is not a literal
                    redis.call('HGETALL', counter)                | HGETALL reads everything
                    redis.call('ZRANGE', counter, 0, -1)          | ZRANGE reads everything
                    redis.call('TIME'); redis.call('TIME')        | TIME is read twice
                    local r = math.random(10)                     | math.random has the same seed
                    local t = os.time()                           | os is the node's own clock
                    if counter then return {'LOST'} end           | returns LOST, which "-- Returns" does not declare
                    if amount then return {amount and 'LOST' or 'NONE'} end | returns LOST, which "-- Returns" does not declare
                    if amount then return {amount .. 'x'} end     | does not begin with a status word
                    if counter then return 1 end                  | does not begin with a status word
                    if counter then return amount end             | does not begin with a status word
                    -- @include nowhere                           | includes nowhere, but there is no include/nowhere.lua
                    """)
    void this_is_found(String line, String message) throws IOException {
        assertThat(lint(HEADER + line + "\n" + BODY)).anyMatch(found -> found.contains(message));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis.call('GET', counter)",
                "redis.call('HGETALL', counter) -- bounded: five fields",
                "redis.call('ZRANGE', counter, 0, amount)",
                "-- redis.call('KEYS', '*')",
                "local text = 'redis.call(KEYS[1])'",
                "local text = [[ return {'LOST'} ]]",
                "local copy = counter; redis.call('GET', copy)",
                "local function bump(key) return redis.call('INCR', key) end bump(counter)",
                "local x = function() return 1 end",
                "if counter then return {amount == 'x' and 'DONE' or 'NONE', amount} end",
                "local word = 'DONE' if counter then word = 'NONE' end if amount then return {word} end"
            })
    void this_is_fine(String line) throws IOException {
        assertThat(lint(HEADER + line + "\n" + BODY)).isEmpty();
    }

    @Test
    void a_key_is_followed_into_functions_and_includes() throws IOException {
        write(
                "include/bump.lua",
                "-- Purpose  Adds one.\nlocal function bump(key)\n  return redis.call('INCR', key)\nend\n");

        assertThat(lint(HEADER
                        + "-- @include bump\nlocal function twice(k) bump(k) bump(k) end\ntwice('a' .. counter)\n"
                        + BODY))
                .containsExactly("the key 'a'..counter is not bound from KEYS: declare it as a key");
    }

    @Test
    void a_clock_of_the_client_is_refused() throws IOException {
        var header = HEADER.replace("amount", "nowMs").replace("local nowMs", "local now_ms");

        assertThat(lint(header + "if now_ms then return {'NONE'} end\nreturn {'DONE'}\n"))
                .containsExactly("the argument now_ms looks like a client's clock: read redis.call('TIME') instead");
    }

    @Test
    void a_declared_word_is_returned_somewhere() throws IOException {
        assertThat(lint(HEADER + "return {'DONE'}\n")).containsExactly("declares NONE and never returns it");
    }

    @Test
    void a_long_script_is_found_unless_allowed() throws IOException {
        var lines = "redis.call('INCR', counter)\n".repeat(60);
        write("queue/long.lua", HEADER + lines + BODY);

        assertThat(ScriptLint.of(folder).findings())
                .singleElement()
                .satisfies(
                        finding -> assertThat(finding.message()).startsWith("has 64 lines of code, 60 are the limit"));
        assertThat(ScriptLint.of(folder).linesMax(64).findings()).isEmpty();
    }

    @Test
    void a_cycle_of_includes_is_shown() throws IOException {
        write("include/a.lua", "-- Purpose  A.\n-- @include b\n");
        write("include/b.lua", "-- Purpose  B.\n-- @include a\n");
        write("queue/script.lua", HEADER + "-- @include a\n" + BODY);

        assertThat(ScriptLint.of(folder).findings())
                .extracting(LuaFinding::toString)
                .containsExactly(
                        "include/a.lua:2 includes itself: include/a.lua -> include/b.lua -> include/a.lua",
                        "include/b.lua:2 includes itself: include/b.lua -> include/a.lua -> include/b.lua");
    }

    @Test
    void the_words_of_the_header_are_those_of_the_enum() {
        var script = CLEAN.resolve("queue/claim_task.lua");

        StatusWords.assertSame(script, Claim.class);
        assertThatThrownBy(() -> StatusWords.assertSame(script, Other.class))
                .hasMessage("claim_task.lua declares [EMPTY, TASKS], Other has [EMPTY]");
        assertThat(StatusWords.of(CLEAN.resolve("queue/move_all.lua"))).containsExactly("MOVED", "NOTHING", "FULL");
    }

    private enum Claim {
        TASKS,
        EMPTY
    }

    private enum Other {
        EMPTY
    }

    private List<String> lint(String script) throws IOException {
        write("queue/script.lua", script);
        return ScriptLint.of(folder).findings().stream()
                .map(LuaFinding::message)
                .toList();
    }

    private void write(String name, String text) throws IOException {
        var file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
