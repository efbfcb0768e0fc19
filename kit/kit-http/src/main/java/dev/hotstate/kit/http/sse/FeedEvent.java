package dev.hotstate.kit.http.sse;

import jakarta.ws.rs.sse.OutboundSseEvent;
import java.time.Duration;
import org.jboss.resteasy.reactive.server.jaxrs.SseImpl;
import org.jspecify.annotations.Nullable;

/** An event, its data encoded once for all clients. */
record FeedEvent(@Nullable String id, String name, String json) {

    static OutboundSseEvent heartbeat() {
        return SseImpl.INSTANCE.newEventBuilder().comment("").build();
    }

    /** Sent at once, so that a client sees the stream open before there is any news. */
    static OutboundSseEvent opening(Duration reconnectDelay) {
        return SseImpl.INSTANCE
                .newEventBuilder()
                .comment("open")
                .reconnectDelay(reconnectDelay.toMillis())
                .build();
    }

    static FeedEvent dropped(long count) {
        return new FeedEvent(null, "dropped", "{\"count\":" + count + "}");
    }

    OutboundSseEvent outbound() {
        var event = SseImpl.INSTANCE.newEventBuilder().name(name).data(String.class, json);
        return id == null ? event.build() : event.id(id).build();
    }
}
