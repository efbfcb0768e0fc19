package dev.hotstate.monitor.compat.blackbox;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import javax.security.auth.x500.X500Principal;

/** What the exporter says of a certificate, in its words. */
final class CertificateText {

    private static final int DNS_NAME = 2;

    /** Those that Go has names for and RFC 2253 has not. */
    private static final Map<String, String> NAMES = Map.of("2.5.4.5", "SERIALNUMBER", "2.5.4.17", "POSTALCODE");

    private CertificateText() {}

    static String fingerprint(X509Certificate certificate) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("SHA-256 of a certificate that was read", e);
        }
    }

    static String name(X500Principal principal) {
        return principal.getName(X500Principal.RFC2253, NAMES);
    }

    static String dnsNames(X509Certificate certificate) {
        return alternatives(certificate).stream()
                .filter(name -> Objects.equals(name.getFirst(), DNS_NAME))
                .map(name -> (String) name.get(1))
                .collect(Collectors.joining(","));
    }

    private static Collection<List<?>> alternatives(X509Certificate certificate) {
        try {
            var names = certificate.getSubjectAlternativeNames();
            return names == null ? List.of() : names;
        } catch (CertificateParsingException e) {
            return List.of();
        }
    }
}
