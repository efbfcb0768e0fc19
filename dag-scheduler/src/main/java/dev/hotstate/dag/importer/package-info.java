/**
 * Jobs written in other forms than that of {@code POST /jobs}: a short YAML for people, and WfFormat, in which real workflows are
 * published. Both are translated into the body of {@code POST /jobs}, which alone decides whether it is a job.
 */
@NullMarked
package dev.hotstate.dag.importer;

import org.jspecify.annotations.NullMarked;
