package dev.hotstate.monitor.probe;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hotstate.kit.http.problem.FieldError;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.media.SchemaProperty;
import org.jspecify.annotations.Nullable;

/** A host that must answer an ICMP echo request. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(properties = @SchemaProperty(name = "kind", enumeration = "ping"))
public record PingTarget(String host, @Nullable Duration latencyMax) implements ProbeTarget {

    public PingTarget {
        host = host == null ? "" : HostNames.ascii(host);
    }

    @Override
    public String kind() {
        return "ping";
    }

    @Override
    public String label() {
        return host;
    }

    @Override
    public Map<String, String> destinations() {
        return Map.of("/host", host);
    }

    @Override
    public List<FieldError> problems() {
        return new TargetRules()
                .host("/host", host)
                .positive("/latencyMax", latencyMax)
                .problems();
    }
}
