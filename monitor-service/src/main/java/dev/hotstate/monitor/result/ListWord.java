package dev.hotstate.monitor.result;

/** Status words of {@code list_outages.lua}. */
enum ListWord {
    LISTED
}
