package dev.hotstate.metrics.report;

import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** @param averageMs of all times; 0 if there are none */
@Schema(name = "EndpointFigures")
record EndpointView(String endpoint, long requests, long errors, double averageMs) {}
