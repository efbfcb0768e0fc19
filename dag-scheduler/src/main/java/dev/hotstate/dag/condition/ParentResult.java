package dev.hotstate.dag.condition;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * How a parent ended.
 *
 * @param status COMPLETED, FAILED, SKIPPED or CANCELLED
 * @param output what it handed in; null if it has none
 */
public record ParentResult(String status, @Nullable JsonNode output) {}
