package dev.hotstate.monitor.probe;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hotstate.kit.http.problem.FieldError;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.media.SchemaProperty;
import org.jspecify.annotations.Nullable;

/**
 * A name that must resolve.
 *
 * @param type         A if absent
 * @param expected     values that must all be in the answer; none: any answer will do. A mail exchanger is written
 *                     {@code 10 mx.example.org}, a service {@code 5 0 443 host.example.org}, an authority
 *                     {@code ns.example.org admin.example.org 2026111801 7200 3600 1209600 3600}
 * @param resolver     address of the server to ask; that of this machine if absent
 * @param resolverPort 53 if absent
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(properties = @SchemaProperty(name = "kind", enumeration = "dns"))
public record DnsTarget(
        String name,
        Type type,
        Set<String> expected,
        @Nullable String resolver,
        Integer resolverPort,
        @Nullable Duration latencyMax)
        implements ProbeTarget {

    @Schema(name = "DnsRecordType")
    public enum Type {
        A,
        AAAA,
        CNAME,
        MX,
        NS,
        PTR,
        SOA,
        SRV,
        TXT
    }

    public DnsTarget {
        name = name == null ? "" : HostNames.ascii(name);
        type = type == null ? Type.A : type;
        expected = expected == null ? Set.of() : Set.copyOf(expected);
        resolverPort = resolverPort == null ? 53 : resolverPort;
    }

    @Override
    public String kind() {
        return "dns";
    }

    @Override
    public String host() {
        return resolver == null ? name : resolver;
    }

    @Override
    public String label() {
        return type + " " + name;
    }

    @Override
    public Map<String, String> destinations() {
        return resolver == null ? Map.of() : Map.of("/resolver", resolver);
    }

    @Override
    public List<FieldError> problems() {
        return new TargetRules()
                .domain("/name", name)
                .texts("/expected", expected)
                .optionalAddress("/resolver", resolver)
                .port("/resolverPort", resolverPort)
                .positive("/latencyMax", latencyMax)
                .problems();
    }
}
