package dev.hotstate.driver.map;

import static dev.hotstate.driver.DriverApiClient.asAdmin;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.nullValue;

import dev.hotstate.driver.DriverApiClient;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
class MapResourceIT {

    @Test
    void without_a_setting_there_are_no_tiles() {
        asAdmin().get("/map").then().statusCode(200).body("tiles", nullValue());
    }

    @Test
    void a_search_looks_into_the_cells_around_its_point() {
        asAdmin()
                .get("/map/cells?lat=52.52&lon=13.405&radius=0.1")
                .then()
                .statusCode(200)
                .body("cells.size()", lessThan(8))
                .body("cells[0].ring", hasSize(6));
        var cells = asAdmin()
                .get("/map/cells?lat=52.52&lon=13.405&radius=20")
                .then()
                .statusCode(200)
                .extract()
                .<List<String>>path("cells.cell");
        assertThat(cells).hasSizeBetween(8, 30).doesNotHaveDuplicates();
    }

    @Test
    void density_counts_drivers_by_cell() {
        double lat = ThreadLocalRandom.current().nextDouble(-60, 60);
        double lon = ThreadLocalRandom.current().nextDouble(-170, 170);
        var here = DriverApiClient.newDriver();
        var busy = DriverApiClient.newDriver();
        DriverApiClient.locate(here, lat, lon).statusCode(200);
        DriverApiClient.locate(busy, lat, lon).statusCode(200);
        asAdmin().body("{}").post("/drivers/" + busy + "/busy").then().statusCode(200);
        var bbox = "%s,%s,%s,%s".formatted(lon - 0.001, lat - 0.001, lon + 0.001, lat + 0.001);

        await().atMost(ofSeconds(30))
                .untilAsserted(() -> asAdmin()
                        .get("/map/density?resolution=8&bbox=" + bbox)
                        .then()
                        .statusCode(200)
                        .body("cells", hasSize(1))
                        .body("cells[0].available", is(1))
                        .body("cells[0].busy", is(1)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /map/cells?lat=91&lon=0             | lat
            /map/cells?lon=0                    | lat
            /map/cells?lat=1&lon=1&radius=5000  | radius
            /map/density                        | bbox
            /map/density?bbox=1,2,3,4&resolution=12 | resolution
            """)
    void what_makes_no_sense_is_refused(String path, String parameter) {
        asAdmin().get(path).then().statusCode(400).body("errors.parameter", hasItem(parameter));
    }
}
