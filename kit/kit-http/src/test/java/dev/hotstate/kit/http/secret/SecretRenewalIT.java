package dev.hotstate.kit.http.secret;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.http.secret.SecretRenewal.Outcome;
import dev.hotstate.kit.http.testing.KitTest;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.vertx.core.buffer.Buffer;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@KitTest
class SecretRenewalIT {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Inject
    Database database;

    @Inject
    AgreedSecrets agreed;

    @BeforeEach
    void anEmptyTable() {
        sql("create table if not exists sealed_thing (id text primary key, secrets bytea)");
        sql("delete from sealed_thing");
    }

    @Test
    void what_lies_under_an_older_key_is_sealed_anew_and_the_old_key_may_go() {
        var old = sealer("k1", "k1");
        for (int i = 0; i < 450; i++) {
            put("thing-" + i, seal(old, "secret " + i, "thing:thing-" + i));
        }
        var both = sealer("k2", "k1", "k2");
        put("young", seal(both, "young", "thing:young"));
        sql("insert into sealed_thing (id, secrets) values ('none', null)");

        assertThat(renew(both)).isEqualTo(new Outcome(450, 0));

        assertThat(renew(both)).isEqualTo(Outcome.NOTHING);
        var onlyNew = sealer("k2", "k2");
        assertThat(open(onlyNew, "thing-7")).isEqualTo("secret 7");
        assertThat(open(onlyNew, "thing-449")).isEqualTo("secret 449");
        assertThat(open(onlyNew, "young")).isEqualTo("young");
    }

    @Test
    void what_can_not_be_opened_stays_as_it_is_and_is_counted() {
        var lost = seal(sealer("k1", "k1"), "a", "thing:lost");
        put("lost", lost);
        put("moved", seal(sealer("k1", "k1"), "a", "thing:elsewhere"));

        assertThat(renew(sealer("k2", "k2"))).isEqualTo(new Outcome(0, 2));

        assertThat(stored("lost")).isEqualTo(lost);
    }

    private Outcome renew(SecretSealer sealer) {
        return new SecretRenewal(database, sealer)
                .renew("sealed_thing", "thing")
                .await()
                .atMost(PATIENCE.multipliedBy(2));
    }

    private SecretSealer sealer(String current, String... names) {
        var builder = new SmallRyeConfigBuilder()
                .withMapping(SecretsConfig.class)
                .withDefaultValue("hotstate.secrets.current", current);
        for (var name : names) {
            builder.withDefaultValue("hotstate.secrets.keys." + name, key(name));
        }
        return new SecretSealer(builder.build().getConfigMapping(SecretsConfig.class), agreed);
    }

    private static String key(String name) {
        var bytes = new byte[32];
        Arrays.fill(bytes, (byte) name.charAt(1));
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static byte[] seal(SecretSealer sealer, String text, String context) {
        return sealer.seal(text, context).await().atMost(PATIENCE);
    }

    private String open(SecretSealer sealer, String id) {
        return sealer.open(stored(id), "thing:" + id).await().atMost(PATIENCE);
    }

    private byte[] stored(String id) {
        return database.query("select secrets from sealed_thing where id = $1", id)
                .await()
                .atMost(PATIENCE)
                .iterator()
                .next()
                .getBuffer("secrets")
                .getBytes();
    }

    private void put(String id, byte[] secrets) {
        database.query("insert into sealed_thing (id, secrets) values ($1, $2)", id, Buffer.buffer(secrets))
                .await()
                .atMost(PATIENCE);
    }

    private void sql(String statement) {
        database.query(statement).await().atMost(PATIENCE);
    }
}
