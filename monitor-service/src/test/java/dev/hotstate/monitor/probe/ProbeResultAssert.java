package dev.hotstate.monitor.probe;

import org.assertj.core.api.AbstractAssert;
import org.assertj.core.api.Assertions;

/** What a test says about the result of a check. */
final class ProbeResultAssert extends AbstractAssert<ProbeResultAssert, ProbeResult> {

    private ProbeResultAssert(ProbeResult actual) {
        super(actual, ProbeResultAssert.class);
    }

    static ProbeResultAssert assertThat(ProbeResult actual) {
        return new ProbeResultAssert(actual);
    }

    ProbeResultAssert isUp() {
        return is(Verdict.UP, Reason.OK);
    }

    ProbeResultAssert isDown(Reason reason) {
        return is(Verdict.DOWN, reason);
    }

    ProbeResultAssert isUnknown() {
        return is(Verdict.UNKNOWN, Reason.SELF_FAULT);
    }

    ProbeResultAssert says(String text) {
        Assertions.assertThat(actual.message()).contains(text);
        return this;
    }

    private ProbeResultAssert is(Verdict verdict, Reason reason) {
        Assertions.assertThat(actual)
                .as(actual.toString())
                .extracting(ProbeResult::verdict, ProbeResult::reason)
                .containsExactly(verdict, reason);
        return this;
    }
}
