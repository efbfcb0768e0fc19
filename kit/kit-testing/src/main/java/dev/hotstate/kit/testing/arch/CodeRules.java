package dev.hotstate.kit.testing.arch;

import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaParameter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;
import java.util.function.Predicate;

/** How code that runs in a service is written. Libraries are named by string: a module need not have them all. */
final class CodeRules {

    private static final String INJECT = "jakarta.inject.Inject";
    private static final String CONFIG_PROPERTY = "org.eclipse.microprofile.config.inject.ConfigProperty";
    private static final String PATH = "jakarta.ws.rs.Path";
    private static final Set<String> METHODS_WITH_BODY =
            Set.of("jakarta.ws.rs.POST", "jakarta.ws.rs.PUT", "jakarta.ws.rs.PATCH");
    private static final Set<String> WAITING_ALLOWED =
            Set.of("io.smallrye.common.annotation.RunOnVirtualThread", "io.smallrye.common.annotation.Blocking");

    private static final Set<String> LIFE_EVENTS =
            Set.of("io.quarkus.runtime.StartupEvent", "io.quarkus.runtime.ShutdownEvent");

    /** What runs inside a service; test harness, backends and launcher run beside it. */
    private static final DescribedPredicate<JavaClass> IN_A_SERVICE =
            new DescribedPredicate<>("code that runs in a service") {
                private final String[] beside = {
                    "dev.hotstate.kit.testing", "dev.hotstate.kit.backends", "dev.hotstate.kit.devservices"
                };

                @Override
                public boolean test(JavaClass javaClass) {
                    var name = javaClass.getPackageName() + ".";
                    for (var other : beside) {
                        if (name.startsWith(other + ".")) {
                            return false;
                        }
                    }
                    return name.startsWith("dev.hotstate.kit.")
                            || BorderRules.SERVICES.stream()
                                    .anyMatch(service -> name.startsWith("dev.hotstate." + service + "."));
                }
            };

    static final ArchRule NO_FIELD_INJECTION = fields().should(notBeAnnotatedWith(INJECT))
            .because("a class shows what it needs in its constructor, and a test builds it by hand; inject there");

    static final ArchRule NO_CONFIG_PROPERTY = noClasses()
            .should()
            .dependOnClassesThat(name(CONFIG_PROPERTY).forSubtype())
            .because(
                    "a single property has no bounds and no owner; add a method to the @ConfigMapping of its capability");

    static final ArchRule PACKAGES_ARE_CAPABILITIES = noClasses()
            .should()
            .resideInAnyPackage("..util..", "..utils..", "..common..", "..dto..", "..service..", "..impl..")
            .because("such a package says nothing about what is in it; name it after what it can do");

    static final ArchRule NAMES_SAY_WHAT_A_CLASS_IS = noClasses()
            .should()
            .haveSimpleNameEndingWith("Util")
            .orShould()
            .haveSimpleNameEndingWith("Utils")
            .orShould()
            .haveSimpleNameEndingWith("Manager")
            .orShould()
            .haveSimpleNameEndingWith("Helper")
            .orShould()
            .haveSimpleNameEndingWith("Impl")
            .because(
                    "the suffix fits every class; say what this one does, or what is special about this implementation");

    static final ArchRule PACKAGES_ARE_NULL_MARKED = classes()
            .that()
            .haveSimpleNameNotEndingWith("package-info")
            .should(resideInANullMarkedPackage())
            .because("what may be null is said where it is; annotate package-info.java with @NullMarked");

    static final ArchRule NOBODY_SLEEPS = noClasses()
            .that(IN_A_SERVICE)
            .should()
            .callMethodWhere(called(Thread.class.getName(), "sleep"))
            .because("a sleeping thread can't be cancelled or tested; wait for a condition, or schedule the next step");

    static final ArchRule TIME_COMES_FROM_A_CLOCK = noClasses()
            .that(IN_A_SERVICE)
            .and()
            .haveSimpleNameNotContaining("Clock")
            .should()
            .callMethodWhere(called(System.class.getName(), "currentTimeMillis")
                    .or(called(
                                    "java.time.(Instant|LocalDate|LocalTime|LocalDateTime|ZonedDateTime|OffsetDateTime)",
                                    "now")
                            .and(withoutArguments())))
            .because("a test must be able to set the time; take a java.time.Clock, and Redis TIME for whatever several"
                    + " instances agree on");

    static final ArchRule NOBODY_AWAITS = noClasses()
            .that(IN_A_SERVICE)
            .should()
            .callMethodWhere(called("io.smallrye.mutiny.Uni", "await").and(notOnAThreadThatMayWait()))
            .because("await blocks an event loop; return the Uni, or annotate the entry @RunOnVirtualThread");

    static final ArchRule RESOURCES_NAME_THEIR_MEDIA_TYPES = classes()
            .that(IN_A_SERVICE)
            .and()
            .areAnnotatedWith(PATH)
            .should(nameMediaTypes())
            .because(
                    "what is not said is guessed from the headers of the client: a form of another site could send what a"
                            + " resource takes for JSON; annotate the class with @Produces, and with @Consumes if it reads bodies");

    private CodeRules() {}

    private static DescribedPredicate<JavaCall<?>> called(String ownerPattern, String method) {
        return new DescribedPredicate<>("a call of " + ownerPattern + "." + method) {
            @Override
            public boolean test(JavaCall<?> call) {
                return call.getName().equals(method)
                        && call.getTargetOwner().getFullName().matches(ownerPattern);
            }
        };
    }

    private static DescribedPredicate<JavaCall<?>> withoutArguments() {
        return new DescribedPredicate<>("without arguments") {
            @Override
            public boolean test(JavaCall<?> call) {
                return call.getTarget().getRawParameterTypes().isEmpty();
            }
        };
    }

    private static DescribedPredicate<JavaCall<?>> notOnAThreadThatMayWait() {
        return new DescribedPredicate<>("not on a thread that may wait") {
            @Override
            public boolean test(JavaCall<?> call) {
                return !isAnnotated(call) && !observesStartOrEnd(call);
            }
        };
    }

    private static boolean isAnnotated(JavaCall<?> call) {
        return WAITING_ALLOWED.stream()
                .anyMatch(annotation -> call.getOrigin().isAnnotatedWith(annotation)
                        || call.getOriginOwner().isAnnotatedWith(annotation));
    }

    /** Start and end of the application run on its main thread, and have to be over when they return. */
    private static boolean observesStartOrEnd(JavaCall<?> call) {
        return call.getOrigin().getRawParameterTypes().stream()
                .anyMatch(type -> LIFE_EVENTS.contains(type.getFullName()));
    }

    private static ArchCondition<JavaField> notBeAnnotatedWith(String annotation) {
        return new ArchCondition<>("not be annotated with @Inject") {
            @Override
            public void check(JavaField field, ConditionEvents events) {
                if (field.isAnnotatedWith(annotation)) {
                    events.add(SimpleConditionEvent.violated(field, field.getDescription() + " is injected"));
                }
            }
        };
    }

    private static ArchCondition<JavaClass> resideInANullMarkedPackage() {
        return new ArchCondition<>("reside in a null-marked package") {
            @Override
            public void check(JavaClass javaClass, ConditionEvents events) {
                if (!javaClass.getPackage().isAnnotatedWith("org.jspecify.annotations.NullMarked")) {
                    events.add(SimpleConditionEvent.violated(
                            javaClass,
                            javaClass.getPackageName() + " is not @NullMarked (" + javaClass.getName() + ")"));
                }
            }
        };
    }

    private static ArchCondition<JavaClass> nameMediaTypes() {
        return new ArchCondition<>("name their media types") {
            @Override
            public void check(JavaClass resource, ConditionEvents events) {
                require("jakarta.ws.rs.Produces", resource, CodeRules::answers, events);
                require("jakarta.ws.rs.Consumes", resource, CodeRules::readsBody, events);
            }
        };
    }

    private static void require(
            String annotation, JavaClass resource, Predicate<JavaMethod> concerned, ConditionEvents events) {
        resource.getMethods().stream()
                .filter(concerned)
                .filter(method -> !method.isAnnotatedWith(annotation) && !resource.isAnnotatedWith(annotation))
                .map(method -> method.getDescription() + " has no @" + annotation)
                .forEach(message -> events.add(SimpleConditionEvent.violated(resource, message)));
    }

    private static boolean answers(JavaMethod method) {
        return method.getAnnotations().stream()
                        .anyMatch(annotation ->
                                annotation.getRawType().getPackageName().equals("jakarta.ws.rs"))
                && !method.getRawReturnType().getName().equals("void");
    }

    private static boolean readsBody(JavaMethod method) {
        return METHODS_WITH_BODY.stream().anyMatch(method::isAnnotatedWith)
                && method.getParameters().stream().anyMatch(CodeRules::isBody);
    }

    /** The one that no annotation binds to something else; a plain string without any belongs to the path. */
    private static boolean isBody(JavaParameter parameter) {
        return !parameter.getRawType().isEquivalentTo(String.class)
                && parameter.getAnnotations().stream()
                        .map(annotation -> annotation.getRawType().getPackageName())
                        .noneMatch(name -> name.equals("jakarta.ws.rs")
                                || name.equals("jakarta.ws.rs.core")
                                || name.equals("org.jboss.resteasy.reactive"));
    }
}
