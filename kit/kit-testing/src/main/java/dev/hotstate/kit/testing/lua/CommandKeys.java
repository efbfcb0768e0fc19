package dev.hotstate.kit.testing.lua;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Where in a command its keys stand. Counted from 0, which is the command itself. */
final class CommandKeys {

    private static final Set<String> NO_KEY = Set.of("TIME", "PING", "ECHO", "PUBLISH");
    private static final Set<String> ALL = Set.of(
            "DEL",
            "UNLINK",
            "EXISTS",
            "TOUCH",
            "MGET",
            "PFCOUNT",
            "PFMERGE",
            "SINTER",
            "SUNION",
            "SDIFF",
            "SINTERSTORE",
            "SUNIONSTORE",
            "SDIFFSTORE");
    private static final Set<String> FIRST_TWO =
            Set.of("RENAME", "RENAMENX", "COPY", "SMOVE", "LMOVE", "RPOPLPUSH", "GEOSEARCHSTORE", "ZRANGESTORE");
    private static final Set<String> SECOND = Set.of("OBJECT", "MEMORY", "XGROUP", "XINFO", "BITOP");
    private static final Map<String, Integer> COUNTED = Map.of(
            "ZUNION",
            1,
            "ZINTER",
            1,
            "ZDIFF",
            1,
            "SINTERCARD",
            1,
            "ZINTERCARD",
            1,
            "LMPOP",
            1,
            "ZMPOP",
            1,
            "ZUNIONSTORE",
            2,
            "ZINTERSTORE",
            2,
            "ZDIFFSTORE",
            2);

    private CommandKeys() {}

    static List<Integer> positions(List<List<LuaToken>> arguments) {
        var command = arguments.getFirst().getFirst().text().toUpperCase(Locale.ROOT);
        int size = arguments.size();
        if (NO_KEY.contains(command)) {
            return List.of();
        }
        if (ALL.contains(command)) {
            return range(1, size);
        }
        if (FIRST_TWO.contains(command)) {
            return range(1, 3);
        }
        if (SECOND.contains(command)) {
            return range(2, 3);
        }
        if (COUNTED.containsKey(command)) {
            int count = COUNTED.get(command);
            var keys = count < size ? range(count + 1, count + 1 + numberIn(arguments.get(count))) : List.<Integer>of();
            return count == 2 ? concat(1, keys) : keys;
        }
        if (command.equals("XREAD") || command.equals("XREADGROUP")) {
            int streams = indexOf("STREAMS", arguments);
            return range(streams + 1, streams + 1 + (size - streams - 1) / 2);
        }
        return range(1, 2);
    }

    /** A count that is not a literal lets only the first key be found. */
    private static int numberIn(List<LuaToken> argument) {
        try {
            return Integer.parseInt(argument.getFirst().text());
        } catch (NumberFormatException e) {
            return 1;
        }
    }

    private static int indexOf(String word, List<List<LuaToken>> arguments) {
        return IntStream.range(0, arguments.size())
                .filter(i -> arguments.get(i).getFirst().isString()
                        && arguments.get(i).getFirst().text().equalsIgnoreCase(word))
                .findFirst()
                .orElse(0);
    }

    private static List<Integer> range(int from, int to) {
        return IntStream.range(from, to).boxed().toList();
    }

    private static List<Integer> concat(int first, List<Integer> rest) {
        return IntStream.concat(IntStream.of(first), rest.stream().mapToInt(i -> i))
                .boxed()
                .toList();
    }
}
