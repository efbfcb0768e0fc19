package dev.hotstate.metrics.minute;

enum NoteWord {
    WRITERS
}
