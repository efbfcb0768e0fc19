package dev.hotstate.monitor.probe;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.hotstate.kit.http.problem.FieldError;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.eclipse.microprofile.openapi.annotations.media.DiscriminatorMapping;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** What is checked and what is expected of it. Its JSON, without any secret, is the specification of a definition. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = HttpTarget.class, name = "http"),
    @JsonSubTypes.Type(value = TcpTarget.class, name = "tcp"),
    @JsonSubTypes.Type(value = DnsTarget.class, name = "dns"),
    @JsonSubTypes.Type(value = PingTarget.class, name = "ping"),
    @JsonSubTypes.Type(value = TlsTarget.class, name = "tls")
})
@Schema(
        oneOf = {HttpTarget.class, TcpTarget.class, DnsTarget.class, PingTarget.class, TlsTarget.class},
        discriminatorProperty = "kind",
        discriminatorMapping = {
            @DiscriminatorMapping(value = "http", schema = HttpTarget.class),
            @DiscriminatorMapping(value = "tcp", schema = TcpTarget.class),
            @DiscriminatorMapping(value = "dns", schema = DnsTarget.class),
            @DiscriminatorMapping(value = "ping", schema = PingTarget.class),
            @DiscriminatorMapping(value = "tls", schema = TlsTarget.class)
        })
public sealed interface ProbeTarget permits HttpTarget, TcpTarget, DnsTarget, PingTarget, TlsTarget {

    /** As {@code kind} in JSON and as a tag of metrics. */
    String kind();

    /** The machine that has the work: checks of one host share a limit. Lower case, without port. */
    String host();

    /** What a person calls it, in lists and alerts. */
    String label();

    /** Everything that can be refused without a look at the network; pointers are relative to the target. */
    List<FieldError> problems();

    /** Where the check connects to, as far as the target says so: the place in the target and the host. */
    Map<String, String> destinations();

    /**
     * Places where no check may go, known before any check tries.
     *
     * @param objection what the egress guard says about a host
     */
    default List<FieldError> closedDestinations(Function<String, Optional<String>> objection) {
        return destinations().entrySet().stream()
                .filter(place -> !place.getValue().isEmpty())
                .flatMap(place ->
                        objection.apply(place.getValue()).map(detail -> FieldError.at(place.getKey(), detail)).stream())
                .toList();
    }
}
