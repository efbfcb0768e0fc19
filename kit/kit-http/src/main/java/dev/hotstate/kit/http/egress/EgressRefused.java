package dev.hotstate.kit.http.egress;

/** The target is a place that must not be reached. Its message may be shown: it does not tell which address a name has. */
public final class EgressRefused extends RuntimeException {

    private final AddressClass reason;

    EgressRefused(String host, AddressClass reason) {
        this(reason, shown(host) + " is, or leads to, " + reason.description() + ", which must not be reached");
    }

    private EgressRefused(AddressClass reason, String message) {
        super(message, null, false, false);
        this.reason = reason;
    }

    static EgressRefused malformed(String host) {
        return new EgressRefused(
                AddressClass.MALFORMED, shown(host) + " is neither a host name nor a plain IP address");
    }

    static EgressRefused unsafeRedirect(String detail) {
        return new EgressRefused(AddressClass.MALFORMED, detail);
    }

    public AddressClass reason() {
        return reason;
    }

    private static String shown(String host) {
        var printable = host.replaceAll("[^\\x21-\\x7e]", "?");
        return printable.length() <= 100 ? printable : printable.substring(0, 100) + "...";
    }
}
