package dev.hotstate.kit.testing.arch;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs every rule over the main classes of a module. Each module has one test in its root package, and nothing in it:
 *
 * <pre>{@code
 * class MonitorArchTest implements HotstateArchRules {}
 * }</pre>
 */
public interface HotstateArchRules {

    @TestFactory
    default Stream<DynamicTest> the_module_keeps() {
        // The rules know libraries by name only; to read their classes would take most of the time.
        ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
        var classes = new ClassFileImporter().importPath(mainClasses(getClass()));
        if (classes.isEmpty()) {
            throw new AssertionError("no main class beside " + getClass().getName());
        }
        return Stream.of(BorderRules.class, CodeRules.class)
                .flatMap(rules -> Arrays.stream(rules.getDeclaredFields()))
                .filter(field -> Modifier.isStatic(field.getModifiers()) && field.getType() == ArchRule.class)
                .map(field -> test(field, classes));
    }

    /** Of the test's own module: another one below the same package, such as a client, is judged by its own test. */
    private static Path mainClasses(Class<?> test) {
        try {
            return Path.of(test.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .resolveSibling("classes");
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static DynamicTest test(Field field, JavaClasses classes) {
        return DynamicTest.dynamicTest(field.getName().toLowerCase(Locale.ROOT), () -> {
            var rule = (ArchRule) field.get(null);
            rule.allowEmptyShould(true).check(classes);
        });
    }
}
