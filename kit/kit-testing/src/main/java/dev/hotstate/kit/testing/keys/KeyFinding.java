package dev.hotstate.kit.testing.keys;

/** A key that should not be there as it is, and why. */
public record KeyFinding(String key, String problem) {

    @Override
    public String toString() {
        return key + " " + problem;
    }
}
