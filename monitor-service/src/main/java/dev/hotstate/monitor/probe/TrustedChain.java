package dev.hotstate.monitor.probe;

import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.security.auth.x500.X500Principal;

/**
 * How the certificate of a host was found to be trusted: from it to an authority.
 *
 * @param end when the first on this way ends; what was presented besides does not matter
 */
public record TrustedChain(X509Certificate leaf, Instant end) {

    /** Those that are trusted, by name. */
    static final class Authorities {

        private final Map<X500Principal, List<X509Certificate>> byName;

        Authorities(X509Certificate... trusted) {
            byName = Arrays.stream(trusted).collect(Collectors.groupingBy(X509Certificate::getSubjectX500Principal));
        }

        /** Of a chain that was verified, so names are enough here. */
        TrustedChain follow(List<X509Certificate> presented) {
            var leaf = presented.getFirst();
            var end = leaf.getNotAfter().toInstant();
            Optional<X509Certificate> next = Optional.of(leaf);
            for (int steps = 0; next.isPresent() && steps < presented.size(); steps++) {
                var issuer = next.get().getIssuerX500Principal();
                var authority = longest(byName.getOrDefault(issuer, List.of()));
                if (authority.isPresent()) {
                    return new TrustedChain(leaf, earlier(end, authority.get()));
                }
                next = longest(presented.stream()
                        .filter(one -> one.getSubjectX500Principal().equals(issuer))
                        .toList());
                end = next.isPresent() ? earlier(end, next.get()) : end;
            }
            return new TrustedChain(leaf, end);
        }

        private static Optional<X509Certificate> longest(Collection<X509Certificate> same) {
            return same.stream().max(Comparator.comparing(X509Certificate::getNotAfter));
        }

        private static Instant earlier(Instant end, X509Certificate other) {
            var its = other.getNotAfter().toInstant();
            return its.isBefore(end) ? its : end;
        }
    }
}
