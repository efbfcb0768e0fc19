package dev.hotstate.monitor.probe;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hotstate.kit.http.problem.FieldError;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.media.SchemaProperty;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP or HTTPS request and what its answer must be.
 *
 * @param url               absolute, without user info
 * @param method            GET if absent
 * @param headers           without secrets
 * @param body              none if empty
 * @param redirectsMax      how many redirects are followed; 5 if absent
 * @param bodyMaxBytes      a longer body fails the check; 1 MiB if absent
 * @param address           where to connect instead of the host of the URL, which is still asked for: one of several servers
 *                          behind a name; redirects go where they lead
 * @param verifyCertificate false accepts any certificate, an expired one too; true if absent
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@Schema(properties = @SchemaProperty(name = "kind", enumeration = "http"))
public record HttpTarget(
        String url,
        String method,
        Map<String, String> headers,
        @Nullable String body,
        Integer redirectsMax,
        Integer bodyMaxBytes,
        Boolean verifyCertificate,
        HttpExpectation expect,
        @Nullable String address)
        implements ProbeTarget {

    public static final int REDIRECTS_USUAL = 5;
    public static final int BODY_BYTES_USUAL = 1 << 20;

    public HttpTarget {
        url = url == null ? "" : HostNames.asciiUrl(url);
        method = method == null ? "GET" : method;
        headers = headers == null ? Map.of() : Map.copyOf(headers);
        body = body == null || body.isEmpty() ? null : body;
        redirectsMax = redirectsMax == null ? REDIRECTS_USUAL : redirectsMax;
        bodyMaxBytes = bodyMaxBytes == null ? BODY_BYTES_USUAL : bodyMaxBytes;
        verifyCertificate = verifyCertificate == null || verifyCertificate;
        expect = expect == null ? HttpExpectation.SUCCESS : expect;
    }

    /** Connects to the host of the URL. */
    public HttpTarget(
            String url,
            String method,
            Map<String, String> headers,
            @Nullable String body,
            @Nullable Integer redirectsMax,
            @Nullable Integer bodyMaxBytes,
            @Nullable Boolean verifyCertificate,
            @Nullable HttpExpectation expect) {
        this(url, method, headers, body, redirectsMax, bodyMaxBytes, verifyCertificate, expect, null);
    }

    /** A GET that expects any 2xx. */
    public static HttpTarget get(String url) {
        return new HttpTarget(url, "GET", Map.of(), null, null, null, null, HttpExpectation.SUCCESS);
    }

    /** The same place, asked for under another name: that goes into the URL, and the host of the URL is dialled. */
    public HttpTarget askedAs(String name) {
        var place = host();
        int from = url.indexOf("://") + 3;
        int to = from + (place.indexOf(':') < 0 ? place : "[" + place + "]").length();
        var asked = place.isEmpty() ? url : url.substring(0, from) + name + url.substring(to);
        return new HttpTarget(
                asked, method, headers, body, redirectsMax, bodyMaxBytes, verifyCertificate, expect, place);
    }

    @Override
    public String kind() {
        return "http";
    }

    @Override
    public String host() {
        return TargetRules.hostOf(url);
    }

    @Override
    public String label() {
        return url;
    }

    @Override
    public Map<String, String> destinations() {
        return address == null ? Map.of("/url", host()) : Map.of("/url", host(), "/address", address);
    }

    @Override
    public List<FieldError> problems() {
        return new TargetRules()
                .httpUrl("/url", url)
                .optionalHost("/address", address)
                .method("/method", method)
                .headers("/headers", headers)
                .size("/body", body, TargetRules.REQUEST_BODY_MAX)
                .between("/redirectsMax", redirectsMax, 0, 10)
                .between("/bodyMaxBytes", bodyMaxBytes, 1, 8 << 20)
                .and(expect.problems())
                .problems();
    }
}
