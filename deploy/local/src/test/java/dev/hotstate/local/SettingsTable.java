package dev.hotstate.local;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one module as rows of a table, read from where they are explained: its {@code @ConfigMapping} interfaces, and
 * the constants of classes that read a setting by its name.
 */
final class SettingsTable {

    /** Reads a setting by a name, not the value of a map's entry. */
    static final Pattern READ_BY_NAME = Pattern.compile("\\bget(?:Optional)?Value\\(\\s*[\\w.\"]+,|@ConfigProperty\\b");

    private static final Pattern PROPERTY = Pattern.compile("[a-z]+(?:\\.[a-z-]+)+");
    private static final Pattern MAP = Pattern.compile("Map<String, ?([\\w.]+)>");
    private static final Pattern CODE = Pattern.compile("\\{@code ((?:[^{}]|\\{[^{}]*})*)}");
    private static final Pattern LINK = Pattern.compile("\\{@link #?([^}]*)}");

    private final DocTrees comments;
    private final Map<String, String> rows = new TreeMap<>();

    private SettingsTable(DocTrees comments) {
        this.comments = comments;
    }

    /** Sorted by property; empty if the module has no settings. */
    static List<String> rowsOf(Path module) {
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            var sources = files.getJavaFileObjectsFromPaths(sources(module));
            if (!sources.iterator().hasNext()) {
                return List.of();
            }
            var task = (JavacTask) compiler.getTask(null, files, null, null, null, sources);
            var table = new SettingsTable(DocTrees.instance(task));
            task.parse().forEach(table::add);
            return List.copyOf(table.rows.values());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> sources(Path module) throws IOException {
        try (var sources = Files.walk(module.resolve("src/main/java"))) {
            return sources.filter(file -> file.toString().endsWith(".java"))
                    .filter(file ->
                            isMapping(file) || READ_BY_NAME.matcher(read(file)).find())
                    .toList();
        }
    }

    private static boolean isMapping(Path file) {
        return file.toString().endsWith("Config.java") && read(file).contains("@ConfigMapping(");
    }

    private void add(CompilationUnitTree unit) {
        for (var type : unit.getTypeDecls()) {
            if (type instanceof ClassTree mapping) {
                text(mapping.getModifiers(), "ConfigMapping")
                        .ifPresentOrElse(
                                prefix -> addMembers(unit, prefix, mapping, mapping),
                                () -> addConstants(unit, mapping));
            }
        }
    }

    /** Those with a comment: that is where the setting is explained, once. */
    private void addConstants(CompilationUnitTree unit, ClassTree reader) {
        for (var member : reader.getMembers()) {
            if (member instanceof VariableTree constant
                    && constant.getInitializer() instanceof LiteralTree literal
                    && literal.getValue() instanceof String property
                    && PROPERTY.matcher(property).matches()
                    && comments.getDocComment(TreePath.getPath(unit, constant)) != null) {
                boolean required = reader.toString().contains(".getValue(" + constant.getName() + ",");
                rows.put(
                        property,
                        "| `%s` | %s | %s |"
                                .formatted(property, required ? "must be set" : "", comment(unit, constant)));
            }
        }
    }

    private void addMembers(CompilationUnitTree unit, String prefix, ClassTree group, ClassTree mapping) {
        methods(group).forEach(method -> {
            var type = method.getReturnType().toString();
            var map = MAP.matcher(type);
            boolean named = map.find();
            var property = propertyOf(prefix, method) + (named ? ".<name>" : "");
            groupNamed(named ? map.group(1) : type, mapping)
                    .ifPresentOrElse(
                            inner -> addMembers(unit, property, inner, mapping),
                            () -> rows.put(property, row(property, method, type, comment(unit, method))));
        });
    }

    private static Stream<MethodTree> methods(ClassTree group) {
        return group.getMembers().stream()
                .filter(MethodTree.class::isInstance)
                .map(MethodTree.class::cast)
                .filter(method -> method.getBody() == null);
    }

    private static Optional<ClassTree> groupNamed(String name, ClassTree mapping) {
        return mapping.getMembers().stream()
                .filter(ClassTree.class::isInstance)
                .map(ClassTree.class::cast)
                .filter(group -> group.getKind() == Tree.Kind.INTERFACE
                        && group.getSimpleName().contentEquals(name))
                .findFirst();
    }

    private static String propertyOf(String prefix, MethodTree method) {
        if (annotation(method.getModifiers(), "WithParentName").isPresent()) {
            return prefix;
        }
        return prefix + "." + text(method.getModifiers(), "WithName").orElseGet(() -> kebab(method.getName()));
    }

    private static String row(String property, MethodTree method, String type, String meaning) {
        boolean optional = type.startsWith("Optional") || type.startsWith("Map<");
        var byDefault = text(method.getModifiers(), "WithDefault")
                .map(value -> "`" + value + "`")
                .orElse(optional ? "" : "must be set");
        return "| `%s` | %s | %s |".formatted(property, byDefault + range(method.getModifiers()), meaning);
    }

    private static String range(ModifiersTree modifiers) {
        var min = number(modifiers, "Min");
        var max = number(modifiers, "Max");
        return min.isEmpty() && max.isEmpty() ? "" : " (" + min + ".." + max + ")";
    }

    private static String number(ModifiersTree modifiers, String annotation) {
        return annotation(modifiers, annotation)
                .map(found -> found.getArguments().getFirst().toString().replaceFirst("value = ", ""))
                .orElse("");
    }

    private String comment(CompilationUnitTree unit, Tree member) {
        var comment = comments.getDocComment(TreePath.getPath(unit, member));
        if (comment == null) {
            return "";
        }
        var code = CODE.matcher(comment).replaceAll("`$1`");
        return LINK.matcher(code)
                .replaceAll(link -> "`" + kebab(link.group(1)) + "`")
                .replaceAll("\\s+", " ")
                .replace("|", "\\|")
                .strip();
    }

    private static Optional<String> text(ModifiersTree modifiers, String annotation) {
        return annotation(modifiers, annotation)
                .map(found -> new TreeScanner<String, Void>() {
                    @Override
                    public String visitLiteral(LiteralTree literal, Void nothing) {
                        return String.valueOf(literal.getValue());
                    }

                    @Override
                    public @Nullable String reduce(@Nullable String one, @Nullable String other) {
                        return one == null ? other : one;
                    }
                }.scan(found.getArguments(), null));
    }

    private static Optional<AnnotationTree> annotation(ModifiersTree modifiers, String name) {
        return modifiers.getAnnotations().stream()
                .filter(annotation -> annotation.getAnnotationType().toString().equals(name))
                .map(AnnotationTree.class::cast)
                .findFirst();
    }

    private static String kebab(CharSequence camel) {
        return Pattern.compile("(?<=[a-z0-9])(?=[A-Z])")
                .splitAsStream(camel)
                .map(word -> word.toLowerCase(Locale.ROOT))
                .collect(Collectors.joining("-"));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
