package dev.hotstate.kit.testing.lua;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;

/** Which commands and functions a script may use. */
final class CommandRules implements LuaRule {

    private static final Set<String> FORBIDDEN = Set.of(
            "KEYS",
            "SCAN",
            "RANDOMKEY",
            "FLUSHALL",
            "FLUSHDB",
            "SELECT",
            "SWAPDB",
            "MOVE",
            "MIGRATE",
            "RESTORE",
            "DUMP",
            "SCRIPT",
            "EVAL",
            "EVALSHA",
            "FUNCTION",
            "FCALL",
            "CONFIG",
            "DEBUG",
            "SHUTDOWN",
            "CLUSTER",
            "CLIENT",
            "ACL",
            "INFO",
            "MONITOR",
            "SAVE",
            "BGSAVE",
            "MULTI",
            "EXEC",
            "WATCH",
            "SUBSCRIBE",
            "PSUBSCRIBE",
            "SSUBSCRIBE",
            "SORT");
    private static final Set<String> BLOCKING = Set.of(
            "BLPOP", "BRPOP", "BLMOVE", "BRPOPLPUSH", "BLMPOP", "BZPOPMIN", "BZPOPMAX", "BZMPOP", "WAIT", "WAITAOF");
    private static final Set<String> PUBLISHING = Set.of("PUBLISH", "SPUBLISH");
    private static final Set<String> WHOLE_READS = Set.of("HGETALL", "HKEYS", "HVALS", "SMEMBERS");
    private static final Set<String> RANGE_READS = Set.of("ZRANGE", "ZREVRANGE", "LRANGE");

    @Override
    public void check(LuaFile file, LuaFolder folder, Consumer<LuaFinding> findings) {
        int times = 0;
        for (var call : LuaCalls.toRedis(file.tokens())) {
            if (call.arguments().isEmpty() || !isLiteral(call.arguments().getFirst())) {
                findings.accept(finding(file, call.line(), "the command is not a literal: nobody can see what runs"));
                continue;
            }
            var command = call.arguments().getFirst().getFirst().text().toUpperCase(Locale.ROOT);
            checkCommand(file, command, call, findings);
            if (command.equals("TIME") && ++times > 1) {
                findings.accept(finding(file, call.line(), "TIME is read twice: one script has one now"));
            }
        }
        checkLibraries(file, findings);
    }

    private static void checkCommand(LuaFile file, String command, LuaCalls.Call call, Consumer<LuaFinding> findings) {
        if (FORBIDDEN.contains(command)) {
            findings.accept(finding(file, call.line(), command + " is forbidden in scripts"));
        } else if (BLOCKING.contains(command)
                || call.arguments().stream().anyMatch(argument -> isLiteral(argument, "BLOCK"))) {
            findings.accept(finding(file, call.line(), command + " waits, and a script holds up the whole node"));
        } else if (PUBLISHING.contains(command)
                && file.header().field("Publishes").isEmpty()) {
            findings.accept(finding(file, call.line(), command + " without \"-- Publishes\" in the header"));
        } else if (readsEverything(command, call.arguments()) && !hasBoundedRemark(file, call.line())) {
            findings.accept(finding(
                    file,
                    call.line(),
                    command + " reads everything: say \"-- bounded: <by what>\" on the line or above it"));
        }
    }

    private static boolean readsEverything(String command, List<List<LuaToken>> arguments) {
        if (WHOLE_READS.contains(command)) {
            return true;
        }
        return RANGE_READS.contains(command)
                && arguments.size() >= 4
                && text(arguments.get(2)).equals("0")
                && text(arguments.get(3)).equals("-1");
    }

    private static boolean hasBoundedRemark(LuaFile file, int line) {
        return remark(file.lines().get(line - 1))
                || line > 1 && remark(file.lines().get(line - 2));
    }

    private static boolean remark(String line) {
        return line.contains("-- bounded:");
    }

    private static void checkLibraries(LuaFile file, Consumer<LuaFinding> findings) {
        var tokens = file.tokens();
        for (int i = 0; i + 2 < tokens.size(); i++) {
            if (!tokens.get(i + 1).isSign(".")) {
                continue;
            }
            if (tokens.get(i).isName("math") && tokens.get(i + 2).text().startsWith("random")) {
                findings.accept(finding(
                        file,
                        tokens.get(i).line(),
                        "math.random has the same seed in every run: pass a random argument"));
            } else if (tokens.get(i).isName("os")) {
                findings.accept(
                        finding(file, tokens.get(i).line(), "os is the node's own clock: use redis.call('TIME')"));
            }
        }
    }

    private static boolean isLiteral(List<LuaToken> argument) {
        return argument.size() == 1 && argument.getFirst().isString();
    }

    private static boolean isLiteral(List<LuaToken> argument, String text) {
        return isLiteral(argument) && argument.getFirst().text().equalsIgnoreCase(text);
    }

    private static String text(List<LuaToken> argument) {
        var text = new StringBuilder();
        argument.forEach(token -> text.append(token.text()));
        return text.toString();
    }

    private static LuaFinding finding(LuaFile file, int line, String message) {
        return new LuaFinding(file.name(), line, message);
    }
}
