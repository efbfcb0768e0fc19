package dev.hotstate.driver.map;

import dev.hotstate.driver.cell.CellGrid;
import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.search.SearchConfig;
import dev.hotstate.driver.stream.Bounds;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

@Path("/map")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("read")
@Tag(name = "Map")
public class MapResource {

    private static final int RESOLUTION_MAX = 9;
    private static final double METRES_PER_KM = 1_000;

    private final MapConfig config;
    private final SearchConfig search;
    private final CellGrid grid;
    private final Density density;

    MapResource(MapConfig config, SearchConfig search, CellGrid grid, Density density) {
        this.config = config;
        this.search = search;
        this.grid = grid;
        this.density = density;
    }

    @GET
    @Operation(operationId = "mapSettings", summary = "How the ground of the map is drawn")
    public MapSettings settings() {
        return new MapSettings(config.tiles().orElse(null), config.attribution().orElse(null));
    }

    @GET
    @Path("/cells")
    @Operation(operationId = "mapCells", summary = "The cells that a search within a radius looks into")
    public CellsView cells(
            @Parameter(required = true) @QueryParam("lat") @Nullable Double lat,
            @Parameter(required = true) @QueryParam("lon") @Nullable Double lon,
            @Parameter(description = "km") @QueryParam("radius") @DefaultValue("5") double radius) {
        var centre = new GeoPoint(required("lat", lat), required("lon", lon));
        if (!centre.isOnMap()) {
            throw invalid("lat", "lat must be between -85.05 and 85.05, lon between -180 and 180");
        }
        if (!(radius > 0 && radius <= search.radiusMax())) {
            throw invalid("radius", "must be above 0 and at most " + search.radiusMax());
        }
        return new CellsView(grid.touching(centre, radius * METRES_PER_KM).stream()
                .map(cell -> CellView.of(cell, grid))
                .toList());
    }

    @GET
    @Path("/density")
    @Operation(operationId = "mapDensity", summary = "How many drivers there are in each cell of a part of the map")
    public Uni<DensityView> density(
            @Parameter(required = true, description = "west,south,east,north", example = "13.2,52.4,13.6,52.6")
                    @QueryParam("bbox")
                    @Nullable
                    String bbox,
            @Parameter(description = "Of the cells: 0 to 9") @QueryParam("resolution") @DefaultValue("5")
                    int resolution) {
        if (resolution < 0 || resolution > RESOLUTION_MAX) {
            throw invalid("resolution", "must be between 0 and " + RESOLUTION_MAX);
        }
        return density.of(Bounds.parse(bbox), resolution);
    }

    private static double required(String parameter, @Nullable Double value) {
        if (value == null) {
            throw invalid(parameter, "is missing");
        }
        return value;
    }

    private static Refusal invalid(String parameter, String detail) {
        return new Refusal(
                KitProblem.INVALID_INPUT,
                "See errors for what must be different.",
                List.of(FieldError.ofParameter(parameter, detail)));
    }
}
