package dev.hotstate.bench.app;

import dev.hotstate.kit.redis.key.KeySpace;
import io.quarkus.redis.datasource.ReactiveRedisDataSource;
import io.quarkus.redis.datasource.value.ReactiveValueCommands;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import org.jboss.resteasy.reactive.RestQuery;

/** For comparison: the cluster client that comes with Quarkus, pooled, as its guide shows it. */
@Path("/stock")
public class StockResource {

    private final ReactiveValueCommands<String, String> values;
    private final String prefix;

    StockResource(ReactiveRedisDataSource redis, KeySpace keys) {
        values = redis.value(String.class);
        prefix = keys.prefix() + "stock:";
    }

    @GET
    public Uni<Long> increment(@RestQuery int n) {
        return values.incr(prefix + n);
    }
}
