package dev.hotstate.kit.devservices;

import java.util.Set;
import java.util.TreeSet;
import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.IndexView;

/** Which of our types may be made of JSON or become it: records, enums, and whatever carries annotations of Jackson. */
public final class JsonTypes {

    private static final String OURS = "dev.hotstate.";
    private static final String OF_JACKSON = "com.fasterxml.jackson.annotation.";

    private JsonTypes() {}

    /** Their class names. */
    public static Set<String> of(IndexView index) {
        var names = new TreeSet<String>();
        for (var type : index.getKnownClasses()) {
            var name = type.name().toString();
            if (name.startsWith(OURS) && (type.isRecord() || type.isEnum() || isAnnotatedForJackson(type))) {
                names.add(name);
            }
        }
        return names;
    }

    private static boolean isAnnotatedForJackson(ClassInfo type) {
        return type.annotations().stream()
                .filter(annotation -> annotation.target().kind() != AnnotationTarget.Kind.METHOD_PARAMETER)
                .anyMatch(annotation -> annotation.name().toString().startsWith(OF_JACKSON));
    }
}
