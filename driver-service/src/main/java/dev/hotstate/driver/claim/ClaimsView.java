package dev.hotstate.driver.claim;

import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * What a request got.
 *
 * @param wanted how many were asked for
 * @param claims the nearest first; fewer than wanted if there were no more
 */
@Schema(name = "Claims")
record ClaimsView(String requestId, int wanted, List<ClaimView> claims) {}
