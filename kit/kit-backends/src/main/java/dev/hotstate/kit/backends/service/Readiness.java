package dev.hotstate.kit.backends.service;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Duration;

/** Whether a service on this machine says of itself that it can work, and answers where its callers ask. */
public final class Readiness {

    /** What a service gets to become ready, on a busy machine too. */
    public static final Duration START_PATIENCE = Duration.ofMinutes(2);

    private static final int PROBE_TIMEOUT_MS = (int) Duration.ofSeconds(2).toMillis();

    private Readiness() {}

    /** Both, since either port may open before the other one. */
    public static boolean of(int httpPort, int managementPort) {
        return isOk(managementPort, "/q/health/ready") && isOk(httpPort, "/about");
    }

    private static boolean isOk(int port, String path) {
        try {
            var probe = (HttpURLConnection)
                    URI.create("http://127.0.0.1:" + port + path).toURL().openConnection();
            probe.setConnectTimeout(PROBE_TIMEOUT_MS);
            probe.setReadTimeout(PROBE_TIMEOUT_MS);
            return probe.getResponseCode() == HttpURLConnection.HTTP_OK;
        } catch (IOException notYet) {
            return false;
        }
    }
}
