package dev.hotstate.kit.testing.browser;

/** The widths at which every page must be readable. */
public enum Viewport {
    PHONE(360, 740),
    LAPTOP(1280, 800),
    WIDE(1920, 1080);

    private final int width;
    private final int height;

    Viewport(int width, int height) {
        this.width = width;
        this.height = height;
    }

    public int width() {
        return width;
    }

    public int height() {
        return height;
    }
}
