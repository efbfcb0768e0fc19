package dev.hotstate.kit.testing.browser;

import com.microsoft.playwright.options.ColorScheme;

/** What the reader's system prefers. */
public enum Theme {
    LIGHT(ColorScheme.LIGHT),
    DARK(ColorScheme.DARK);

    private final ColorScheme scheme;

    Theme(ColorScheme scheme) {
        this.scheme = scheme;
    }

    ColorScheme scheme() {
        return scheme;
    }
}
