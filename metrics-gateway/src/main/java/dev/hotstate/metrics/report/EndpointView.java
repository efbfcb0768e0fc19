package dev.hotstate.metrics.report;

import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * @param errors 4xx and 5xx
 * @param failed 5xx
 * @param averageMs of all times; 0 if there are none
 */
@Schema(name = "EndpointFigures")
record EndpointView(String endpoint, long requests, long errors, long failed, double averageMs) {}
