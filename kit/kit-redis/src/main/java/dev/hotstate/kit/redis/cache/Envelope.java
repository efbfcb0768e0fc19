package dev.hotstate.kit.redis.cache;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;

/** The decoded content of a cache entry: {@code _t} and {@code data}. Its {@code _v} was the expected one. */
record Envelope(Instant writtenAt, JsonNode data) {}
