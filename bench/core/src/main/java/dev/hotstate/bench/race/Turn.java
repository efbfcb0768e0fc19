package dev.hotstate.bench.race;

/** A contestant's sample of one round, the unit that results are kept in. */
public record Turn(int round, String contestant, Sample sample) {}
