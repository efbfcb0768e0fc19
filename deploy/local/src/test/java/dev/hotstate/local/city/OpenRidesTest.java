package dev.hotstate.local.city;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenRidesTest {

    @TempDir
    private Path folder;

    @Test
    void the_next_run_reads_what_this_one_wrote() throws IOException {
        var rides = new OpenRides(folder.resolve("data/rides.txt"));
        assertThat(rides.read()).isEmpty();

        rides.write(List.of(new OpenRides.Entry("clm_a", 1795089600123456L), new OpenRides.Entry("clm_b", 2)));

        assertThat(new OpenRides(folder.resolve("data/rides.txt")).read())
                .containsExactly(new OpenRides.Entry("clm_a", 1795089600123456L), new OpenRides.Entry("clm_b", 2));
        rides.write(List.of());
        assertThat(rides.read()).isEmpty();
    }
}
