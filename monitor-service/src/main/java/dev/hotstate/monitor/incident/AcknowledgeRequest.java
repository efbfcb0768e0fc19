package dev.hotstate.monitor.incident;

import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

record AcknowledgeRequest(@Nullable @Size(max = 2_000) String note) {}
