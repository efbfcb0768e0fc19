package dev.hotstate.kit.testing.lua;

import static java.util.stream.Collectors.joining;

import dev.hotstate.kit.backends.redis.RedisRefusal;
import dev.hotstate.kit.backends.redis.RespClient;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Reads all scripts of a module and says what is wrong with them. One test per module:
 *
 * <pre>{@code
 * @Test
 * void scripts_keep_the_rules() {
 *     ScriptLint.of(Path.of("src/main/resources/lua")).assertClean();
 * }
 * }</pre>
 */
public final class ScriptLint {

    private static final int LINES_MAX = 60;
    private static final List<LuaRule> RULES =
            List.of(new HeaderRules(), new IncludeRules(), new CommandRules(), new KeyRules(), new ReturnRules());

    private final LuaFolder folder;
    private final int linesMax;

    private ScriptLint(LuaFolder folder, int linesMax) {
        this.folder = folder;
        this.linesMax = linesMax;
    }

    /** Lints every {@code .lua} file below a folder; shared functions are in its folder {@code include}. */
    public static ScriptLint of(Path luaFolder) {
        return new ScriptLint(LuaFolder.read(luaFolder), LINES_MAX);
    }

    /** How many lines of code one file may have, 60 unless a module has a reason. */
    public ScriptLint linesMax(int lines) {
        return new ScriptLint(folder, lines);
    }

    public List<LuaFinding> findings() {
        var findings =
                new TreeSet<LuaFinding>(Comparator.<LuaFinding>naturalOrder().thenComparing(LuaFinding::message));
        for (var file : folder.files()) {
            RULES.forEach(rule -> rule.check(file, folder, findings::add));
            if (file.codeLines() > linesMax) {
                findings.add(new LuaFinding(
                        file.name(),
                        1,
                        "has " + file.codeLines() + " lines of code, " + linesMax
                                + " are the limit: split the operation or move a function to include/"));
            }
        }
        return List.copyOf(findings);
    }

    public void assertClean() {
        if (folder.scripts().isEmpty()) {
            throw new AssertionError("no script to lint: wrong folder?");
        }
        fail(findings().stream().map(LuaFinding::toString).toList());
    }

    /** Lets a real node compile each script, includes resolved, which finds what is not Lua at all. */
    public void assertCompiles(RespClient node) {
        fail(folder.scripts().stream()
                .flatMap(script -> {
                    try {
                        node.call("SCRIPT", "LOAD", folder.resolved(script));
                        return Stream.empty();
                    } catch (RedisRefusal refusal) {
                        return Stream.of(script.name() + ": " + refusal.getMessage());
                    }
                })
                .toList());
    }

    private static void fail(List<String> sentences) {
        if (!sentences.isEmpty()) {
            throw new AssertionError(sentences.stream().collect(joining("\n  ", "Lua scripts:\n  ", "")));
        }
    }
}
