package dev.hotstate.kit.http.apikey;

import io.quarkus.security.identity.AuthenticationRequestContext;
import io.quarkus.security.identity.IdentityProvider;
import io.quarkus.security.identity.SecurityIdentity;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;

@Singleton
class ApiKeyIdentityProvider implements IdentityProvider<ApiKeyRequest> {

    private final ApiKeys keys;

    ApiKeyIdentityProvider(ApiKeys keys) {
        this.keys = keys;
    }

    @Override
    public Class<ApiKeyRequest> getRequestType() {
        return ApiKeyRequest.class;
    }

    @Override
    public Uni<SecurityIdentity> authenticate(ApiKeyRequest request, AuthenticationRequestContext context) {
        return keys.authenticate(request.key(), request.address()).map(caller -> caller);
    }
}
