package dev.hotstate.monitor.probe;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hotstate.kit.http.problem.FieldError;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.media.SchemaProperty;
import org.jspecify.annotations.Nullable;

/**
 * A port that must accept a connection.
 *
 * @param send   text that is sent once connected
 * @param expect text that must then occur in the first 4 KiB of what comes back
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(properties = @SchemaProperty(name = "kind", enumeration = "tcp"))
public record TcpTarget(
        String host,
        int port,
        @Nullable String send,
        @Nullable String expect,
        @Nullable Duration latencyMax) implements ProbeTarget {

    public TcpTarget {
        host = host == null ? "" : HostNames.ascii(host);
    }

    @Override
    public String kind() {
        return "tcp";
    }

    @Override
    public String label() {
        return host + ":" + port;
    }

    @Override
    public Map<String, String> destinations() {
        return Map.of("/host", host);
    }

    @Override
    public List<FieldError> problems() {
        return new TargetRules()
                .host("/host", host)
                .port("/port", port)
                .text("/send", send)
                .text("/expect", expect)
                .positive("/latencyMax", latencyMax)
                .problems();
    }
}
