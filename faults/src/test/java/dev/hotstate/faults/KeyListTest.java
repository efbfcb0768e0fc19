package dev.hotstate.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.faults.KeyList.Life;
import java.io.IOException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the list does not call permanent has an end. */
class KeyListTest {

    private static KeyList list;

    @BeforeAll
    static void read() throws IOException {
        list = KeyList.read();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            monitor:schedule:{m07}            | HAS_NO_END
            monitor:status:{m07}mon_1         | ENDS
            monitor:instances:live            | ENDS
            monitor:cells:3                   | ENDS
            driver:cells:3                    | HAS_NO_END
            driver:built:{b12}                | HAS_NO_END
            driver:geo:{851f}                 | ENDS
            driver:online:{851f}              | ENDS
            driver:status:{v01}0              | ENDS
            dag:job:{d07}job-1                | UNTIL_ITS_JOB_ENDS
            dag:task:{d07}job-1.a             | UNTIL_ITS_JOB_ENDS
            dag:task:{d07}job-1.a:status      | UNTIL_ITS_JOB_ENDS
            dag:children:{d07}job-1           | UNTIL_ITS_JOB_ENDS
            dag:outputs:{d07}job-1            | UNTIL_ITS_JOB_ENDS
            dag:ready:{d07}mail               | HAS_NO_END
            dag:lease:{d07}                   | HAS_NO_END
            dag:workers:{mail}                | ENDS
            metrics:requests:endpoint:GET /x  | HAS_NO_END
            metrics:latency_counts:GET_/x     | HAS_NO_END
            metrics:latency_counts:GET_/x:495 | ENDS
            metrics:sliding_count:shop.me:p   | ENDS
            metrics:nobody:knows              | ENDS
            """)
    void each_key_lives_as_long_as_its_row_says(String key, Life life) {
        assertThat(list.of("test:" + key)).isEqualTo(life);
    }

    @Test
    void same_is_what_the_row_above_says() {
        var lines = """
                ## driver
                | key | type | TTL |
                |---|---|---|
                | `{env}:driver:one:{c}` | STRING | permanent |
                | `{env}:driver:two:{c}` | STRING | same |
                | `{env}:driver:three:{c}` | STRING | 1 h |
                | `{env}:driver:four:{c}` | STRING | same, or less |""".lines().toList();

        var small = new KeyList(lines);

        assertThat(small.of("test:driver:two:{x}")).isEqualTo(Life.HAS_NO_END);
        assertThat(small.of("test:driver:four:{x}")).isEqualTo(Life.ENDS);
    }
}
