package dev.hotstate.kit.testing.lua;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Every answer is a list that begins with a declared word, and every declared word is an answer somewhere. */
final class ReturnRules implements LuaRule {

    @Override
    public void check(LuaFile file, LuaFolder folder, Consumer<LuaFinding> findings) {
        if (file.isInclude()) {
            checkNoAnswer(file, findings);
            return;
        }
        var declared = file.header().statusWords();
        if (declared.isEmpty()) {
            findings.accept(
                    new LuaFinding(file.name(), 1, "\"-- Returns\" declares no status word, such as OK | EMPTY"));
            return;
        }
        var answers = new Answers();
        answers.learnFunctions(file);
        folder.includedBy(file).forEach(answers::learnFunctions);
        var returned = new HashSet<String>();
        for (var position : answersOf(file)) {
            var words = answers.wordsAt(file.tokens(), position);
            var line = file.tokens().get(position).line();
            if (words.isEmpty()) {
                findings.accept(
                        new LuaFinding(file.name(), line, "returns something that does not begin with a status word"));
            }
            words.stream()
                    .filter(word -> !declared.contains(word))
                    .forEach(word -> findings.accept(new LuaFinding(
                            file.name(), line, "returns " + word + ", which \"-- Returns\" does not declare")));
            returned.addAll(words);
        }
        declared.stream()
                .filter(word -> !returned.contains(word))
                .forEach(word ->
                        findings.accept(new LuaFinding(file.name(), 1, "declares " + word + " and never returns it")));
    }

    private static void checkNoAnswer(LuaFile file, Consumer<LuaFinding> findings) {
        for (var position : answersOf(file)) {
            findings.accept(new LuaFinding(
                    file.name(),
                    file.tokens().get(position).line(),
                    "an include defines functions, it does not answer"));
        }
    }

    /** The positions of {@code return} outside of functions. */
    private static List<Integer> answersOf(LuaFile file) {
        var functions = LuaFunctions.in(file.tokens());
        var positions = new ArrayList<Integer>();
        for (int i = 0; i < file.tokens().size(); i++) {
            if (file.tokens().get(i).isName("return") && functions.around(i).isEmpty()) {
                positions.add(i);
            }
        }
        return positions;
    }

    /** Knows which words stand first in what a function or a variable gives. */
    private static final class Answers {

        private final Map<String, Set<String>> wordsByFunction = new HashMap<>();

        void learnFunctions(LuaFile file) {
            for (var function : LuaFunctions.in(file.tokens()).all()) {
                for (int i = function.from(); i < function.to(); i++) {
                    if (file.tokens().get(i).isName("return")) {
                        wordsByFunction
                                .computeIfAbsent(function.name(), name -> new HashSet<>())
                                .addAll(wordsOfTable(file.tokens(), i + 1));
                    }
                }
            }
        }

        Set<String> wordsAt(List<LuaToken> tokens, int returnPosition) {
            int at = returnPosition + 1;
            if (at >= tokens.size()) {
                return Set.of();
            }
            if (!tokens.get(at).isName()) {
                return wordsOfTable(tokens, at);
            }
            var name = tokens.get(at).text();
            if (at + 1 < tokens.size() && tokens.get(at + 1).isSign("(")) {
                return wordsByFunction.getOrDefault(name, Set.of());
            }
            var words = new HashSet<String>();
            for (int i = 0; i + 2 < tokens.size(); i++) {
                if (tokens.get(i).isName(name) && tokens.get(i + 1).isSign("=")) {
                    words.addAll(wordsOfTable(tokens, i + 2));
                }
            }
            return words;
        }

        private static Set<String> wordsOfTable(List<LuaToken> tokens, int at) {
            if (at + 1 >= tokens.size() || !tokens.get(at).isSign("{")) {
                return Set.of();
            }
            var elements = LuaCalls.arguments(tokens, at);
            return elements.isEmpty() ? Set.of() : wordsOfElement(tokens, elements.getFirst());
        }

        /** The word itself, a choice such as {@code found and 'OK' or 'NONE'}, or a name that was given one of those. */
        private static Set<String> wordsOfElement(List<LuaToken> tokens, List<LuaToken> element) {
            if (element.size() > 1 || !element.getFirst().isName()) {
                return choices(element);
            }
            var words = new HashSet<String>();
            for (int i = 0; i + 2 < tokens.size(); i++) {
                if (tokens.get(i).isName(element.getFirst().text())
                        && tokens.get(i + 1).isSign("=")) {
                    words.addAll(choices(assigned(tokens, i + 2)));
                }
            }
            return words;
        }

        /** The expression that begins at that position, as far as its line and statement go. */
        private static List<LuaToken> assigned(List<LuaToken> tokens, int from) {
            int line = tokens.get(from).line();
            return tokens.stream()
                    .skip(from)
                    .takeWhile(token -> token.line() == line && !token.isSign(";") && !token.isName("end"))
                    .toList();
        }

        private static Set<String> choices(List<LuaToken> expression) {
            var words = new HashSet<String>();
            for (int i = 0; i < expression.size(); i++) {
                boolean chosen = i == 0
                        || expression.get(i - 1).isName("and")
                        || expression.get(i - 1).isName("or");
                if (chosen && expression.get(i).isString()) {
                    words.add(expression.get(i).text());
                }
            }
            return expression.getLast().isString() ? words : Set.of();
        }
    }
}
