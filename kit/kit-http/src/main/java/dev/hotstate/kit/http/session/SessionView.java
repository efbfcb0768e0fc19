package dev.hotstate.kit.http.session;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hotstate.kit.http.caller.CallerIdentity;
import dev.hotstate.kit.http.session.Sessions.OpenedSession;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who is logged in.
 *
 * @param csrfToken to send in X-CSRF-Token with every change; absent where none is needed
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record SessionView(
        boolean authenticated,
        @Nullable String name,
        List<String> scopes,
        @Nullable String csrfToken,
        @Nullable Instant expiresAt) {

    static final SessionView NONE = new SessionView(false, null, List.of(), null, null);

    static SessionView of(CallerIdentity caller) {
        return new SessionView(true, caller.name(), caller.scopes().sorted(), null, null);
    }

    static SessionView of(CallerIdentity caller, OpenedSession opened) {
        return new SessionView(
                true,
                caller.name(),
                caller.scopes().sorted(),
                opened.csrfToken(),
                opened.session().expiresAt());
    }
}
