package dev.hotstate.driver.search;

import jakarta.ws.rs.QueryParam;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/** Where to search: around a point, in a box or in a polygon. */
record Where(
        @Parameter(description = "-85.05 to 85.05; with lon, unless there is a bbox or a polygon")
        @QueryParam("lat")
        @Nullable
        Double lat,

        @Parameter(description = "-180 to 180") @QueryParam("lon") @Nullable
        Double lon,

        @Parameter(description = "km around lat, lon; 5 if absent") @QueryParam("radius") @Nullable
        Double radius,

        @Parameter(description = "west,south,east,north; nearest to its middle first") @QueryParam("bbox") @Nullable
        String bbox,

        @Parameter(
                description =
                        "longitude,latitude,longitude,latitude,... of up to 100 corners; nearest to its middle first")
        @QueryParam("polygon")
        @Nullable
        String polygon) {}
