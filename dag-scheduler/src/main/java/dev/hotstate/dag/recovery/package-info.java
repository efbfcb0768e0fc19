/**
 * Brings Redis back to what Postgres knows. The owner of a partition compares the two whenever Redis may have lost something:
 * the partition has no epoch (new, or emptied), or another process than the one that was looked at serves it (a replica took
 * over, or a master was restarted, perhaps without the newest writes). Until then the partition hands out no work: the scripts
 * that claim compare the process that executes them with the one in the epoch, wherever a redirect has led them.
 *
 * <p>A job that is missing is loaded from its definition and its known ends. Of a job that is there, ends that only Postgres
 * knows are told once more, by the same scripts that workers' answers run through.
 */
@NullMarked
package dev.hotstate.dag.recovery;

import org.jspecify.annotations.NullMarked;
