package dev.hotstate.monitor.probe;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hotstate.kit.http.problem.FieldError;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.media.SchemaProperty;
import org.jspecify.annotations.Nullable;

/**
 * A port that must present a certificate that is trusted, belongs to the name and does not end soon.
 *
 * @param port               443 if absent
 * @param serverName         that is asked for and must be in the certificate; the host if absent
 * @param certificateDaysMin days that the certificate must still be valid; 14 if absent
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(properties = @SchemaProperty(name = "kind", enumeration = "tls"))
public record TlsTarget(String host, Integer port, @Nullable String serverName, Integer certificateDaysMin)
        implements ProbeTarget {

    public TlsTarget {
        host = host == null ? "" : HostNames.ascii(host);
        serverName = serverName == null ? null : HostNames.ascii(serverName);
        port = port == null ? 443 : port;
        certificateDaysMin = certificateDaysMin == null ? 14 : certificateDaysMin;
    }

    @Override
    public String kind() {
        return "tls";
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
                .optionalHost("/serverName", serverName)
                .between("/certificateDaysMin", certificateDaysMin, 0, 3650)
                .problems();
    }
}
