package dev.hotstate.driver.position;

/** What became of a sign of life. */
public sealed interface Taken {

    /** It was taken; whether its point was too, the verdict says. */
    record Recorded(Verdict verdict, DriverState driver) implements Taken {}

    /** Nobody knows how this driver stands: Redis has forgotten it and Postgres does not answer, or has no such driver. */
    record Undecided() implements Taken {}

    /** Redis did not answer in time. Sending it again is safe. */
    record Lost(Throwable cause) implements Taken {}
}
