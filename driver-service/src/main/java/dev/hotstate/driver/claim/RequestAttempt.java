package dev.hotstate.driver.claim;

/**
 * Somebody's try at an order.
 *
 * @param number  of the order
 * @param attempt grows with each try at it, so that what an earlier one says late can be told from what the present one says
 */
record RequestAttempt(long number, int attempt) {}
