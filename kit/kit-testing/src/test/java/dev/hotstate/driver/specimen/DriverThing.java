package dev.hotstate.driver.specimen;

/** Belongs to another service. */
public class DriverThing {}
