package dev.hotstate.monitor.channel;

import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.webhook.WebhookSecret;
import dev.hotstate.monitor.platform.MonitorTag;
import dev.hotstate.monitor.platform.OneLine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** What a channel must be, and which secrets it has after a change. */
final class ChannelPolicy {

    private static final int NAME_LENGTH_MAX = 80;
    private static final int TAGS_MAX = 20;
    private static final Pattern SECRET = Pattern.compile("[\\x20-\\x7e]{1,2000}");

    private ChannelPolicy() {}

    /** The present secrets with what the request says about them; a webhook gets a signing secret if it has none. */
    static Map<String, String> settled(ChannelSpec spec, Map<String, String> present) {
        var secrets = new LinkedHashMap<>(present);
        spec.secrets().forEach((name, value) -> {
            if (value == null) {
                secrets.remove(name);
            } else {
                secrets.put(name, value);
            }
        });
        if (spec.settings() != null) {
            secrets.keySet().removeIf(name -> !isKnown(spec.settings(), name));
        }
        if (spec.settings() instanceof WebhookSettings) {
            secrets.computeIfAbsent(WebhookSettings.SIGNING_SECRET, absent -> WebhookSecret.generate());
        }
        return secrets;
    }

    /**
     * Secrets are for the place that they were given for: a channel that leads to another host must be given them again, or
     * told that there are none any more. A signing secret leaves us as a signature only.
     */
    static List<FieldError> problemsOfMoving(ChannelSettings before, ChannelSpec after, Map<String, String> present) {
        if (after.settings() == null || after.settings().host().equals(before.host())) {
            return List.of();
        }
        return present.keySet().stream()
                .filter(name -> isKnown(after.settings(), name) && !isForSigning(name))
                .filter(name -> !after.secrets().containsKey(name))
                .map(name -> FieldError.at("/secrets/" + name, "must be given again for another host, or be null"))
                .toList();
    }

    /**
     * @param secrets  as {@link #settled}
     * @param objection what the egress guard says about a host
     */
    static List<FieldError> problems(
            ChannelSpec spec, Map<String, String> secrets, Function<String, Optional<String>> objection) {
        var problems = new ArrayList<FieldError>();
        if (spec.name().isBlank() || spec.name().length() > NAME_LENGTH_MAX || !OneLine.isOneLine(spec.name())) {
            problems.add(FieldError.at("/name", "must be one line of at most " + NAME_LENGTH_MAX + " characters"));
        }
        addTagProblems(spec.tags(), problems);
        if (spec.settings() == null) {
            problems.add(FieldError.at("/settings", "must be there, with a kind"));
            return problems;
        }
        spec.settings()
                .problems()
                .forEach(problem -> problems.add(FieldError.at("/settings" + problem.pointer(), problem.detail())));
        spec.settings().host().flatMap(objection).ifPresent(detail -> problems.add(FieldError.at("/settings", detail)));
        addSecretProblems(spec, secrets, objection, problems);
        return problems;
    }

    private static void addTagProblems(List<String> tags, List<FieldError> problems) {
        if (tags.size() > TAGS_MAX) {
            problems.add(FieldError.at("/tags", "must be at most " + TAGS_MAX));
        }
        for (int i = 0; i < tags.size(); i++) {
            if (!MonitorTag.isTag(tags.get(i))) {
                problems.add(FieldError.at("/tags/" + i, MonitorTag.RULE));
            }
        }
    }

    private static void addSecretProblems(
            ChannelSpec spec,
            Map<String, String> secrets,
            Function<String, Optional<String>> objection,
            List<FieldError> problems) {
        spec.secrets().keySet().stream()
                .filter(name -> !isKnown(spec.settings(), name))
                .forEach(name -> problems.add(FieldError.at("/secrets", "has a name that this kind does not know")));
        spec.settings().requiredSecrets().stream()
                .filter(name -> !secrets.containsKey(name))
                .forEach(name -> problems.add(FieldError.at("/secrets/" + name, "must be given")));
        secrets.forEach((name, value) -> {
            if (!SECRET.matcher(value).matches()) {
                problems.add(FieldError.at("/secrets/" + name, "must be printable ASCII"));
            } else if (name.equals(SlackSettings.URL)) {
                problems.addAll(Urls.problems("/secrets/url", value));
                Urls.host(value)
                        .flatMap(objection)
                        .ifPresent(detail -> problems.add(FieldError.at("/secrets/url", detail)));
            } else if (isForSigning(name)) {
                addSigningProblem(name, value, problems);
            }
        });
    }

    private static void addSigningProblem(String name, String value, List<FieldError> problems) {
        try {
            WebhookSecret.of(value);
        } catch (IllegalArgumentException e) {
            problems.add(FieldError.at("/secrets/" + name, "must be whsec_ and 24 to 64 bytes in Base64"));
        }
    }

    private static boolean isForSigning(String name) {
        return name.toLowerCase(Locale.ROOT).endsWith("signingsecret");
    }

    private static boolean isKnown(ChannelSettings settings, String name) {
        return settings.requiredSecrets().contains(name)
                || settings.optionalSecrets().contains(name);
    }
}
