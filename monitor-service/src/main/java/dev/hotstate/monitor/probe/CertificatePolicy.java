package dev.hotstate.monitor.probe;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether a certificate lasts long enough. */
final class CertificatePolicy {

    private CertificatePolicy() {}

    /**
     * @param daysLeft null without a certificate, which can't last
     * @param daysMin  null if it does not matter
     */
    static Optional<String> objection(@Nullable Integer daysLeft, @Nullable Integer daysMin) {
        if (daysMin == null) {
            return Optional.empty();
        }
        if (daysLeft == null) {
            return Optional.of("There is no certificate, but it should be valid for " + daysMin + " days");
        }
        return daysLeft >= daysMin
                ? Optional.empty()
                : Optional.of("The certificate is valid for " + daysLeft + " more days, fewer than " + daysMin);
    }
}
