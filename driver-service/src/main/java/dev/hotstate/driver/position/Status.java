package dev.hotstate.driver.position;

/** Whether a driver can be had. */
public enum Status {
    AVAILABLE,
    BUSY,
    OFFLINE
}
