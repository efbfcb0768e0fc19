package dev.hotstate.kit.testing.arch;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;

/** Every rule finds its specimen, and only that. */
class ArchRulesTest {

    private static final JavaClasses SPECIMENS = new ClassFileImporter()
            .importPackages(
                    "dev.hotstate.monitor.specimen", "dev.hotstate.driver.specimen", "dev.hotstate.kit.specimen");

    @Test
    void the_kit_knows_no_service() {
        assertFinds(BorderRules.NO_KIT_MODULE_KNOWS_A_SERVICE, "KnowsService", "DriverThing");
    }

    @Test
    void services_do_not_know_each_other() {
        assertFinds(BorderRules.SERVICES_DO_NOT_KNOW_EACH_OTHER, "BadHabits.injected", "DriverThing");
    }

    @Test
    void the_harness_stays_out_of_main_code() {
        assertFinds(BorderRules.THE_TEST_HARNESS_STAYS_OUT_OF_MAIN_CODE, "KnowsService.slot()", "HashSlot");
    }

    @Test
    void packages_have_no_cycles() {
        assertFinds(BorderRules.PACKAGES_OF_A_MODULE_HAVE_NO_CYCLES, "specimen.left", "specimen.right");
    }

    @Test
    void vertx_redis_stays_behind_the_router() {
        assertFinds(BorderRules.VERTX_REDIS_STAYS_BEHIND_THE_ROUTER, "BadHabits.command()", "io.vertx.redis");
    }

    @Test
    void fields_are_not_injected() {
        assertFinds(CodeRules.NO_FIELD_INJECTION, "BadHabits.injected");
    }

    @Test
    void properties_are_not_injected_one_by_one() {
        assertFinds(CodeRules.NO_CONFIG_PROPERTY, "BadHabits.single");
    }

    @Test
    void packages_are_capabilities() {
        assertFinds(CodeRules.PACKAGES_ARE_CAPABILITIES, "specimen.util");
    }

    @Test
    void names_say_what_a_class_is() {
        assertFinds(CodeRules.NAMES_SAY_WHAT_A_CLASS_IS, "TimeUtil");
    }

    @Test
    void packages_are_null_marked() {
        assertFinds(CodeRules.PACKAGES_ARE_NULL_MARKED, "specimen.util", "specimen.left");
    }

    @Test
    void nobody_sleeps() {
        assertFinds(CodeRules.NOBODY_SLEEPS, "BadHabits.sleep()");
    }

    @Test
    void time_comes_from_a_clock() {
        assertFinds(CodeRules.TIME_COMES_FROM_A_CLOCK, "BadHabits.now()");
    }

    @Test
    void nobody_awaits_on_an_event_loop() {
        assertFinds(CodeRules.NOBODY_AWAITS, "BadHabits.await(");
    }

    @Test
    void resources_name_their_media_types() {
        assertFinds(
                CodeRules.RESOURCES_NAME_THEIR_MEDIA_TYPES,
                "BadHabitsResource.create(dev.hotstate.monitor.specimen.BadHabitsResource$Order)> has no @jakarta.ws.rs.Consumes",
                "BadHabitsResource.create(dev.hotstate.monitor.specimen.BadHabitsResource$Order)> has no @jakarta.ws.rs.Produces");
    }

    private static void assertFinds(ArchRule rule, String... parts) {
        var report =
                String.join("\n", rule.evaluate(SPECIMENS).getFailureReport().getDetails());
        assertThat(report).contains(parts).doesNotContain("GoodHabits");
        assertThat(rule.getDescription()).contains("because");
    }
}
