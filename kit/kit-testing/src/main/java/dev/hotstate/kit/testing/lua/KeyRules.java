package dev.hotstate.kit.testing.lua;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Every key of every command is one that the caller declared. A key that a script builds belongs to nobody: Redis runs the
 * script on the wrong node, or stops it halfway while its slot moves, and Lua does not roll back.
 *
 * <p>A function may take a key as a parameter; then each of its callers must pass a declared one.
 */
final class KeyRules implements LuaRule {

    @Override
    public void check(LuaFile file, LuaFolder folder, Consumer<LuaFinding> findings) {
        if (file.isInclude()) {
            return;
        }
        var unit = new Unit(LuaBindings.in(file.tokens()).keys());
        unit.add(file);
        folder.includedBy(file).forEach(unit::add);
        unit.findings().forEach(findings);
    }

    /** A script with all that it includes. */
    private static final class Unit {

        private final Set<String> bound;
        private final Map<LuaFile, LuaFunctions> files = new LinkedHashMap<>();
        private final Map<String, Set<Integer>> keyParameters = new HashMap<>();

        Unit(Set<String> bound) {
            this.bound = bound;
        }

        void add(LuaFile file) {
            files.put(file, LuaFunctions.in(file.tokens()));
        }

        /** Repeated until no further parameter turns out to be a key: functions may hand keys on. */
        Set<LuaFinding> findings() {
            int before;
            Set<LuaFinding> found;
            do {
                before = parameterCount();
                found = new LinkedHashSet<>();
                for (var file : files.keySet()) {
                    var names = namesOfKeys(file);
                    checkReassigned(file, found);
                    checkCommands(file, names, found);
                    checkFunctionCalls(file, names, found);
                }
            } while (parameterCount() > before);
            return found;
        }

        private int parameterCount() {
            return keyParameters.values().stream().mapToInt(Set::size).sum();
        }

        private void checkCommands(LuaFile file, Set<String> names, Set<LuaFinding> found) {
            for (var call : LuaCalls.toRedis(file.tokens())) {
                if (call.arguments().isEmpty()) {
                    continue;
                }
                for (int position : CommandKeys.positions(call.arguments())) {
                    if (position < call.arguments().size()) {
                        checkKey(file, call, call.arguments().get(position), names, found);
                    }
                }
            }
        }

        private void checkFunctionCalls(LuaFile file, Set<String> names, Set<LuaFinding> found) {
            for (var call : LuaCalls.toFunctions(file.tokens())) {
                for (int position : keyParameters.getOrDefault(call.function(), Set.of())) {
                    if (position < call.arguments().size()) {
                        checkKey(file, call, call.arguments().get(position), names, found);
                    }
                }
            }
        }

        private void checkKey(
                LuaFile file, LuaCalls.Call call, List<LuaToken> argument, Set<String> names, Set<LuaFinding> found) {
            if (isDeclaredKey(argument, names) || isKeyParameter(file, call, argument)) {
                return;
            }
            var text = new StringBuilder();
            argument.forEach(token -> text.append(token.isString() ? "'" + token.text() + "'" : token.text()));
            found.add(new LuaFinding(
                    file.name(), call.line(), "the key " + text + " is not bound from KEYS: declare it as a key"));
        }

        /** A bound name, an element of a bound list, or {@code unpack} of one. */
        private static boolean isDeclaredKey(List<LuaToken> argument, Set<String> names) {
            int at = argument.size() > 2
                            && argument.get(0).isName("unpack")
                            && argument.get(1).isSign("(")
                    ? 2
                    : 0;
            if (at >= argument.size() || !names.contains(argument.get(at).text())) {
                return false;
            }
            return at == 2
                    || argument.size() == 1
                    || argument.get(1).isSign("[") && argument.getLast().isSign("]");
        }

        /** A parameter, or an element of one that is a list of keys. */
        private boolean isKeyParameter(LuaFile file, LuaCalls.Call call, List<LuaToken> argument) {
            boolean element = argument.size() > 1
                    && argument.get(1).isSign("[")
                    && argument.getLast().isSign("]");
            if (!argument.getFirst().isName() || argument.size() > 1 && !element) {
                return false;
            }
            var around = files.get(file).around(call.position());
            int index = around.map(
                            f -> f.parameters().indexOf(argument.getFirst().text()))
                    .orElse(-1);
            if (index < 0 || around.orElseThrow().name().isEmpty()) {
                return false;
            }
            keyParameters
                    .computeIfAbsent(around.orElseThrow().name(), name -> new HashSet<>())
                    .add(index);
            return true;
        }

        /** Bound names, and names that stand for them: {@code local k = keys[i]}, {@code for _, k in ipairs(keys)}. */
        private Set<String> namesOfKeys(LuaFile file) {
            var names = new HashSet<>(file.isInclude() ? Set.<String>of() : bound);
            var tokens = file.tokens();
            for (int i = 0; i + 3 < tokens.size(); i++) {
                if (tokens.get(i).isName("local")
                        && tokens.get(i + 2).isSign("=")
                        && names.contains(tokens.get(i + 3).text())
                        && !isConcatenated(tokens, i + 3)) {
                    names.add(tokens.get(i + 1).text());
                } else if (i + 5 < tokens.size()
                        && tokens.get(i).isSign(",")
                        && tokens.get(i + 2).isName("in")
                        && tokens.get(i + 3).isName("ipairs")
                        && names.contains(tokens.get(i + 5).text())) {
                    names.add(tokens.get(i + 1).text());
                }
            }
            return names;
        }

        private static boolean isConcatenated(List<LuaToken> tokens, int from) {
            int line = tokens.get(from).line();
            return tokens.stream()
                    .skip(from)
                    .takeWhile(token -> token.line() == line)
                    .anyMatch(token -> token.isSign(".."));
        }

        private void checkReassigned(LuaFile file, Set<LuaFinding> found) {
            if (file.isInclude()) {
                return;
            }
            var tokens = file.tokens();
            for (int i = LuaBindings.in(tokens).end(); i + 1 < tokens.size(); i++) {
                boolean field = i > 0 && tokens.get(i - 1).isSign(".");
                if (!field
                        && bound.contains(tokens.get(i).text())
                        && tokens.get(i).isName()
                        && tokens.get(i + 1).isSign("=")) {
                    found.add(new LuaFinding(
                            file.name(),
                            tokens.get(i).line(),
                            tokens.get(i).text() + " is a key and gets another value: keys are declared, never built"));
                }
            }
        }
    }
}
