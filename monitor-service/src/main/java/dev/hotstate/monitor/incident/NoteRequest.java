package dev.hotstate.monitor.incident;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;

record NoteRequest(@NotBlank @Size(max = 2_000) String text) {}
