package dev.hotstate.kit.http.apikey;

import io.quarkus.security.identity.request.BaseAuthenticationRequest;

/** A key that somebody presented. */
final class ApiKeyRequest extends BaseAuthenticationRequest {

    private final String key;
    private final String address;

    ApiKeyRequest(String key, String address) {
        this.key = key;
        this.address = address;
    }

    String key() {
        return key;
    }

    String address() {
        return address;
    }
}
