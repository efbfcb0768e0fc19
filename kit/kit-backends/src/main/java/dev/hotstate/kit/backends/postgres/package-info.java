/** Starting PostgreSQL as a child process, with one role and schema per service. */
@NullMarked
package dev.hotstate.kit.backends.postgres;

import org.jspecify.annotations.NullMarked;
