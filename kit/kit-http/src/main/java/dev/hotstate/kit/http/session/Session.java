package dev.hotstate.kit.http.session;

import java.time.Instant;

/**
 * What a cookie says.
 *
 * @param keyId the API key that opened the session
 * @param fingerprint of that very key
 */
record Session(String id, String keyId, String fingerprint, Instant expiresAt) {}
