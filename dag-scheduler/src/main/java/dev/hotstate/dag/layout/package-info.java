/**
 * Where the tasks of a job stand in its picture: columns by level, few crossings, short bends; large jobs folded by level and
 * kind of task first. Pure and iterative like the graph it draws; docs/adr/0062 tells why it is our own.
 */
@NullMarked
package dev.hotstate.dag.layout;

import org.jspecify.annotations.NullMarked;
