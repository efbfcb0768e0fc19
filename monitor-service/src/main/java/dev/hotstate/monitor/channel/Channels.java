package dev.hotstate.monitor.channel;

import dev.hotstate.kit.http.egress.EgressAnswer;
import dev.hotstate.kit.http.egress.EgressFailures;
import dev.hotstate.kit.http.secret.SecretLost;
import dev.hotstate.kit.http.webhook.RetryAfter;
import dev.hotstate.kit.http.webhook.Webhooks;
import dev.hotstate.monitor.alert.Alert;
import dev.hotstate.monitor.channel.SendOutcome.Delivered;
import dev.hotstate.monitor.channel.SendOutcome.Failed;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Tells a channel about an alert, once. */
@Singleton
public class Channels {

    /** Of those that do not know either what became of it. */
    private static final Set<Integer> BY_GATEWAYS = Set.of(502, 504);

    private final ChannelStore store;
    private final ChannelVault vault;
    private final ChannelMessages messages;
    private final Webhooks webhooks;
    private final SmtpClient smtp;
    private final AlertLinks links;
    private final Clock clock;

    Channels(
            ChannelStore store,
            ChannelVault vault,
            ChannelMessages messages,
            Webhooks webhooks,
            SmtpClient smtp,
            AlertLinks links,
            Clock clock) {
        this.store = store;
        this.vault = vault;
        this.messages = messages;
        this.webhooks = webhooks;
        this.smtp = smtp;
        this.links = links;
        this.clock = clock;
    }

    public Uni<Optional<Channel>> find(String id) {
        return store.find(id);
    }

    /**
     * Never fails: what goes wrong is the outcome.
     *
     * @param key by which the receiver tells a repetition
     */
    public Uni<SendOutcome> send(Channel channel, Alert alert, String key, Duration timeout) {
        return vault.open(channel)
                .chain(secrets -> post(channel.settings(), secrets, alert, key, timeout))
                .onFailure()
                .recoverWithItem(Channels::failed);
    }

    /** The same to a place that need not be stored. */
    Uni<SendOutcome> send(
            ChannelSettings settings, Map<String, String> secrets, Alert alert, String key, Duration timeout) {
        return Uni.createFrom()
                .deferred(() -> post(settings, secrets, alert, key, timeout))
                .onFailure()
                .recoverWithItem(Channels::failed);
    }

    private Uni<SendOutcome> post(
            ChannelSettings settings, Map<String, String> secrets, Alert alert, String key, Duration timeout) {
        return switch (settings) {
            case EmailSettings email ->
                smtp.send(
                                email,
                                secrets.get(EmailSettings.PASSWORD),
                                EmailMessage.of(email, alert, links.of(alert), key, clock.instant()),
                                timeout)
                        .replaceWith(new Delivered());
            case WebhookSettings webhook ->
                webhooks.send(messages.webhook(webhook, secrets, alert, key), timeout)
                        .map(this::outcome);
            case SlackSettings slack ->
                webhooks.send(messages.slack(secrets, alert, key), timeout).map(this::outcome);
            case PagerDutySettings pagerDuty ->
                webhooks.send(messages.pagerDuty(pagerDuty, secrets, alert, key), timeout)
                        .map(this::outcome);
            case AlertmanagerSettings alertmanager ->
                webhooks.send(messages.alertmanager(alertmanager, secrets, alert, key), timeout)
                        .map(this::outcome);
        };
    }

    private SendOutcome outcome(EgressAnswer answer) {
        if (answer.isSuccess()) {
            return new Delivered();
        }
        var retryAfter = RetryAfter.of(answer.headers().get("Retry-After"), clock.instant());
        return new Failed(
                "The receiver answered " + answer.status(),
                !BY_GATEWAYS.contains(answer.status()),
                retryAfter.orElse(null));
    }

    private static SendOutcome failed(Throwable failure) {
        return new Failed(describe(failure), isBeforeTaking(failure), null);
    }

    private static boolean isBeforeTaking(Throwable failure) {
        return failure instanceof SecretLost
                || failure instanceof SmtpRefused
                || EgressFailures.isBeforeSending(failure);
    }

    private static String describe(Throwable failure) {
        return failure instanceof SecretLost || failure instanceof SmtpFailure
                ? failure.getMessage()
                : EgressFailures.describe(failure);
    }
}
