package dev.hotstate.monitor.channel;

import dev.hotstate.monitor.alert.Alert;
import dev.hotstate.monitor.alert.Transition;
import dev.hotstate.monitor.channel.SendOutcome.Delivered;
import dev.hotstate.monitor.channel.SendOutcome.Failed;
import dev.hotstate.monitor.platform.PublicId;
import dev.hotstate.monitor.probe.Reason;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Tells a channel of an outage that never was: its beginning, which is what somebody must see, and then its end, so that
 * nothing stays open at the receiver.
 */
@Singleton
class ChannelTrial {

    private static final Duration TIMEOUT = Duration.ofSeconds(8);

    private final Channels channels;
    private final Clock clock;

    ChannelTrial(Channels channels, Clock clock) {
        this.channels = channels;
        this.clock = clock;
    }

    Uni<SendOutcome> run(ChannelSettings settings, Map<String, String> secrets) {
        var id = PublicId.next("test");
        return send(settings, secrets, alert(id, Transition.OPENED)).chain(opened -> switch (opened) {
            case Failed failed -> Uni.createFrom().item(failed);
            case Delivered delivered ->
                send(settings, secrets, alert(id, Transition.RESOLVED)).map(ChannelTrial::ofEnd);
        });
    }

    private Uni<SendOutcome> send(ChannelSettings settings, Map<String, String> secrets, Alert alert) {
        var key = alert.incidentId() + ":" + alert.transition().wire();
        return channels.send(settings, secrets, alert, key, TIMEOUT);
    }

    private static SendOutcome ofEnd(SendOutcome resolved) {
        return resolved instanceof Failed failed
                ? new Failed("The beginning arrived, the end did not: " + failed.detail(), failed.refused(), null)
                : resolved;
    }

    private Alert alert(String id, Transition transition) {
        boolean isOver = transition == Transition.RESOLVED;
        var now = clock.instant();
        return new Alert(
                transition,
                0,
                id,
                id,
                "A test of this channel",
                "https://example.org",
                List.of(),
                now.minusSeconds(60),
                now,
                isOver ? Reason.OK : Reason.STATUS,
                isOver ? 200 : 503,
                isOver ? "" : "Nothing is down: somebody tries this channel");
    }
}
