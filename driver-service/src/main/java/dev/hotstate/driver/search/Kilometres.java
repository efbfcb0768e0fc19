package dev.hotstate.driver.search;

/** The API speaks of kilometres, to the decimetre; inside everything is in metres. */
final class Kilometres {

    private static final double DECIMETRES = 1e4;

    private Kilometres() {}

    static double of(double metres) {
        return Math.round(metres * 10) / DECIMETRES;
    }

    static double toMetres(double kilometres) {
        return kilometres * 1000;
    }
}
