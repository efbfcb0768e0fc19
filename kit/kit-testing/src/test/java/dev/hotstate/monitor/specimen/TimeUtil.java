package dev.hotstate.monitor.specimen;

/** Named so that nobody knows what it is. */
class TimeUtil {}
