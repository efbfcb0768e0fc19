package dev.hotstate.kit.testing.lua;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The words with which a script answers, as its header declares them. */
public final class StatusWords {

    private StatusWords() {}

    public static Set<String> of(Path script) {
        return LuaFile.read(script.toAbsolutePath().getParent(), script.toAbsolutePath())
                .header()
                .statusWords();
    }

    /** The enum that Java reads the answers with has exactly the declared words. */
    public static void assertSame(Path script, Class<? extends Enum<?>> status) {
        var declared = new TreeSet<>(of(script));
        var known =
                Arrays.stream(status.getEnumConstants()).map(Enum::name).collect(Collectors.toCollection(TreeSet::new));
        if (!declared.equals(known)) {
            throw new AssertionError("%s declares %s, %s has %s"
                    .formatted(script.getFileName(), declared, status.getSimpleName(), known));
        }
    }
}
