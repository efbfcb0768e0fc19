package dev.hotstate.metrics.adaptive;

enum HoldWord {
    TIGHTENED,
    USUAL
}
