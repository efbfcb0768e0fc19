package dev.hotstate.kit.testing.lua;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** The contract above the code: complete, and about the names that the code uses. */
final class HeaderRules implements LuaRule {

    private static final List<String> SCRIPT_FIELDS = List.of("Purpose", "Keys", "Args", "Returns", "Cost", "Retry");
    private static final List<String> INCLUDE_FIELDS = List.of("Purpose");
    private static final Pattern CLIENT_TIME =
            Pattern.compile("(client|current)?(now|time|timestamp|clock|today)(ms|us|s|millis|seconds)?");

    @Override
    public void check(LuaFile file, LuaFolder folder, Consumer<LuaFinding> findings) {
        for (var field : file.isInclude() ? INCLUDE_FIELDS : SCRIPT_FIELDS) {
            if (file.header().field(field).isEmpty()) {
                findings.accept(new LuaFinding(file.name(), 1, "the header has no \"-- " + field + "\""));
            }
        }
        var bindings = file.isInclude() ? new LuaBindings(Set.of(), Set.of(), 0) : LuaBindings.in(file.tokens());
        checkMentioned(file, "Keys", bindings.keys(), findings);
        checkMentioned(file, "Args", bindings.arguments(), findings);
        checkBoundFirst(file, bindings, findings);
        checkClientTime(file, bindings, findings);
    }

    private static void checkMentioned(LuaFile file, String field, Set<String> names, Consumer<LuaFinding> findings) {
        var text = plain(file.header().field(field));
        names.stream()
                .filter(name -> !text.contains(plain(name)))
                .forEach(name -> findings.accept(
                        new LuaFinding(file.name(), 1, "\"-- " + field + "\" does not mention " + name)));
    }

    private static void checkBoundFirst(LuaFile file, LuaBindings bindings, Consumer<LuaFinding> findings) {
        file.tokens().stream()
                .skip(bindings.end())
                .filter(token -> token.isName("KEYS") || token.isName("ARGV"))
                .forEach(token -> findings.accept(new LuaFinding(
                        file.name(),
                        token.line(),
                        token.text()
                                + (file.isInclude()
                                        ? " in an include: pass what it needs as a parameter"
                                        : " outside of the binding lines: bind it to a name right below the header"))));
    }

    private static void checkClientTime(LuaFile file, LuaBindings bindings, Consumer<LuaFinding> findings) {
        bindings.arguments().stream()
                .filter(name -> CLIENT_TIME.matcher(plain(name)).matches())
                .forEach(name -> findings.accept(new LuaFinding(
                        file.name(),
                        1,
                        "the argument " + name + " looks like a client's clock: read redis.call('TIME') instead")));
    }

    /** {@code leaseMs} in a header is {@code lease_ms} in Lua. */
    private static String plain(String name) {
        return name.replace("_", "").toLowerCase(Locale.ROOT);
    }
}
