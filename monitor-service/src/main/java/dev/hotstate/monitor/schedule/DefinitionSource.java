package dev.hotstate.monitor.schedule;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;

import dev.hotstate.monitor.definition.Definitions;
import dev.hotstate.monitor.definition.Monitor;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** The definitions of this service. */
@Singleton
final class DefinitionSource implements MonitorSource {

    private final Definitions definitions;

    DefinitionSource(Definitions definitions) {
        this.definitions = definitions;
    }

    @Override
    public boolean isReady() {
        return definitions.isLoaded();
    }

    @Override
    public Optional<Monitor> known(String id, int version) {
        return definitions.knownAtLeast(id, version).filter(Monitor::enabled);
    }

    @Override
    public Uni<Map<String, Monitor>> fetch(Collection<String> ids) {
        return definitions.fetch(ids).map(found -> found.stream().collect(toMap(Monitor::id, identity())));
    }
}
