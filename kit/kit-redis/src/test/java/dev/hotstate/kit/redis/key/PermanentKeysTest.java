package dev.hotstate.kit.redis.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.key.PermanentKeys.Rule;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PermanentKeysTest {

    private final PermanentKeys permanent = PermanentKeys.in(
            new KeySpace("prod", "dag"),
            Rule.always("ready:{tag}<id>", "empties itself"),
            Rule.always("lease:{tag}", "empties itself"),
            Rule.when("while the job is unfinished", "job:{tag}<id>", "a waiting job may outlive any TTL"));

    @ParameterizedTest
    @CsvSource({
        "prod:dag:lease:{d07uf}, true",
        "prod:dag:ready:{d07uf}builds, true",
        "prod:dag:job:{d07uf}01jx, true",
        "prod:dag:job:{d07uf}01jx:logs, false",
        "prod:dag:lease:{d07uf}more, false",
        "prod:dag:lease:plain, false",
        "test:dag:lease:{d07uf}, false",
        "prod:dag:other:{d07uf}, false"
    })
    void only_listed_patterns_are_permanent(String key, boolean permitted) {
        assertThat(permanent.covers(key)).isEqualTo(permitted);
    }
}
