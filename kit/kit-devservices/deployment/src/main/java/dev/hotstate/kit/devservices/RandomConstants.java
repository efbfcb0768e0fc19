package dev.hotstate.kit.devservices;

import java.lang.reflect.Modifier;
import java.util.Set;
import java.util.TreeSet;
import org.jboss.jandex.IndexView;

/** Which of our classes keep a source of random numbers in a constant. */
public final class RandomConstants {

    private static final String OURS = "dev.hotstate.";
    private static final Set<String> SOURCES = Set.of(
            "java.security.SecureRandom",
            "java.util.Random",
            "java.util.SplittableRandom",
            "java.util.random.RandomGenerator");

    private RandomConstants() {}

    /** Their class names. */
    public static Set<String> of(IndexView index) {
        var names = new TreeSet<String>();
        for (var type : index.getKnownClasses()) {
            var name = type.name().toString();
            if (name.startsWith(OURS)
                    && type.fields().stream()
                            .anyMatch(field -> Modifier.isStatic(field.flags())
                                    && SOURCES.contains(field.type().name().toString()))) {
                names.add(name);
            }
        }
        return names;
    }
}
