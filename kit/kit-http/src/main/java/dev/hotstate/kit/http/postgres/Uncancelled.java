package dev.hotstate.kit.http.postgres;

import io.smallrye.mutiny.Uni;

/**
 * Work that goes on when its caller leaves. A cancelled acquisition of a pooled connection has leaked connections in
 * several releases of the clients we use; so the caller lets go of the result, never of the work.
 */
public final class Uncancelled {

    private Uncancelled() {}

    public static <T> Uni<T> run(Uni<T> work) {
        return Uni.createFrom().emitter(caller -> work.subscribe().with(caller::complete, caller::fail));
    }
}
