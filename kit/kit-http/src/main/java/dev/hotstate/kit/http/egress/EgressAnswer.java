package dev.hotstate.kit.http.egress;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.net.URI;

/**
 * @param uri       that answered, which is another than asked for after redirects
 * @param truncated whether the body went on
 */
public record EgressAnswer(int status, MultiMap headers, Buffer body, boolean truncated, URI uri) {

    public boolean isSuccess() {
        return status >= 200 && status < 300;
    }
}
