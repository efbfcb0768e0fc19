package dev.hotstate.dag.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.hotstate.kit.redis.stream.StreamEntry;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JobEventTest {

    private static final String DONE = "task|j|a|17|5000001|COMPLETED|ACCEPTED|ann|{\"a\":\"x|y\"}";
    private static final String NEXT = "task|j|b|18|5000002|RUNNING||ann|3";
    private static final String OTHER = "job|k||0|5000003|COMPLETED|||";

    @Test
    void the_events_of_an_entry_have_places_of_their_own() {
        var events = JobEvent.of(entry("5-2", DONE, NEXT, OTHER), unreadable -> {});

        assertThat(events)
                .extracting(event -> event.id().toString(), JobEvent::job, JobEvent::task, JobEvent::detail)
                .containsExactly(
                        tuple("5-2000", "j", "a", "{\"a\":\"x|y\"}"),
                        tuple("5-2001", "j", "b", "3"),
                        tuple("5-2002", "k", "", ""));
        assertThat(events.getLast().id().entry()).isEqualTo("5-2");
        assertThat(events.getFirst().at().toEpochMilli()).isEqualTo(5_000);
    }

    @Test
    void places_grow_along_the_stream() {
        var late = EntryId.parse("5-2").event(49);

        assertThat(late).isLessThan(EntryId.parse("5-3"));
        assertThat(late.position()).isLessThan(EntryId.parse("5-3").position());
        assertThat(EntryId.parse("5-999").event(999).position())
                .isLessThan(EntryId.parse("6-0").position());
        // As a node writes them whose clock is behind that of the node before.
        assertThat(EntryId.parse("5-1000").position())
                .isLessThan(EntryId.parse("5-1001").position());
        assertThat(EntryId.parse("5-40000").event(1).position())
                .isLessThan(EntryId.parse("5-40000").event(2).position());
    }

    @Test
    void what_is_no_event_is_left_out() {
        var complaints = new ArrayList<String>();

        var events = JobEvent.of(
                entry("5-0", "answer|j|t|9999999999999999999|5||STALE||", "nonsense", NEXT), complaints::add);

        assertThat(events)
                .singleElement()
                .satisfies(event -> assertThat(event.task()).isEqualTo("b"));
        assertThat(complaints).hasSize(2);
        assertThat(JobEvent.of(new StreamEntry("5-0", Map.of("other", "x")), "j"))
                .isEmpty();
    }

    private static StreamEntry entry(String id, String... events) {
        return new StreamEntry(id, Map.of("e", String.join("\u001e", events)));
    }
}
