package dev.hotstate.monitor.specimen.util;

/** In a package that could hold anything, and which is not null-marked. */
class Bucket {}
