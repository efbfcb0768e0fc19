package dev.hotstate.kit.http.egress;

/** What kind of place an address is. */
public enum AddressClass {
    PUBLIC("a public address"),
    LOOPBACK("this machine"),
    PRIVATE("a private address"),
    LINK_LOCAL("a link-local address"),
    /** Where a cloud tells its machines who they are, credentials included. Never reached, whatever is configured. */
    METADATA("a metadata service"),
    CARRIER_NAT("an address behind a carrier's NAT"),
    MULTICAST("a multicast address"),
    UNSPECIFIED("no address at all"),
    /** NAT64, 6to4, Teredo and the like: carries an IPv4 address, which must be fit to be reached too. */
    TUNNEL("the entry of a tunnel"),
    RESERVED("a reserved address"),
    /** An address of this process, or one that is denied by configuration. */
    OWN("an address of this installation"),
    /** Not an address in its usual form, nor a name. */
    MALFORMED("an unusual form of an address");

    private final String description;

    AddressClass(String description) {
        this.description = description;
    }

    public String description() {
        return description;
    }
}
