package dev.hotstate.driver.position;

/** What became of a sign of life. Whatever became of its point, the driver lives. */
public enum Verdict {
    /** The point is the position now. */
    RECORDED,
    /** There was no point in it. */
    HEARD,
    /** A newer point is known; or so many are sent that nobody can follow. */
    OUTDATED,
    /** Nobody gets there that fast; believed as soon as more points agree. */
    IMPLAUSIBLE
}
