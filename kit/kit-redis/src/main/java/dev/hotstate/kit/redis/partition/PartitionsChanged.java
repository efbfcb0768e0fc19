package dev.hotstate.kit.redis.partition;

import io.quarkus.runtime.configuration.ConfigurationException;

/** This build would look for the keys of the service in other partitions than the ones they were written to. */
public final class PartitionsChanged extends ConfigurationException {

    PartitionsChanged(String app, String registered, String present) {
        super("""
                %s was first started with the partitions %s, this build has %s.
                Its keys in Redis would not be found again. Start the build that wrote them; or, to lay them out anew, \
                stop all instances, delete the keys of %s and its row in partition_register, and start this build: \
                it rebuilds them from Postgres.""".formatted(app, registered, present, app));
    }
}
