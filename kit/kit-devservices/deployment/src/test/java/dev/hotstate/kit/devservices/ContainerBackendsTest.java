package dev.hotstate.kit.devservices;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jboss.logmanager.ExtLogRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContainerBackendsTest {

    private static final Logger LOGGER = Logger.getLogger(ContainerBackends.class.getName());

    private final List<String> logged = new ArrayList<>();
    private final Handler capture = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            logged.add(((ExtLogRecord) entry).getFormattedMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        LOGGER.addHandler(capture);
    }

    @AfterEach
    void stop_listening() {
        LOGGER.removeHandler(capture);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "false", "no"})
    void without_the_wish_no_engine_is_asked(String variable) {
        var asked = new AtomicBoolean();

        assertThat(ContainerBackends.areWanted(variable, () -> asked.getAndSet(true)))
                .isFalse();
        assertThat(asked).isFalse();
        assertThat(logged).isEmpty();
    }

    @Test
    void an_engine_that_answers_is_used() {
        assertThat(ContainerBackends.areWanted("true", () -> true)).isTrue();
        assertThat(logged).isEmpty();
    }

    @Test
    void without_an_engine_processes_are_used_and_the_log_says_why() {
        assertThat(ContainerBackends.areWanted("true", () -> false)).isFalse();
        assertThat(logged)
                .singleElement()
                .asString()
                .startsWith("HOTSTATE_CONTAINERS=true, but no container engine answers")
                .contains("started as processes", "DOCKER_HOST");
    }
}
