package dev.hotstate.kit.testing.lua;

/** What is wrong, where, in words that say what to do. */
public record LuaFinding(String file, int line, String message) implements Comparable<LuaFinding> {

    @Override
    public int compareTo(LuaFinding other) {
        int byFile = file.compareTo(other.file);
        return byFile != 0 ? byFile : Integer.compare(line, other.line);
    }

    @Override
    public String toString() {
        return file + ":" + line + " " + message;
    }
}
