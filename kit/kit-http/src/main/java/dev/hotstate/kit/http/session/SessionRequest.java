package dev.hotstate.kit.http.session;

import io.quarkus.security.identity.request.BaseAuthenticationRequest;

/** A session cookie that somebody sent. */
final class SessionRequest extends BaseAuthenticationRequest {

    private final String cookie;
    private final CsrfProof csrfProof;

    SessionRequest(String cookie, CsrfProof csrfProof) {
        this.cookie = cookie;
        this.csrfProof = csrfProof;
    }

    String cookie() {
        return cookie;
    }

    CsrfProof csrfProof() {
        return csrfProof;
    }
}
