package dev.hotstate.kit.http.egress;

import java.net.InetAddress;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Which addresses may be reached. */
final class AddressPolicy {

    /** What a developer's machine, a test or a LAN without the outside world consists of. */
    private static final Set<AddressClass> NEARBY =
            EnumSet.of(AddressClass.LOOPBACK, AddressClass.PRIVATE, AddressClass.OWN);

    private final List<Cidr> allowed;
    private final List<Cidr> denied;
    private final Set<InetAddress> own;
    private final boolean allowNearby;

    /**
     * @param allowed     ranges that an operator opens, metadata services excepted
     * @param denied      ranges that stay closed, also where they are public or opened
     * @param own         addresses of this machine
     * @param allowNearby whether loopback, private and own addresses are open
     */
    AddressPolicy(List<Cidr> allowed, List<Cidr> denied, Set<InetAddress> own, boolean allowNearby) {
        this.allowed = List.copyOf(allowed);
        this.denied = List.copyOf(denied);
        this.own = Set.copyOf(own);
        this.allowNearby = allowNearby;
    }

    /** Why the address must not be reached; empty if it may. */
    Optional<AddressClass> refusal(InetAddress address) {
        var is = AddressClasses.of(address);
        if (is == AddressClass.METADATA) {
            return Optional.of(is);
        }
        if (anyContains(denied, address)) {
            return Optional.of(AddressClass.OWN);
        }
        if (is == AddressClass.TUNNEL) {
            return refusalOfTunnel(address);
        }
        if (is == AddressClass.PUBLIC && own.contains(address)) {
            is = AddressClass.OWN;
        }
        boolean open = is == AddressClass.PUBLIC || allowNearby && NEARBY.contains(is) || anyContains(allowed, address);
        return open ? Optional.empty() : Optional.of(is);
    }

    /** An open tunnel leads no further than the addresses behind it are open themselves. */
    private Optional<AddressClass> refusalOfTunnel(InetAddress address) {
        var behind = AddressClasses.behind(address).stream()
                .map(this::refusal)
                .flatMap(Optional::stream)
                .findFirst();
        if (behind.isPresent()) {
            return behind;
        }
        return anyContains(allowed, address) ? Optional.empty() : Optional.of(AddressClass.TUNNEL);
    }

    private static boolean anyContains(List<Cidr> ranges, InetAddress address) {
        for (var range : ranges) {
            if (range.contains(address)) {
                return true;
            }
        }
        return false;
    }
}
