package dev.hotstate.driver.position;

/**
 * How a driver stands according to Postgres, for when Redis knows nothing of it.
 *
 * @param reason why it is busy or offline, or empty
 * @param claim  who holds it, or that it is over, as its record says that; or empty
 * @param said   the version at which somebody last said whether it can be had; 0: nobody ever did
 */
public record Standing(Status status, String reason, String claim, long said) {

    public Standing(Status status, String reason) {
        this(status, reason, "", 0);
    }

    /** By lines, as scripts read it; people may have written anything into the last one. */
    public String text() {
        return status + "\n" + said + "\n" + claim + "\n" + reason;
    }
}
