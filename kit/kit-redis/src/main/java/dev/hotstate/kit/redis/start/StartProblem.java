package dev.hotstate.kit.redis.start;

/**
 * Why the service must not start.
 *
 * @param setting the property to change
 * @param problem what is wrong with it, without any secret
 * @param remedy  what to set it to, and where there is one, how to insist
 */
public record StartProblem(String setting, String problem, String remedy) {}
