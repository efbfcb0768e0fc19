package dev.hotstate.monitor.channel;

import dev.hotstate.monitor.alert.Alert;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Where people look at what an alert is about. */
@Singleton
class AlertLinks {

    /** Pages of this service. */
    record Links(String incident, String monitor) {}

    private final Optional<String> base;

    @Inject
    AlertLinks(LinkConfig config) {
        this(config.publicUrl());
    }

    AlertLinks(Optional<URI> publicUrl) {
        base = publicUrl.map(url -> url.toString().replaceAll("/+$", ""));
    }

    /** Empty unless this service knows where people reach it. */
    Optional<Links> of(Alert alert) {
        return base.map(address -> new Links(
                address + "/incidents.html?incident=" + encoded(alert.incidentId()),
                address + "/monitor.html?id=" + encoded(alert.monitorId())));
    }

    static boolean canBegin(URI url) {
        return Urls.isUsable(url.toString()) && url.getRawQuery() == null && url.getRawFragment() == null;
    }

    private static String encoded(String id) {
        return URLEncoder.encode(id, StandardCharsets.UTF_8);
    }
}
