package dev.hotstate.kit.testing.lua;

import java.util.function.Consumer;

/** Includes exist and lead nowhere in a circle. */
final class IncludeRules implements LuaRule {

    @Override
    public void check(LuaFile file, LuaFolder folder, Consumer<LuaFinding> findings) {
        for (var include : file.includes()) {
            if (folder.include(include.name()).isEmpty()) {
                findings.accept(new LuaFinding(
                        file.name(),
                        include.line(),
                        "includes " + include.name() + ", but there is no include/" + include.name() + ".lua"));
            }
        }
        folder.cycle(file)
                .ifPresent(cycle -> findings.accept(
                        new LuaFinding(file.name(), file.includes().getFirst().line(), "includes itself: " + cycle)));
    }
}
