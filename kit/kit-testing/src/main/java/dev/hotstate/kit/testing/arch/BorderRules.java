package dev.hotstate.kit.testing.arch;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;

/** Who may know whom. */
final class BorderRules {

    static final List<String> SERVICES = List.of("monitor", "driver", "dag", "metrics");

    private static final String ROOT = "dev.hotstate.";

    static final ArchRule NO_KIT_MODULE_KNOWS_A_SERVICE = noClasses()
            .that()
            .resideInAPackage(ROOT + "kit..")
            .should()
            .dependOnClassesThat(resideInAnyPackage(servicePackages()))
            .because("the kit holds mechanics that are the same for all; move what a service decides into that service,"
                    + " or pass it in as a value or a function");

    static final ArchRule SERVICES_DO_NOT_KNOW_EACH_OTHER = classes()
            .that()
            .resideInAnyPackage(servicePackages())
            .should(notDependOnAnotherService())
            .because("services are deployed on their own; talk over HTTP or a documented stream, with records of your"
                    + " own for what you read");

    static final ArchRule THE_TEST_HARNESS_STAYS_OUT_OF_MAIN_CODE = noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + "kit.testing..")
            .should()
            .dependOnClassesThat(resideInAPackage(ROOT + "kit.testing.."))
            .because("kit-testing carries a browser driver and test libraries; give the dependency scope test");

    static final ArchRule SERVICES_DO_NOT_START_BACKENDS = noClasses()
            .that()
            .resideInAnyPackage(servicePackages())
            .should()
            .dependOnClassesThat(resideInAnyPackage(ROOT + "kit.backends..", ROOT + "kit.devservices.."))
            .because("a packaged service connects to what its configuration names; starting Redis and Postgres is for"
                    + " tests, dev services and the launcher");

    static final ArchRule PACKAGES_OF_A_MODULE_HAVE_NO_CYCLES = slices().assignedFrom(eachPackage())
            .should()
            .beFreeOfCycles()
            .because("a capability that can't be read without another is not one; move the shared part below both, or"
                    + " turn one direction into an interface that its user owns");

    static final ArchRule VERTX_REDIS_STAYS_BEHIND_THE_ROUTER = noClasses()
            .that()
            .resideInAPackage("dev.hotstate..")
            .and()
            .resideOutsideOfPackages(ROOT + "kit.redis.connection..", ROOT + "bench.app..")
            .should()
            .dependOnClassesThat(resideInAnyPackage("io.vertx.redis..", "io.vertx.mutiny.redis.."))
            .because(
                    "only the router knows deadlines, redirections and which node may be asked; use RedisRouter,"
                            + " Command and Reply, which also survive the next Vert.x; the benchmark compares with the bare client");

    private BorderRules() {}

    static String[] servicePackages() {
        return SERVICES.stream().map(service -> ROOT + service + "..").toArray(String[]::new);
    }

    private static ArchCondition<JavaClass> notDependOnAnotherService() {
        return new ArchCondition<>("not depend on another service") {
            @Override
            public void check(JavaClass javaClass, ConditionEvents events) {
                var own = serviceOf(javaClass);
                javaClass.getDirectDependenciesFromSelf().stream()
                        .filter(dependency -> {
                            var other = serviceOf(dependency.getTargetClass());
                            return !other.isEmpty() && !other.equals(own);
                        })
                        .forEach(dependency ->
                                events.add(SimpleConditionEvent.violated(dependency, dependency.getDescription())));
            }
        };
    }

    /** The service that a class belongs to; empty for all others. */
    private static String serviceOf(JavaClass javaClass) {
        var name = javaClass.getPackageName() + ".";
        return SERVICES.stream()
                .filter(service -> name.startsWith(ROOT + service + "."))
                .findFirst()
                .orElse("");
    }

    private static SliceAssignment eachPackage() {
        return new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
                return javaClass.getPackageName().startsWith(ROOT)
                        ? SliceIdentifier.of(javaClass.getPackageName())
                        : SliceIdentifier.ignore();
            }

            @Override
            public String getDescription() {
                return "packages";
            }
        };
    }
}
