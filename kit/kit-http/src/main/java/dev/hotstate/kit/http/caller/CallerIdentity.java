package dev.hotstate.kit.http.caller;

import io.quarkus.security.credential.Credential;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.security.runtime.QuarkusPrincipal;
import io.smallrye.mutiny.Uni;
import java.security.Permission;
import java.security.Principal;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An authenticated caller for Quarkus Security. Roles are scopes; unlike a plain set of roles it knows that some scopes
 * include others.
 *
 * @param keyId id of the API key, the name of the principal
 * @param fingerprint of the key; a session is bound to it
 */
public record CallerIdentity(String keyId, String name, Scopes scopes, String fingerprint) implements SecurityIdentity {

    /** Everybody, where authentication is off. */
    public static final CallerIdentity ANYBODY = new CallerIdentity("local", "local", Scopes.ALL, "");

    @Override
    public Principal getPrincipal() {
        return new QuarkusPrincipal(keyId);
    }

    @Override
    public boolean isAnonymous() {
        return false;
    }

    @Override
    public Set<String> getRoles() {
        return scopes.names();
    }

    @Override
    public boolean hasRole(String role) {
        return scopes.allow(role);
    }

    @Override
    public <T extends Credential> @Nullable T getCredential(Class<T> credentialType) {
        return null;
    }

    @Override
    public Set<Credential> getCredentials() {
        return Set.of();
    }

    @Override
    public <T> @Nullable T getAttribute(String name) {
        return null;
    }

    @Override
    public Map<String, Object> getAttributes() {
        return Map.of();
    }

    @Override
    public Set<Permission> getPermissions() {
        return Set.of();
    }

    @Override
    public Uni<Boolean> checkPermission(Permission permission) {
        return Uni.createFrom().item(false);
    }
}
