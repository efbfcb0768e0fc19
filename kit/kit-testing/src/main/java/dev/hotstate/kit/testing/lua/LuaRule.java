package dev.hotstate.kit.testing.lua;

import java.util.function.Consumer;

/** One group of rules, applied to one file at a time. */
@FunctionalInterface
interface LuaRule {

    void check(LuaFile file, LuaFolder folder, Consumer<LuaFinding> findings);
}
