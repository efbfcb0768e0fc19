package dev.hotstate.driver.position;

import io.quarkus.arc.All;
import jakarta.inject.Singleton;
import java.util.List;
import org.jboss.logging.Logger;

/** Tells everybody who wants to know. What one of them makes of it does not concern the others. */
@Singleton
public class DriverChanges {

    private static final Logger LOG = Logger.getLogger(DriverChanges.class);

    private final List<DriverListener> listeners;

    public DriverChanges(@All List<DriverListener> listeners) {
        this.listeners = listeners;
    }

    public void tell(List<DriverChange> changes) {
        if (changes.isEmpty()) {
            return;
        }
        for (var listener : listeners) {
            try {
                listener.changed(changes);
            } catch (RuntimeException e) {
                LOG.errorf(e, "%s failed", listener.getClass().getSimpleName());
            }
        }
    }
}
