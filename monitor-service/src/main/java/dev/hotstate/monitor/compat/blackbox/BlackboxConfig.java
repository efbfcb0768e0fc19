package dev.hotstate.monitor.compat.blackbox;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

@ConfigMapping(prefix = "monitor.blackbox")
public interface BlackboxConfig {

    /** Probes of {@code /probe} at once on one instance; one more is refused with 503. */
    @WithDefault("100")
    @Min(1)
    @Max(10_000)
    int probesMax();

    /** Modules by name. {@code http_2xx}, {@code http_post_2xx}, {@code tcp_connect} and {@code icmp} exist without. */
    Map<String, Module> modules();

    /** One way to check; what does not belong to its prober is ignored. */
    interface Module {

        /** {@code http}, {@code tcp}, {@code icmp} or {@code dns}. */
        Prober prober();

        /** Of a probe; Prometheus may allow less. */
        @WithDefault("5s")
        Duration timeout();

        /** Of the request, in upper case. */
        @WithDefault("GET")
        String method();

        /** Such as {@code 200-299,401}. */
        @WithDefault("200-299")
        String validStatusCodes();

        /** Up to ten of them. */
        @WithDefault("true")
        boolean followRedirects();

        /** RE2 expression that must be found in the body. */
        Optional<String> failIfBodyNotMatches();

        /** Of the prober dns: what is asked. */
        Optional<String> queryName();

        /** Of the prober dns: which record. */
        @WithDefault("A")
        String queryType();
    }

    enum Prober {
        HTTP,
        TCP,
        ICMP,
        DNS
    }
}
