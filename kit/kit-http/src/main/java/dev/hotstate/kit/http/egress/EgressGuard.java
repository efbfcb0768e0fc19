package dev.hotstate.kit.http.egress;

import io.netty.util.NetUtil;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Decides where connections on behalf of others may go. */
public final class EgressGuard implements AutoCloseable {

    private final AddressPolicy policy;
    private final DnsResolver resolver;

    EgressGuard(AddressPolicy policy, DnsResolver resolver) {
        this.policy = policy;
        this.resolver = resolver;
    }

    public static EgressGuard create(Vertx vertx, EgressConfig config) {
        var servers = config.nameServers().orElse(List.of()).stream()
                .map(EgressGuard::nameServer)
                .toList();
        var policy = new AddressPolicy(
                config.allow().orElse(List.of()),
                config.deny().orElse(List.of()),
                ownAddresses(),
                config.allowNearby());
        return new EgressGuard(policy, new DnsResolver(vertx, servers, config.resolveDeadline()));
    }

    @Override
    public void close() {
        resolver.close();
    }

    /**
     * Resolves and checks. Fails with {@link EgressRefused} if any address of the host is closed, because a name that has
     * both kinds belongs to somebody who tries; with {@link HostNotFound} if there is none.
     */
    public Uni<Destination> admit(String host, int port) {
        HostText text;
        try {
            text = HostText.of(host);
        } catch (EgressRefused refused) {
            return Uni.createFrom().failure(refused);
        }
        var literal = text.literal();
        return literal.isPresent()
                ? decided(host, text, List.of(literal.get()), port)
                : resolver.resolve(text.name()).chain(addresses -> decided(host, text, addresses, port));
    }

    /** What can be said without asking anybody, when a target is saved: closed literals and unusual forms. */
    public Optional<String> objection(String host) {
        try {
            HostText.of(host).literal().ifPresent(address -> check(host, address));
            return Optional.empty();
        } catch (EgressRefused refused) {
            return Optional.of(refused.getMessage());
        }
    }

    private Uni<Destination> decided(String host, HostText text, List<InetAddress> addresses, int port) {
        try {
            addresses.forEach(address -> check(host, address));
            return Uni.createFrom().item(new Destination(text.name(), addresses.getFirst(), port));
        } catch (EgressRefused refused) {
            return Uni.createFrom().failure(refused);
        }
    }

    private void check(String host, InetAddress address) {
        var refusal = policy.refusal(address);
        if (refusal.isPresent()) {
            throw new EgressRefused(host, refusal.get());
        }
    }

    private static Set<InetAddress> ownAddresses() {
        try {
            return NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .collect(Collectors.toUnmodifiableSet());
        } catch (SocketException e) {
            throw new IllegalStateException("The addresses of this machine can't be listed", e);
        }
    }

    private static InetSocketAddress nameServer(String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 0 || NetUtil.createByteArrayFromIpAddressString(text.substring(0, colon)) == null) {
            throw new IllegalArgumentException(
                    "hotstate.egress.name-servers must be like 192.0.2.53:53 or [2001:db8::53]:53, but has " + text);
        }
        return new InetSocketAddress(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    }
}
