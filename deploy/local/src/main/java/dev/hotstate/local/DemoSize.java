package dev.hotstate.local;

/**
 * How much goes on in the demo world.
 *
 * @param jobs that begin in a minute
 * @param requests of the shop's visitors in a second
 */
record DemoSize(int drivers, int jobs, int requests) {}
