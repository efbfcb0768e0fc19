package dev.hotstate.monitor.channel;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.hotstate.kit.http.problem.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.media.SchemaProperty;
import org.jspecify.annotations.Nullable;

/**
 * A mail server that takes messages for people.
 *
 * @param port     587 if absent
 * @param security starttls if absent
 * @param username to log in with, together with the secret {@code password}
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(properties = @SchemaProperty(name = "kind", enumeration = "email"))
public record EmailSettings(
        String server,
        Integer port,
        Security security,
        @Nullable String username,
        String from,
        List<String> to) implements ChannelSettings {

    static final String PASSWORD = "password";

    private static final int RECIPIENTS_MAX = 20;

    /** Narrower than the standard, and without anything that could begin another header or command. */
    private static final Pattern ADDRESS =
            Pattern.compile("[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\\.[A-Za-z0-9-]{1,63})*");

    @Schema(name = "EmailSecurity")
    public enum Security {
        /** Plain first, then TLS; a server that does not offer it is refused. */
        STARTTLS,
        /** TLS from the first byte. */
        TLS,
        NONE;

        @JsonValue
        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }

        @JsonCreator
        public static Security ofWire(String wire) {
            return valueOf(wire.toUpperCase(Locale.ROOT));
        }
    }

    public EmailSettings {
        server = server == null ? "" : server;
        port = port == null ? 587 : port;
        security = security == null ? Security.STARTTLS : security;
        from = from == null ? "" : from;
        to = to == null ? List.of() : List.copyOf(to);
    }

    @Override
    public String kind() {
        return "email";
    }

    @Override
    public Optional<String> host() {
        return Optional.of(server);
    }

    @Override
    public Set<String> requiredSecrets() {
        return username == null ? Set.of() : Set.of(PASSWORD);
    }

    @Override
    public Set<String> optionalSecrets() {
        return Set.of();
    }

    @Override
    public List<FieldError> problems() {
        var problems = new ArrayList<FieldError>();
        if (server.isEmpty()) {
            problems.add(FieldError.at("/server", "must name a host"));
        }
        if (port < 1 || port > 65_535) {
            problems.add(FieldError.at("/port", "must be between 1 and 65535"));
        }
        if (username != null && security == Security.NONE) {
            problems.add(FieldError.at("/username", "needs TLS: a password must not travel in the open"));
        }
        if (!ADDRESS.matcher(from).matches()) {
            problems.add(FieldError.at("/from", "must be an email address"));
        }
        if (to.isEmpty() || to.size() > RECIPIENTS_MAX) {
            problems.add(FieldError.at("/to", "must be 1 to " + RECIPIENTS_MAX + " addresses"));
        }
        for (int i = 0; i < to.size(); i++) {
            if (!ADDRESS.matcher(to.get(i)).matches()) {
                problems.add(FieldError.at("/to/" + i, "must be an email address"));
            }
        }
        return List.copyOf(problems);
    }
}
